"""The data of the last build that matter for reading the files of some clubs again."""

from dataclasses import dataclass, field

import polars as pl

from pipelines.intake.landing.read_before import ReadBefore
from transforms.published.vanished import PUBLISHED
from transforms.tables.schemas import Files, Findings, HiddenOnPages, People, Players, PublishedRules


@dataclass(frozen=True)
class LastBuild:
    """Tables of the last build, and the contents of its files. All are empty if files are read for the first time."""

    players: pl.DataFrame = field(default_factory=Players.create_empty)
    people: pl.DataFrame = field(default_factory=People.create_empty)
    files: pl.DataFrame = field(default_factory=Files.create_empty)
    findings: pl.DataFrame = field(default_factory=Findings.create_empty)
    hidden: pl.DataFrame = field(default_factory=HiddenOnPages.create_empty)
    published: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=PUBLISHED))
    rules: pl.DataFrame = field(default_factory=PublishedRules.create_empty)
    read: ReadBefore = field(default_factory=ReadBefore, kw_only=True)

    def settings(self, club: str, competition: str) -> str | None:
        """Return the text of the competition.toml that the last build used; None if it used none."""
        of_settings = self.files.filter(club=club, competition=competition).drop_nulls("settings")
        return None if of_settings.is_empty() else of_settings["settings"][0]
