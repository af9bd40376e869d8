"""Tables that files may hold: every true one is taken, and none that counts levels or leaves out what goes down."""

import polars as pl
import pytest

from transforms.deals.double_dummy import can_be_right
from transforms.simulate.dealing import STORE

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


def test_what_is_no_table() -> None:
    assert not taken(["0" * 20, "d" * 20, "7" * 19, "77777777777777777777x"]).any()
