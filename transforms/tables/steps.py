"""A step of a season: a transform, the tables that it makes, and the tables that it reads.

The types of a transform define which tables it reads and makes.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

import dataframely as dy
import polars as pl

from transforms.tables.schemas import Findings
from transforms.tables.shared import name_of

CONDITIONS = ("rating_table", "profiles", "today", "solved", "federation")
"""The inputs of steps other than tables of the season: the expected score for each difference in rating, the scoring
profiles, today's date, the double-dummy tables of solved deals, and the settings of the federation."""


class Step(NamedTuple):
    """A transform, the tables it makes, and the inputs it reads."""

    makes: tuple[str, ...]  # several tables if one computation makes all of them
    transform: Callable[..., Any]  # a function that returns a frame, or a tuple of frames if it makes several tables
    reads: Mapping[str, str]  # parameter -> the table or condition that it takes
    all_seasons: bool = False  # whether it reads all seasons of its tables, even when only one season is built
    in_parts: tuple[str, ...] = ()  # tables read for some clubs at a time, because all may be too large for memory
    of_all_clubs: bool = False  # whether it is made once, from the stored tables of all clubs, at the end of a build
    shared: Mapping[str, str] = MappingProxyType({})
    """By table, a column: only sessions are read that have a value in it which another club has too."""
    within: str = ""
    """A table of sessions: of the other tables with sessions, only the rows of these are read."""
    needs: Mapping[str, str] = MappingProxyType({})
    """By table, a setting of the federation: without this setting, no rows of the table are read."""

    @property
    def tables_read(self) -> tuple[str, ...]:
        """The tables that the transform reads, without the conditions."""
        return tuple(name for name in self.reads.values() if name not in CONDITIONS)

    def run(self, given: Mapping[str, Any]) -> dict[str, pl.LazyFrame]:
        """Make the tables of this step from the given tables and conditions; return them by name.

        Raises KeyError if something that the step reads is missing.
        """
        made = self.transform(**{parameter: given[name] for parameter, name in self.reads.items()})
        return dict(zip(self.makes, (made,) if len(self.makes) == 1 else made, strict=True))

    def computed(self, given: Mapping[str, Any]) -> dict[str, pl.DataFrame]:
        """Make the tables as `run` does, but collect them together, so that shared parts are computed only once."""
        frames = self.run(given)
        return dict(zip(frames, pl.collect_all(frames.values()), strict=True))


def step_of(
    transform: Callable[..., Any],
    *,
    findings: str = "",
    all_seasons: bool = False,
    in_parts: tuple[str, ...] = (),
    of_all_clubs: bool = False,
    shared: Mapping[str, str] = MappingProxyType({}),
    within: str = "",
    needs: Mapping[str, str] = MappingProxyType({}),
) -> Step:
    """Return the step of a transform, from the types of its parameters and of its result.

    A parameter with the name of a condition reads that condition. `findings` is the name of the table of its findings.
    """
    hints = get_type_hints(transform)
    returned = hints.pop("return")
    parts = get_type_hints(returned).values() if hasattr(returned, "_fields") else [returned]
    makes = tuple(findings if _schema_in(part) is Findings else _table_in(part) for part in parts)
    reads = {name: name if name in CONDITIONS else _table_in(hint) for name, hint in hints.items()}
    return Step(makes, transform, reads, all_seasons, in_parts, of_all_clubs, shared, within, needs)


def _table_in(hint: Any) -> str:
    schema = _schema_in(hint)
    if schema is None:
        raise TypeError(f"{hint} names no table")
    return name_of(schema)


def _schema_in(hint: Any) -> type[dy.Schema] | None:
    if isinstance(hint, type) and issubclass(hint, dy.Schema):
        return hint
    return next((found for part in get_args(hint) if (found := _schema_in(part)) is not None), None)
