"""Who meets whom at which table: a barometer, in which all tables of all lines play the same boards at once.

The rounds are those of a round robin by the circle method, so no two pairs meet twice. Each round has its own boards,
so no pair plays a board twice. With an odd number of pairs, another pair sits out in each round.
"""

import numpy as np
import polars as pl

_MOST_ROUNDS = 8


def barometer(pairs: int, boards: int) -> pl.DataFrame:
    """The result lines of one line of `pairs` pairs on `boards` boards: round, table, board, ns, ew (all Int32).

    The boards are divided evenly over the rounds. There are at most eight rounds, and no more than each pair has
    opponents (an odd number of pairs: opponents and the sit-out). Pairs are numbered from 1. A sit-out has neither
    table nor `ew`.
    """
    seats = pairs + pairs % 2
    rounds = max(n for n in range(1, min(seats - 1, _MOST_ROUNDS) + 1) if boards % n == 0)
    board, table = (grid.ravel() for grid in np.meshgrid(np.arange(boards), np.arange(seats // 2), indexing="ij"))
    round_ = board // (boards // rounds)

    circle = seats - 1
    one, other = (round_ + table) % circle, (round_ - table) % circle
    at_fixed_table = table == 0
    fixed_is_ns = at_fixed_table & (round_ % 2 == 0)
    fixed_is_ew = at_fixed_table & (round_ % 2 == 1)
    ns = np.where(fixed_is_ns, seats - 1, one) + 1
    ew = np.where(fixed_is_ew, seats - 1, other) + 1

    lines = pl.DataFrame({"round": round_ + 1, "table": table + 1, "board": board + 1, "ns": ns, "ew": ew})
    sits_out = pl.max_horizontal("ns", "ew") > pairs
    return lines.select(
        "round",
        pl.when(~sits_out).then("table").alias("table"),
        "board",
        pl.when(sits_out).then(pl.min_horizontal("ns", "ew")).otherwise("ns").alias("ns"),
        pl.when(~sits_out).then("ew").alias("ew"),
    ).cast(pl.Int32)
