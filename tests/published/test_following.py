"""Which files a correction comes from."""

import datetime as dt

import polars as pl
import pytest
from factories import frame

from transforms.published.following import When, followed
from transforms.tables.schemas import PublishedCorrections

NOW = When(dt.datetime(2026, 4, 8, tzinfo=dt.UTC), 2)
SESSIONS = [f"{number:04}" for number in range(3_000)]


@pytest.mark.parametrize("known", [0, 1_500])
def test_each_of_many_corrections_comes_from_the_file_of_its_own_session(known: int) -> None:
    at = {"published_at": NOW.at, "published_build": 1}
    one = {"kind": "results", "field": "score", "published": "50", "now": "51"} | at
    found = (
        frame(PublishedCorrections, one).drop("session_id").join(pl.DataFrame({"session_id": SESSIONS}), how="cross")
    )
    found = PublishedCorrections.cast(found)
    before = found.head(known).with_columns(since_build=pl.lit(1, pl.Int64), files=pl.concat_list(pl.lit("old.csv")))
    files = found.select("club", "competition", "season", "session_id", "date", file_id=pl.col("session_id") + ".csv")
    stand = followed(
        PublishedCorrections.cast(before),
        found.drop("since_at", "since_build", "files").lazy(),
        NOW,
        changed=files.drop("season", "session_id", "date").lazy(),
        files=files.lazy(),
    ).stand.collect()
    own = ["old.csv" if place < known else f"{session}.csv" for place, session in enumerate(SESSIONS)]
    assert dict(zip(stand["session_id"], stand["files"].list.join(";"), strict=True)) == dict(
        zip(SESSIONS, own, strict=True)
    )


def test_a_standing_comes_from_no_file_of_a_later_session() -> None:
    """A file of sessions before and after it may change it, and so may one that is of no session: names, settings."""
    at = {"published_at": NOW.at, "published_build": 1, "date": dt.date(2026, 3, 24)}
    one = {"kind": "rankings", "list": "players", "field": "ranking", "published": "71.46", "now": "71.2"} | at
    found = frame(PublishedCorrections, one)
    sessions = pl.DataFrame(
        {
            "file_id": ["17.csv", "24.csv", "31.csv", "both.xml", "both.xml", "gone.csv"],
            "session_id": ["17", "24", "31", "17", "31", "10"],
            "date": [dt.date(2026, 3, day) for day in (17, 24, 31, 17, 31)] + [None],
        }
    )
    files = found.select("club", "competition", "season").join(sessions, how="cross")
    changed = pl.concat([files.select("file_id"), pl.DataFrame({"file_id": ["players.csv"]})]).unique()
    stand = followed(
        PublishedCorrections.create_empty(),
        found.drop("since_at", "since_build", "files").lazy(),
        NOW,
        changed=found.select("club", "competition").join(changed, how="cross").lazy(),
        files=files.lazy(),
    ).stand.collect()
    assert stand["files"].to_list() == [["17.csv", "24.csv", "both.xml", "gone.csv", "players.csv"]]
