"""What the schemas of every stage share: keys, lists of words, and the columns that come first."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

import dataframely as dy
import polars as pl

from transforms.tables.rule_words import Method, TeamScoring, words_of

CLUB = ("club", "competition")
"""A competition of a club, in whatever season."""

COMPETITION = (*CLUB, "season")
"""A season of it, with the rules that hold there."""

PERSON = (*CLUB, "player_id")
"""Whoever plays there, in whatever season."""

PLAYER = (*COMPETITION, "player_id")
PARTNERSHIP = (*COMPETITION, "partnership_id")
EVENT = (*COMPETITION, "event")

SESSION = (*COMPETITION, "session_id")
SEATED = (*SESSION, "player_id")
"""Whoever sat down."""

LINE = (*SESSION, "line")
ENTRANT = (*LINE, "entrant")
MATCH = (*LINE, "round", "team", "opponent")

FIELD = (*SESSION, "field")
"""A line, lines scored together, or one direction of them: those who are compared."""

BOARD = (*FIELD, "board")

RATING_SEASON = (*COMPETITION, "system", "list_date")
RATING_LIST = (*CLUB, "list_date")

TEAM_SCORINGS = words_of(TeamScoring)

SCORINGS = ("matchpoints", "butler", "cross_imps", *TEAM_SCORINGS)
"""How a result line is scored; the last two are those of teams of four."""

METHODS = words_of(Method)

SEATS = ("N", "E", "S", "W")

Direction = Literal["NS", "EW"]
DIRECTIONS: tuple[Direction, Direction] = ("NS", "EW")

DECIMALS = 9
"""Scores are compared to so many decimals: far finer than any rule distinguishes, and coarse enough that what is
equal in exact arithmetic is equal here. What is stored keeps its full precision."""

Rows = pl.DataFrame | pl.LazyFrame
"""Rows that are no table of the warehouse; what has to be in them is said where they are taken."""

S = TypeVar("S", bound=dy.Schema)

Frame = dy.DataFrame[S] | dy.LazyFrame[S]
"""A table, at hand or still to be computed: `Frame[Results]` has the columns of `Results`."""


Tables = Mapping[str, Any]
"""Tables by their names in the warehouse, each in the shape of its schema, at hand (`pl.DataFrame`)."""

NAMED: dict[str, type[dy.Schema]] = {}
"""Name in the warehouse -> schema, as the modules of the stages enter them; `WAREHOUSE` has them in order."""


def warehouse_table(*names: str) -> Callable[[type[S]], type[S]]:
    """Name the table of the warehouse (or the tables) that a schema describes."""

    def enter(schema: type[S]) -> type[S]:
        NAMED.update(dict.fromkeys(names, schema))
        return schema

    return enter


def name_of(schema: type[dy.Schema]) -> str:
    """The table that a schema describes; of several the first."""
    return next(name for name, named in NAMED.items() if named is schema)


USUAL = "usual"
"""In the metadata of a column: what it holds where nobody says otherwise."""

ROW_NUMBER = pl.int_range(1, pl.len() + 1, dtype=pl.Int64)


def usual(value: object) -> dict[str, Any]:
    """The metadata of a column that has a usual value, or an expression for it."""
    return {USUAL: value}


def usual_value(schema: type[dy.Schema], column: str) -> Any:
    """What a column holds where nobody says otherwise; None where it has no usual value."""
    return (schema.columns()[column].metadata or {}).get(USUAL)


def one_of(
    *words: str, nullable: bool = False, primary_key: bool = False, metadata: dict[str, Any] | None = None
) -> dy.String:
    """A column of words from a fixed list."""
    return dy.String(nullable=nullable, primary_key=primary_key, regex=f"^({'|'.join(words)})$", metadata=metadata)


class InCompetition(dy.Schema):
    """Anything that belongs to one season of one competition of one club."""

    club = dy.String(primary_key=True, min_length=1, metadata=usual("-"))
    competition = dy.String(primary_key=True, min_length=1, metadata=usual("-"))
    season = dy.String(primary_key=True, min_length=1, metadata=usual("-"))


class InSession(InCompetition):
    """Anything that belongs to one session."""

    session_id = dy.String(primary_key=True, min_length=1, metadata=usual("1"))
