"""Findings on keys of competition.toml that tables lead to have the line on which the key stands."""

import json

import polars as pl
import pytest

from pipelines.intake.landing.of_settings import with_lines
from pipelines.words.plain_text import finding_in_words
from transforms.tables.schemas import Findings
from transforms.tables.shared import types_of

TEXT = """\
[[season]]
name = "2025/26"
start = 2025-09-01

[ranking]
lines = 3

[[session]]
session = "a"
date = 2062-09-09

[[session]]
files = ["b.pbn"]
date = 2062-09-09
settled = [
    "A 1 3",
]

[awards.only]
"cup" = ["ffb"]

[[session]]
session = "c"
settled = ["A 1 3NS", "A 2 1EW"]
"""


def found(field: str | None, value: str | None, nth: int | None = None, text: str = TEXT) -> dict[str, object]:
    arguments = None if nth is None else json.dumps({"nth": str(nth)})
    row = {"club": "club", "competition": "tuesday", "file_id": "competition.toml", "severity": "error"}
    row |= {"field": field, "value": value, "message": "wrong", "code": "settings.x", "arguments": arguments}
    rows = pl.DataFrame([row], schema=types_of(Findings))
    return with_lines(rows, {("club", "tuesday"): text}).row(0, named=True)


@pytest.mark.parametrize(
    ("field", "value", "nth", "told"),
    [
        ("season.name", "2025/26", None, 'competition.toml:2: name = "2025/26": wrong'),
        ("session.date", "2062-09-09", 1, "competition.toml:10: date = 2062-09-09: wrong"),
        ("session.date", "2062-09-09", 2, "competition.toml:14: date = 2062-09-09: wrong"),
        ("session.date", "2062-09-09", None, "competition.toml: session.date = '2062-09-09': wrong"),
        ("session.settled", "A 1 3", 2, "competition.toml:15: session.settled = 'A 1 3': wrong"),
        ("session.settled", "A 2 1EW", 3, "competition.toml:24: session.settled = 'A 2 1EW': wrong"),
        ("ranking.lines", "3", None, "competition.toml:6: lines = 3: wrong"),
        ("awards.only", "cup", None, 'competition.toml:20: "cup" = ["ffb"]: wrong'),
        ("accept", "a", None, "competition.toml: accept = 'a': wrong"),
        (None, None, None, "competition.toml: wrong"),
    ],
)
def test_the_line_is_named_where_it_is_known(field: str | None, value: str | None, nth: int | None, told: str) -> None:
    assert finding_in_words(found(field, value, nth)) == f"club/tuesday/{told}"


def test_of_settings_that_are_not_those_of_the_file_no_line_is_named() -> None:
    assert found("ranking.lines", "3", text="")["line_no"] is None
