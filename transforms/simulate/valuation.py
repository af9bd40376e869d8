"""What its cards seem worth to each side, before anybody judges them well or badly.

Points and the length of a fit say how many tricks a side may expect; double dummy adds some or takes some away.
"""

import numpy as np
import polars as pl

from transforms.simulate.dealing import Deals

SUITS = ("C", "D", "H", "S")
_NO_TRUMP = len(SUITS)

_HANDS = np.array([[0, 2], [1, 3]])
_SHOWN = 0.5
"""How much the bidding shows of what cards are worth beyond points and fit."""
_NO_OPENING = 12


def valued(deals: Deals, boards: int) -> pl.DataFrame:
    """What the sides see of each deal, in order of session and board; the stronger has more points or is dealer.

    Session and deal count from 0. Of the stronger side: suit (its best, as `SUITS`), fit (its cards in it), suit_tricks
    and no_trump_tricks (what it may expect), suit_first and no_trump_first (whether North or East would declare). Of
    the weaker side: weak_suit, weak_fit, weak_tricks, weak_first. And flat: whether nobody need open.
    """
    place = np.arange(len(deals.tricks))
    board = place % boards + 1
    points = deals.points()
    of_sides = points[:, _HANDS].sum(axis=2)
    strong = np.where(of_sides[:, 0] == of_sides[:, 1], (board - 1) % 2, of_sides.argmax(axis=1))
    weak_side = _side(deals, points, 1 - strong)
    return pl.DataFrame(
        {
            "session": place // boards,
            "board": board.astype(np.int32),
            "deal": place,
            "strong_is_ns": strong == 0,
            **_side(deals, points, strong),
            **{f"weak_{name}": weak_side[name] for name in ("suit", "fit")},
            **{f"weak_{name}": weak_side[f"suit_{name}"] for name in ("tricks", "first")},
            "flat": points.max(axis=1) <= _NO_OPENING,
        }
    )


def declared_tricks(deals: Deals, deal: pl.Expr, declarer: pl.Expr, strain: pl.Expr) -> pl.Expr:
    """The tricks double dummy: declarer as a place in `SEATS`, strain as a place in `SUITS`, or 4 for no-trump."""
    in_a_row = pl.lit(pl.Series(deals.tricks.ravel()))
    return in_a_row.gather(20 * deal + 5 * declarer + _NO_TRUMP - strain)


def _side(deals: Deals, points: np.ndarray, side: np.ndarray) -> dict[str, np.ndarray]:
    place = np.arange(len(side))
    hands = _HANDS[side]
    first, second = hands.T
    edge = points[place, first] + points[place, second] - 20
    lengths = deals.lengths()[:, :, ::-1]
    fits = lengths[place, first] + lengths[place, second]
    suit = _preference(fits).argmax(axis=1)
    fit = fits[place, suit]
    longer = lengths[place, first, suit] - lengths[place, second, suit]
    stronger_first = points[place, first] >= points[place, second]
    by_strain = deals.tricks[place[:, None], hands].mean(axis=1)
    return {
        "suit": suit,
        "fit": fit,
        "suit_tricks": _shown(7.9 + 0.35 * edge + 0.9 * (fit - 8), by_strain[place, _NO_TRUMP - suit]),
        "no_trump_tricks": _shown(6.1 + 0.5 * edge, by_strain[:, 0]),
        "suit_first": np.where(longer == 0, stronger_first, longer > 0),
        "no_trump_first": stronger_first,
    }


def _preference(fits: np.ndarray) -> np.ndarray:
    is_major = np.arange(len(SUITS)) >= SUITS.index("H")
    return fits + 1.5 * (is_major & (fits >= 8)) + 0.1 * np.arange(len(SUITS))


def _shown(promised: np.ndarray, double_dummy: np.ndarray) -> np.ndarray:
    return promised + _SHOWN * (double_dummy - promised)
