"""What `barometer publish` says of evenings that leave their page on the site."""

import datetime as dt

import polars as pl
import pytest
from factories import competitions, frame

from pipelines.cli.publish.leaving import leaving
from transforms.tables.schemas import Competitions, Files, PublishedFiles, PublishedResults

START = dt.datetime(2026, 7, 2, 12, tzinfo=dt.UTC)


@pytest.mark.parametrize("file", ["wed.pbn", "mended.pbn"])
def test_an_evening_that_moved_to_another_season_is_not_one_that_counts_no_longer(file: str) -> None:
    """Its date was mended from 31 August to 1 September, in its file or in one of another name."""
    entrant = {"line": "A", "entrant": "1", "players": "1", "boards": 3, "published_at": START}
    was, now, other = (
        {**entrant, "session_id": session, "season": season, "date": day}
        for session, season, day in (
            ("wed", "2025-26", dt.date(2026, 8, 31)),
            ("wed", "2026-27", dt.date(2026, 9, 1)),
            ("thu", "2025-26", dt.date(2026, 8, 27)),
        )
    )
    came = {"season": "2025-26", "session_id": "wed", "file_id": "wed.pbn", "published_at": START}
    read = {"file_id": file, "path": file, "format": "pbn", "ingested_at": START, "rows": 3, "findings": 0}
    (said,) = leaving(
        {"published.results": frame(PublishedResults, was, other), "published.files": frame(PublishedFiles, came)},
        {"published.results": frame(PublishedResults, now, other)},
        frame(Files, {**read, "sha256": "s"}),
        Competitions.create_empty(),
        "barometer findings",
    )
    assert said.startswith("1 published evening is in another season now, so its page has another address: ")
    assert "wed (2026-27). If that is not meant, mend its date" in said


def test_an_evening_that_moved_and_was_mended_in_one_go_is_not_said_to_count_nowhere() -> None:
    """One result changes every line of a top, so that nothing shows that it is the same evening."""
    evening = {"session_id": "wed", "line": "A", "boards": 3, "published_at": START}
    was, now = (
        [
            {**evening, "season": season, "date": day, "entrant": pair, "players": pair, "score": score}
            for pair, score in zip("1234", scores, strict=True)
        ]
        for season, day, scores in (
            ("2025-26", dt.date(2026, 8, 31), (10.0, -4.0, -6.0, 0.0)),
            ("2026-27", dt.date(2026, 9, 1), (11.0, -5.0, -5.0, -1.0)),
        )
    )
    came = {"season": "2025-26", "session_id": "wed", "file_id": "wed.pbn", "published_at": START}
    read = {"file_id": "wed.pbn", "path": "wed.pbn", "format": "pbn", "ingested_at": START, "rows": 3, "findings": 0}
    (said,) = leaving(
        {"published.results": frame(PublishedResults, *was), "published.files": frame(PublishedFiles, came)},
        {"published.results": frame(PublishedResults, *now)},
        frame(Files, {**read, "sha256": "s"}),
        Competitions.create_empty(),
        "barometer findings",
    )
    assert "counts no longer in its season" in said
    assert "or mend its date if that puts it in another season" in said


@pytest.mark.parametrize(
    ("pairs", "scores", "next_scores"),
    [
        (("a + b", "c + d", "e + f"), (55.0, 45.0, 50.0), (48.0, 52.0, 50.0)),
        ((None, None, None), (None, None, None), (None, None, None)),
        ((None, None, None, None), (10.0, 10.0, 12.0, 8.0), (10.0, 13.0, 12.0, 5.0)),
    ],
)
def test_an_evening_of_the_next_season_with_the_same_name_is_not_the_one_of_the_last(
    pairs: tuple[str | None, ...], scores: tuple[float | None, ...], next_scores: tuple[float | None, ...]
) -> None:
    """The same pairs play the first week of both seasons, or nobody is named, and one of them scores the same."""
    week = {"line": "A", "boards": 3, "published_at": START, "session_id": "week-01", "date": START.date()}
    was, now = (
        [
            {**week, "season": season, "entrant": str(entrant), "players": pair, "score": score}
            for entrant, (pair, score) in enumerate(zip(pairs, of_season, strict=True))
        ]
        for season, of_season in (("2025-26", scores), ("2026-27", next_scores))
    )
    came = {"season": "2025-26", "session_id": "week-01", "file_id": "results.csv", "published_at": START}
    read = {"file_id": "results.csv", "path": "results.csv", "format": "results", "ingested_at": START, "rows": 3}
    (said,) = leaving(
        {"published.results": frame(PublishedResults, *was), "published.files": frame(PublishedFiles, came)},
        {"published.results": frame(PublishedResults, *now)},
        frame(Files, {**read, "sha256": "s", "findings": 0}),
        Competitions.create_empty(),
        "barometer findings",
    )
    assert said.startswith("1 published evening counts no longer in its season, though its file is there")


def test_an_evening_whose_file_is_there_but_that_counts_no_longer_is_named_otherwise() -> None:
    season = {"season": "2025-26", "session_id": "wed", "published_at": START}
    entrant = {"line": "A", "entrant": "1", "date": START.date(), "players": "1", "boards": 3}
    before = {
        "published.results": frame(PublishedResults, {**season, **entrant}),
        "published.files": frame(
            PublishedFiles,
            {**season, "file_id": "wed.pbn"},
            {**season, "file_id": "before-it-was-mended.pbn", "published_at": START - dt.timedelta(1)},
        ),
    }
    read = {"file_id": "wed.pbn", "path": "wed.pbn", "format": "pbn", "ingested_at": START, "rows": 3, "findings": 0}
    (said,) = leaving(
        before,
        {"published.results": PublishedResults.create_empty()},
        frame(Files, {**read, "sha256": "s"}),
        Competitions.create_empty(),
        "barometer findings",
    )
    assert said.startswith("1 published evening counts no longer in its season, though its file is there")
    assert "wed. If that is not meant, see what barometer findings tells of it, or mend its date if that puts" in said


@pytest.mark.parametrize(("end", "is_told"), [(dt.date(2026, 8, 31), True), (dt.date(2025, 9, 1), False)])
def test_a_season_of_another_name_is_told_as_such_and_not_evening_by_evening(end: dt.date, is_told: bool) -> None:
    """The name is in the addresses; each evening was said to be in another season, with its date to mend."""
    row = {"session_id": "wed", "line": "A", "entrant": "1", "date": dt.date(2025, 9, 3), "players": "1", "boards": 3}
    was, now = ({**row, "season": season, "score": 50.0, "published_at": START} for season in ("2025-26", "2025/26"))
    came = {"season": "2025-26", "session_id": "wed", "file_id": "wed.pbn", "published_at": START}
    rules = competitions().with_columns(season=pl.lit("2025/26"), start=dt.date(2025, 9, 1), end=end)
    (said,) = leaving(
        {"published.results": frame(PublishedResults, was), "published.files": frame(PublishedFiles, came)},
        {"published.results": frame(PublishedResults, now)},
        Files.create_empty(),
        rules,
        "barometer findings",
    )
    assert ("1 published season has another name now" in said) is is_told
    assert ("2025-26 (2025/26). If that is not meant, give it its old name" in said) is is_told
    assert ("1 published evening is in another season now" in said) is not is_told


def test_an_evening_of_a_renamed_season_whose_file_is_gone_is_told() -> None:
    """The season alone was told, and with it the evening left the site."""
    row = {"line": "A", "entrant": "1", "date": dt.date(2025, 9, 3), "players": "1", "boards": 3, "published_at": START}
    wed, thu, now = (
        {**row, "season": season, "session_id": session, "score": 50.0}
        for season, session in (("2025-26", "wed"), ("2025-26", "thu"), ("2025/26", "wed"))
    )
    came = {"season": "2025-26", "session_id": "thu", "file_id": "thu.pbn", "published_at": START}
    renamed, gone = leaving(
        {"published.results": frame(PublishedResults, wed, thu), "published.files": frame(PublishedFiles, came)},
        {"published.results": frame(PublishedResults, now)},
        Files.create_empty(),
        competitions().with_columns(season=pl.lit("2025/26"), start=dt.date(2025, 9, 1), end=dt.date(2026, 8, 31)),
        "barometer findings",
    )
    assert renamed.startswith("1 published season has another name now")
    assert gone.startswith("The file of 1 published evening is gone")
    assert "thu (thu.pbn)" in gone
