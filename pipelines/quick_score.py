"""One result file scored as it stands: no landing folder, no warehouse."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pipelines.errors import UnusableError
from pipelines.landing import read_loose_file
from pipelines.settings import Scoring, Season, Settings, scoring_profiles
from transforms.board_scores import board_scores
from transforms.session_results import session_results
from transforms.tables import SESSION, MatchResults

_IN_ORDER = ("session_id", "field", "rank", "entrant")
_SHOWN = ("rank", "entrant", "players", "score", "points", "maximum", "club_points")


@dataclass(frozen=True)
class Scored:
    """What a file is worth, and what could not be used of it."""

    session_results: pl.DataFrame
    board_scores: pl.DataFrame
    entries: pl.DataFrame
    players: pl.DataFrame
    findings: pl.DataFrame

    def result_lists(self) -> dict[str, pl.DataFrame]:
        """The result list of each field to read, by its title: in order of rank, with names."""
        names = (
            self.entries.join(self.players, on=["club", "competition", "player_id"], how="left")
            .with_columns(pl.coalesce("name", "player_id"))
            .group_by(*SESSION, "line", "entrant", maintain_order=True)
            .agg(players=pl.col("name").str.join(" - "))
        )
        results = self.session_results.join(names, on=[*SESSION, "line", "entrant"], how="left", maintain_order="left")
        return {
            f"{session}, {field}": rows.select(*_SHOWN)
            for (session, field), rows in results.partition_by(
                "session_id", "field", as_dict=True, maintain_order=True
            ).items()
        }


def quick_score(file: Path, profile: str) -> Scored:
    """Score every session in a file under a profile.

    Raises:
        UnusableError: there is no such profile, or nothing in the file can be scored.
    """
    if not file.is_file():
        raise UnusableError(f"{file}: no such file; name one result file")
    if profile not in scoring_profiles():
        raise UnusableError(f"--profile {profile}: there is no such profile; there are {', '.join(scoring_profiles())}")
    always = Season(name="all", start=dt.date.min, end=dt.date.max)
    settings = Settings(season=[always], scoring=Scoring.model_validate({"profile": profile}))
    raw = read_loose_file(file, settings)
    boards = board_scores(raw["results"], raw["sessions"], raw["competitions"]).collect()
    listed = session_results(
        boards,
        raw["entries"],
        raw["sessions"],
        raw["competitions"],
        results=raw["results"],
        adjustments=raw["adjustments"],
        match_results=MatchResults.create_empty(),
    )
    results = listed.collect().sort(*_IN_ORDER, nulls_last=True)
    findings = raw["findings"].with_columns(pl.lit(None, pl.String).alias(of) for of in ("club", "competition"))
    return Scored(results, boards, raw["entries"], raw["players"], findings)
