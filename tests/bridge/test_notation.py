"""How a control sheet writes contracts and rulings."""

import polars as pl
import pytest

from transforms.bridge.notation import result_in_notation


def written(contract: str | None, declarer: str | None, tricks: int | None, ruling: str | None) -> str | None:
    notation = result_in_notation(pl.col("contract"), pl.col("declarer"), pl.col("tricks"), pl.col("ruling"))
    line = {"contract": contract, "declarer": declarer, "tricks": tricks, "ruling": ruling}
    schema = {"contract": pl.String, "declarer": pl.String, "tricks": pl.Int8, "ruling": pl.String}
    return pl.DataFrame([line], schema=schema).select(notation).item()


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "expected"),
    [
        pytest.param("4SX", "N", 4, "N4S!-6", id="the source's example: doubled, six down"),
        pytest.param("4H", "W", 10, "W4H=", id="made"),
        pytest.param("1C", "E", 13, "E1C+6", id="overtricks"),
        pytest.param("7NXX", "S", 0, "S7N!!-13", id="redoubled"),
        pytest.param("PASS", None, None, "PASS", id="passed out"),
        pytest.param("3N", "S", None, "S3N", id="tricks not known"),
        pytest.param("3N", None, 9, "3N=", id="declarer not known"),
        pytest.param(None, None, None, None, id="a score only"),
    ],
)
def test_a_board_played(contract: str | None, declarer: str | None, tricks: int | None, expected: str | None) -> None:
    assert written(contract, declarer, tricks, None) == expected


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("not_played", "not played"),
        ("average", "average"),
        ("reversed", "reversed"),
        ("a60_40", "A60/40"),
        ("a62.5_100", "A62.5/100"),
        ("a+_-", "AVE+/AVE-"),
        ("a50_+", "A50/AVE+"),
        ("a-_40", "AVE-/40"),
        ("w30:420/70:-50", "30 % 420, 70 % -50"),
        ("w100:-50", "100 % -50"),
        ("s420_-100", "NS 420, EW -100"),
        ("s420_a40", "NS 420, EW A40"),
        ("sa+_30:420/70:-50", "NS AVE+, EW 30 % 420, 70 % -50"),
    ],
)
def test_a_ruling_in_the_words_of_a_director(ruling: str, expected: str) -> None:
    assert written(None, None, None, ruling) == expected


def test_a_ruling_stands_behind_what_was_played() -> None:
    assert written("4S", "N", 10, "reversed") == "N4S= reversed"
    assert written("PASS", None, None, "a60_40") == "PASS A60/40"
