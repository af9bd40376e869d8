"""Strength as readers see it: forecasts next to results, players with their bands, and partners who go well together.

People who are hidden have no rows in the tables of players and pairs that everybody may see. The forecast of an entrant
with one of them stays, as its result does, with "a member" as name.
"""

from statistics import NormalDist

import dataframely as dy
import polars as pl

from transforms.tables import report_of_strength, schemas
from transforms.tables.arithmetic.as_shown import lines_of_field, shown
from transforms.tables.report import PeopleShown, SessionResultsShown
from transforms.tables.schemas import COMPETITION, ENTRANT, PARTNERSHIP, PLAYER, SEATED, SESSION
from transforms.tables.shared import IN_TURN
from transforms.tables.strength import BAND

ENOUGH = 6
"""In how many sessions two must have sat together before pages say that they do better than expected."""
_CHANCE = NormalDist().cdf(-2)
"""The chance that an estimate exceeds 0 by two standard errors by luck alone."""


def forecasts_shown(
    forecasts: dy.DataFrame[schemas.Forecasts],
    results: dy.DataFrame[SessionResultsShown],
) -> dy.LazyFrame[report_of_strength.ForecastsShown]:
    """Return the forecast of each entrant of an evening, next to its result."""
    in_turn = (*SESSION, lines_of_field(), pl.col("field").str.ends_with(" EW"))
    found = (
        forecasts.join(results.select(*ENTRANT, "names", "players"), on=ENTRANT)
        .with_columns(
            chance=100 * pl.col("chance"),
            is_surprise=~pl.col("score").is_between("low", "high"),
        )
        .sort(*in_turn, -pl.col("expected"), "line", "entrant")
    )
    return shown(report_of_strength.ForecastsShown, found)


def strengths_shown(
    strengths: dy.DataFrame[schemas.PlayerStrengths],
    pairs: dy.DataFrame[schemas.PairStrengths],
    partnerships: dy.DataFrame[schemas.SeasonPartnerships],
    people: dy.DataFrame[PeopleShown],
) -> dy.LazyFrame[report_of_strength.StrengthsShown]:
    """Return every player with a strength, and the partner with whom the player clearly does better than expected."""
    group = (*COMPETITION, "component")
    banded = strengths.join(people, on=PLAYER).with_columns(**_band()).sort(*group, -pl.col("strength"), "player_id")
    first = pl.col("low").first().over(group)
    partners = better_together(pairs, partnerships, strengths).join(
        people.select(*PLAYER, partner="name").rename({"player_id": "partner_id"}), on=(*COMPETITION, "partner_id")
    )
    found = banded.with_columns(overlaps=pl.col("high") >= first).join(
        partners, on=PLAYER, how="left", maintain_order="left"
    )
    return shown(report_of_strength.StrengthsShown, found)


def better_together(pairs: pl.DataFrame, partnerships: pl.DataFrame, strengths: pl.DataFrame) -> pl.DataFrame:
    """Return (`PLAYER`, partner_id, extra, extra_sd, together): a player's partner with a clear extra, the clearest.

    Clear is an extra that luck alone would show as seldom as two standard errors of one partner, although the player
    has several partners: with k of them, each must exceed what luck does in a k-th of these cases.
    """
    members = partnerships.select(*PARTNERSHIP, "player_id").filter(pl.len().over(PARTNERSHIP) == 2)
    of_known = members.join(strengths, on=PLAYER, how="semi")
    tried = (
        pairs.filter(pl.col("sessions") > 0)
        .select(*PARTNERSHIP, "extra", "extra_sd", together="sessions")
        .join(of_known, on=PARTNERSHIP)
        .join(of_known.rename({"player_id": "partner_id"}), on=PARTNERSHIP)
        .filter(pl.col("player_id") != pl.col("partner_id"))
        .with_columns(errors=pl.col("extra") / pl.col("extra_sd"), partners=pl.len().over(PLAYER))
    )
    many = tried["partners"].unique().to_list()
    needed = pl.Series([NormalDist().inv_cdf(1 - _CHANCE / number) for number in many], dtype=pl.Float64)
    return (
        tried.with_columns(needed=tried["partners"].replace_strict(many, needed, return_dtype=pl.Float64))
        .filter(pl.col("errors") > pl.col("needed"), pl.col("together") >= ENOUGH)
        .sort(*PLAYER, -pl.col("errors"), "partner_id")
        .unique(PLAYER, keep="first", maintain_order=True)
        .select(*PLAYER, "partner_id", "extra", "extra_sd", "together")
    )


def strength_sessions_shown(
    sessions: dy.DataFrame[schemas.SessionStrengths],
    forecasts: dy.DataFrame[schemas.Forecasts],
    entries: dy.DataFrame[schemas.Entries],
) -> dy.LazyFrame[report_of_strength.StrengthSessionsShown]:
    """Return the strength of every player after each session, next to what was expected and played in it."""
    played = entries.select(*ENTRANT, "player_id").join(forecasts, on=ENTRANT).unique(SEATED, keep="first")
    found = (
        sessions.join(played.select(*SEATED, "expected", "score"), on=SEATED, how="left")
        .with_columns(**_band())
        .sort(*PLAYER, *IN_TURN)
    )
    return shown(report_of_strength.StrengthSessionsShown, found)


def _band() -> dict[str, pl.Expr]:
    off = BAND * pl.col("sd")
    return {"low": pl.col("strength") - off, "high": pl.col("strength") + off}
