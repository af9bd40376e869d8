"""What the sides see of a deal, against a plain reading of its cards."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pipelines.cli.simulate import stored_deals
from transforms.simulate.dealing import Deals, as_handed_in, drawn
from transforms.simulate.valuation import declared_tricks, valued

BOARDS = 24
SUITS = "CDHS"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


@pytest.fixture(scope="module")
def deals() -> Deals:
    return drawn(stored_deals(), 2, 4 * BOARDS, np.random.default_rng(11))


class PlainDeal:
    """The cards as text and the tricks as digits."""

    def __init__(self, deal: str, double_dummy: str) -> None:
        self.hands = [dict(zip("SHDC", hand.split("."), strict=True)) for hand in deal[2:].split(" ")]
        self.double_dummy = double_dummy

    def points(self, hand: int) -> int:
        return sum(POINTS.get(card, 0) for holding in self.hands[hand].values() for card in holding)

    def tricks(self, hand: int, strain: str) -> int:
        return int(self.double_dummy[5 * hand + "NSHDC".index(strain)], 16)

    def side(self, one: int, other: int) -> dict[str, object]:
        """As seen by the side of these two hands."""
        fits = {suit: len(self.hands[one][suit]) + len(self.hands[other][suit]) for suit in SUITS}
        gladly = {suit: fits[suit] + (1.5 if suit in "HS" and fits[suit] >= 8 else 0) for suit in SUITS}
        suit = max(SUITS, key=lambda suit: (gladly[suit], suit in "HS", SUITS.index(suit)))
        edge = self.points(one) + self.points(other) - 20
        longer = len(self.hands[one][suit]) - len(self.hands[other][suit])
        stronger_first = self.points(one) >= self.points(other)
        in_suit, in_no_trump = ((self.tricks(one, strain) + self.tricks(other, strain)) / 2 for strain in (suit, "N"))
        return {
            "suit": SUITS.index(suit),
            "fit": fits[suit],
            "suit_tricks": (7.9 + 0.35 * edge + 0.9 * (fits[suit] - 8) + in_suit) / 2,
            "no_trump_tricks": (6.1 + 0.5 * edge + in_no_trump) / 2,
            "suit_first": longer > 0 or (longer == 0 and stronger_first),
            "no_trump_first": stronger_first,
        }


@pytest.fixture(scope="module")
def plain(deals: Deals) -> list[PlainDeal]:
    return [PlainDeal(*row) for row in as_handed_in(deals).select("deal", "double_dummy").rows()]


def seen(number: int, deal: PlainDeal) -> dict[str, object]:
    board = number % BOARDS + 1
    north_south = deal.points(0) + deal.points(2)
    strong_is_ns = north_south > 20 or (north_south == 20 and board % 2 == 1)
    strong, weak = (deal.side(*hands) for hands in (((0, 2), (1, 3)) if strong_is_ns else ((1, 3), (0, 2))))
    return {
        "session": number // BOARDS,
        "board": board,
        "deal": number,
        "strong_is_ns": strong_is_ns,
        **strong,
        **{f"weak_{name}": weak[name] for name in ("suit", "fit")},
        **{f"weak_{name}": weak[f"suit_{name}"] for name in ("tricks", "first")},
        "flat": all(deal.points(hand) <= 12 for hand in range(4)),
    }


def test_what_the_sides_see(deals: Deals, plain: list[PlainDeal]) -> None:
    told = valued(deals, BOARDS)
    assert_frame_equal(told, pl.DataFrame([seen(*numbered) for numbered in enumerate(plain)]), check_dtypes=False)
    assert told["strong_is_ns"].n_unique() == told["flat"].n_unique() == told["weak_first"].n_unique() == 2


def test_declared_tricks(deals: Deals, plain: list[PlainDeal]) -> None:
    every = (
        pl.DataFrame({"deal": range(len(plain))})
        .join(pl.DataFrame({"declarer": range(4)}), how="cross")
        .join(pl.DataFrame({"strain": range(5)}), how="cross")
    )
    told = every.select(declared_tricks(deals, pl.col("deal"), pl.col("declarer"), pl.col("strain"))).to_series()
    assert told.to_list() == [
        plain[deal].tricks(declarer, "CDHSN"[strain]) for deal, declarer, strain in every.iter_rows()
    ]
