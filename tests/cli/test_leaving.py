"""What `barometer publish` says of evenings that leave their page on the site."""

import datetime as dt

import polars as pl
import pytest
from factories import competitions, frame

from pipelines.cli.publish.publish import leaving
from transforms.tables.schemas import Competitions, PublishedResults

START = dt.datetime(2026, 7, 2, 12, tzinfo=dt.UTC)


def test_an_evening_that_leaves_its_season_is_named() -> None:
    """One moved to another season, of another the file is gone; a third is where it was."""
    entrant = {"line": "A", "entrant": "1", "players": "1", "boards": 3, "published_at": START, "date": START.date()}
    wed, thu, fri = ({**entrant, "season": "2025-26", "session_id": session} for session in ("wed", "thu", "fri"))
    (said,) = leaving(
        {"published.results": frame(PublishedResults, wed, thu, fri)},
        {"published.results": frame(PublishedResults, {**wed, "season": "2026-27"}, fri)},
        Competitions.create_empty(),
        "barometer findings",
    )
    assert said.startswith("2 published evenings are not in their seasons any more")
    assert "thu, " in said
    assert "wed. If that is not meant, put their files back under their old names or mend their dates" in said
    assert said.endswith("; barometer findings tells more.")


@pytest.mark.parametrize(("end", "is_told"), [(dt.date(2026, 8, 31), True), (dt.date(2025, 9, 1), False)])
def test_a_season_of_another_name_is_told_as_such_and_not_evening_by_evening(end: dt.date, is_told: bool) -> None:
    """The name is in the addresses; each evening was said to be in another season, with its date to mend."""
    row = {"session_id": "wed", "line": "A", "entrant": "1", "date": dt.date(2025, 9, 3), "players": "1", "boards": 3}
    was, now = ({**row, "season": season, "score": 50.0, "published_at": START} for season in ("2025-26", "2025/26"))
    rules = competitions().with_columns(season=pl.lit("2025/26"), start=dt.date(2025, 9, 1), end=end)
    (said,) = leaving(
        {"published.results": frame(PublishedResults, was)},
        {"published.results": frame(PublishedResults, now)},
        rules,
        "barometer findings",
    )
    assert ("1 published season has another name now" in said) is is_told
    assert ("2025-26 (2025/26). If that is not meant, give it its old name" in said) is is_told
    assert ("1 published evening is not in its season any more" in said) is not is_told
