"""Strength: forecasts of evenings, and the strength of players and pairs with its error (docs/strength.md)."""

import dataframely as dy

from transforms.tables.shared import InCompetition, InLine, InSession, OfPlayer, warehouse_table

BAND = 1.6448536269514722
"""How many standard deviations the band of nine in ten reaches to both sides."""


@warehouse_table("strength.forecasts")
class Forecasts(InLine):
    """One row per entrant of a field of pairs at matchpoints: what the evenings before the session let expect."""

    entrant = dy.String(primary_key=True)
    date = dy.Date()
    field = dy.String()
    """The entrants who are compared: a line (`A`), lines scored together (`A+C`), or one direction (`A NS`)."""
    expected = dy.Float64(description="The expected score, in percent; the mean over a field is 50.")
    sd = dy.Float64(min=0, description="The standard deviation of the score from `expected`, in percent.")
    low = dy.Float64(description="The lower end of the band in which nine of ten scores fall, in percent.")
    high = dy.Float64(description="The upper end of that band, in percent.")
    chance = dy.Float64(
        min=0, max=1, description="The chance to be first of the field, from 0 to 1; the sum over a field is 1."
    )
    known = dy.Int32(min=0)
    """How many sessions the least known of its players had played before; 0 if a player is not known."""
    score = dy.Float64(description="The score that the entrant had at the end, in percent.")


@warehouse_table("strength.sessions")
class SessionStrengths(InSession):
    """One row per player and session played: the strength after that session, for charts over time."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    strength = dy.Float64(
        description="What the player adds to the score of a pair, in percent, compared with an average newcomer."
    )
    sd = dy.Float64(min=0, description="The standard error of `strength`.")


@warehouse_table("strength.players")
class PlayerStrengths(OfPlayer):
    """One row per player and season played: the strength at the end of the season, from all seasons up to then."""

    strength = dy.Float64(
        description="What the player adds to the score of a pair, in percent, compared with an average newcomer."
    )
    sd = dy.Float64(min=0, description="The standard error of `strength`.")
    sessions = dy.Int32(min=1, description="How many sessions are behind it, from all seasons up to this one.")
    boards = dy.Int32(min=1, description="How many boards are behind it.")
    since = dy.Date(description="The date of the first of these sessions.")
    component = dy.Int32(min=1)
    """The number of the group of players who are linked by having played in the same fields up to then. Strengths of
    players in different groups cannot be compared."""


@warehouse_table("strength.pairs")
class PairStrengths(InCompetition):
    """One row per season and partnership whose players all played that season: their strength as a pair."""

    partnership_id = dy.String(primary_key=True)
    strength = dy.Float64(description="The sum of the strengths of both players; for a trio, two thirds of the sum.")
    sd = dy.Float64(min=0, description="The standard error of `strength`.")
    sessions = dy.Int32(min=0, description="In how many sessions of the season they sat together.")
    extra = dy.Float64(nullable=True)
    """How much better than expected they did together, in percent, drawn towards 0 where the sessions are few; null
    without such a session."""
    extra_sd = dy.Float64(nullable=True, min=0, description="The standard error of `extra`.")
