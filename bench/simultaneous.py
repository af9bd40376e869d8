"""Score one evening that 1,000 clubs play with the same deals as one field: find its sessions, then score all lines.

Each club has 12 pairs and 24 boards: 144,000 result lines. `python -m bench.simultaneous [CLUBS]`.
"""

import datetime as dt
import resource
import sys
import time

import numpy as np
import polars as pl

from transforms.season import season_tables
from transforms.tables.phrases import phrase
from transforms.tables.schemas import WAREHOUSE
from transforms.tables.shared import columns_of, types_of, usual_value

CLUBS, PAIRS, BOARDS = 1_000, 12, 24
MADE = ("federation.simultaneous", "federation.simultaneous_scores", "federation.simultaneous_results")
SCORES = np.array([-1100, -430, -100, -50, 50, 110, 140, 170, 420, 430, 620, 980, 1430])


def main(clubs: int = CLUBS) -> None:
    """Print the seconds of each step and the peak memory, for matchpoints, Butler and cross-IMPs."""
    for kind in ("pairs", "butler", "cross_imp"):
        given = evening(clubs, kind)
        began = time.perf_counter()
        sessions = season_tables(given, MADE[:1])
        found = time.perf_counter()
        made = season_tables(given | sessions, MADE[1:])
        done = time.perf_counter()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        lines, entrants = (made[name].height for name in MADE[1:])
        print(
            f"{kind}: {clubs:,} clubs, {lines:,} lines, {entrants:,} entrants: {found - began:.1f} s to find", end=", "
        )
        print(f"{done - found:.1f} s to score, peak {peak:,.0f} MB")


def evening(clubs: int, kind: str) -> dict[str, pl.DataFrame]:
    """Return the raw tables of one evening in all clubs."""
    random = np.random.default_rng(2026)
    club = pl.DataFrame({"number": np.arange(clubs)}).select(club=phrase("club-{}", pl.col("number").cast(pl.String)))
    board = pl.DataFrame({"board": np.arange(1, BOARDS + 1)})
    tables = pl.DataFrame({"ns": [str(one) for one in range(1, PAIRS // 2 + 1)]}).with_columns(
        ew=(pl.col("ns").cast(pl.Int32) + PAIRS // 2).cast(pl.String)
    )
    lines = club.join(board, how="cross").join(tables, how="cross")
    results = lines.with_columns(score=pl.Series(random.choice(SCORES, lines.height)))
    pairs = pl.DataFrame({"entrant": [str(one) for one in range(1, PAIRS + 1)]})
    seats = club.join(pairs, how="cross").join(pl.DataFrame({"seat": ["N", "S"]}), how="cross")
    deals = club.join(board, how="cross").with_columns(deal_id=pl.col("board").cast(pl.String).str.zfill(26))
    raw = {
        "competitions": club,
        "sessions": club.with_columns(date=dt.date(2025, 11, 4), kind=pl.lit(kind)),
        "results": results,
        "entries": seats.with_columns(player_id=phrase("{}{}", "entrant", "seat")),
        "deals": deals.with_columns(dealer=pl.lit("N"), vulnerable=pl.lit("none"), deal=pl.lit("")),
        "adjustments": club.clear(),
        "official_results": club.clear(),
    }
    return {f"raw.{name}": _whole(f"raw.{name}", rows) for name, rows in raw.items()}


def _whole(name: str, rows: pl.DataFrame) -> pl.DataFrame:
    usual = {"competition": "evening", "season": "2025-26", "session_id": "1", "line": "A"}
    types = types_of(WAREHOUSE[name])
    missing = {column: usual.get(column, usual_value(WAREHOUSE[name], column)) for column in types}
    filled = rows.with_columns(
        (value if isinstance(value, pl.Expr) else pl.lit(value)).alias(column)
        for column, value in missing.items()
        if column not in rows.columns and column in columns_of(WAREHOUSE[name])
    )
    return filled.select(pl.col(column).cast(kind) for column, kind in types.items())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
