"""Tables that files may hold: every true one is taken, and none that counts levels or leaves out what goes down."""

import polars as pl
import pytest

from pipelines.cli.simulate import STORE
from transforms.bridge.tricks_as_digits import can_be_right

TRUE = pl.read_parquet(STORE)["double_dummy"]


def taken(tables: list[str]) -> pl.Series:
    return pl.DataFrame({"digits": tables}, schema={"digits": pl.String}).select(can_be_right(pl.col("digits")))[
        "digits"
    ]


def told(table: str, *, down: str, made: int) -> str:
    """As a program tells it that counts from `made`, and writes `down` for fewer than seven tricks."""
    return "".join(f"{int(digit, 16) - made:x}" if int(digit, 16) > 6 else down for digit in table)


def test_tables_of_the_store() -> None:
    """But for a freak, in which one side makes ten tricks and the other none."""
    refused = TRUE.filter(~taken(TRUE.to_list()))
    assert refused.to_list() == ["0a00b11bb10a00b11bb1"]


@pytest.mark.parametrize(("down", "made"), [("0", 6), ("0", 0), ("1", 0)])
def test_tables_that_are_told_otherwise(down: str, made: int) -> None:
    otherwise = [told(table, down=down, made=made) for table in TRUE]
    assert not taken(otherwise).any()


@pytest.mark.parametrize("rotated", [False, True])
def test_no_table_in_which_both_sides_win_nearly_all_of_a_strain(rotated: bool) -> None:
    """Of the store the best declarers of the two sides have 14 tricks together in 7 of 10,000 strains, never more."""
    assert not taken(["dddd6dddd60000600006"]).any()
    tables = [table[5:] + table[:5] for table in TRUE] if rotated else TRUE.to_list()
    most = [
        max(int(table[at], 16), int(table[at + 10], 16)) + max(int(table[at + 5], 16), int(table[at + 15], 16))
        for table in tables
        for at in range(5)
    ]
    assert max(most) == 14
    assert most.count(14) == 7


def test_what_is_no_table() -> None:
    assert not taken(["0" * 20, "d" * 20, "7" * 19, "77777777777777777777x"]).any()
