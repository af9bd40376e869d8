"""How many came to each session of a season, and how far the scores of a line are apart."""

import dataframely as dy
import polars as pl

from transforms.tables.arithmetic.as_shown import shown
from transforms.tables.report import SessionResultsShown, SessionsShown
from transforms.tables.report_standings import AttendanceShown, SpreadShown
from transforms.tables.schemas import COMPETITION, SESSION
from transforms.tables.shared import IN_TURN

_SHARES = {"low": 0.05, "quarter": 0.25, "middle": 0.5, "three_quarters": 0.75, "high": 0.95}


def attendance(
    results: dy.DataFrame[SessionResultsShown], sessions: dy.DataFrame[SessionsShown]
) -> dy.LazyFrame[AttendanceShown]:
    """Count the entrants of each line of each session. In order of time, the lines of a session from A."""
    of_day = [*COMPETITION, "date"]
    turn = pl.struct(IN_TURN[1:]).rank("dense").over(of_day)
    return shown(
        AttendanceShown,
        results.group_by(*SESSION, "line")
        .agg(entrants=pl.col("came").sum(), most=pl.col("players").list.len().max())
        .join(sessions.select(*SESSION, "date", "kind"), on=SESSION)
        .with_columns(most=pl.col("most").max().over(SESSION))
        .with_columns(
            entrant_kind=pl.when(kind="teams")
            .then(pl.lit("team"))
            .when(most=1)
            .then(pl.lit("player"))
            .otherwise(pl.lit("pair")),
            turn=turn,
            of_day=pl.col("session_id").n_unique().over(of_day),
        )
        .sort(*COMPETITION, *IN_TURN, "line")
        .with_columns(so_far=pl.col("entrants").cum_sum().over(SESSION)),
    )


def spread(
    results: dy.DataFrame[SessionResultsShown], sessions: dy.DataFrame[SessionsShown]
) -> dy.LazyFrame[SpreadShown]:
    """Say between which percentages the scores of each line lie, in the sessions of pairs."""
    score = pl.col("exact_score")
    return shown(
        SpreadShown,
        results.filter("came")
        .join(sessions.filter(kind="pairs"), on=SESSION, how="semi")
        .drop_nulls("exact_score")
        .group_by(*COMPETITION, "line")
        .agg(pl.len().alias("scores"), **{name: score.quantile(share, "linear") for name, share in _SHARES.items()})
        .sort(*COMPETITION, "line"),
    )
