"""What `barometer publish` says of evenings that leave their page on the site."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import competitions, frame

from pipelines.cli.publish.publish import leaving
from transforms.tables.schemas import Competitions, Files, PublishedFiles, PublishedResults

START = dt.datetime(2026, 7, 2, 12, tzinfo=dt.UTC)
WED = {"season": "2025-26", "session_id": "wed", "file_id": "wed.pbn"}
COUNTS_NO_LONGER = "Published evenings that no longer count in their seasons, although their files exist"
Rows = list[dict[str, Any]]


def said(
    was: Rows, now: Rows, *came: dict[str, Any], files: tuple[str, ...] = (), rules: pl.DataFrame | None = None
) -> list[str]:
    """What is said where `was` and `came` were published, and `now` and `files` are there."""
    usual = {"line": "A", "entrant": "1", "players": "1", "boards": 3, "date": START.date(), "published_at": START}
    listed = [frame(PublishedResults, *({**usual, **row} for row in rows)) for rows in (was, now)]
    came_from = frame(PublishedFiles, *({"published_at": START, **file} for file in came or (WED,)))
    read = {"format": "pbn", "ingested_at": START, "rows": 3, "findings": 0, "sha256": "s"}
    return [
        *leaving(
            {"published.results": listed[0], "published.files": came_from},
            {"published.results": listed[1]},
            frame(Files, *({**read, "file_id": name, "path": name} for name in files)),
            Competitions.create_empty() if rules is None else rules,
            "barometer findings",
        )
    ]


def test_an_evening_whose_file_is_there_but_that_counts_no_longer_is_named_otherwise() -> None:
    before = {**WED, "file_id": "before-it-was-corrected.pbn", "published_at": START - dt.timedelta(1)}
    evening = {"session_id": "wed", "season": "2025-26"}
    (sentence,) = said([evening], [], WED, before, files=("wed.pbn",))
    assert sentence.startswith(COUNTS_NO_LONGER)
    assert "wed. If that is not intended, run barometer findings to see what is wrong, or correct" in sentence


def seasons_of(*sessions: tuple[str, str]) -> Rows:
    day = dt.date(2025, 9, 3)
    return [{"season": season, "session_id": session, "date": day, "score": 50.0} for season, session in sessions]


@pytest.mark.parametrize("end", [dt.date(2026, 8, 31), dt.date(2025, 9, 1)])
def test_a_season_of_another_name_is_named_as_a_whole_and_not_evening_by_evening(end: dt.date) -> None:
    """But where the dates differ too, it is evening by evening; and an evening whose file is gone is named as well."""
    rules = competitions().with_columns(season=pl.lit("2025/26"), start=dt.date(2025, 9, 1), end=end)
    renamed = end == dt.date(2026, 8, 31)
    (sentence,) = said(seasons_of(("2025-26", "wed")), seasons_of(("2025/26", "wed")), files=("wed.pbn",), rules=rules)
    assert ("Published seasons that now have another name" in sentence) is renamed
    assert ("2025-26 (2025/26). If that is not intended, give them their old names" in sentence) is renamed
    assert (COUNTS_NO_LONGER in sentence) is not renamed
    if renamed:
        gone_file = {**WED, "session_id": "thu", "file_id": "thu.pbn"}
        was = seasons_of(("2025-26", "wed"), ("2025-26", "thu"))
        again, gone = said(was, seasons_of(("2025/26", "wed")), gone_file, rules=rules)
        assert again == sentence
        assert gone.startswith("Published evenings whose files no longer exist")
        assert "thu (thu.pbn)" in gone
