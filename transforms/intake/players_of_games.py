"""Who plays games in a competition without a table of players: everybody whom its games name is a player.

Where there is such a table, it says who is a player, so that a slip of the pen in a game makes no newcomer.
"""

from collections.abc import Mapping

import polars as pl

from transforms.intake.findings import PLACE
from transforms.tables import CLUB, PERSON

_NAME_THEIR_OWN = ("pbn", "usebio", "bws", "pgn", "pdn")
"""Formats of files that name their own players; a table of players comes in any other."""


def players_of_games(read: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """(club, competition, player_id, file_id, line_no) of these players, each at the first place.

    Args:
        read: the tables by name: `games`, `players`, `files` and `official_results`.
    """
    of_their_own = read["files"].filter(pl.col("format").is_in(_NAME_THEIR_OWN))
    result_files = pl.concat(rows.select(*CLUB, "file_id") for rows in (of_their_own, read["official_results"]))
    in_tables = read["players"].join(result_files, on=[*CLUB, "file_id"], how="anti")
    without_table = read["games"].join(in_tables, on=CLUB, how="anti")
    sides = (without_table.select(*CLUB, *PLACE, player_id=side) for side in ("player_id", "opponent_id"))
    return pl.concat(sides).sort(*PLACE).unique(PERSON, keep="first", maintain_order=True).select(*PERSON, *PLACE)
