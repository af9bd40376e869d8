"""Tables for programs and spreadsheets: the values stay, and no cell runs, whatever a line is split at."""

import csv
import io
import json
import re

import polars as pl
from each import each
from hypothesis import example, given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from pipelines.words.for_programs import as_csv, as_json, harmless
from transforms.tables.schemas import WAREHOUSE

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫"
BLANKS = '\u200b\ufeff \u00a0\u3000"'
PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?")

texts = st.one_of(
    st.text(max_size=8),
    st.lists(
        st.sampled_from([*SIGNS, *BLANKS, *";,\t\n\r\u2028|'x5", "-5", "cmd()", "\x00", "\x85", "\x1b"]), max_size=8
    ).map("".join),
)
SCHEMA = {"who": pl.String, "what": pl.String, "n": pl.Int64, "why": pl.String}
rows = st.lists(st.tuples(texts | st.none(), texts | st.none(), st.integers(-9, 9), texts), min_size=1, max_size=4)
tables = rows.map(lambda rows: pl.DataFrame(rows, schema=SCHEMA, orient="row"))


def could_run(cell: str) -> bool:
    bare = cell.lstrip(BLANKS + "\t\r\n\u2028\u2029")
    return bare[:1] in set(SIGNS) and not PLAIN_NUMBER.fullmatch(cell)


@given(tables)
@example(pl.DataFrame({"who": ["x;=cmd()"], "what": ['a";=cmd()'], "n": [1], "why": ['x;"=cmd()']}))
@example(pl.DataFrame({"who": ["-3"], "what": ["5+cmd()"], "n": [1], "why": ["a,;-3"]}))
@example(pl.DataFrame({"who": ["a\n=1"], "what": ['"\n"=1'], "n": [1], "why": ["\r\n \t@x"]}))
def test_no_cell_is_a_formula_whatever_the_line_is_split_at(table: pl.DataFrame) -> None:
    written = as_csv(table)
    for separator in ",;\t":
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE) if separator != "," else (csv.QUOTE_MINIMAL,):
            read = csv.reader(io.StringIO(written, newline=""), delimiter=separator, quoting=quoting)
            for row in read:
                assert not [cell for cell in row if could_run(cell)], (separator, quoting, written)


@given(tables)
def test_nothing_else_is_changed(table: pl.DataFrame) -> None:
    written = harmless(table)
    assert_frame_equal(written.select("n"), table.select("n"))
    for name in ("who", "what", "why"):
        for before, after in zip(table[name], written[name], strict=True):
            if before is None:
                assert after is None
            else:
                cleaned = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", "\ufffd", before)
                assert after.replace("'", "") == cleaned.replace("'", "")
                assert after.count("'") - before.count("'") <= len(re.findall(f"[{re.escape(SIGNS)}]", before))


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_a_number_reads_back_as_it_was(numbers: list[float]) -> None:
    table = pl.DataFrame({"club": "a", "x": numbers})
    assert_frame_equal(pl.read_csv(io.StringIO(as_csv(table)), schema=table.schema), table)


@each(WAREHOUSE)
def test_no_table_starts_with_a_number_that_can_be_negative(name: str) -> None:
    """A line that starts with one would be a formula where a spreadsheet splits at semicolons: `-3,5+cmd()`."""
    (first, *_) = WAREHOUSE[name].columns().values()
    kind = first.dtype
    is_counted = getattr(first, "min", None) is not None and first.min >= 0
    assert kind in (pl.String, pl.Date) or kind.is_temporal() or is_counted


@given(tables)
def test_json_holds_the_same_and_only_what_can_be_seen(table: pl.DataFrame) -> None:
    written = as_json(table)
    assert json.loads(written) == table.to_dicts()
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", written)
