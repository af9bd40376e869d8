"""Events for tests, and their awards by one scheme."""

from collections.abc import Sequence
from typing import Any

import dataframely as dy
import polars as pl
from factories import competitions, frame

from transforms.awards.event_awards import Rounding, awards
from transforms.awards.points import award_points
from transforms.awards.schemes import SCHEMES
from transforms.results.event_results import event_results
from transforms.tables.schemas import (
    AwardChoices,
    AwardPoints,
    Entries,
    ImportedAwards,
    MatchResults,
    SessionResults,
    Sessions,
)

COMPUTED = [name for name, scheme in SCHEMES.items() if not scheme.imported]
EVENT = ["event"]


def event(scores: Sequence[float | None], name: str = "monday") -> pl.DataFrame:
    return pl.DataFrame(
        {"event": name, "entrant": [f"{number:04}" for number in range(1, len(scores) + 1)], "score": scores},
        schema={"event": pl.String, "entrant": pl.String, "score": pl.Float64},
    )


def field(size: int, name: str | None = None) -> pl.DataFrame:
    """So many entrants without ties, the best first; half of them at or above the average."""
    return event([50 + (size // 2 - place) / size for place in range(1, size + 1)], name or f"{size:04}")


def points(scheme: str, entrants: pl.DataFrame, rounding: Rounding = "scheme") -> list[float]:
    return awards(entrants, [scheme], event=EVENT, rounding=rounding).collect()[scheme].to_list()


Row = dict[str, Any]


def results(*scores: float | None, **facts: Any) -> list[Row]:
    ranked = [each for each in scores if each is not None]
    return [
        {
            "entrant": str(number),
            "score": score,
            "points": score,
            "maximum": None if score is None else 100.0,
            "rank": None if score is None else 1 + sum(other > score for other in ranked),
            **facts,
        }
        for number, score in enumerate(scores, start=1)
    ]


def pairs(count: int, **facts: Any) -> list[Row]:
    return [
        {"entrant": str(number), "player_id": f"{number}{seat}", **facts}
        for number in range(1, count + 1)
        for seat in "ns"
    ]


def choice(scheme: str, **facts: Any) -> Row:
    return {"scheme": scheme, "of": "session", "whole_points": False, "ties": "mean", **facts}


def made(
    listed: list[Row],
    entries: list[Row],
    choices: list[Row],
    sessions: list[Row] | None = None,
    imported: list[Row] | None = None,
) -> dy.DataFrame[AwardPoints]:
    in_sessions, seats = frame(SessionResults, *listed), frame(Entries, *entries)
    evenings = frame(Sessions, *(sessions or [{"session_id": each} for each in in_sessions["session_id"].unique()]))
    earned = award_points(
        in_sessions,
        seats,
        evenings,
        frame(AwardChoices, *choices),
        event_results=event_results(in_sessions, seats, evenings, competitions(), frame(MatchResults)),
        imported=frame(ImportedAwards, *(imported or [])),
    ).collect()
    assert earned.equals(AwardPoints.validate(earned).sort(AwardPoints.primary_key()))
    return earned


def by_player(earned: pl.DataFrame, scheme: str = "ebl") -> dict[str, float]:
    return dict(earned.filter(scheme=scheme).select("player_id", "points").rows())
