"""Numbers that no table of the landing folder holds: they are findings, before they are in a sum."""

import dataframely as dy
import polars as pl
import pytest

from pipelines.intake.readers.reading import Sheets, reading
from transforms.tables.raw import LARGEST_AMOUNT
from transforms.tables.schemas import LANDING, WAREHOUSE

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
    sheet = pl.DataFrame([{**given, "amount": "-3.5", "line_no": 2}, {**given, "amount": amount, "line_no": 3}])
    read = reading("csv", Sheets({"adjustments": sheet}, []), "adjustments.csv")
    assert read.tables["adjustments"]["amount"].to_list() == [-3.5]
    (finding,) = read.findings.iter_rows(named=True)
    assert (finding["severity"], finding["line_no"], finding["field"]) == ("error", 3, "amount")
    assert f"from -{LARGEST_AMOUNT} to {LARGEST_AMOUNT}" in finding["message"]


def test_the_largest_amount_is_an_amount() -> None:
    sheet = pl.DataFrame(
        {"session_id": "1", "line": "A", "entrant": "1", "unit": "points", "amount": str(LARGEST_AMOUNT), "line_no": 2}
    )
    read = reading("csv", Sheets({"adjustments": sheet}, []), "adjustments.csv")
    assert read.tables["adjustments"]["amount"].to_list() == [LARGEST_AMOUNT]
    assert read.findings.is_empty()


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
