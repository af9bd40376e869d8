"""The tables of strength that pages show, computed on demand and never stored; empty where strength is not public."""

import dataframely as dy

from transforms.tables.report import PeopleShown, SessionResultsShown
from transforms.tables.shared import InSession, OfPlayer
from transforms.tables.shown import report_table, rounded, text
from transforms.tables.strength import Forecasts, PlayerStrengths, SessionStrengths


@report_table(
    "report.forecasts",
    *(SessionResultsShown, Forecasts),
    columns="field line entrant names players expected low high chance known score is_surprise",
)
class ForecastsShown(InSession):
    """One row per entrant: what the evenings before let expect; by field, the highest expected score first."""

    expected = rounded(decimals=1)
    low = rounded(decimals=1)
    high = rounded(decimals=1)
    chance = rounded("The chance to be first of the field, in percent.", decimals=0)
    known = dy.Int32(min=0)
    """How many sessions the least known of its players had played before; 0 if a player is not known."""
    score = rounded()
    is_surprise = dy.Bool(description="Whether the score was outside the band from `low` to `high`.")


@report_table(
    "report.strengths",
    *(PeopleShown, PlayerStrengths),
    columns="player_id name linked strength low high sessions boards since component overlaps partner_id partner"
    " extra extra_sd together",
)
class StrengthsShown(OfPlayer):
    """One row per player and season, group after group (`component`), the strongest first."""

    strength = rounded(decimals=1)
    low = rounded("The lower end of the band, in which the true strength of nine in ten players lies.", decimals=1)
    high = rounded("The upper end of that band.", decimals=1)
    overlaps = dy.Bool(description="Whether the band overlaps with that of the strongest of the group.")
    partner_id = text("The partner with whom the player clearly does better than expected; null if there is none.")
    partner = text("The name of that partner.")
    extra = rounded("How much better than expected the two do together, in percent.", decimals=1)
    extra_sd = rounded("The standard error of `extra`.", decimals=1)
    together = dy.Int32(nullable=True, description="In how many sessions the two sat together.")


@report_table("report.strength_sessions", SessionStrengths, columns="player_id date strength low high expected score")
class StrengthSessionsShown(InSession):
    """One row per player and session, in order of time: the strength after it, and what was expected before."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    strength = rounded(decimals=1)
    low = rounded("The lower end of the band of the strength.", decimals=1)
    high = rounded("The upper end of that band.", decimals=1)
    expected = rounded("The score that was expected of the pair, in percent.", decimals=1)
    score = rounded("The score that the pair had, in percent.")
