"""What is printed for a movement of single players: who sits where in each round, with whom and against whom."""

import polars as pl

from transforms.balance.movement import Movement
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext, gettext_noop

_SEATS = {
    gettext_noop("North"): ("north", "south", "east", "west"),
    gettext_noop("South"): ("south", "north", "east", "west"),
    gettext_noop("East"): ("east", "west", "north", "south"),
    gettext_noop("West"): ("west", "east", "north", "south"),
}
"""Seat -> the columns of the player, the partner and both opponents."""


def plays_of_players(movement: Movement, boards_in_set: int) -> pl.DataFrame:
    """(round, table, north, south, east, west, boards), all from 1, by round and table; boards as `1-3`."""
    columns = ("round", "table", "north", "south", "east", "west", "board_set")
    last = pl.col("board_set") * boards_in_set
    boards = pl.concat_str(last - (boards_in_set - 1), pl.lit("-"), last) if boards_in_set > 1 else last.cast(pl.String)
    plays = pl.DataFrame(movement.plays + 1, schema=dict.fromkeys(columns, pl.Int64))
    return plays.with_columns(boards=boards).drop("board_set").sort("round", "table")


def player_cards(movement: Movement, boards_in_set: int) -> pl.DataFrame:
    """(player, round, table, seat, partner, against, boards), by player and round; against as `3 and 4`."""
    plays = plays_of_players(movement, boards_in_set)
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
