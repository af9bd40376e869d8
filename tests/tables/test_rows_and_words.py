"""Runs and facts about rows against polars at length; columns filled in; bounds; phrases and nearest words."""

import datetime as dt
import itertools

import dataframely as dy
import polars as pl
import pytest
from each import cases
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal, assert_series_equal

from pipelines.intake.readers.reading import Sheets, reading
from pipelines.settings.competition import Settings
from pipelines.settings.ratings import rating_systems
from pipelines.settings.season_rows import competitions_frame
from transforms.tables import runs
from transforms.tables.filling import filled
from transforms.tables.nearest_words import nearest_words
from transforms.tables.phrases import phrase
from transforms.tables.raw import LARGEST_AMOUNT
from transforms.tables.schemas import LANDING, WAREHOUSE, Competitions, RatingSeasons, Results

TEXT = st.sampled_from(["a", "b", "c"])
ROWS = st.lists(st.tuples(st.none() | TEXT, st.none() | TEXT), max_size=12).map(
    lambda rows: pl.DataFrame(rows, schema={"one": pl.String, "other": pl.String}, orient="row")
)
KEY = ("one", "other")


@given(ROWS)
def test_runs_are_those_of_rle(rows: pl.DataFrame) -> None:
    numbered = rows.with_columns(run=runs.run_number(KEY))
    assert_series_equal(runs.numbered_runs(rows, KEY), numbered["run"], check_names=False)
    assert numbered["run"].to_list() == rows.select(pl.struct(KEY).rle_id()).to_series().to_list()
    assert_frame_equal(runs.first_of_runs(numbered, KEY), numbered.unique("run", keep="first", maintain_order=True))


@given(ROWS)
def test_keys_are_numbered_in_their_order(rows: pl.DataFrame) -> None:
    assert (runs.key_number(rows, KEY) + 1).to_list() == rows.select(pl.struct(KEY).rank("dense")).to_series().to_list()


@given(ROWS, ROWS)
def test_facts_are_those_of_a_left_join(rows: pl.DataFrame, facts: pl.DataFrame) -> None:
    facts = facts.unique(maintain_order=True).with_row_index("fact")
    joined = rows.join(facts, on=KEY, how="left", maintain_order="left")
    assert_frame_equal(runs.facts_of_runs(rows, KEY, facts), joined.select("fact"))


@given(ROWS)
def test_sorted_without_nulls_is_as_a_sort_leaves_it(rows: pl.DataFrame) -> None:
    rows = rows.drop_nulls()
    assert runs.is_sorted(rows, KEY) == rows.equals(rows.sort(KEY))


def test_polars_knows_a_column_that_sorts_its_rows_and_no_other() -> None:
    tried: list[tuple[list[int | None], bool]] = [([1, 1, 2], True), ([2, 1], False), ([None, 1, 2], False), ([], True)]
    for values, reported in tried:
        rows = pl.DataFrame({"key": pl.Series(values, dtype=pl.Int32)})
        assert_frame_equal(runs.marked_sorted(rows, "key"), rows)
        assert runs.marked_sorted(rows, "key")["key"].flags["SORTED_ASC"] is reported


NUMBER = st.integers(0, 9)


@given(st.lists(NUMBER, max_size=12), st.lists(NUMBER, max_size=8, unique=True))
def test_facts_found_in_order_are_those_of_a_join(numbers: list[int], known: list[int]) -> None:
    rows = pl.DataFrame({"number": numbers}, schema={"number": pl.UInt64}).with_row_index("row")
    facts = pl.DataFrame({"number": known}, schema={"number": pl.UInt64}).with_row_index("fact")
    facts = facts.with_columns(word=pl.col("number").cast(pl.String))
    assert_frame_equal(
        runs.with_facts_in_order(rows, facts, "number"), runs.with_facts(rows, facts, "number").collect()
    )


def test_two_facts_about_one_row_are_refused() -> None:
    """They would be one row more, and every fact behind it next to the row of another."""
    rows, facts = pl.DataFrame({"number": [1, 2, 3]}), pl.DataFrame({"number": [1, 1, 2], "fact": [10, 11, 20]})
    with pytest.raises(pl.exceptions.ComputeError, match="m:1"):
        runs.with_facts(rows, facts, "number")


def test_a_phrase_has_values_of_any_type_is_missing_where_one_is_and_refuses_another_number_of_gaps() -> None:
    rows = pl.DataFrame({"i": [1, 2], "f": [1.5, -0.1], "day": [dt.date(2025, 1, 2)] * 2, "yes": [True, False]})
    said = rows.select(said=phrase("{} and {} on {}: {}", "i", pl.col("f"), "day", "yes"))["said"]
    assert said.to_list() == ["1 and 1.5 on 2025-01-02: true", "2 and -0.1 on 2025-01-02: false"]
    rows = pl.DataFrame({"a": ["x", None]})
    assert rows.select(said=phrase("{}!", "a"))["said"].to_list() == ["x!", None]
    assert pl.DataFrame({"n": [3]}).select(said=phrase("{{ boards = {} }}", "n"))["said"].item() == "{ boards = 3 }"
    with pytest.raises(ValueError, match="2 gaps, and 1 columns"):
        phrase("{} {}", "a")


def test_rows_filtered_out_of_several_chunks_end_in_no_panic() -> None:
    """`pl.format` panics at 38 of these, with two threads."""
    for sizes in itertools.product((1, 2, 3), repeat=3):
        for keep in itertools.product((False, True), repeat=3):
            chunks = [
                pl.DataFrame({"keep": [kept] * size, "n": [size] * size})
                for size, kept in zip(sizes, keep, strict=True)
            ]
            rows = pl.concat(chunks, rechunk=False).lazy().filter("keep").select(said=phrase("{} x", "n"))
            expected = [f"{size} x" for size, kept in zip(sizes, keep, strict=True) if kept for _ in range(size)]
            assert rows.collect(engine="streaming")["said"].to_list() == expected


KEYS = ("window", "width", "step", "substitute_ranking", "substitutes")


@cases(("windw", ["window"]), ("substitute", ["substitutes"]), ("zzz", []), ("", []), ("STEP", []))
def test_the_nearest_word_is_found_where_one_is_near(wanted: str, nearest: list[str]) -> None:
    assert nearest_words(wanted, KEYS) == nearest


def test_several_come_with_the_nearest_first() -> None:
    assert nearest_words("substitute", KEYS, at_most=3) == ["substitutes", "substitute_ranking"]


FOUR_COLUMNS = pl.DataFrame({"board": [1, 1], "ns": ["1", "2"], "ew": ["3", "4"], "score": [420, -50]})


def test_what_is_missing_has_its_usual_value_or_none_and_what_is_given_stays() -> None:
    lines = filled(Results, FOUR_COLUMNS)
    assert lines.columns == Results.column_names()
    assert lines.select("session_id", "line", "line_no", "ruling").rows() == [("1", "A", 1, None), ("1", "A", 2, None)]
    lines = filled(Results, FOUR_COLUMNS.lazy(), line="B")
    assert lines["line"].to_list() == ["B", "B"]


def test_usual_rules_are_those_of_a_competition_that_says_nothing_and_of_the_kndb() -> None:
    season = {"name": "-", "start": dt.date.min, "end": dt.date.max}
    settings = Settings.model_validate({"season": [season], "club": "-", "competition": "-"})
    usual = filled(Competitions, pl.DataFrame({"season": ["-"]}))
    assert usual.rows() == competitions_frame("-", "-", settings).rows()
    usual = filled(RatingSeasons, pl.DataFrame({"season": ["-"]})).row(0, named=True)
    rules = rating_systems()["kndb"].model_dump(exclude={"list_day"})
    assert {name: usual[name] for name in rules} == rules


@cases(
    (FOUR_COLUMNS.drop("board"), "Results needs the column board; it has ns, ew, score"),
    (FOUR_COLUMNS.rename({"score": "scor"}), r"Results has no column scor \(did you mean score\?\); it has club"),
    (FOUR_COLUMNS.with_columns(score=pl.lit("4S")), "Results: conversion from `str` to `i32` failed"),
    (FOUR_COLUMNS.with_columns(score=420.5), r"Results: score = 420\.5: give a whole number"),
    (FOUR_COLUMNS.with_columns(board=0), r"Results: board = 0 cannot be \(min, 2 rows\)"),
)
def test_what_cannot_be_is_named(rows: pl.DataFrame, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        filled(Results, rows)


FLOATS = [
    (table, name)
    for table, schema in LANDING.items()
    for name, column in schema.columns().items()
    if isinstance(column, dy.Float64)
]
TOO_LARGE = ["1" + 309 * "0", "-1" + 309 * "0", "1" + 300 * "0", str(LARGEST_AMOUNT + 1), "inf", "NaN", "1e400"]


@pytest.mark.parametrize(("table", "name"), FLOATS)
def test_every_number_with_decimals_is_bounded(table: str, name: str) -> None:
    column = LANDING[table].columns()[name]
    assert isinstance(column, dy.Float64)
    assert column.min is not None
    assert column.max is not None
    assert max(abs(column.min), abs(column.max)) <= LARGEST_AMOUNT


@pytest.mark.parametrize("amount", TOO_LARGE)
def test_an_amount_beyond_all_bounds_is_left_out_with_a_finding(amount: str) -> None:
    given = {"session_id": "1", "line": "A", "entrant": "1", "unit": "points"}
    amounts = (str(LARGEST_AMOUNT), amount)
    sheet = pl.DataFrame([{**given, "amount": written, "line_no": n} for n, written in enumerate(amounts, 2)])
    read = reading("csv", Sheets({"adjustments": sheet}, []), "adjustments.csv")
    assert read.tables["adjustments"]["amount"].to_list() == [LARGEST_AMOUNT]
    (finding,) = read.findings.iter_rows(named=True)
    assert (finding["severity"], finding["line_no"], finding["field"]) == ("error", 3, "amount")
    assert f"from -{LARGEST_AMOUNT} to {LARGEST_AMOUNT}" in finding["message"]


KEPT = {"round": "round", "board": "board", "first_board": "board", "tricks": "tricks", "score": "score"}
"""Column of a table of lines or meetings -> the column of `raw.results` whose numbers stand in it as they are."""
OF_LINES = ["board_scores", "session_rounds", "match_results", "control_sheet", "boards", "frequencies"]


@pytest.mark.parametrize(
    ("table", "column"),
    [
        (f"scored.{table}", column)
        for table in OF_LINES
        for column in KEPT
        if column in WAREHOUSE[f"scored.{table}"].columns()
    ],
)
def test_no_later_table_refuses_a_number_that_the_landing_tables_hold(table: str, column: str) -> None:
    later = WAREHOUSE[table].columns()[column]
    for source in ("results", "matches"):
        earlier = LANDING[source].columns().get(KEPT[column])
        if isinstance(earlier, dy.Int8 | dy.Int32):
            assert isinstance(later, dy.Int8 | dy.Int32)
            assert earlier.min is not None
            assert earlier.max is not None
            assert later.min is None or later.min <= earlier.min
            assert later.max is None or later.max >= earlier.max
