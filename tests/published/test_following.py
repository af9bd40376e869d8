"""Which files a correction comes from."""

import datetime as dt

import polars as pl
import pytest
from factories import frame

from transforms.published.following import When, followed
from transforms.tables import PublishedCorrections

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
    files = found.select("club", "competition", "season", "session_id", file_id=pl.col("session_id") + ".csv")
    stand = followed(
        PublishedCorrections.cast(before),
        found.drop("since_at", "since_build", "files").lazy(),
        NOW,
        changed=files.drop("season", "session_id").lazy(),
        files=files.lazy(),
    ).stand.collect()
    own = ["old.csv" if place < known else f"{session}.csv" for place, session in enumerate(SESSIONS)]
    assert dict(zip(stand["session_id"], stand["files"].list.join(";"), strict=True)) == dict(
        zip(SESSIONS, own, strict=True)
    )
