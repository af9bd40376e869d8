"""What `barometer history` prints of the rows it finds."""

import datetime as dt
from collections.abc import Mapping

import polars as pl

from pipelines.cli.history import COLUMNS, History


def shown(*rows: Mapping[str, str | None]) -> pl.DataFrame:
    at = dt.datetime(2025, 9, 9, tzinfo=dt.UTC)
    known = {"at": at, "build": 1, "event": "published", "season": "2025-26", "kind": "rankings", "player_id": "1"}
    types = {name: pl.Datetime("us", "UTC") if name.endswith("at") else pl.String() for name in COLUMNS}
    types |= {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()}
    return History("", pl.DataFrame([{**known, **row} for row in rows], schema=types), [], {}).at_a_glance()


def what(*competitions: str) -> list[str]:
    return shown(*({"competition": competition} for competition in competitions))["what"].to_list()


def corrected(kind: str, *values: tuple[str, str, str | None]) -> list[str]:
    rows = (
        {"event": "correction", "kind": kind, "field": field, "published": before, "now": now}
        for field, before, now in values
    )
    return shown(*rows)["event"].to_list()


def test_rows_of_several_competitions_say_of_which_they_are() -> None:
    """The rankings of Tuesday and of Friday looked alike."""
    assert what("tuesday", "tuesday") == ["rankings 2025-26"]
    assert what("tuesday", "friday") == ["rankings tuesday 2025-26", "rankings friday 2025-26"]


def test_a_row_that_is_gone_is_told_as_one() -> None:
    """It said `boards 24, would be none; club points 1, would be none` of each value."""
    assert corrected("results", ("boards", "24", None), ("club_points", "1", None)) == ["no longer there"]
    assert corrected("rankings", ("ranking", "71.5", None), ("rank", "3", None)) == ["no longer there"]
    assert corrected("results", ("club_points", "1", None)) == ["club points 1, would be none"]
