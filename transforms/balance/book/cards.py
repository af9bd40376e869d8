"""The cards to print for a movement: who sits where in each round, and where pairs and boards go next."""

from collections.abc import Mapping

import polars as pl

from transforms.balance.mitchells import copy_of_each
from transforms.balance.movement import Movement, sets_a_round
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext, gettext_noop

_DIRECTIONS = {"ns": gettext_noop("North-South"), "ew": gettext_noop("East-West")}
_CHANGES = {"ns": gettext_noop("changes to North-South"), "ew": gettext_noop("changes to East-West")}
_MOVES = {"ns": gettext_noop("table {table} North-South"), "ew": gettext_noop("table {table} East-West")}


def table_cards(
    movement: Movement, boards_in_set: int, absent: int | None = None, *, has_copies: bool = False
) -> pl.DataFrame:
    """Return one row per table and line of the schedule. If a round has several sets, each of them is a line.

    Columns: table; round; ns and ew, the pairs (null if the seat is empty, so that the opponents sit out); boards
    (`1-3`); ns_then and ew_then, where the pairs go next (`stays`, `table 4 East-West`, within a round `changes to
    East-West`); boards_then (`stay`, `table 3`, `tables 1 and 6`, `the stand`). Columns that end in `_then` are null in
    the last round and for empty seats. `absent` is the number of the missing pair, from 1. `has_copies` is explained at
    `plays_of`.
    """
    plays, many = plays_of(movement, boards_in_set, has_copies=has_copies), sets_a_round(movement)
    seats = _seats(plays)
    to_table = {"table": pl.col("then_table").cast(pl.String)}
    moves = {to: message_of(gettext(words), to_table) for to, words in _MOVES.items()}
    for side in _DIRECTIONS:
        then = seats.select("pair", round=pl.col("round") - 1, then_table="table", then_direction="direction")
        stays = (pl.col("then_table") == pl.col("table")) & (pl.col("then_direction") == side)
        plays = plays.join(then, left_on=[side, "round"], right_on=["pair", "round"], how="left").select(
            *plays.columns,
            pl.when(stays)
            .then(pl.lit(gettext("stays")))
            .when(pl.col("round") % many > 0)
            .then(pl.col("then_direction").replace_strict(_in_words(_CHANGES), return_dtype=pl.String))
            .when(pl.col("then_direction") == "ns")
            .then(moves["ns"])
            .when(pl.col("then_direction") == "ew")
            .then(moves["ew"])
            .alias(f"{side}_then"),
        )
    return (
        _with_boards_then(plays, movement.rounds)
        .with_columns(
            pl.when(pl.col(side) != (absent or 0)).then(pl.col(column)).alias(column)
            for side in _DIRECTIONS
            for column in (side, f"{side}_then")
        )
        .select("table", "round", "ns", "ew", "boards", "ns_then", "ew_then", "boards_then")
        .sort("table", "round")
    )


def guide_cards(movement: Movement, boards_in_set: int, absent: int | None = None) -> pl.DataFrame:
    """Return, per pair present, a row per line of the schedule: (pair, round, table, direction, opponent, boards)."""
    everybody = pl.DataFrame({"pair": range(1, movement.pairs + 1)}).join(
        pl.DataFrame({"round": range(1, movement.rounds + 1)}), how="cross"
    )
    is_there = pl.col("opponent") != (absent or 0)
    return (
        everybody.join(_seats(plays_of(movement, boards_in_set)), on=["pair", "round"], how="left")
        .filter(pl.col("pair") != (absent or 0))
        .with_columns(pl.when(is_there).then("opponent").alias("opponent"))
        .with_columns(pl.col("direction").replace_strict(_in_words(_DIRECTIONS), return_dtype=pl.String))
        .select("pair", "round", "table", "direction", "opponent", "boards")
        .sort("pair", "round")
    )


def _in_words(words: Mapping[str, str]) -> dict[str, str]:
    return {direction: gettext(word) for direction, word in words.items()}


def plays_of(movement: Movement, boards_in_set: int, *, has_copies: bool = False) -> pl.DataFrame:
    """Return one row per play: round, table, seats (ns, ew, or north to west) and board_set from 1; boards; copy.

    `boards` is `1-3`. With `has_copies` the movement is a Web Mitchell: then `copy` is a letter, and `boards` ends with
    it, `1-3 A`. Otherwise `copy` is empty.
    """
    sides = ("north", "south", "east", "west") if movement.individual else ("ns", "ew")
    columns = dict.fromkeys(("round", "table", *sides, "board_set"), pl.Int64)
    last = pl.col("board_set") * boards_in_set
    boards = pl.concat_str(last - (boards_in_set - 1), pl.lit("-"), last) if boards_in_set > 1 else last.cast(pl.String)
    plays = pl.DataFrame(movement.plays + 1, schema=columns).with_columns(boards=boards, copy=pl.lit(""))
    if has_copies:
        letters = pl.Series([chr(ord("A") + copy) for copy in copy_of_each(movement).tolist()])
        plays = plays.with_columns(pl.concat_str("boards", pl.lit(" "), letters), copy=letters)
    return plays.sort("round", "table")


def on_stands(movement: Movement, boards_in_set: int) -> pl.DataFrame:
    """Return the boards that lie on the stands of a Web Mitchell at the start: table and boards (`5-6 A, 7-8 A`).

    They are in the order in which the table takes them. Boards that are never played are left out.
    """
    comes = plays_of(movement, boards_in_set, has_copies=True).unique("boards", keep="first", maintain_order=True)
    of_table = comes.filter(pl.col("round") > 1).group_by("table", maintain_order=True)
    return of_table.agg(pl.col("boards").str.join(", ")).sort("table")


def _seats(plays: pl.DataFrame) -> pl.DataFrame:
    """Return pair, round, table, direction, opponent and boards: two rows per play, one for each pair."""
    return pl.concat(
        plays.select("round", "table", "boards", pair=side, opponent=other, direction=pl.lit(side))
        for side, other in (("ns", "ew"), ("ew", "ns"))
    )


def _with_boards_then(plays: pl.DataFrame, rounds: int) -> pl.DataFrame:
    then = plays.group_by("board_set", "copy", round=pl.col("round") - 1).agg(
        tables=pl.col("table").sort().cast(pl.String), next_tables=pl.col("table")
    )
    joined = plays.join(then, on=["board_set", "copy", "round"], how="left")
    one = message_of(gettext("table {number}"), {"number": pl.col("tables").list.first()})
    two = message_of(
        gettext("tables {some} and {last}"),
        {
            "some": pl.col("tables").list.head(pl.col("tables").list.len() - 1).list.join(", "),
            "last": pl.col("tables").list.last(),
        },
    )
    boards_then = (
        pl.when(pl.col("round") == rounds)
        .then(None)
        .when(pl.col("table").n_unique().over("board_set", "copy") == 1)
        .then(pl.lit(gettext("stay")))
        .when(pl.col("tables").is_null())
        .then(pl.lit(gettext("the stand")))
        .when(pl.col("next_tables").list.len() == 1, pl.col("next_tables").list.first() == pl.col("table"))
        .then(pl.lit(gettext("stay")))
        .otherwise(pl.when(pl.col("tables").list.len() == 1).then(one).otherwise(two))
    )
    return joined.with_columns(boards_then=boards_then)


# by seat: the columns of the player, the partner and both opponents
_SEATS = {
    gettext_noop("North"): ("north", "south", "east", "west"),
    gettext_noop("South"): ("south", "north", "east", "west"),
    gettext_noop("East"): ("east", "west", "north", "south"),
    gettext_noop("West"): ("west", "east", "north", "south"),
}


def player_cards(movement: Movement, boards_in_set: int) -> pl.DataFrame:
    """Return a row per player and line: player, round, table, seat, partner, against (`3 and 4`), boards."""
    plays = plays_of(movement, boards_in_set)
    return (
        pl.concat(
            plays.select(
                *("round", "table", "boards"),
                player=player,
                seat=pl.lit(gettext(seat)),
                partner=partner,
                against=message_of(gettext("{one} and {other}"), {"one": pl.col(one), "other": pl.col(other)}),
            )
            for seat, (player, partner, one, other) in _SEATS.items()
        )
        .select("player", "round", "table", "seat", "partner", "against", "boards")
        .sort("player", "round")
    )
