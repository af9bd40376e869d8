"""Totals of cross-IMPs for a full set of boards, by the rule `cross_imp_totals`.

Under `as_played` a total is the sum over the boards that an entrant played. Under `full_set` (Pianola) the total of an
entrant that missed some is taken to the number of boards of those in its field who have most; its IMPs per board
stay as they are. Adjustments come after that, and count as they are given.
"""

import polars as pl

from transforms.bridge.sessions import field_of
from transforms.tables.arithmetic.division import quotient
from transforms.tables.schemas import COMPETITION, SESSION, Competitions, Frame


def with_boards_counted(rows: pl.LazyFrame, competitions: Frame[Competitions]) -> pl.LazyFrame:
    """Add `counted`, the number of boards that the points of each entrant stand for: Int64.

    Args:
        rows: the key of the session, `line`, `together`, `scoring` and `boards`, one row per entrant.
        competitions: `Competitions`, for the rule.
    """
    rules = competitions.lazy().select(*COMPETITION, "cross_imp_totals")
    is_full = (pl.col("cross_imp_totals") == "full_set") & (pl.col("scoring") == "cross_imps") & (pl.col("boards") > 0)
    most = pl.col("boards").max().over(*SESSION, field_of(pl.col("together"), pl.col("line")))
    counted = pl.when(is_full.fill_null(value=False)).then(most).otherwise("boards").cast(pl.Int64)
    return rows.join(rules, on=COMPETITION, how="left").with_columns(counted=counted).drop("cross_imp_totals")


def in_full_set(totals: pl.LazyFrame, competitions: Frame[Competitions]) -> pl.LazyFrame:
    """Add `counted`, and take the points to that number of boards, but those of a number that is nobody's."""
    share = pl.when(pl.col("counted") > pl.col("boards"), ~pl.col("is_nobody")).then(
        quotient(pl.col("points") * pl.col("counted"), pl.col("boards"))
    )
    return with_boards_counted(totals, competitions).with_columns(points=pl.coalesce(share, "points"))
