"""Championships: what each session brings, and both standings."""

import dataframely as dy

from transforms.tables.shared import InCompetition, InSession, warehouse_table


@warehouse_table("championships.individual_sessions")
class IndividualSessions(InSession):
    """One row a player a session: what it brings to the individual championship, and if it counts."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64()
    counts = dy.Bool()


@warehouse_table("championships.pair_sessions")
class PairSessions(InSession):
    """One row a partnership a session: its result together or with a substitute, and if it counts."""

    partnership_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64()
    together = dy.Bool()
    """False: a partner played with a substitute standing in for the other."""
    counts = dy.Bool()


@warehouse_table("championships.individual")
class IndividualChampionship(InCompetition):
    """One row a player a season. `rank` is among those eligible, and null for the others."""

    player_id = dy.String(primary_key=True)
    played = dy.Int32(min=0)
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_needed = dy.Int32(min=0)


@warehouse_table("championships.pairs")
class PairsChampionship(InCompetition):
    """One row a pair or trio a season. `played`: sessions together; `with_substitute`: the others."""

    partnership_id = dy.String(primary_key=True)
    played = dy.Int32(min=0)
    with_substitute = dy.Int32(min=0)
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_needed = dy.Int32(min=0)
