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


@dataclass(frozen=True)
class Scored:
    """What a file is worth, and what could not be used of it."""

    session_results: pl.DataFrame
    board_scores: pl.DataFrame
    findings: pl.DataFrame


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
    return Scored(results, boards, raw["findings"])
