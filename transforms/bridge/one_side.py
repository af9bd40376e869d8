"""Lines with one side: a sit-out, or a result in which the other side is not named.

Without a result nobody sat there, and the side present sat out. With a score, or a contract that gives one, the board
was played: it is a result like the others, and only the points of the empty side belong to nobody. An awarded share
alone is no result. Between teams a line needs both teams, because a board is compared with the other table of their
match.
"""

import polars as pl

from transforms.bridge.rulings import has_outcomes, is_played


def has_one_side() -> pl.Expr:
    """Whether exactly one of `ns` and `ew` is given: Boolean."""
    return pl.col("ns").is_null() != pl.col("ew").is_null()


def has_result() -> pl.Expr:
    """Whether there is something to compare with other results: Boolean.

    That is a score, a complete contract, or a ruling that gives the scores; of columns `score`, `contract`, `declarer`,
    `tricks` and `ruling`.
    """
    contract = pl.col("contract")
    is_complete = (contract == "PASS") | (pl.col("declarer").is_not_null() & pl.col("tricks").is_not_null())
    has_score = pl.col("score").is_not_null() | (contract.is_not_null() & is_complete)
    ruling = pl.col("ruling")
    return (is_played(ruling) & has_score.fill_null(value=False)) | has_outcomes(ruling)
