"""Who plays games: everybody whom the games name is a player, whatever a table of players says.

A game of somebody who is not in it was played all the same; that nobody of that name was meant, may be. So where there
is such a table, a warning names who is not in it.
"""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.intake.people.result_files import result_files
from transforms.tables import CLUB, PERSON, Findings


def players_of_games(read: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """(club, competition, player_id, file_id, line_no, field) of these players, each at the first place.

    Args:
        read: the tables by name: `games`.
    """
    sides = (
        read["games"].select(*CLUB, *PLACE, player_id=side, field=pl.lit(side)) for side in ("player_id", "opponent_id")
    )
    return (
        pl.concat(sides).sort(*PLACE).unique(PERSON, keep="first", maintain_order=True).select(*PERSON, *PLACE, "field")
    )


def not_in_the_table(read: Mapping[str, pl.LazyFrame], by_games: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each of these players who is in no table `players` or `ratings`, where there is a table `players`.

    Args:
        read: the tables by name: `players`, `ratings`, `files` and `official_results`.
        by_games: `players_of_games`.
    """
    in_tables = read["players"].join(result_files(read), on=[*CLUB, "file_id"], how="anti")
    known = pl.concat(rows.select(PERSON) for rows in (read["players"], read["ratings"]))
    return warning_on(
        by_games.join(in_tables, on=CLUB, how="semi").join(known, on=PERSON, how="anti"),
        "games.unknown_player",
        "plays here, and is not in the table players, nor in ratings; taken for a newcomer: mend the id where somebody"
        " else is meant, or add the player to players (the id alone will do)",
        field=pl.col("field"),
        value="player_id",
    )
