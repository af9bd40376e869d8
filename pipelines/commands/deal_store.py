"""Make the store of solved deals from which simulated evenings are dealt: `make deals`.

What belongs here: dealing by a fixed seed, having the deals solved, and the file. `transforms/simulate/dealing.py`
reads it. What is solved stays solved: stopped, it goes on at the next start. Without the file, all is made anew.
"""

from pathlib import Path
from typing import Final

import numpy as np
import polars as pl

from pipelines.paths import INSTALLED
from transforms.bridge.cards import RANKS, SUITS
from transforms.simulate.dealing import STORE
from transforms.tables import SEATS

SEED: Final = 2025
DEALS: Final = 2000
_AT_ONCE = 25
"""So many deals are solved between two writings of the file."""
_COLUMNS = {"deal": pl.String, "double_dummy": pl.String}


def make_store(file: Path = STORE, deals: int = DEALS) -> None:
    """Deal and solve as many deals as the file lacks: 0.2 s of a processor each.

    Args:
        file: Parquet, with `deal` and `double_dummy` as in `Deals`.
        deals: how many it has in the end.
    """
    store = pl.read_parquet(file) if file.exists() else pl.DataFrame(schema=_COLUMNS)
    while store.height < deals:
        dealt = [random_deal(number) for number in range(store.height, min(store.height + _AT_ONCE, deals))]
        solved = pl.DataFrame({"deal": dealt, "double_dummy": [tricks_of(deal) for deal in dealt]})
        store = pl.concat([store, solved])
        beside = file.with_suffix(".part")
        store.write_parquet(beside, compression="zstd", compression_level=19, statistics=False)
        beside.replace(file)


def random_deal(number: int) -> str:
    """The deal of this number, from 0, in PBN from North: always the same, and each deal as likely as any other."""
    cards = np.random.default_rng([SEED, number]).permutation(52).reshape(len(SEATS), 13)
    suits, ranks = np.divmod(np.sort(cards), len(RANKS))
    hands = (
        ".".join("".join(RANKS[rank] for rank in of_hand[in_suit == suit]) for suit in range(len(SUITS)))
        for in_suit, of_hand in zip(suits, ranks, strict=True)
    )
    return "N:" + " ".join(hands)


def tricks_of(deal: str) -> str:
    """The tricks of each declarer in each strain, as a file hands them in: see `double_dummy` of `Deals`."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    table = calc_dd_table(Deal(deal))
    strains = (Denom.nt, *(Denom.find(suit) for suit in SUITS))
    return "".join(f"{table[Player.find(seat), strain]:x}" for seat in SEATS for strain in strains)


if __name__ == "__main__":
    if INSTALLED:
        raise SystemExit("the store is made in a checkout: make deals")
    make_store()
