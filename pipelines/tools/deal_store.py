"""`make deals`: fill the store of solved deals for simulated evenings. It may be interrupted and run again."""

from typing import Final

import numpy as np
import polars as pl

from pipelines.building.solving.worker import tables_of
from pipelines.cli.simulate import STORE
from pipelines.machine.paths import INSTALLED
from transforms.bridge.cards import deal_of

SEED: Final = 2025
DEALS: Final = 2000
_AT_ONCE = 25


def make_store() -> None:
    """Solve deals until the store is full. Each deal takes 0.2 s."""
    columns = {"deal": pl.String, "double_dummy": pl.String}
    store = pl.read_parquet(STORE) if STORE.exists() else pl.DataFrame(schema=columns)
    while store.height < DEALS:
        ids = [random_deal(number) for number in range(store.height, min(store.height + _AT_ONCE, DEALS))]
        solved = pl.DataFrame({"deal": [deal_of(deal_id) for deal_id in ids], "double_dummy": tables_of(ids)})
        store = pl.concat([store, solved])
        aside = STORE.with_suffix(".part")
        store.write_parquet(aside, compression="zstd", compression_level=19, statistics=False)
        aside.replace(STORE)


def random_deal(number: int) -> str:
    """Return the id of the deal with this number (from 0): always the same deal; all deals are equally likely."""
    cards = np.random.default_rng([SEED, number]).permutation(52)
    owners = np.empty(52, dtype=np.int64)
    owners[cards] = np.arange(52) // 13
    return "".join(f"{4 * first + second:x}" for first, second in owners.reshape(26, 2))


if __name__ == "__main__":
    if INSTALLED:
        raise SystemExit("the store is made in a checkout: make deals")
    make_store()
