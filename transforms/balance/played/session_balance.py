"""The balance of all sessions that were really played, computed for all of them at once.

The definitions are those of `quality.py` and `vacancy.py`, on the movements of `movement_played.py`. Where board sets
came to the tables unequally often, h is that of the set played least, and the field is marked `uneven`.
"""

import dataframely as dy
import polars as pl

from transforms.balance.played.movement_played import Played, played
from transforms.balance.played.two_scores import sums_without, two_scores
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.schemas import BoardScores, Frame, SessionBalance, Sessions
from transforms.tables.shared import in_shape


def session_balance(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> dy.LazyFrame[SessionBalance]:
    """The balance of every field of every session, each line with the numbers of its field; teams have none."""
    of_sessions = played(board_scores, sessions)
    return in_shape(
        SessionBalance,
        of_sessions.fields.join(_balance(of_sessions), on="place")
        .lazy()
        .select(pl.col(name).cast(column.dtype) for name, column in SessionBalance.columns().items())
        .sort(SessionBalance.primary_key()),
    )


def _balance(of_sessions: Played) -> pl.DataFrame:
    """(place, s, ss, qc, qf, qo, sd, s4, qf_absent_mean, qf_highest_absent), one row per place."""
    scores = two_scores(of_sessions)
    played_together = scores.filter(pl.col("beside") > 0)
    fields = of_sessions.fields.unique("place").select("place", "pairs", combinations=_combinations(pl.col("pairs")))
    n, s, ss = pl.col("combinations"), pl.col("s"), pl.col("ss")
    sums = played_together.group_by("place").agg(
        s=pl.col("score").sum(),
        ss=pl.col("score").pow(2).sum(),
        met=pl.col("met").sum(),
        met_squares=pl.col("met").pow(2).sum(),
        scored=pl.len().cast(pl.Int64),
    )
    balance = (
        fields.join(sums, on="place", how="left")
        .with_columns(pl.col("s", "ss", "met", "met_squares", "scored").fill_null(0))
        .with_columns(mean=quotient(s, n))
    )
    fourth = (
        played_together.join(balance.select("place", "mean"), on="place")
        .group_by("place")
        .agg(fourth=steady_sum((pl.col("score") - pl.col("mean")).pow(4)))
    )
    return (
        balance.join(fourth, on="place", how="left")
        .join(_absent(sums_without(of_sessions, scores), fields), on="place", how="left")
        .select(
            "place",
            "s",
            "ss",
            qc=_factor(s * s, n * ss),
            qf=_factor(_least_squares(s, n), ss),
            qo=_factor(pl.col("met").pow(2), n * pl.col("met_squares")),
            sd=quotient((n * ss - s * s).sqrt(), n),
            s4=pl.col("fourth").fill_null(0.0) + (n - pl.col("scored")) * pl.col("mean").pow(4),
            qf_absent_mean="qf_absent_mean",
            qf_highest_absent="qf_highest_absent",
        )
    )


def _absent(without: pl.DataFrame, fields: pl.DataFrame) -> pl.DataFrame:
    """(place, qf_absent_mean, qf_highest_absent): quality factors with each entrant absent in turn."""
    n = _combinations(pl.col("pairs") - 1)
    return (
        without.join(fields, on="place")
        .filter(pl.col("pairs") > 2)
        .with_columns(qf=_factor(_least_squares(pl.col("sum"), n), pl.col("squares")))
        .sort("place", "absent")
        .group_by("place")
        .agg(qf_absent_mean=steady_mean(pl.col("qf")), qf_highest_absent=pl.col("qf").last())
    )


def _combinations(entrants: pl.Expr) -> pl.Expr:
    return entrants * (entrants - 1) // 2


def _least_squares(s: pl.Expr, combinations: pl.Expr) -> pl.Expr:
    """The least possible sum of squares of as many integers as there are combinations, with sum `s`."""
    each, over = s // combinations, s % combinations
    return combinations * each * each + (2 * each + 1) * over


def _factor(part: pl.Expr, of: pl.Expr) -> pl.Expr:
    """In percent; null where `part` is 0."""
    return pl.when(part > 0).then(quotient(100 * part, of))
