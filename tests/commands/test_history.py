"""What `barometer history` prints of the rows it finds."""

import datetime as dt

import polars as pl

from pipelines.commands.history import COLUMNS, History


def what(*competitions: str) -> list[str]:
    at = dt.datetime(2025, 9, 9, tzinfo=dt.UTC)
    row = {"at": at, "build": 1, "event": "published", "season": "2025-26", "kind": "rankings", "player_id": "1"}
    rows = [row | {"competition": competition} for competition in competitions]
    types = {name: pl.Datetime("us", "UTC") if name.endswith("at") else pl.String() for name in COLUMNS}
    found = pl.DataFrame(rows, schema=types | {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()})
    return History("", found, [], {}).at_a_glance()["what"].to_list()


def test_rows_of_several_competitions_say_of_which_they_are() -> None:
    """The rankings of Tuesday and of Friday looked alike."""
    assert what("tuesday", "tuesday") == ["rankings 2025-26"]
    assert what("tuesday", "friday") == ["rankings tuesday 2025-26", "rankings friday 2025-26"]
