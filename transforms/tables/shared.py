"""What the schemas of every stage share: keys, lists of words, and the columns that come first."""

from typing import Literal

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

Frame = pl.DataFrame | pl.LazyFrame


def one_of(*words: str, nullable: bool = False, primary_key: bool = False) -> dy.String:
    """A column of words from a fixed list."""
    return dy.String(nullable=nullable, primary_key=primary_key, regex=f"^({'|'.join(words)})$")


class InCompetition(dy.Schema):
    """Anything that belongs to one season of one competition of one club."""

    club = dy.String(primary_key=True, min_length=1)
    competition = dy.String(primary_key=True, min_length=1)
    season = dy.String(primary_key=True, min_length=1)


class InSession(InCompetition):
    """Anything that belongs to one session."""

    session_id = dy.String(primary_key=True, min_length=1)
