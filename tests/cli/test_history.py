"""What `barometer history` prints of the rows it finds, and which one a build says to type next."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from factories import frame

from pipelines.cli.build import history_of
from pipelines.cli.history import COLUMNS, History, events
from pipelines.reports.desk import changes
from transforms.tables.schemas import WAREHOUSE, PublishedCorrections, Sessions


def shown(*rows: Mapping[str, str | None]) -> pl.DataFrame:
    at = dt.datetime(2025, 9, 9, tzinfo=dt.UTC)
    known = {"at": at, "build": 1, "event": "published", "season": "2025-26", "kind": "rankings", "player_id": "1"}
    types = {name: pl.Datetime("us", "UTC") if name.endswith("at") else pl.String() for name in COLUMNS}
    types |= {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()}
    return History("", pl.DataFrame([{**known, **row} for row in rows], schema=types), [], {}).at_a_glance()


def test_rows_of_several_competitions_name_theirs() -> None:
    """The rankings of Tuesday and of Friday looked alike."""
    for competitions, what in [
        ("tuesday tuesday", ["rankings 2025-26"]),
        ("tuesday friday", ["rankings tuesday 2025-26", "rankings friday 2025-26"]),
    ]:
        assert shown(*({"competition": name} for name in competitions.split()))["what"].to_list() == what


def test_a_row_that_is_gone_is_one_event() -> None:
    """It said `boards 24, would be none; club points 1, would be none` of each value."""
    for kind, published, event in [
        ("results", {"boards": "24", "club_points": "1"}, "no longer there"),
        ("rankings", {"ranking": "71.5", "rank": "3"}, "no longer there"),
        ("results", {"club_points": "1"}, "club points 1, would now be none"),
    ]:
        gone = {"event": "correction", "kind": kind, "now": None}
        rows = shown(*({**gone, "field": field, "published": value} for field, value in published.items()))
        assert rows["event"].to_list() == [event]


def test_a_program_gets_the_names_too() -> None:
    rows = pl.DataFrame(
        [{"player_id": None, "players": "1 + 2"}], schema=dict.fromkeys(("player_id", "players"), pl.String)
    )
    at = pl.lit(None, pl.Datetime("us", "UTC"))
    found = History("", rows.with_columns(at=at, until_at=at), [], {"1": "Ann"}).for_programs()
    assert found["names"].to_list() == ["Ann & 2"]


def test_pairs_come_in_the_order_of_their_numbers() -> None:
    tables = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    rows = [{**OF_SESSION, "club": "c", "competition": "t", "line": "A", "entrant": pair} for pair in ("1", "10", "2")]
    tables["published.corrections"] = frame(PublishedCorrections, *rows)
    assert events(tables, pl.lit(value=True), None)["entrant"].to_list() == ["1", "2", "10"]
    shown = changes(tables["published.corrections"], tables["raw.players"])
    assert shown["who"].to_list() == ["A 1", "A 2", "A 10"]


USUAL = {"season": "2025-26", "field": "rank", "published": "1", "now": "2"}
OF_SESSION = {**USUAL, "kind": "results", "session_id": "3"}
OF_PLAYER = {**USUAL, "kind": "rankings", "session_id": None, "player_id": "7"}


@pytest.mark.parametrize("correction", [OF_SESSION, OF_PLAYER])
def test_of_two_clubs_the_first_is_named_in_whatever_order_they_come(correction: dict[str, Any]) -> None:
    places = [("ash", "monday"), ("ash", "noon"), ("elm", "evening")]
    sessions = frame(
        Sessions, *({"club": club, "competition": of, "season": "2025-26", "session_id": "3"} for club, of in places)
    )
    for order in (places, places[::-1]):
        rows = [{**correction, "club": club, "competition": of} for club, of in order]
        command = history_of(frame(PublishedCorrections, *rows), Path("w.duckdb"), sessions)
        assert "--competition ash/monday" in command
