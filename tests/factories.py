"""Small frames for tests: give what matters, the rest is filled in."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import dataframely as dy
import polars as pl
import pytest

from pipelines.settings.competition import Settings
from pipelines.settings.season_rows import competitions_frame
from transforms.tables.schemas import WAREHOUSE, Competitions
from transforms.tables.shared import S, types_of

Tables = dict[str, Any]
"""Tables by their names, each in the shape of its schema, at hand (`pl.DataFrame`); a test may put others in."""

NOTHING_KEPT = {
    name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items() if name.startswith("raw.")
}
"""What `read_landing` keeps of an earlier build, where there was none."""

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
    "weight": 1.0,
    "is_nobody": False,
    "file_id": "file",
    "file": "file",
}


def frame(schema: type[S], *rows: dict[str, Any]) -> dy.DataFrame[S]:
    """Rows of a table: usual values where the table has the column and the row does not say."""
    columns = schema.column_names()
    usual = {name: value for name, value in _USUAL.items() if name in columns}
    filled = [
        {**usual, **({"line_no": number} if "line_no" in columns else {}), **row}
        for number, row in enumerate(rows, start=1)
    ]
    return schema.cast(pl.DataFrame(filled, schema=types_of(schema)))


def competitions(
    club: str = "club", competition: str = "evening", **sections: dict[str, Any]
) -> dy.DataFrame[Competitions]:
    """`raw.competitions` of one season, with any section of competition.toml given."""
    season = {"name": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}
    settings = Settings.model_validate({"season": [season], **sections})
    return Competitions.cast(competitions_frame(club, competition, settings))


def close_to(expected: Any) -> Any:
    """Equal to nine decimals, which is how far the transforms go."""
    return pytest.approx(expected, rel=0, abs=1.000001e-9)


def in_warehouse(tables: Mapping[str, Any]) -> Tables:
    """The tables by their names in the warehouse: raw.results, scored.session_results and so on."""
    return {f"{'raw' if f'raw.{name}' in WAREHOUSE else 'scored'}.{name}": table for name, table in tables.items()}
