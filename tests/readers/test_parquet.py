"""Landing tables as Parquet files: the same tables as from CSV, and no file that costs more than it may."""

import datetime as dt
import io
from collections.abc import Callable
from typing import Any

import polars as pl
import pytest
from each import cases
from polars.testing import assert_frame_equal
from result_files import Read
from simulated import simulate

from pipelines.intake.readers import Reading

NAMED = ("club", "competition", "season", "file_id", "line_no")


def parquet(table: pl.DataFrame, **options: Any) -> bytes:
    made = io.BytesIO()
    table.write_parquet(made, **options)
    return made.getvalue()


def read_both(read: Read, table: pl.DataFrame) -> tuple[Reading, Reading]:
    """As Parquet, and as CSV, whose lines count the header."""
    return read(parquet(table)), read(table.write_csv())


def assert_same(typed: Reading, written: Reading) -> None:
    assert (typed.format, written.format) == ("parquet", "csv")
    assert typed.given == written.given
    for name, table in typed.tables.items():
        assert_frame_equal(table.with_columns(pl.col("line_no") + 1), written.tables[name])
    columns = ["severity", "field", "code", "line_no"]
    expected = typed.findings.with_columns((pl.col("line_no") + 1).fill_null(1))
    assert_frame_equal(expected.select(columns), written.findings.select(columns))


SIMULATED = simulate(clubs=1, sessions=2, seed=3, pairs=12, boards=6)


@pytest.mark.parametrize("name", [name for name in SIMULATED if name not in ("strengths", "simultaneous")])
def test_a_simulated_table_is_the_same_as_from_csv(read: Read, name: str) -> None:
    table = SIMULATED[name]
    handed_in = table.drop([column for column in table.columns if column in NAMED or column.startswith("official")])
    typed, written = read_both(read, handed_in.drop("namesake_of", "seasons", "deal_id", strict=False))
    assert typed.findings.is_empty()
    assert typed.tables[name].height == table.height
    assert_same(typed, written)


RESULT = {"session_id": ["1"], "line": ["A"], "board": [1], "ns": ["1"], "ew": ["2"], "score": [420]}


@cases(
    ("ns", pl.Series([7], dtype=pl.UInt16), "7"),
    ("ns", pl.Series([7.0]), "7"),
    ("ns", pl.Series(["7"], dtype=pl.Categorical), "7"),
    ("ns", pl.Series(["7"], dtype=pl.Enum(["7"])), "7"),
    ("ns", pl.Series(["7.0"]).cast(pl.Decimal(10, 2)), "7"),
    ("session_id", pl.Series([dt.date(2025, 9, 2)]), "2025-09-02"),
    ("session_id", pl.Series([dt.datetime(2025, 9, 2)]), "2025-09-02"),
    ("session_id", pl.Series([dt.datetime(2025, 9, 2, 19, 30)]), "2025-09-02 19:30:00"),
    ("score", pl.Series([420], dtype=pl.Int16), 420),
    ("score", pl.Series([420.0], dtype=pl.Float32), 420),
    ("score", pl.Series(["420"]), 420),
    ("board", pl.Series(["1"]).cast(pl.Decimal(10, 1)), 1),
)
def test_cells_of_any_type(read: Read, column: str, cells: pl.Series, value: object) -> None:
    reading = read(parquet(pl.DataFrame(RESULT).with_columns(cells.alias(column))))
    assert reading.findings.is_empty()
    assert reading.tables["results"][column].to_list() == [value]


@cases(
    *(({"bord": pl.lit(1)}, "tables.column"), ({"weather": pl.lit("rain")}, "tables.column")),
    *(({"Board": pl.lit(2)}, "tables.column"), ({"weather": pl.lit(b"rain")}, "tables.column")),
    *(({"ns": pl.concat_list("ns", "ew")}, "tables.no_cells"), ({"ns": pl.struct("ns", "ew")}, "tables.no_cells")),
    *(({"ns": pl.lit(b"1")}, "tables.no_cells"), ({"ns": pl.lit(dt.timedelta(1))}, "tables.no_cells")),
)
def test_columns_that_are_not_read(read: Read, change: dict[str, pl.Expr], code: str) -> None:
    table = pl.DataFrame(RESULT).with_columns(**change)
    if "bord" in change:
        table = table.drop("board").with_columns(board=pl.lit(1))
    reading = read(parquet(table))
    assert code in set(reading.findings["code"])
    assert reading.tables["results"].height == (0 if code == "tables.no_cells" else 1)


@cases(("public", [False]), ("public", ["no"]), ("publik", [0]), ("not public", ["x"]), ("publik", [[1]]))
def test_nobody_is_shown_by_a_slip(read: Read, column: str, cells: list[object]) -> None:
    """Where the table is left out, a finding says that it may hide somebody."""
    reading = read(parquet(pl.DataFrame({"player_id": ["1"], "name": ["Ann"], column: cells})))
    assert reading.tables["players"]["public"].to_list() == [False]
    left_out = read(parquet(pl.DataFrame({"player_id": ["1"], "name": [["Ann"]], "public": [False]})))
    assert left_out.findings["code"].to_list() == ["tables.no_cells", "hidden.rows"]


def many_cells() -> bytes:
    return parquet(pl.DataFrame({name: pl.repeat(1, 7_000_000, dtype=pl.Int32, eager=True) for name in RESULT}))


def long_names() -> bytes:
    return parquet(pl.DataFrame({"player_id": range(300_000), "name": pl.repeat("x" * 1000, 300_000, eager=True)}))


@pytest.mark.parametrize("made", [many_cells, long_names])
def test_a_file_that_unpacks_to_too_much_is_not_read(read: Read, made: Callable[[], bytes]) -> None:
    data = made()
    assert len(data) < 3_000_000
    assert read(data).findings["code"].to_list() == ["parquet.not_read"]


@pytest.mark.parametrize("kept", [4, 8, 100, -1, -4, -8, -100])
def test_a_file_that_is_cut_off(read: Read, kept: int) -> None:
    reading = read(parquet(pl.DataFrame(RESULT))[:kept])
    assert reading.findings["code"].to_list() == ["parquet.not_read"]
