"""Awards: the federation points of each event, and their totals per player and per person."""

import dataframely as dy

from transforms.tables.rule_words import AwardedAs, words_of
from transforms.tables.shared import InCompetition, InSession, one_of, warehouse_table


@warehouse_table("awards.points")
class AwardPoints(InSession):
    """One row per player, event and scheme: the points for the player's place in the result list.

    If `of` is session, the event is the field of a session. If `of` is event, the event consists of several sessions
    added up; then `session_id` is its name, and `line` has all lines on which the entrant played, joined by `+`.
    """

    scheme = dy.String(primary_key=True, min_length=1)
    of = one_of(*words_of(AwardedAs), primary_key=True)
    """Whether the event is a single session, or an event of several sessions."""
    line = dy.String(primary_key=True)
    entrant = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    entrants = dy.Int32(nullable=True, min=1, description="How many entrants are ranked in the event.")
    rank = dy.Int32(nullable=True, min=1)
    points = dy.Float64(min=0, description="The points won.")


@warehouse_table("awards.totals")
class AwardTotals(InCompetition):
    """One row per player and scheme: the sum of all awards of a season in one competition."""

    scheme = dy.String(primary_key=True, min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    events = dy.Int32(min=1)
    awarded = dy.Int32(min=0, description="Number of events that earned points.")
    points = dy.Float64(min=0, description="All points won, added up.")
    rank = dy.Int32(min=1, description="Among the players of the competition.")


@warehouse_table("awards.federation")
class FederationAwards(dy.Schema):
    """One row per person and scheme: the sum of all awards of a season of the federation in all clubs."""

    scheme = dy.String(primary_key=True, min_length=1)
    season = dy.String(primary_key=True, min_length=1)
    """The season of the federation, as in `federation.seasons`."""
    person = dy.String(primary_key=True, min_length=1)
    """The person, as in `federation.people`."""
    federation_id = dy.String(nullable=True, description="The person's id in the federation; null if not certain.")
    name = dy.String(nullable=True)
    clubs = dy.Int32(min=1, description="In how many clubs the person played.")
    events = dy.Int32(min=1)
    awarded = dy.Int32(min=0, description="Number of events that earned points.")
    points = dy.Float64(min=0, description="All points won in all clubs, added up.")
    rank = dy.Int32(min=1)
