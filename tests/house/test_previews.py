"""What Dagster shows of a table: previews that are whole and harmless, and what each column is."""

import datetime as dt
from unittest.mock import Mock

import dagster as dg
import polars as pl
import pytest
from each import each

from pipelines.assets import told
from pipelines.assets.table_asset import described
from pipelines.assets.told import as_table, failures_in_words
from pipelines.warehouse.column_words import column_words
from transforms.tables.column_words import COLUMN_WORDS
from transforms.tables.schemas import WAREHOUSE, Findings, InSession, RankingPoints, SessionResults


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


def test_a_table_without_rows_has_its_headers() -> None:
    table = as_table(Findings.create_empty())
    assert [column.name for column in table.schema.columns] == Findings.column_names()
    assert table.records == []


# --- what a column is ---------------------------------------------------------------------------


def test_the_text_under_a_column_is_what_it_is() -> None:
    said = column_words(SessionResults)
    assert said["score"].startswith("A percentage (0 to 100) at matchpoints")
    assert said["points"].startswith("Matchpoints, IMPs, or victory points;")


def test_columns_that_are_inherited_have_their_words() -> None:
    class Inherited(RankingPoints):
        """A table like another one."""

    assert column_words(Inherited)["middle"] == "What an average score earned."
    assert column_words(InSession).keys() == {"club", "competition", "season", "session_id"}


def test_a_text_under_a_column_goes_before_the_words_it_has_everywhere() -> None:
    assert column_words(SessionResults)["entrant"] == COLUMN_WORDS["entrant"]
    assert column_words(WAREHOUSE["scored.event_results"])["entrant"] != COLUMN_WORDS["entrant"]


def test_words_are_for_columns_that_there_are() -> None:
    columns = {name for schema in WAREHOUSE.values() for name in schema.column_names()}
    assert set(COLUMN_WORDS) <= columns


def test_most_columns_are_described_and_none_at_length() -> None:
    described_ = {
        (table, name): column_words(schema).get(name)
        for table, schema in WAREHOUSE.items()
        for name in schema.column_names()
    }
    assert sum(words is not None for words in described_.values()) > 0.75 * len(described_)
    assert all("\n" not in words for words in described_.values() if words)


@each(WAREHOUSE)
def test_an_asset_says_what_its_columns_are_and_what_is_unique(table: str) -> None:
    schema = WAREHOUSE[table]
    columns: dg.TableSchema = described(table)["metadata"]["dagster/column_schema"]
    assert {column.name: column.description for column in columns.columns} == {
        name: column_words(schema).get(name) for name in schema.column_names()
    }
    key = schema.primary_key()
    assert [column.name for column in columns.columns if column.constraints.unique] == (key if len(key) == 1 else [])
    if key:
        assert columns.constraints
        assert columns.constraints.other == [f"each once: {', '.join(key)}"]


def test_where_no_club_failed_the_site_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "NamedFolders", None)
    assert failures_in_words([], Mock()).is_empty()
