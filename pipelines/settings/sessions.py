"""What a director says of single sessions: `[[session]]` of competition.toml, as rows of `raw.session_settings`."""

import datetime as dt
from typing import Self

import polars as pl
from pydantic import Field, model_validator

from pipelines.settings.section import Section
from transforms.tables import SessionSettings


class OfSession(Section):
    """One evening: which files it is in, what it replaces, and what is known of it.

    The session is named by `session`, its id, or by its `files`.
    """

    session: str | None = Field(None, min_length=1)
    files: list[str] = Field(default_factory=list[str], max_length=100)
    """The files, from the folder of the competition, that are this one evening."""
    date: dt.date | None = None
    supersedes: list[str] = Field(default_factory=list[str], max_length=100)
    """Ids of sessions, or files, that this one replaces."""
    keep_both: bool = False
    """Whether this session counts, even though another looks like the same evening."""
    accept: str | None = Field(None, min_length=1)
    """Why what the files say of themselves may differ from what their lines give."""

    @model_validator(mode="after")
    def _of_a_session(self) -> Self:
        if self.session is None and not self.files:
            raise ValueError('name the session: session = "ID", or files = ["FILE"]')
        return self


def session_settings(club: str, competition: str, sessions: list[OfSession]) -> pl.DataFrame:
    """The sessions of a competition.toml, in the shape of `SessionSettings`."""
    rows = [
        {"club": club, "competition": competition, "place": place, "session_id": given.session}
        | given.model_dump(exclude={"session"})
        for place, given in enumerate(sessions, start=1)
    ]
    return pl.DataFrame(rows, schema=SessionSettings.create_empty().schema)
