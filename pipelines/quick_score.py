"""One result file scored as it stands: no landing folder, no warehouse."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pipelines.errors import UnusableError
from pipelines.landing import read_loose_file
from pipelines.settings import Scoring, Season, Settings, scoring_profiles
from transforms.matchpoints import board_scores
from transforms.session_results import session_results
from transforms.tables import SESSION


@dataclass(frozen=True)
class Scored:
    """What a file is worth, and what could not be used of it."""

    session_results: pl.DataFrame
    board_scores: pl.DataFrame
    entries: pl.DataFrame
    players: pl.DataFrame
    findings: pl.DataFrame

    def result_list(self) -> pl.DataFrame:
        """The result list to read: in order of rank, with names."""
        names = (
            self.entries.join(self.players, on=["club", "competition", "player_id"], how="left")
            .with_columns(pl.coalesce("name", "player_id"))
            .group_by(*SESSION, "line", "entrant", maintain_order=True)
            .agg(players=pl.col("name").str.join(" - "))
        )
        return (
            self.session_results.join(names, on=[*SESSION, "line", "entrant"], how="left")
            .sort("session_id", "field", "rank", "entrant", nulls_last=True)
            .select(
                *["session_id", "field", "rank", "line", "entrant", "players"],
                *["boards", "points", "maximum", "score", "club_points"],
            )
        )


def quick_score(file: Path, profile: str) -> Scored:
    """Score every session in a file under a profile.

    Raises:
        UnusableError: there is no such profile, or nothing in the file can be scored.
    """
    if profile not in scoring_profiles():
        raise UnusableError(f"--profile {profile}: there is no such profile; there are {', '.join(scoring_profiles())}")
    always = Season(name="all", start=dt.date.min, end=dt.date.max)
    settings = Settings(season=[always], scoring=Scoring.model_validate({"profile": profile}))
    raw = read_loose_file(file, settings)
    boards = board_scores(raw["results"], raw["sessions"], raw["competitions"]).collect()
    results = session_results(boards, raw["entries"], raw["sessions"]).collect()
    return Scored(results, boards, raw["entries"], raw["players"], raw["findings"])
