"""Sessions of which only the result list is known: its totals, in the same columns as those of boards and matches."""

import polars as pl

from transforms.bridge.sessions import POINT_A_BOARD, VICTORY_POINTS, has_maximum
from transforms.tables.arithmetic.rounding import half_up, quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import ENTRANT, EVENT, LINE, SESSION, Frame, Totals

_OF_TOPS = (*SESSION, "boards", "maximum")


def with_totals(played: pl.LazyFrame, totals: Frame[Totals], kinds: pl.LazyFrame) -> pl.LazyFrame:
    """Add the entrants of sessions with totals to those with boards or matches, marked by `is_listed`.

    Points and maximum are those of the list if it gives both. If the list gives only percentages, each board has the
    mean top of the boards in the other sessions of the event, so that all boards of an event count alike; if no session
    gives a top, it is 2. If the list gives victory points without a maximum, the maximum is 20 for each match. The
    number of matches is then derived from the mean of the line, because the two teams of a match share 20 points.
    `kinds` is (`SESSION`, event, scoring).
    """
    of_session = kinds.select(*SESSION, "event", "scoring")
    listed = totals.lazy().join(of_session, on=SESSION)
    tops = (
        pl.concat(
            [rows.select(*SESSION, "boards", "maximum") for rows in (played, totals.lazy())], how="vertical_relaxed"
        )
        .join(of_session.drop_nulls("event").filter(has_maximum(pl.col("scoring"))), on=SESSION)
        .filter(pl.col("maximum") > 0)
        .group_by(EVENT)
        .agg(top=quotient(steady_sum(pl.col("maximum")), pl.col("boards").sum()))
    )
    of_percentage, of_matches = has_maximum(pl.col("scoring")), pl.col("scoring") == "imps"
    matches = half_up(quotient(2 * pl.col("vp").mean().over(LINE), VICTORY_POINTS)).clip(lower_bound=1)
    maximum = (
        pl.when(of_percentage)
        .then(pl.coalesce("maximum", pl.col("boards") * pl.col("top").fill_null(POINT_A_BOARD)))
        .when(of_matches)
        .then(pl.coalesce("maximum", VICTORY_POINTS * matches))
    )
    of_maximum = quotient(pl.col("percentage") * pl.col("maximum"), 100)
    has_both = pl.col("points").is_not_null() & pl.col("has_maximum")
    points = (
        pl.when(of_percentage)
        .then(pl.when(has_both).then("points").otherwise(of_maximum))
        .otherwise(pl.when(of_matches).then("vp").otherwise("imps"))
    )
    brought = (
        listed.join(tops, on=EVENT, how="left")
        .with_columns(has_maximum=pl.col("maximum").is_not_null())
        .with_columns(maximum=maximum)
        .select(
            *ENTRANT,
            pl.col("boards").cast(pl.Int64),
            points=points,
            maximum="maximum",
            board_top=pl.when(of_percentage).then(quotient(pl.col("maximum"), pl.col("boards"))),
            without=pl.lit(0.0),
            is_listed=pl.lit(value=True),
        )
    )
    return pl.concat([played, brought], how="diagonal")
