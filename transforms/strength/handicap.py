"""Handicap lists and strata: a second list of every field, next to the official one, which stays as it is.

Sources: Danmarks Bridgeforbund, *Forstå dit handicap*, for Project 52 (numbers from 52, for a beginner, to 0); Las
Candelas Bridge Club, *Stratified & Handicap Games*, for strata as in the games of the ACBL.
"""

import dataframely as dy
import polars as pl

from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient, whole_part, zero_without_sign
from transforms.tables.arithmetic.sums import steady_mean
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, FIELD, SEATED, Frame
from transforms.tables.season_players import with_own

AVERAGE = 50.0
PROJECT_52 = (3, 5)
"""The percentage points for each point of Project 52 between a pair and its field, 0.6, as a fraction."""


def handicap_results(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    *,
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
    player_rankings: Frame[schemas.PlayerRankings],
    forecasts: Frame[schemas.Forecasts],
) -> dy.LazyFrame[schemas.HandicapResults]:
    """Return the handicap list of every field at matchpoints, by key, where the rule `handicap_system` has a value.

    Handicaps are percentage points. Those of the table of players, and the numbers of Project 52, are the mean of all
    players of an entrant. The mean of a field is that of the entrants of which it is known.
    """
    of_rules = ("handicap_system", "handicap_strata", "handicap_by")
    rules = competitions.lazy().drop_nulls("handicap_system").select(*COMPETITION, *of_rules)
    seated = entries.lazy().join(rules, on=COMPETITION, how="semi")
    listed = session_results.lazy().filter(pl.col("score").is_not_null(), scoring="matchpoints")
    played = (
        listed.join(rules, on=COMPETITION)
        .join(_of_entrants(seated, players, player_rankings), on=ENTRANT, how="left")
        .join(forecasts.lazy().select(*ENTRANT, forecast="expected"), on=ENTRANT, how="left")
        .collect()
        .lazy()
    )
    fields = played.group_by(FIELD).agg(of_field=steady_mean(pl.col("own").drop_nulls()))
    system, (points, of_points) = pl.col("handicap_system"), PROJECT_52
    handicap = (
        pl.when(system == "table")
        .then("own")
        .when(system == "project52")
        .then(quotient(points * (pl.col("own") - pl.col("of_field")), of_points))
        .otherwise(AVERAGE - pl.col("forecast"))
    )
    with_handicap = pl.col("score") + pl.col("handicap")
    ranked = (
        played.join(fields, on=FIELD)
        .with_columns(handicap=zero_without_sign(handicap))
        .with_columns(expected=AVERAGE - pl.col("handicap"), handicap_score=with_handicap)
        .with_columns(rank=_from_the_top(pl.col("handicap_score")).over(FIELD), stratum=_stratum())
        .collect()
        .lazy()
    )
    return schemas.HandicapResults.cast(ranked.join(_ranks_in_strata(ranked), on=ENTRANT, how="left").sort(ENTRANT))


def _of_entrants(
    seated: pl.LazyFrame, players: Frame[schemas.Players], player_rankings: Frame[schemas.PlayerRankings]
) -> pl.LazyFrame:
    """Return `own` (the handicap in the table of players) and `ranking` of each entrant, means of all its players."""
    rankings = player_rankings.lazy().select(*SEATED, ranking="ranking_before")
    of_players = with_own(seated.select(*ENTRANT, "player_id"), players, "handicap")
    known = of_players.join(rankings, on=SEATED, how="left").group_by(ENTRANT)
    means = {name: steady_mean(pl.col(name).drop_nulls()) for name in ("own", "ranking")}
    return known.agg(pl.when(pl.col(name).null_count() == 0).then(mean).alias(name) for name, mean in means.items())


def _stratum() -> pl.Expr:
    """Return the stratum: fields are divided as evenly as possible, and equal entrants are together in the stronger."""
    weakness = (
        pl.when(pl.col("handicap_by") == "ranking").then(-pl.col("ranking")).otherwise("handicap").round(DECIMALS)
    )
    stronger = weakness.rank("min").over(FIELD) - 1
    strata = pl.col("handicap_strata")
    others = whole_part(quotient(stronger * strata, weakness.count().over(FIELD)))
    return pl.when(strata.is_not_null()).then(1 + others.fill_null(0))


def _ranks_in_strata(ranked: pl.LazyFrame) -> pl.LazyFrame:
    """Return `stratum_rank`: entrants compete in their own stratum and in all stronger ones."""
    lists = (
        ranked.select(*FIELD, *ENTRANT[-2:], "score", "stratum")
        .drop_nulls("stratum")
        .with_columns(list=pl.int_ranges(1, pl.col("stratum").cast(pl.Int64) + 1))
        .explode("list")
    )
    places = lists.with_columns(stratum_rank=_from_the_top(pl.col("score")).over(*FIELD, "list"))
    return places.filter(pl.col("list") == pl.col("stratum")).select(*ENTRANT, "stratum_rank")


def _from_the_top(values: pl.Expr) -> pl.Expr:
    return values.round(DECIMALS).rank("min", descending=True)
