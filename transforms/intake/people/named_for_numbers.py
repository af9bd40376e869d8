"""Rows of a table of players with a name where the files have numbers: each counts for the number of that name.

Otherwise the name would be one person more, beside the number.
"""

from collections.abc import Mapping
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.intake.people.names import is_name, same_name
from transforms.intake.people.nearest import numbers_of
from transforms.intake.people.result_files import result_files
from transforms.tables import CLUB, Findings

_MET_IN = {
    "entries": ("player_id", "substitutes_for"),
    "awards": ("player_id",),
    "games": ("player_id", "opponent_id"),
    "ratings": ("player_id",),
    "people": ("alias", "player_id"),
}
"""Who has a name as id in one of these is a person of his own, or is one by a row of people."""
_SAME = (*CLUB, "same")


class ByNumber(NamedTuple):
    """`players` with numbers for such names, and a warning for each row."""

    players: pl.LazyFrame
    finding: dy.LazyFrame[Findings]


def by_number(read: Mapping[str, pl.LazyFrame]) -> ByNumber:
    """Put the number in the place of each name that nothing but a table of players has as an id.

    Args:
        read: the tables as read, by name.
    """
    players = read["players"]
    by_name = (
        players.filter(is_name(pl.col("player_id")))
        .join(result_files(read), on=[*CLUB, "file_id"], how="anti")
        .with_columns(same=same_name(pl.col("player_id")))
        .collect()
    )
    met = pl.concat(
        read[table].select(*CLUB, same=same_name(pl.col(column)))
        for table, columns in _MET_IN.items()
        for column in columns
    )
    unmet = by_name.lazy().join(met, on=_SAME, how="anti").select(*CLUB, "player_id").unique()
    numbers = numbers_of(unmet.collect(), players).collect().lazy()
    found = by_name.lazy().drop("same").join(numbers, on=[*CLUB, "player_id"], maintain_order="left")
    return ByNumber(
        _with(players, numbers) if not by_name.is_empty() else players,
        warning_on(
            found,
            "players.name_for_number",
            "this is the name of player {number}, and the files have numbers, so the row counts for {number}: write"
            " {number}",
            field="player_id",
        ),
    )


def _with(players: pl.LazyFrame, numbers: pl.LazyFrame) -> pl.LazyFrame:
    joined = players.join(numbers, on=[*CLUB, "player_id"], how="left", maintain_order="left")
    return joined.with_columns(player_id=pl.coalesce("number", "player_id")).drop("number")
