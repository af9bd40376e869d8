"""Texts with gaps that columns fill."""

import datetime as dt
import itertools

import polars as pl
import pytest

from transforms.tables.phrases import phrase


def test_the_gaps_are_filled_row_by_row_with_values_of_any_type() -> None:
    rows = pl.DataFrame({"i": [1, 2], "f": [1.5, -0.1], "day": [dt.date(2025, 1, 2)] * 2, "yes": [True, False]})
    said = rows.select(said=phrase("{} and {} on {}: {}", "i", pl.col("f"), "day", "yes"))["said"]
    assert said.to_list() == ["1 and 1.5 on 2025-01-02: true", "2 and -0.1 on 2025-01-02: false"]


def test_what_is_missing_makes_the_whole_phrase_missing() -> None:
    rows = pl.DataFrame({"a": ["x", None]})
    assert rows.select(said=phrase("{}!", "a"))["said"].to_list() == ["x!", None]


def test_two_braces_are_one() -> None:
    assert pl.DataFrame({"n": [3]}).select(said=phrase("{{ boards = {} }}", "n"))["said"].item() == "{ boards = 3 }"


def test_a_gap_without_a_column_is_refused() -> None:
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
