"""What Dagster shows of a table: previews that are whole and harmless, and what each column is."""

import datetime as dt
import html
import re
from unittest.mock import Mock

import dagster as dg
import polars as pl
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from pipelines.assets import told
from pipelines.assets.table_asset import described
from pipelines.assets.told import failures_in_words, markdown_table, readable
from pipelines.warehouse.column_words import column_words
from transforms.tables.column_words import COLUMN_WORDS
from transforms.tables.schemas import WAREHOUSE, Findings, InSession, RankingPoints, SessionResults


def cells(table: str) -> list[list[str]]:
    """What a reader of Markdown sees in each line of a table."""
    return [
        [html.unescape(cell.strip()) for cell in line.removeprefix("|").removesuffix("|").split("|")]
        for line in table.splitlines()
    ]


def test_every_header_and_cell_is_whole() -> None:
    wide = {f"a_column_with_a_long_name_{number}": ["a text that is rather long " * 5] for number in range(40)}
    header, _, row = cells(markdown_table(pl.DataFrame(wide)))
    assert header == list(wide)
    assert row == [text.strip() for (text,) in wide.values()]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        (50.0, "50"),
        (62.5, "62.5"),
        (1 / 3, "0.3333"),
        (-2 / 3, "-0.6667"),
        (0.1 + 0.2, "0.3"),
        (0.00001234567, "1.235e-05"),
        (-4.4e-16, "-4.4e-16"),
        (0.0, "0"),
        (-0.0, "0"),
        (123456.789, "123456.789"),
        (1e300, "1e+300"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (7, "7"),
        (True, "true"),
        (dt.date(2025, 9, 2), "2025-09-02"),
        (dt.datetime(2025, 9, 2, 20, 15, 1, 999999, dt.UTC), "2025-09-02 20:15:01+00:00"),
        ([1, 2], "[1, 2]"),
        ("", ""),
    ],
)
def test_values_are_short_and_right(value: object, shown: str) -> None:
    assert cells(markdown_table(pl.DataFrame({"value": [value]})))[2] == [shown]


HOSTILE = [
    "a|b",
    "<script>alert(1)</script>",
    '<img src="x" onerror="alert(1)">',
    "[click](javascript:alert(1))",
    "**bold** `code` ~~gone~~ _slanted_",
    "a\\|b",
    "a\nb\r\n| c | d |",
    "&lt;b&gt;",
    "\u202etxet",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_breaks_nothing_and_is_shown_as_it_is(name: str) -> None:
    table = markdown_table(pl.DataFrame({"before": [1], name: [name], "after": [2]}))
    header, rule, row = cells(table)
    assert (len(header), len(rule), len(row)) == (3, 3, 3)
    assert header[1] == row[1] == "".join(sign if sign.isprintable() else " " for sign in name).strip()
    assert not re.search(r"[<>`*\[\]\\~]|&(?!#\d+;)", table)


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_a_row_stays_a_row(texts: list[str]) -> None:
    lines = markdown_table(pl.DataFrame({f"column_{number}": [text] for number, text in enumerate(texts)})).split("\n")
    assert len(lines) == 3
    assert {line.count("|") for line in lines} == {len(texts) + 1}


def test_only_a_text_that_nobody_reads_is_cut_and_it_says_so() -> None:
    assert cells(markdown_table(pl.DataFrame({"message": ["x" * 500]})))[2] == ["x" * 500]
    assert cells(markdown_table(pl.DataFrame({"message": ["x" * 512]})))[2] == ["x" * 500 + "… (12 more characters)"]


def test_a_table_without_rows_has_its_headers() -> None:
    assert cells(markdown_table(Findings.create_empty()))[0] == Findings.column_names()


# --- what is shown of many columns --------------------------------------------------------------


def test_what_is_the_same_in_all_rows_is_said_once() -> None:
    rows = pl.DataFrame({"club": ["a|b"] * 2, "season": ["2025-26"] * 2, "why": [None, None], "points": [1.5, 2.0]})
    said, table = readable(rows).split("\n\n")
    assert html.unescape(said) == "In all rows: club a|b; season 2025-26; why empty"
    assert "|" not in said
    assert cells(table) == [["points"], ["---:"], ["1.5"], ["2"]]


def test_a_table_fits_its_window_and_names_what_it_leaves_out() -> None:
    rows = pl.DataFrame({"file_id": ["x", "y"], **{f"column_{number}": [1, 2] for number in range(9)}})
    table, left_out = readable(rows).split("\n\n")
    assert cells(table)[0] == [f"column_{number}" for number in range(8)]
    assert left_out == "Not shown: file_id, column_8"


def test_where_a_line_was_read_is_shown_where_there_is_room() -> None:
    assert cells(readable(pl.DataFrame({"line_no": [1, 2], "entrant": ["1", "2"]})))[0] == ["line_no", "entrant"]


def test_one_row_stands_upright() -> None:
    shown = cells(readable(pl.DataFrame({f"column_{number}": [number] for number in range(12)})))
    assert shown[0] == ["column", "value"]
    assert shown[2:] == [[f"column_{number}", str(number)] for number in range(12)]


def test_nothing_is_said_of_all_rows_where_there_are_none() -> None:
    assert "In all rows" not in readable(Findings.create_empty())


def test_rows_that_are_all_the_same_need_no_table() -> None:
    assert readable(pl.DataFrame({"club": ["a", "a"]})) == "In all rows: club a"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_harmless_wherever_it_stands(name: str) -> None:
    rows = pl.DataFrame({name: [name, name], "differs": [name, "x"]})
    for shown in (readable(rows), readable(rows.head(1)), readable(rows.rename({"differs": f"{name}2"}))):
        assert not re.search(r"[<>`*\[\]\\~]|&(?!#\d+;)", shown)


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
    shown: dg.TableSchema = described(table)["metadata"]["dagster/column_schema"]
    assert {column.name: column.description for column in shown.columns} == {
        name: column_words(schema).get(name) for name in schema.column_names()
    }
    key = schema.primary_key()
    assert [column.name for column in shown.columns if column.constraints.unique] == (key if len(key) == 1 else [])
    if key:
        assert shown.constraints
        assert shown.constraints.other == [f"each once: {', '.join(key)}"]


def test_where_no_club_failed_the_site_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "NamedFolders", None)
    assert failures_in_words([], Mock()).is_empty()
