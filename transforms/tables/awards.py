"""Awards: federation points of events, seasons and persons."""

import dataframely as dy

from transforms.tables.rule_words import AwardedAs, words_of
from transforms.tables.shared import InCompetition, InSession, one_of, warehouse_table


@warehouse_table("awards.points")
class AwardPoints(InSession):
    """One row a player a scheme: what an event brought, by its result list.

    An event is the field of a session, or with `of` = event several sessions scored together: then `session_id` is
    the name of the event, and `line` names all lines on which the entrant played, with `+` between.
    """

    scheme = dy.String(primary_key=True, min_length=1)
    of = one_of(*words_of(AwardedAs), primary_key=True)
    line = dy.String(primary_key=True)
    entrant = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    entrants = dy.Int32(nullable=True, min=1)
    """Ranked in the event."""
    rank = dy.Int32(nullable=True, min=1)
    points = dy.Float64(min=0)


@warehouse_table("awards.totals")
class AwardTotals(InCompetition):
    """One row a player a scheme: all awards of a season in one competition."""

    scheme = dy.String(primary_key=True, min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    events = dy.Int32(min=1)
    awarded = dy.Int32(min=0)
    """Events that brought points."""
    points = dy.Float64(min=0)
    rank = dy.Int32(min=1)
    """Among the players of the competition."""


@warehouse_table("awards.federation")
class FederationAwards(dy.Schema):
    """One row a person a scheme: all awards of a season in all clubs."""

    scheme = dy.String(primary_key=True, min_length=1)
    season = dy.String(primary_key=True, min_length=1)
    """By its name: seasons of the same name count together, whatever their dates."""
    person = dy.String(primary_key=True, min_length=1)
    """The federation's id where the club tells it; else club and player, as `club/player`."""
    federation_id = dy.String(nullable=True)
    name = dy.String(nullable=True)
    clubs = dy.Int32(min=1)
    events = dy.Int32(min=1)
    awarded = dy.Int32(min=0)
    points = dy.Float64(min=0)
    rank = dy.Int32(min=1)
