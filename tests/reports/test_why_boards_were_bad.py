"""Why a board of a scorecard brought little, or much: tricks, or what was bid, against what the deal allows."""

from typing import Any

import polars as pl
import pytest

from pipelines.reports.pages.played_lines import _against_deal
from pipelines.reports.pages.scorecards import _why_best, _why_worst

TWO_DOWN = {"result": "N4S-2", "over": -1, "par_score": 110}


@pytest.mark.parametrize(
    ("declares", "gained", "bid", "why"),
    [
        (True, -1, "too_high", "1 trick fewer than possible"),
        (True, -2, "game", "2 tricks fewer than possible"),
        (True, 0, "game", "game not bid"),
        (True, 0, "slam", "slam not bid"),
        (True, 1, "too_high", "bid too high"),
        (True, 1, None, ""),
        (False, 1, "game", "1 trick fewer than possible"),
        (False, 3, None, "3 tricks fewer than possible"),
        (False, 0, "slam", ""),
        (False, -2, "too_high", ""),
        (True, None, None, ""),
    ],
)
def test_tricks_come_first_and_what_was_bid_is_said_to_those_who_bid(
    declares: bool, gained: int | None, bid: str | None, why: str
) -> None:
    rows = pl.DataFrame({"gained": [gained], "bid": [bid]}, schema={"gained": pl.Int32, "bid": pl.String})
    assert rows.select(_why_worst(pl.lit(declares))).item() == why


@pytest.mark.parametrize(
    ("declares", "gained", "bid", "why"),
    [
        (True, 1, "too_high", "1 trick more than double dummy"),
        (True, 2, "game", "2 tricks more than double dummy"),
        (True, 0, "game_made", "game bid and made"),
        (True, -1, "slam_made", "slam bid and made"),
        (True, 0, "game", ""),
        (True, 0, "too_high", ""),
        (False, -1, "game_made", "1 trick more than double dummy"),
        (False, -3, None, "3 tricks more than double dummy"),
        (False, 0, "too_high", "opponents bid too high"),
        (False, 0, "game", "opponents did not bid game"),
        (False, 1, "slam", "opponents did not bid slam"),
        (False, 0, "game_made", ""),
        (False, None, None, ""),
    ],
)
def test_a_good_board_has_its_reason_too(declares: bool, gained: int | None, bid: str | None, why: str) -> None:
    rows = pl.DataFrame({"gained": [gained], "bid": [bid]}, schema={"gained": pl.Int32, "bid": pl.String})
    assert rows.select(_why_best(pl.lit(declares))).item() == why


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, ("ns", -1, "too_high")),
        ({"result": "E4S-2"}, ("ew", -1, None)),
        ({"result": "E4S-2", "par_score": -420}, ("ew", -1, "too_high")),
        ({"par_score": -420}, ("ns", -1, None)),
        ({"par_score": None}, ("ns", -1, None)),
        ({"result": "N4S-2 A60/40", "over": None}, (None, None, None)),
        ({"result": "N2S+2", "over": 2}, ("ns", 0, "game")),
        ({"result": "N4S=", "over": 2}, ("ns", -2, "slam")),
        ({"result": "N4S=", "over": 0}, ("ns", 0, "game_made")),
        ({"result": "E6H+1", "over": 0}, ("ew", 1, "slam_made")),
        ({"result": "N4S=", "over": -1, "par_score": -100}, ("ns", 1, "game_made")),
        ({"result": "N4S-1", "over": 0}, ("ns", -1, None)),
        ({"result": "N2H+2", "over": -1, "par_score": 920}, ("ns", 3, None)),
        ({"result": "N3S=", "over": 0}, ("ns", 0, None)),
    ],
)
def test_a_sacrifice_is_not_bid_too_high_and_a_ruling_hides_what_was_played(
    changed: dict[str, Any], told: tuple[Any, ...]
) -> None:
    schema = {"result": pl.String, "over": pl.Int32, "par_score": pl.Int32}
    rows = pl.DataFrame([{**TWO_DOWN, **changed}], schema=schema)
    assert rows.select(**_against_deal()).row(0) == told
