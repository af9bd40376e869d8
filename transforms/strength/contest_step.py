"""The contest of a season: the systems that cost little, on the evenings of each competition (docs/contest.md)."""

import dataframely as dy
import numpy as np
import polars as pl

from transforms.strength.contest_measures import MODEL, RUN_IN, Forecast, Sums, calibrated
from transforms.strength.contest_systems import BY_EVENING, SYSTEMS, indices
from transforms.strength.evenings import evenings
from transforms.strength.filter import CONSTANTS, Played, filtered
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_means
from transforms.tables.runs import first_rows
from transforms.tables.schemas import CLUB, COMPETITION, ENTRANT, SEATED, Frame, Rows

RIDGE = "ridge"
_RIDGE = dict.fromkeys(CONSTANTS, 0.0) | {"spread": 3.6, "form": 6.5}
"""The model with these constants is a ridge regression: nobody changes, and all results are equally certain."""
OWN = "ranking"
"""The system of a competition's own ranking."""


def contest(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    player_rankings: Frame[schemas.PlayerRankings],
    forecasts: Frame[schemas.Forecasts],
) -> dy.LazyFrame[schemas.Contest]:
    """Return how well each system predicted every season, sorted by season and system.

    Seasons without an evening after the run-in have no rows.
    """
    played = evenings(session_results, entries, sessions).collect()
    found = contested(played, {OWN: of_entrants(player_rankings, entries)}, forecasts).measured(COMPETITION)
    return schemas.Contest.cast(found.sort(schemas.Contest.primary_key()).lazy())


def contested(
    played: pl.DataFrame, entered: dict[str, pl.DataFrame], forecasts: Rows | None, run_in: int = RUN_IN
) -> Sums:
    """Return what the measures of all systems are made of, by evening.

    `played` has the rows of `evenings`. `entered` has, by system, an index in the column `index` of some entrants
    (`ENTRANT`). `forecasts`, if given, are those of the model: the rows of `Forecasts`.
    """
    entrants = indices(played)
    entered = {RIDGE: _ridge(played), **entered}
    for name, index in entered.items():
        entrants = entrants.join(index.select(*ENTRANT, pl.col("index").alias(name)), on=ENTRANT, how="left")
    entrants = entrants.sort(BY_EVENING)
    found: dict[str, Forecast] = calibrated(entrants, [*SYSTEMS, *entered])
    if forecasts is not None:
        of_model = forecasts.lazy().select(*ENTRANT, "expected", "sd").collect()
        known = entrants.select(ENTRANT).join(of_model, on=ENTRANT, how="left", maintain_order="left")
        found[MODEL] = known["expected"].to_numpy(), known["sd"].to_numpy()
    return Sums.of(entrants, found, run_in)


def _ridge(evenings: pl.DataFrame) -> pl.DataFrame:
    """Return (`ENTRANT`, index): the expected score from a ridge regression over the evenings before."""
    rows = evenings.sort(*CLUB, *BY_EVENING[:1], *BY_EVENING[-3:], "player_id").rechunk()
    played = Played.of(rows)
    constants = {name: np.full(len(played.rows), value) for name, value in _RIDGE.items()}
    forecast, _ = filtered(played, constants)
    entrants = rows[first_rows(rows, (*CLUB, "evening", "line", "entrant"))]
    return entrants.select(*ENTRANT, index=pl.Series(forecast.expected))


def of_entrants(player_rankings: Rows, entries: Rows) -> pl.DataFrame:
    """Return (`ENTRANT`, index): the mean ranking of the players before the session."""
    ranked = entries.lazy().select(*ENTRANT, "player_id").join(player_rankings.lazy(), on=SEATED)
    return steady_means(ranked, ENTRANT, "ranking_before").rename({"ranking_before": "index"}).collect()
