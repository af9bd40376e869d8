"""What a director says of single sessions: `[[session]]` of competition.toml, as rows of `raw.session_settings`."""

import datetime as dt
import re
from typing import Annotated, Self

import polars as pl
from pydantic import Field, StringConstraints, field_validator, model_validator

from pipelines.settings.section import Section
from transforms.messages import Message
from transforms.tables import SessionSettings
from transforms.tables.raw_session_settings import SETTLED
from transforms.tables.shared import types_of

_Number = Annotated[int | None, Field(ge=0)]
_Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_GROUPS = re.compile(r"[A-Z](\+[A-Z])+(;[A-Z](\+[A-Z])+)*")


class AcceptAtMost(Section):
    """How many values of each kind may differ (`DIFFERING`), and how many of something may be missing (`STATED`)."""

    lines: _Number = None
    datums: _Number = None
    scores: _Number = None
    totals: _Number = None
    ranks: _Number = None
    matches: _Number = None
    victory_points: _Number = None
    sections: _Number = None
    entrants: _Number = None
    rounds: _Number = None
    tables: _Number = None
    boards: _Number = None
    results: _Number = None
    team_matches: _Number = None
    cut_off: _Number = None


class OfSession(Section):
    """One evening: which files it is in, what it replaces, and what is known of it.

    The session is named by `session`, its id, or by its `files`.
    """

    session: str | None = Field(None, min_length=1)
    files: list[str] = Field(default_factory=list[str], max_length=100)
    """The files, from the folder of the competition, that are this one evening."""
    date: dt.date | None = None
    together: str | None = None
    """Lines that are scored as one field, `A+B`; several groups are separated by `;`."""
    supersedes: list[str] = Field(default_factory=list[str], max_length=100)
    """Ids of sessions, or files, that this one replaces."""
    keep_both: bool = False
    """Whether this session counts, even though another looks like the same evening."""
    accept: _Reason | None = None
    """Why what the files say of themselves may differ from what their lines give."""
    accept_at_most: AcceptAtMost | None = None
    """How many values of each kind may differ, and how many of something may be missing; None: any number of values,
    and nothing missing."""

    settled: list[str] = Field(default_factory=list[str], max_length=1000)
    """Results that the director has looked at and that are right: line, board and one of its pairs, `A 3 12`."""

    @field_validator("settled")
    @classmethod
    def _of_results(cls, given: list[str]) -> list[str]:
        written = [" ".join(one.split()) for one in given]
        if not all(re.fullmatch(SETTLED, one) for one in written):
            raise ValueError(Message('write line, board and one of the pairs of each result, as "A 3 12"'))
        return written

    @field_validator("together", mode="before")
    @classmethod
    def _whether_together(cls, given: object) -> object:
        if isinstance(given, bool):
            raise ValueError(_joined())
        return given

    @field_validator("together")
    @classmethod
    def _of_lines(cls, given: str | None) -> str | None:
        if given is None:
            return None
        groups = "".join(given.split()).upper()
        letters = re.findall("[A-Z]", groups)
        if _GROUPS.fullmatch(groups) is None or len(set(letters)) < len(letters):
            meant = re.findall(r"\b[A-Z]\b", given)
            if len(set(meant)) == len(meant) > 1 and ";" not in given:
                raise ValueError(Message('write together = "{meant}", with + between lines', meant="+".join(meant)))
            raise ValueError(_joined())
        return groups

    @model_validator(mode="after")
    def _of_a_session(self) -> Self:
        if self.session is None and not self.files:
            raise ValueError(Message('name the session: session = "ID", or files = ["FILE"]'))
        if self.accept_at_most is not None and self.accept is None:
            raise ValueError(Message('accept_at_most says how much accept covers: give the reason, accept = "..."'))
        return self


def _joined() -> Message:
    return Message('write lines joined as "A+C", several groups with ; between, each line in one of them')


def session_settings(club: str, competition: str, sessions: list[OfSession]) -> pl.DataFrame:
    """The sessions of a competition.toml, in the shape of `SessionSettings`."""
    rows = [
        {"club": club, "competition": competition, "place": place, "session_id": given.session}
        | given.model_dump(exclude={"session", "accept_at_most"})
        | {"accept_at_most": given.accept_at_most and given.accept_at_most.model_dump_json(exclude_none=True)}
        for place, given in enumerate(sessions, start=1)
    ]
    return pl.DataFrame(rows, schema=types_of(SessionSettings))
