"""Championships: the result of each session, and the individual and pairs standings."""

import dataframely as dy

from transforms.tables.shared import InCompetition, InSession, OfPlayer, warehouse_table


@warehouse_table("championships.individual_sessions")
class IndividualSessions(InSession):
    """One row per player and session: its points for the individual championship, and whether it counts."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64(description="Ranking points earned in the session.")
    counts = dy.Bool()


@warehouse_table("championships.pair_sessions")
class PairSessions(InSession):
    """One row per partnership and session: its result, together or with a substitute, and whether it counts."""

    partnership_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64(description="Ranking points earned in the session.")
    together = dy.Bool(description="Whether the partners played together; false where a substitute replaced one.")
    counts = dy.Bool()


@warehouse_table("championships.individual")
class IndividualChampionship(OfPlayer):
    """One row per player and season. Only eligible players have a rank; it is null for the others."""

    played = dy.Int32(min=0)
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_required = dy.Int32(min=1)
    """Sessions that must count: the number that the rules give, or their share of the evenings, rounded up."""
    evenings = dy.Int32(min=0, description="Evenings of the season so far: days on which anyone earned ranking points.")
    sessions_needed = dy.Int32(min=0)


@warehouse_table("championships.pairs")
class PairsChampionship(InCompetition):
    """One row per pair or trio and season. Only eligible ones have a rank; it is null for the others."""

    partnership_id = dy.String(primary_key=True)
    played = dy.Int32(min=0, description="Sessions that the partners played together.")
    with_substitute = dy.Int32(min=0, description="Sessions in which one of them played with a substitute.")
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_required = dy.Int32(min=1)
    """Sessions that must count: the number that the rules give, or their share of the evenings, rounded up."""
    evenings = dy.Int32(min=0)
    """Evenings of the season so far: days on which anybody earned ranking points."""
    sessions_needed = dy.Int32(min=0)
