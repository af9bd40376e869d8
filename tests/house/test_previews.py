"""What Dagster shows of a table: previews that are whole and harmless, and what each column is."""

import datetime as dt
from unittest.mock import Mock

import polars as pl
import pytest

from pipelines.assets import told
from pipelines.assets.told import as_table, failures_in_words
from pipelines.warehouse.column_words import column_words
from transforms.tables.column_words import COLUMN_WORDS
from transforms.tables.schemas import WAREHOUSE, InSession, RankingPoints


def shown(rows: pl.DataFrame) -> list[dict[str, object]]:
    return [dict(record.data) for record in as_table(rows).records]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (50.0, "50"),
        (1 / 3, "0.3333333"),
        (-4.4e-16, "-4.4e-16"),
        (float("nan"), "nan"),
        (7, "7"),
        (dt.date(2025, 9, 2), "2025-09-02"),
        ([1, 2], "[1, 2]"),
        ("<b>**a|b**</b>\n", "<b>**a|b**</b>\n"),
        ("x" * 500, "x" * 500),
        ("x" * 512, "x" * 500 + "… (12 more characters)"),
    ],
)
def test_every_value_is_a_short_text_of_its_own_cell(value: object, text: str) -> None:
    assert shown(pl.DataFrame({"value": [value], "<i>": [1]})) == [{"value": text, "<i>": "1"}]


# --- what a column is ---------------------------------------------------------------------------


def test_columns_that_are_inherited_have_their_words() -> None:
    class Inherited(RankingPoints):
        """A table like another one."""

    assert column_words(Inherited)["middle"] == "What an average score earned."
    assert column_words(InSession).keys() == {"club", "competition", "season", "session_id"}


def test_words_are_for_columns_that_there_are() -> None:
    columns = {name for schema in WAREHOUSE.values() for name in schema.column_names()}
    assert set(COLUMN_WORDS) <= columns


def test_where_no_club_failed_the_site_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "NamedFolders", None)
    assert failures_in_words([], Mock()).is_empty()
