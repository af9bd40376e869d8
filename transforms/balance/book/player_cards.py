"""What is printed for a movement of single players: who sits where in each round, with whom and against whom."""

import polars as pl

from transforms.balance.movement import Movement

_SEATS = {
    "North": ("north", "south", "east", "west"),
    "South": ("south", "north", "east", "west"),
    "East": ("east", "west", "north", "south"),
    "West": ("west", "east", "north", "south"),
}
"""Seat -> the columns of the player, the partner and both opponents."""


def plays_of_players(movement: Movement, boards_in_set: int) -> pl.DataFrame:
    """(round, table, north, south, east, west, boards), all from 1, by round and table; boards as `1-3`.

    Args:
        movement: of single players.
        boards_in_set: how many boards are played in a round.
    """
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
                seat=pl.lit(seat),
                partner=partner,
                against=pl.concat_str(one, pl.lit(" and "), other),
            )
            for seat, (player, partner, one, other) in _SEATS.items()
        )
        .select("player", "round", "table", "seat", "partner", "against", "boards")
        .sort("player", "round")
    )
