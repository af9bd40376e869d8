"""Small frames for tests: give what matters, the rest is filled in."""

import datetime as dt
from typing import Any

import dataframely as dy
import polars as pl
import pytest

from pipelines.settings.competition import Settings, competitions_frame

_USUAL: dict[str, Any] = {
    "club": "club",
    "competition": "evening",
    "season": "2025-26",
    "session_id": "1",
    "date": dt.date(2025, 9, 2),
    "kind": "pairs",
    "winners": 1,
    "line": "A",
    "field": "A",
    "method": "balanced",
    "scoring": "matchpoints",
    "boards": 24,
    "file_id": "file",
    "file": "file",
}


def frame(schema: type[dy.Schema], *rows: dict[str, Any]) -> pl.DataFrame:
    """Rows of a table: usual values where the table has the column and the row does not say."""
    columns = schema.column_names()
    usual = {name: value for name, value in _USUAL.items() if name in columns}
    filled = [
        {**usual, **({"line_no": number} if "line_no" in columns else {}), **row}
        for number, row in enumerate(rows, start=1)
    ]
    return pl.DataFrame(filled, schema=schema.create_empty().schema)


def competitions(club: str = "club", competition: str = "evening", **sections: dict[str, Any]) -> pl.DataFrame:
    """`raw.competitions` of one season, with any section of competition.toml given."""
    season = {"name": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}
    return competitions_frame(club, competition, Settings.model_validate({"season": [season], **sections}))


def close_to(expected: Any) -> Any:
    """Equal to nine decimals, which is how far the transforms go."""
    return pytest.approx(expected, rel=0, abs=1.000001e-9)
