"""Made-up deals for the boards of a season: cards at random, with double-dummy tables that could be those of a deal."""

import datetime as dt
from typing import Any

import numpy as np
import polars as pl
from factories import frame

from transforms.bridge.cards import RANKS, cards_of, ids_of
from transforms.tables import SESSION, Deals

_HEX = "0123456789abcd"
NOTHING_SOLVED = pl.DataFrame(
    schema={"deal_id": pl.String}
    | {f"{seat}_{strain}": pl.Int8 for seat in "nesw" for strain in ("nt", "s", "h", "d", "c")}
)


def deals_of(results: pl.DataFrame, seed: int = 1, *, tables: bool = True) -> pl.DataFrame:
    """`raw.deals` for every board of every session of these results.

    Args:
        results: `raw.results`.
        seed: of the cards.
        tables: whether each has a double-dummy table in its file; the same for both hands of a side.
    """
    random = np.random.default_rng(seed)
    boards = results.select(*SESSION, "board").unique().sort(*SESSION, "board")
    rows: list[dict[str, Any]] = boards.to_dicts()
    for row in rows:
        owners = random.permutation(np.repeat(np.arange(4), 13)).reshape(4, 13)
        hands = [
            ".".join("".join(rank for rank, owner in zip(RANKS, suit, strict=True) if owner == seat) for suit in owners)
            for seat in range(4)
        ]
        tricks = random.integers(4, 10, 5)
        of_side = ["".join(_HEX[many] for many in side) for side in (tricks, 13 - tricks)]
        number = row["board"] - 1
        row |= {
            "deal": "N:" + " ".join(hands),
            "dealer": "NESW"[number % 4],
            "vulnerable": ("none", "ns", "ew", "both")[(number + number // 4) % 4],
            "double_dummy": "".join(of_side * 2) if tables else None,
            "date": dt.date(2025, 9, 2),
        }
    ids = ids_of(cards_of(pl.Series([row["deal"] for row in rows]))).sort("row")["deal_id"]
    return frame(Deals, *({**row, "deal_id": deal_id} for row, deal_id in zip(rows, ids, strict=True)))
