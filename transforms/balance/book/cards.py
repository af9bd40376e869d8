"""What is printed for a movement: who sits where in each round, and where all and every set of boards go then."""

import polars as pl

from transforms.balance.movement import Movement, sets_a_round

_DIRECTIONS = {"ns": "North-South", "ew": "East-West"}
_STAYS = "stays"


def table_cards(movement: Movement, boards_in_set: int, absent: int | None = None) -> pl.DataFrame:
    """One row a table and line of the schedule, in this order: a round, or a set of a round that has several.

    Columns: table, round, ns and ew (pairs; null: nobody sits there, and the other sits out), boards (`1-3`), ns_then
    and ew_then (`stays`, `table 4 East-West`, in the middle of a round `changes to East-West`; null in the last round
    and for nobody), boards_then (`stay`, `table 3`, `tables 1 and 6`, `the stand`; null in the last round).

    Args:
        movement: of pairs.
        boards_in_set: how many boards a set has.
        absent: the number of the pair that is not there, from 1.
    """
    plays, many = _plays(movement, boards_in_set), sets_a_round(movement)
    seats = _seats(plays)
    for side, direction in _DIRECTIONS.items():
        then = seats.select(
            pair="pair", round=pl.col("round") - 1, then_table="table", then_direction="direction", is_there=True
        )
        stays = (pl.col("then_table") == pl.col("table")) & (pl.col("then_direction") == direction)
        moves = pl.concat_str(pl.lit("table "), "then_table", pl.lit(" "), "then_direction")
        plays = plays.join(then, left_on=[side, "round"], right_on=["pair", "round"], how="left").select(
            *plays.columns,
            pl.when(stays)
            .then(pl.lit(_STAYS))
            .when(pl.col("round") % many > 0, pl.col("is_there"))
            .then(pl.concat_str(pl.lit("changes to "), "then_direction"))
            .when(pl.col("is_there"))
            .then(moves)
            .alias(f"{side}_then"),
        )
    return (
        _with_boards_then(plays, movement.rounds)
        .with_columns(_unless_absent(absent))
        .select("table", "round", "ns", "ew", "boards", "ns_then", "ew_then", "boards_then")
        .sort("table", "round")
    )


def guide_cards(movement: Movement, boards_in_set: int, absent: int | None = None) -> pl.DataFrame:
    """One row a pair that is there and line of the schedule (a round, or a set of one), in this order.

    Columns: pair, round, table, direction, opponent (null: nobody, so the pair sits out), boards. Where a pair has no
    table in a round, all but the first two are null.
    """
    everybody = pl.DataFrame({"pair": range(1, movement.pairs + 1)}).join(
        pl.DataFrame({"round": range(1, movement.rounds + 1)}), how="cross"
    )
    is_there = pl.col("opponent") != (0 if absent is None else absent)
    return (
        everybody.join(_seats(_plays(movement, boards_in_set)), on=["pair", "round"], how="left")
        .filter(pl.col("pair") != (0 if absent is None else absent))
        .with_columns(pl.when(is_there).then("opponent").alias("opponent"))
        .select("pair", "round", "table", "direction", "opponent", "boards")
        .sort("pair", "round")
    )


def _plays(movement: Movement, boards_in_set: int) -> pl.DataFrame:
    """(round, table, ns, ew, board_set, boards), all from 1."""
    numbered = pl.DataFrame(movement.plays + 1, schema=["round", "table", "ns", "ew", "board_set"])
    last = pl.col("board_set").cast(pl.Int64) * boards_in_set
    first = last - (boards_in_set - 1)
    boards = pl.concat_str(first, pl.lit("-"), last) if boards_in_set > 1 else last.cast(pl.String)
    return numbered.cast(pl.Int64).with_columns(boards=boards)


def _seats(plays: pl.DataFrame) -> pl.DataFrame:
    """(pair, round, table, direction, opponent, boards) of both sides."""
    return pl.concat(
        plays.select("round", "table", "boards", pair=side, opponent=other, direction=pl.lit(_DIRECTIONS[side]))
        for side, other in (("ns", "ew"), ("ew", "ns"))
    )


def _with_boards_then(plays: pl.DataFrame, rounds: int) -> pl.DataFrame:
    then = plays.group_by("board_set", round=pl.col("round") - 1).agg(
        tables=pl.col("table").sort().cast(pl.String), next_tables=pl.col("table")
    )
    joined = plays.join(then, on=["board_set", "round"], how="left")
    where = pl.when(pl.col("tables").list.len() == 1).then(pl.lit("table ")).otherwise(pl.lit("tables "))
    boards_then = (
        pl.when(pl.col("round") == rounds)
        .then(None)
        .when(pl.col("tables").is_null())
        .then(pl.lit("the stand"))
        .when(pl.col("next_tables").list.len() == 1, pl.col("next_tables").list.first() == pl.col("table"))
        .then(pl.lit("stay"))
        .otherwise(pl.concat_str(where, pl.col("tables").list.join(" and ")))
    )
    return joined.with_columns(boards_then=boards_then)


def _unless_absent(absent: int | None) -> list[pl.Expr]:
    """The columns of a pair, null for the one that is absent."""
    is_there = {side: pl.col(side) != (0 if absent is None else absent) for side in _DIRECTIONS}
    return [
        pl.when(is_there[side]).then(pl.col(column)).alias(column)
        for side in _DIRECTIONS
        for column in (side, f"{side}_then")
    ]
