"""Lists of the federation: the level of each club, and one rating list of the people of all clubs."""

import dataframely as dy

from transforms.tables.ratings import RatingPlace, RatingPrinted, RatingWorkedOut
from transforms.tables.raw import RatingRules
from transforms.tables.shared import one_of, warehouse_table

WITHOUT_LEVEL = ("nobody_shared", "no_strength")


@warehouse_table("federation.levels")
class ClubLevels(dy.Schema):
    """One row per club: how strong its field is, compared with the other clubs with which it shares people.

    It follows from the strengths of everybody who played in several clubs. docs/strength.md has the equations.
    """

    club = dy.String(primary_key=True, min_length=1)
    level = dy.Float64(nullable=True)
    """How many percent points a player of mean strength in this club is stronger than a mean player of all clubs in the
    `component`; null if that is not known."""
    error = dy.Float64(nullable=True, min=0, description="The standard error of `level`.")
    shared = dy.Int32(min=0, description="How many of its people also played in another club, so that they link both.")
    people = dy.Int32(min=0, description="How many people with a known strength played in it.")
    component = dy.Int32(nullable=True, min=1)
    """The number of the group of clubs that shared people link. Levels in different groups cannot be compared."""
    reason = one_of(*WITHOUT_LEVEL, nullable=True)
    """Why there is no level. nobody_shared: none of its people has a strength in another club, too. no_strength: nobody
    played there as a pair at matchpoints."""


class _OfSeason(dy.Schema):
    season = dy.String(primary_key=True, min_length=1)


@warehouse_table("federation.rating_seasons")
class FederationRatingSeasons(_OfSeason, RatingRules):
    """One row per season of the federation's rating list: its dates and all rules, those of federation.toml."""


class _OnList(_OfSeason):
    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)


class _OfPerson(dy.Schema):
    person = dy.String(primary_key=True, min_length=1, description="The person, as in `federation.people`.")


@warehouse_table("federation.ratings")
class FederationRatings(_OnList, _OfPerson, RatingWorkedOut):
    """One row per person and list of the federation: the rating, and the numbers behind it.

    From the games of all competitions whose `[rating]` says `of = "federation"`, as if one competition had them. The
    columns are those of `ratings.elo`.
    """


@warehouse_table("federation.rating_list")
class FederationRatingList(_OnList, RatingPlace, _OfPerson, RatingPrinted):
    """One row per person on a printed list of the federation: that of active members, or the alphabetical list."""
