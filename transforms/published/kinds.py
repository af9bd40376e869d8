"""The kinds of published things: their keys, the values that people read, and when they are no longer compared."""

from collections.abc import Mapping
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.tables import schemas as t
from transforms.tables.schemas import COMPETITION, RATING_LIST
from transforms.tables.shared import name_of


class Kind(NamedTuple):
    """One kind of published things: result lists, rankings and so on."""

    name: str
    schema: type[dy.Schema]
    thing: tuple[str, ...]
    """The key of a whole published thing: a result list, a standing, a rating list."""
    values: Mapping[str, int | None]
    """The columns that people read, each with the number of decimals printed, or None for words."""
    as_published: tuple[str, ...] = ("date",)
    """Columns whose published values a thing keeps, even if the values are different now."""
    session: str | None = None
    """The column with the last session of a standing; None if the things are not standings."""
    goes_on: pl.Expr = pl.lit(value=False)
    """Whether a row belongs to a standing that is no longer compared once it includes a later session."""
    is_kept: bool = False
    """Whether a thing stays published, without comparison, when it is no longer made."""
    of_a_session: bool = False
    """Whether a thing comes from the files of the session in its key."""

    @property
    def table(self) -> str:
        """Return the name of the table in the warehouse."""
        return name_of(self.schema)

    @property
    def key(self) -> tuple[str, ...]:
        """Return the key of a row."""
        return tuple(name for name in self.schema.primary_key() if name not in self.as_published)

    @property
    def rows(self) -> list[str]:
        """Return the columns of a row before publication."""
        return [name for name in self.schema.column_names() if name not in ("published_at", "build")]


RESULTS = Kind(
    "results",
    t.PublishedResults,
    thing=(*COMPETITION, "session_id"),
    values={"players": None, "boards": 0, "rank": 0, "score": 2, "points": 2, "club_points": 0},
    of_a_session=True,
)

RANKINGS = Kind(
    "rankings",
    t.PublishedRankings,
    thing=(*COMPETITION, "list", "session_id"),
    values={"ranking": 2, "rank": 0},
    session="session_id",
    goes_on=pl.col("list") != "players",
)

CHAMPIONSHIPS = Kind(
    "championships",
    t.PublishedChampionships,
    thing=(*COMPETITION, "list", "session_id"),
    values={"played": 0, "average": 2, "rank": 0},
    session="session_id",
    goes_on=pl.lit(value=True),
)

AWARDS = Kind(
    "awards",
    t.PublishedAwards,
    thing=(*COMPETITION, "scheme", "of", "session_id", "after"),
    values={"rank": 0, "points": 2},
    session="after",
    goes_on=pl.col("of") == "event",
    of_a_session=True,
)

RATINGS = Kind(
    "ratings",
    t.PublishedLists,
    thing=RATING_LIST,
    values={"rating": 0},
    as_published=("season", "system"),
    is_kept=True,
)
"""A list is identified by its date, even if the season was renamed or another system made the list."""

KINDS = (RESULTS, RANKINGS, CHAMPIONSHIPS, AWARDS, RATINGS)
OF_PEOPLE = (RANKINGS.name, CHAMPIONSHIPS.name)
"""Kinds whose `entrant` is the id of a player, or of a pair or trio."""
