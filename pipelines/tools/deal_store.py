"""`make deals`: fill the store of solved deals for simulated evenings. You may interrupt the run."""

from pathlib import Path
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
"""The number of deals that are solved before the file is written again."""
_COLUMNS = {"deal": pl.String, "double_dummy": pl.String}


def make_store(file: Path = STORE, deals: int = DEALS) -> None:
    """Solve deals until the file (Parquet, with the columns of `Deals`) has so many; each takes 0.2 s."""
    store = pl.read_parquet(file) if file.exists() else pl.DataFrame(schema=_COLUMNS)
    while store.height < deals:
        ids = [random_deal(number) for number in range(store.height, min(store.height + _AT_ONCE, deals))]
        solved = pl.DataFrame({"deal": [deal_of(deal_id) for deal_id in ids], "double_dummy": tables_of(ids)})
        store = pl.concat([store, solved])
        aside = file.with_suffix(".part")
        store.write_parquet(aside, compression="zstd", compression_level=19, statistics=False)
        aside.replace(file)


def random_deal(number: int) -> str:
    """Return the id of the deal with this number, from 0. It is always the same, and all deals are equally likely."""
    dealt = np.random.default_rng([SEED, number]).permutation(52).reshape(4, 13)
    owners = np.empty(52, dtype=np.int64)
    for seat, cards in enumerate(dealt):
        owners[cards] = seat
    return "".join(f"{4 * first + second:x}" for first, second in owners.reshape(26, 2))


if __name__ == "__main__":
    if INSTALLED:
        raise SystemExit("the store is made in a checkout: make deals")
    make_store()
