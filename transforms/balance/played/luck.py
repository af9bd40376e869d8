"""Estimate the gain or loss of entrants by the movement, and their results with equal opposition and comparison.

docs/balance.md has the formula, and explains when there is no estimate, and what the estimate leaves out.

Source: the paper on movement balance, "Waarom nou juist gewichtsfactoren h en 1?" for the weights; the rest is our own.
"""

import dataframely as dy
import polars as pl
import polars.selectors as cs

from transforms.balance.played.movement_played import Played, scored
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient, zero_without_sign
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.schemas import COMPETITION, ENTRANT, SEATED, SESSION, Frame, Rows
from transforms.tables.shared import IN_TURN

_SCALE = (*COMPETITION, "scoring")
_LINE = ("place", "line")
FEWEST_RESULTS = 20
"""The fewest results in earlier sessions from which the worth of a ranking point is estimated. In addition, the spread
of rankings (the sum of squares) in these results must be at least this number times the spread per result of the
session itself. Then the standard error of the expected score is less than a quarter of the usual variation of one
session, 1 / sqrt(20). We chose the number ourselves."""


def luck(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    *,
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    rankings: Frame[schemas.PlayerRankings],
) -> dy.LazyFrame[schemas.Luck]:
    """Estimate each entrant's gain by the movement of each session, and its result without this gain (docs/balance.md).

    Only fields in which every entrant has a score and a ranking before the session are included.
    """
    of_sessions, scores = scored(board_scores, sessions)
    seated = (
        of_sessions.entrants.join(of_sessions.fields.select("place", "line", *SESSION), on=("place", "line"))
        .select("place", *SESSION, "line", number="entrant", entrant="name")
        .join(_expected(session_results, entries, rankings), on=ENTRANT, how="left")
        .filter(~pl.col("is_nobody").fill_null(value=False))
        .filter((pl.col("score").is_not_null() & pl.col("ranking").is_not_null()).all().over("place"))
        .with_columns(
            ranking_above_mean=pl.col("ranking") - steady_mean(pl.col("ranking")).over("place"),
            better=pl.col("score") - steady_mean(pl.col("score")).over("place"),
        )
    )
    strengths = seated.join(_worth_before(seated, sessions), on=(*_SCALE, "session_id"), how="left").with_columns(
        strength=pl.col("ranking_above_mean") * pl.col("worth_of_a_point")
    )
    return schemas.Luck.cast(
        strengths.join(_given(of_sessions, scores, strengths), on=("place", "number"))
        .lazy()
        .with_columns(level_score=pl.col("score") - pl.col("movement"))
        .with_columns(zero_without_sign(cs.float()))
        .sort(schemas.Luck.primary_key())
    )


def _worth_before(seated: pl.DataFrame, sessions: Frame[schemas.Sessions]) -> pl.DataFrame:
    """Return (`_SCALE`, session_id, worth_of_a_point, worth_error, variance) from the results of earlier sessions.

    `variance` is that of scores around the expected ones. All are null if `FEWEST_RESULTS` forbids an estimate.
    """
    product, square = pl.col("ranking_above_mean") * pl.col("better"), pl.col("ranking_above_mean").pow(2)
    sums = ("together", "spread", "squares", "results", "fields")
    brought = (
        seated.group_by(*_SCALE, "session_id")
        .agg(
            together=steady_sum(product),
            spread=steady_sum(square),
            squares=steady_sum(pl.col("better").pow(2)),
            results=pl.len().cast(pl.Int64),
            fields=pl.col("place").n_unique().cast(pl.Int64),
        )
        .join(sessions.lazy().select(*SESSION, "date").collect(), on=SESSION)
        .sort(*_SCALE, *IN_TURN)
        .with_columns(usual_spread=quotient(pl.col("spread"), pl.col("results")))
        .with_columns(pl.col(sums).cum_sum().shift(1, fill_value=0).over(_SCALE))
    )
    differ = (pl.col("spread") > 0) & (pl.col("spread") >= FEWEST_RESULTS * pl.col("usual_spread"))
    enough = (pl.col("results") >= FEWEST_RESULTS) & differ
    worth = pl.max_horizontal(quotient(pl.col("together"), pl.col("spread")), 0.0)
    left = pl.col("squares") - 2 * worth * pl.col("together") + worth.pow(2) * pl.col("spread")
    free = pl.col("results") - pl.col("fields") - 1
    variance = quotient(left, free).clip(lower_bound=0)
    found = {"worth_of_a_point": worth, "worth_error": (variance / pl.col("spread")).sqrt(), "variance": variance}
    return brought.select(*_SCALE, "session_id", **{name: pl.when(enough).then(value) for name, value in found.items()})


def _expected(
    session_results: Frame[schemas.SessionResults], entries: Frame[schemas.Entries], rankings: Rows
) -> pl.DataFrame:
    """Return one row per entrant: score, scoring, is_nobody, and the mean ranking of its players before the session."""
    before = rankings.lazy().select(*SESSION, "player_id", "ranking_before")
    of_entrants = (
        entries.lazy()
        .join(before, on=SEATED, how="left")
        .group_by(ENTRANT)
        .agg(ranking=pl.when(pl.col("ranking_before").is_not_null().all()).then(steady_mean(pl.col("ranking_before"))))
    )
    results = session_results.lazy().select(*ENTRANT, "score", "scoring", "is_nobody")
    return results.join(of_entrants, on=ENTRANT, how="left").collect()


def _given(of_sessions: Played, scores: pl.DataFrame, strengths: pl.DataFrame) -> pl.DataFrame:
    """Return (place, number, half_tops, movement, movement_error, line_error): gains, in units of the score."""
    # `movement` is null if the strength of any opponent or rival is null.
    half_tops = (
        of_sessions.seats.with_columns(
            half_tops=pl.col("weight") * (pl.col("meeting").n_unique().over("board_set").cast(pl.Int64) - 1)
        )
        .group_by("place", number="entrant")
        .agg(pl.col("half_tops").sum())
    )
    pairs = strengths.group_by("place").agg(pairs=pl.len().cast(pl.Int64))
    of_others = strengths.select("place", other="number", of_other="strength")
    both_ways = pl.concat(
        scores.select("place", number=one, other=other, with_other="own_tops")
        for one, other in (("one", "other"), ("other", "one"))
    ).join(of_others, on=("place", "other"))
    weighed = both_ways.group_by("place", "number").agg(
        felt=pl.when(pl.col("of_other").is_not_null().all()).then(
            steady_sum(pl.col("with_other") * pl.col("of_other"))
        ),
        scores=pl.col("with_other").sum(),
        squared=pl.col("with_other").pow(2).sum(),
    )
    # The strengths of a field add up to 0, so those of the others add up to minus the entrant's own. The others end
    # below the mean, so the entrant ends further above it than this strength, by a factor of pairs / (pairs - 1).
    evenly = quotient(-pl.col("strength") * pl.col("scores"), pl.col("pairs") - 1)
    own = quotient(pl.col("pairs") - 1, pl.col("pairs"))
    movement = quotient(own * (evenly - pl.col("felt")), pl.col("half_tops"))
    # The others play better or worse than expected; the less evenly they were compared, the more of that counts.
    uneven = pl.col("squared") - quotient(pl.col("scores").pow(2), pl.col("pairs") - 1)
    of_form = quotient(own.pow(2) * uneven, pl.col("half_tops").pow(2))
    entrants = (
        strengths.select("place", "line", "number", "strength", "worth_of_a_point", "worth_error", "variance")
        .join(weighed, on=("place", "number"))
        .join(half_tops, on=("place", "number"))
        .join(pairs, on="place")
        .filter(pl.col("half_tops") > 0)
        .with_columns(movement=movement)
        .with_columns(of_line=steady_mean(pl.col("movement")).over(_LINE), many=pl.len().over(_LINE))
    )
    # The form of another entrant counts at once for all of a line, so what it weighs there is added before squaring.
    weight = quotient(
        own * (quotient(pl.col("scores"), pl.col("pairs") - 1) - pl.col("with_other")), pl.col("half_tops")
    )
    lines = (
        both_ways.join(entrants, on=("place", "number"))
        .group_by(*_LINE, "other")
        .agg(weight=quotient(steady_sum(weight), pl.col("many").first()))
        .group_by(_LINE)
        .agg(form_of_line=steady_sum(pl.col("weight").pow(2)))
    )
    of_several = pl.col("line").n_unique().over("place") > 1
    return entrants.join(lines, on=_LINE).select(
        *("place", "number", "half_tops", "movement"),
        movement_error=_error(pl.col("movement"), of_form),
        line_error=pl.when(of_several).then(_error(pl.col("of_line"), pl.col("form_of_line"))),
    )


def _error(movement: pl.Expr, of_form: pl.Expr) -> pl.Expr:
    """Return the standard error of a movement: that of the others' form, and that of the worth of a ranking point."""
    slope = pl.when(pl.col("worth_of_a_point") > 0).then(pl.col("worth_error") / pl.col("worth_of_a_point"))
    error = (pl.col("variance") * of_form + (movement * slope).pow(2).fill_null(0)).sqrt()
    return pl.when(movement.is_not_null()).then(error)
