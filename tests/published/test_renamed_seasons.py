"""A published season that has another name now is told, once, until it is published under that."""

import datetime as dt

import polars as pl
import pytest
from factories import competitions, frame

from transforms.published.renamed_seasons import of_unpublished, with_other_names
from transforms.tables.schemas import CLUB, PublishedResults

PUBLISHED = pl.DataFrame(
    {
        **competitions().select(CLUB).row(0, named=True),
        "season": ["2025-26", "2025-26", "2024-25"],
        "date": [dt.date(2025, 9, 2), dt.date(2026, 6, 30), dt.date(2025, 3, 4)],
    }
)


def seasons(*named: tuple[str, int]) -> pl.DataFrame:
    """Seasons by name and the year in which they start, in September."""
    return pl.concat(
        competitions().with_columns(season=pl.lit(name), start=dt.date(year, 9, 1), end=dt.date(year + 1, 8, 31))
        for name, year in named
    )


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ([("2025/26", 2025), ("2024-25", 2024)], ["2025/26"]),
        ([("2025/26", 2025), ("2024/25", 2024)], ["2025/26", "2024/25"]),
        ([("2025-26", 2025), ("2024-25", 2024), ("2026-27", 2026)], []),
        ([("2025-26", 2025)], []),
        ([("2026/27", 2026), ("2024-25", 2024)], []),
    ],
)
def test_a_season_of_another_name_is_told_with_its_old_one(now: list[tuple[str, int]], told: list[str]) -> None:
    """Its addresses were gone, and hundreds of numbers changed, without a word on why."""
    found = with_other_names(PUBLISHED, seasons(*now)).collect()
    assert sorted(found["value"]) == sorted(told)
    assert set(found["file_id"]) <= {"competition.toml"}
    for new, message in found.select("value", "message").rows():
        old = new.replace("/", "-")
        assert message.startswith(f"season {old} is called {new} now")
        assert message.endswith(f"give it its old name, {old}")


def test_one_season_made_of_two_has_no_old_name() -> None:
    both = competitions().with_columns(season=pl.lit("all"), start=dt.date(2024, 9, 1), end=dt.date(2026, 8, 31))
    assert with_other_names(PUBLISHED, both).collect().is_empty()


def test_nothing_more_is_said_once_it_is_published_under_the_new_name() -> None:
    findings = with_other_names(PUBLISHED, seasons(("2025/26", 2025), ("2024-25", 2024))).collect()
    row = {"session_id": "wed", "line": "A", "entrant": "1", "date": dt.date(2025, 9, 2), "players": "1", "boards": 3}
    at = dt.datetime(2025, 9, 3, tzinfo=dt.UTC)
    old, new = (frame(PublishedResults, {**row, "season": name, "published_at": at}) for name in ("2025-26", "2025/26"))
    assert of_unpublished(findings, old).height == 1
    assert of_unpublished(findings, new).is_empty()
