"""Draw deals from a store of solved deals, so that double-dummy results are known without a solver.

Each stored deal takes 96 forms with known double-dummy tables: its suits are exchanged and its hands moved around the
table. (A mirror image would be a different game, because the turn to play always passes to the left.)
"""

import itertools
from functools import cache
from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.bridge.cards import RANKS

_HEX = np.frombuffer(b"0123456789abcdef", dtype=np.uint8)
_OWNERS_A_DIGIT = (4, 1)
_ORDERS = np.array(list(itertools.permutations(range(4))))
_FORMS = len(_ORDERS) * 4

_HOLDINGS = tuple("".join(itertools.compress(RANKS, held)) for held in itertools.product((False, True), repeat=13))
"""Every holding in a suit. In binary, the index of a holding has one bit per card; the ace is the highest bit."""


class Deals(NamedTuple):
    """Any number of deals.

    `holdings` has, in the shape (deals, 4, 4), for each hand (as in `SEATS`) and suit (spades to clubs) the index in
    `_HOLDINGS`. `tricks` has the double-dummy tricks by declarer and strain (no-trump, then the suits).
    """

    holdings: np.ndarray
    tricks: np.ndarray

    def points(self) -> np.ndarray:
        """Return the high-card points of each hand, in the shape (deals, 4)."""
        honours = (self.holdings[..., None] >> np.arange(12, 8, -1)) & 1
        return (honours @ np.array([4, 3, 2, 1])).sum(axis=2)

    def owners(self) -> np.ndarray:
        """Return who has each card, as an index into `SEATS`, from spade ace to club two, in the shape (deals, 52)."""
        _, east, south, west = self.holdings.swapaxes(0, 1)
        in_binary = np.stack([east | west, south | west])
        odd, from_two = (in_binary[..., None] >> np.arange(12, -1, -1, dtype=np.uint16)) & np.uint16(1)
        return (2 * from_two + odd).reshape(-1, 52)

    def lengths(self) -> np.ndarray:
        """Return the number of cards of each hand in each suit, in the shape (deals, 4, 4)."""
        return np.bitwise_count(self.holdings).astype(np.int64)


def drawn(stored: Deals, clubs: int, boards: int, random: np.random.Generator) -> Deals:
    """Draw `boards` deals from the store for each of `clubs` clubs, club by club.

    Each club takes the stored deals in an order of its own. When a deal comes round again, the club gets another form
    of it, so up to 96 times the number of stored deals can be drawn without a repetition.
    """
    size = len(stored.tricks)
    dealt = np.arange(boards)
    first = random.integers(size, size=(clubs, 1))
    step = random.choice(_steps(size), size=(clubs, 1))
    which = (first + step * dealt) % size
    drawn_form = np.take_along_axis(random.integers(_FORMS, size=(clubs, size)), which, axis=1)
    order, turn = np.divmod((drawn_form + dealt // size) % _FORMS, 4)
    return variants(stored, which.ravel(), order.ravel(), turn.ravel())


def variants(deals: Deals, which: np.ndarray, order: np.ndarray, turn: np.ndarray) -> Deals:
    """Return the deals with the indices `which`, each with its suits in another order and its hands moved on.

    `order` is the number of an order of suits, 0 to 23; 0 changes nothing. Hands move `turn` seats to the left.
    """
    deal = which[:, None, None]
    seats = ((np.arange(4) - turn[:, None]) % 4)[:, :, None]
    suits = _ORDERS[order]
    strains = np.hstack([np.zeros((len(suits), 1), dtype=suits.dtype), suits + 1])
    return Deals(deals.holdings[deal, seats, suits[:, None, :]], deals.tricks[deal, seats, strains[:, None, :]])


def as_handed_in(deals: Deals) -> pl.DataFrame:
    """Return the deals as files give them: deal (PBN, from North), deal_id, double_dummy (20 digits)."""
    texts = pl.Series(_HOLDINGS)
    holdings = deals.holdings.reshape(-1, 16)
    suits = pl.DataFrame({str(place): texts.gather(holdings[:, place]) for place in range(16)})
    hands = (pl.concat_str([str(4 * hand + suit) for suit in range(4)], separator=".") for hand in range(4))
    return suits.select(
        deal=pl.concat_str([pl.lit("N:"), pl.concat_str(hands, separator=" ")]),
        deal_id=_digits(deals.owners().reshape(-1, 26, 2) @ _OWNERS_A_DIGIT),
        double_dummy=_digits(deals.tricks.reshape(-1, 20)),
    )


def _digits(numbers: np.ndarray) -> pl.Series:
    texts = np.ascontiguousarray(_HEX[numbers]).view(f"S{numbers.shape[1]}").ravel()
    return pl.Series(texts.tolist(), dtype=pl.Binary).cast(pl.String)


def read_deals(handed_in: pl.DataFrame) -> Deals:
    """Read deals back from the columns `deal` and `double_dummy` of `as_handed_in`."""
    place = {holding: number for number, holding in enumerate(_HOLDINGS)}
    suits = pl.col("deal").str.strip_prefix("N:").str.replace_all(" ", ".", literal=True).str.split(".")
    holdings = handed_in.select(suits.explode()).to_series().replace_strict(place, return_dtype=pl.UInt16)
    tricks = np.searchsorted(_HEX, np.frombuffer(handed_in["double_dummy"].str.join().item().encode(), dtype=np.uint8))
    return Deals(holdings.to_numpy().reshape(-1, 4, 4), tricks.astype(np.int8).reshape(-1, 4, 5))


@cache
def _steps(size: int) -> np.ndarray:
    return np.array([step for step in range(1, size + 1) if np.gcd(step, size) == 1])
