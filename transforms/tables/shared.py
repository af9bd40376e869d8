"""Definitions that the schemas of all stages share: keys, lists of words, and the first columns of tables."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, cast, overload

import dataframely as dy
import polars as pl

from transforms.tables.rule_words import Method, TeamScoring, words_of

CLUB = ("club", "competition")
"""The key of a competition of a club, over all seasons."""

COMPETITION = (*CLUB, "season")
"""The key of one season of a competition. Rules belong to the season."""

PERSON = (*CLUB, "player_id")
"""The key of a person who plays in a competition, over all seasons."""

PLAYER = (*COMPETITION, "player_id")
PARTNERSHIP = (*COMPETITION, "partnership_id")
EVENT = (*COMPETITION, "event")

SESSION = (*COMPETITION, "session_id")
SEATED = (*SESSION, "player_id")

LINE = (*SESSION, "line")
ENTRANT = (*LINE, "entrant")
MATCH = (*LINE, "round", "team", "opponent")

FIELD = (*SESSION, "field")
"""The key of a field, the entrants who are compared: a line, lines scored together, or one direction of these."""

BOARD = (*FIELD, "board")

RATING_SEASON = (*COMPETITION, "system", "list_date")
RATING_LIST = (*CLUB, "list_date")

TEAM_SCORINGS = words_of(TeamScoring)

BY_MATCHES = (*TEAM_SCORINGS, "vp")
"""The scorings of result lists that add up matches. `vp` is for result lists of pairs; their boards have another
scoring."""

SCORINGS = ("matchpoints", "butler", "cross_imps", *BY_MATCHES)
"""The methods of scoring. All apply to result lines, except the last one, which applies only to a result list."""

METHODS = words_of(Method)

SEATS = ("N", "E", "S", "W")

CALL = "(?:[1-7](?:C|D|H|S|NT)|Pass|X|XX)"
"""A pattern of the calls of an auction."""

CARD = "[SHDC][2-9TJQKA]"
"""A pattern of the 52 cards."""

Direction = Literal["NS", "EW"]
DIRECTIONS: tuple[Direction, Direction] = ("NS", "EW")

DECIMALS = 9
"""The number of decimals to which scores are rounded before they are compared. It is finer than any rule needs, but
coarse enough that values that are equal in exact arithmetic are equal here. Stored values keep their full precision."""

Rows = pl.DataFrame | pl.LazyFrame
"""Rows that are not a table of the warehouse. Each function that takes such rows documents the columns that it needs.
"""

S = TypeVar("S", bound=dy.Schema)

Frame = dy.DataFrame[S] | dy.LazyFrame[S]
"""A table, eager or lazy: `Frame[Results]` has the columns of `Results`."""


def is_empty(*tables: Rows) -> bool:
    """Return whether none of these tables has a row."""
    return all((rows if isinstance(rows, pl.DataFrame) else rows.head(1).collect()).is_empty() for rows in tables)


Tables = Mapping[str, Any]
"""Tables by their name in the warehouse. Each is a `pl.DataFrame` in the shape of its schema."""

NAMED: dict[str, type[dy.Schema]] = {}
"""The schema of each table of the warehouse, by name, in the order in which `warehouse_table` adds them. `WAREHOUSE`
has the same schemas, ordered by stage."""


def warehouse_table(*names: str) -> Callable[[type[S]], type[S]]:
    """Return a decorator that registers a schema under the name (or names) of the warehouse table that it describes."""

    def enter(schema: type[S]) -> type[S]:
        NAMED.update(dict.fromkeys(names, schema))
        return schema

    return enter


@overload
def in_shape(schema: type[S], rows: pl.DataFrame) -> dy.DataFrame[S]: ...
@overload
def in_shape(schema: type[S], rows: pl.LazyFrame) -> dy.LazyFrame[S]: ...
def in_shape(schema: type[S], rows: Rows) -> Frame[S]:
    """Return the columns of a schema, in its order, as a typed table.

    Nothing is cast. Types, keys and rules are checked when a table is stored; a column of another type stops the build
    then.
    """
    return cast("Frame[S]", rows.select(schema.column_names()))


@cache
def columns_of(schema: type[dy.Schema]) -> dict[str, dy.Column]:
    """Return the columns of a schema by name, as `schema.columns()` does, which takes a while each time."""
    return schema.columns()


@cache
def types_of(schema: type[dy.Schema]) -> dict[str, pl.DataType]:
    """Return the type of each column by name, in the order of the schema. The result is cached, so do not change it."""
    return dict(pl.Schema({name: column.dtype for name, column in columns_of(schema).items()}))


def name_of(schema: type[dy.Schema]) -> str:
    """Return the name of the table that a schema describes; the first name if there are several."""
    return next(name for name, named in NAMED.items() if named is schema)


_DIGITS = 20


def natural(text: pl.Expr) -> pl.Expr:
    """Return a text that sorts in natural order: in lower case, with numbers ordered by their value."""
    piece = pl.element()
    padded = pl.when(piece.str.contains("^[0-9]")).then(piece.str.zfill(_DIGITS)).otherwise(piece)
    return text.str.to_lowercase().str.extract_all("[0-9]+|[^0-9]+").list.eval(padded).list.join("")


IN_TURN = (pl.col("date"), natural(pl.col("session_id")).alias("in_turn"), pl.col("session_id"))
"""Sort keys for the sessions of a competition: by day, then by id in natural order, so that `10` comes after `9`."""

USUAL = "usual"
"""The metadata key for the default value of a column."""

ROW_NUMBER = pl.int_range(1, pl.len() + 1, dtype=pl.Int64)


def usual(value: object) -> dict[str, Any]:
    """Return the metadata of a column with this default value, which may be an expression."""
    return {USUAL: value}


def usual_value(schema: type[dy.Schema], column: str) -> Any:
    """Return the default value of a column, or None if it has none."""
    return (columns_of(schema)[column].metadata or {}).get(USUAL)


def one_of(*words: str, **column: Any) -> dy.String:
    """Return a text column that allows only these words; `column` holds further arguments of `dy.String`."""
    return dy.String(regex=f"^({'|'.join(words)})$", **column)


def words_allowed(column: dy.Column) -> list[str]:
    """Return the words that a column made by `one_of` allows; an empty list for other columns."""
    words = str(getattr(column, "regex", None) or "")
    return words[2:-2].split("|") if re.fullmatch(r"\^\([\w|]+\)\$", words) else []


class InClub(dy.Schema):
    """Rows that each belong to a competition of a club, over all its seasons."""

    club = dy.String(primary_key=True, metadata=usual("-"))
    competition = dy.String(primary_key=True, metadata=usual("-"))


class InCompetition(dy.Schema):
    """Rows that each belong to one season of one competition of one club."""

    club = dy.String(primary_key=True, min_length=1, metadata=usual("-"))
    competition = dy.String(primary_key=True, min_length=1, metadata=usual("-"))
    season = dy.String(primary_key=True, min_length=1, metadata=usual("-"))


class InSession(InCompetition):
    """Rows that each belong to one session."""

    session_id = dy.String(primary_key=True, min_length=1, metadata=usual("1"))


class InLine(InSession):
    """Rows that each belong to one line of a session."""

    line = dy.String(primary_key=True, regex="^[A-Z]$")


class OfPlayer(InCompetition):
    """Rows that each belong to one player in one season."""

    player_id = dy.String(primary_key=True)
