"""Published: the values that people were shown, and those that would be different now.

`barometer publish` records the values of the warehouse, rounded as printed; later builds compare their results with
this record. `ratings.published` and `ratings.corrections` are views of these tables (`VIEWS`).
"""

import dataframely as dy

from transforms.tables.ratings import PublishedRatings
from transforms.tables.shared import InCompetition, InLine, InSession, one_of, warehouse_table

KINDS_PUBLISHED = ("results", "rankings", "championships", "awards", "ratings")
"""The kinds of published values, in the order of a season. Each kind has a table `published.<kind>`."""

RANKING_LISTS = ("players", "pairs", "player_places", "pair_places")

CHAMPIONSHIPS = ("individual", "pairs")

ENDINGS = ("published", "undone", "changed")
"""How a correction ended:

- published: the corrected value was published, so people again read the right value;
- undone: the value is again as published;
- changed: the value changed once more, which is a new correction."""


class _Recorded(dy.Schema):
    """Published rows, with the time of publication and the build that computed them."""

    published_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When it was first published so.")
    build = dy.Int64(nullable=True, min=1)
    """The number of the build that computed the row; null for an old build without a number."""


class Publication(InCompetition, _Recorded):
    """Published rows of a season of a competition."""


@warehouse_table("published.results")
class PublishedResults(Publication):
    """One row per entrant in the published result list of a session, with the numbers as printed."""

    session_id = dy.String(primary_key=True, min_length=1)
    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    date = dy.Date()
    players = dy.String(nullable=True)
    """The ids of the players who sat down, sorted and joined by ` + `; null if no player is named."""
    boards = dy.Int32(min=0, description="How many boards earned points.")
    rank = dy.Int32(nullable=True, min=1)
    score = dy.Float64(nullable=True, description="As in `scored.session_results`, with two decimals.")
    points = dy.Float64(nullable=True, description="As in `scored.session_results`, with two decimals.")
    club_points = dy.Int32(nullable=True, description="Points of the club's own, as published.")


@warehouse_table("published.rankings")
class PublishedRankings(Publication):
    """One row per ranking as printed: of a player after each session, or of a pair after the last session.

    The places of all players and of all pairs after the last session are in lists of their own, because they also
    change with the rankings of others.
    """

    list = one_of(*RANKING_LISTS, primary_key=True, description="Which list it is.")
    session_id = dy.String(primary_key=True, min_length=1)
    """The session after which this ranking was computed; for pairs, the last session of the season so far."""
    entrant = dy.String(primary_key=True, description="Id of the player, or of the pair or trio.")
    date = dy.Date()
    players = dy.String(description="Ids of the players, in order of the ids, joined by ` + `.")
    ranking = dy.Float64(nullable=True)
    """Rolling ranking, in ranking points, with two decimals; null on lists of places."""
    rank = dy.Int32(nullable=True, min=1)
    """The place on a list of places; equal rankings share a place. Null on other lists."""


@warehouse_table("published.championships")
class PublishedChampionships(Publication):
    """One row per player, pair or trio in the published standing of a championship, as printed."""

    list = one_of(*CHAMPIONSHIPS, primary_key=True, description="Which list it is.")
    session_id = dy.String(primary_key=True, min_length=1, description="The last session of the season that is in it.")
    entrant = dy.String(primary_key=True, description="Id of the player, or of the pair or trio.")
    date = dy.Date()
    players = dy.String(nullable=True, description="Ids of the players, in order of the ids, joined by ` + `.")
    played = dy.Int32(min=0)
    average = dy.Float64(nullable=True, description="With two decimals.")
    rank = dy.Int32(nullable=True, min=1)


@warehouse_table("published.awards")
class PublishedAwards(Publication):
    """One row per player, event and scheme: the published federation points, as printed."""

    scheme = dy.String(primary_key=True, min_length=1)
    of = dy.String(primary_key=True, min_length=1, description="Of a session, or of an event: as in `awards.points`.")
    session_id = dy.String(primary_key=True, min_length=1, description="The session, or the name of the event.")
    after = dy.String(primary_key=True, min_length=1)
    """The last session included in the award; for an event still in progress, its last session so far."""
    line = dy.String(primary_key=True)
    entrant = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    date = dy.Date(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    points = dy.Float64(min=0, description="With two decimals.")


@warehouse_table("published.ratings")
class PublishedLists(PublishedRatings):
    """One row per player and rating list: the published rating, recorded or handed in with the date of the list."""

    build = dy.Int64(nullable=True, min=1)
    """The number of the build that computed the list; null if the list was handed in, or if the build had no number."""


@warehouse_table("published.federation_awards")
class PublishedFederationAwards(_Recorded):
    """One row per person, scheme and season of the federation that is over: the points as they were then."""

    season = dy.String(primary_key=True, min_length=1, description="The season of the federation.")
    scheme = dy.String(primary_key=True, min_length=1)
    person = dy.String(primary_key=True, min_length=1, description="The person, as in `federation.people` then.")
    points = dy.Float64(min=0, description="As in `awards.federation`, with two decimals.")
    rank = dy.Int32(min=1, description="The rank in `awards.federation`.")


@warehouse_table("published.federation_ratings")
class PublishedFederationRatings(_Recorded):
    """One row per person and rating list of the federation: the rating as it was published."""

    list_date = dy.Date(primary_key=True)
    person = dy.String(primary_key=True, min_length=1, description="The person, as in `federation.people` then.")
    season = dy.String(min_length=1, description="The season in `federation.ratings`.")
    system = dy.String(description="The rating system.")
    rating = dy.Int32(nullable=True, description="The rating as printed.")
    games_total = dy.Int32(nullable=True, min=0, description="The games so far, as in `federation.ratings`.")


@warehouse_table("published.files")
class PublishedFiles(InSession):
    """One row per published session and source file: a file of its last publication, or only of an earlier one."""

    file_id = dy.String(primary_key=True)
    published_at = dy.Datetime(time_unit="us", time_zone="UTC")
    """When the session was first published from exactly the files that have this time. The files in use now have the
    latest time."""


@warehouse_table("published.rules")
class PublishedRules(InCompetition):
    """One row per rule of a season: the rules that held when its result lists were last published."""

    rule = dy.String(primary_key=True, description="The column of `raw.competitions`.")
    value = dy.String(nullable=True, description="Its value, as text.")


@warehouse_table("published.seasons")
class PublishedSeasons(Publication):
    """One row per season that was published as a whole after its last day. Its rules are then in `published.rules`."""

    end = dy.Date(description="The last day of the season, as it was then.")


@warehouse_table("published.stops")
class PublishedStops(dy.Schema):
    """One row per reason that stopped a publication until somebody accepted the reason."""

    club = dy.String(primary_key=True, description="Empty for what belongs to no club.")
    code = dy.String(primary_key=True, description="The kind of reason; of findings, their code.")
    about = dy.String(primary_key=True, description="What it was about. The same reason does not stop again.")
    accepted_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When it was published all the same.")
    build = dy.Int64(nullable=True, min=1, description="The number of the build that was published then.")
    accepted_by = dy.String(description="The user of the machine who published it.")
    reason = dy.String(description="The reason that this user gave.")


class _ChangedLine(InLine):
    """A result line as it was when its session was published, and as it is now."""

    board = dy.Int32(primary_key=True, min=1)
    ns = dy.String(primary_key=True)
    ew = dy.String(primary_key=True)
    date = dy.Date(nullable=True, description="Of the session, as it is now; as it was where it is gone.")
    published = dy.String(nullable=True)
    """Contract, declarer, tricks, score from North-South and ruling when published; null if there was no such line."""
    now = dy.String(nullable=True, description="The same as they are; null: there is no such line.")
    since_build = dy.Int64(min=1, description="The number of the build that first read another one.")


@warehouse_table("published.changed_results")
class ChangedResults(_ChangedLine):
    """One row per result line that differs from the line when its session was published."""


@warehouse_table("published.past_changed_results")
class PastChangedResults(_ChangedLine):
    """One row per changed result line and time at which the change was published."""

    ns_players = dy.String(nullable=True)
    """The ids of the North-South pair as published before, joined by ` + `; if it was not published, the present ids.
    """
    ew_players = dy.String(nullable=True, description="The same of East-West.")
    until_at = dy.Datetime(primary_key=True, time_unit="us", time_zone="UTC", description="When it was published.")
    until_build = dy.Int64(nullable=True, min=1, description="The number of the build that was published then.")


class _OfSomething(dy.Schema):
    """The subject of a correction: the key columns of its kind; the key columns of other kinds are null."""

    club = dy.String(min_length=1)
    competition = dy.String(min_length=1)
    season = dy.String(min_length=1)
    kind = one_of(*KINDS_PUBLISHED, description="The table of `published` in which it stands.")
    list = dy.String(nullable=True, description="The list on which it stands; null where its kind has none.")
    scheme = dy.String(nullable=True)
    of = dy.String(nullable=True, description="Of awards: whether of a session, or of an event of several; else null.")
    system = dy.String(nullable=True)
    list_date = dy.Date(nullable=True)
    session_id = dy.String(nullable=True)
    after = dy.String(nullable=True, description="The last session that is in it; null where its kind has none.")
    line = dy.String(nullable=True)
    entrant = dy.String(nullable=True)
    player_id = dy.String(nullable=True)
    date = dy.Date(nullable=True, description="Of the session, or of the last session in it, as published.")
    players = dy.String(nullable=True, description="Ids of the players as published, or else as they are now.")
    field = dy.String(description="The column of that table which is another.")
    published = dy.String(nullable=True, description="What people were shown; null: nothing.")
    now = dy.String(nullable=True, description="What it would be; null: nothing.")
    published_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC")
    """When the value was published; null for a list that was handed in."""
    published_build = dy.Int64(nullable=True, min=1)
    """The number of the build whose values were published; null if that build had no number."""
    since_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When a build first showed it.")
    since_build = dy.Int64(nullable=True, min=1, description="The number of that build.")
    files = dy.List(dy.String(), nullable=True)
    """The files that changed in that build and can explain the correction; null if only rules or the program changed.
    """


@warehouse_table("published.corrections")
class PublishedCorrections(_OfSomething):
    """One row per published number or word that would be different now."""


@warehouse_table("published.past_corrections")
class PastCorrections(_OfSomething):
    """One row per correction that has ended, with its end."""

    until_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When a build first showed that it had ended.")
    until_build = dy.Int64(nullable=True, min=1, description="The number of that build.")
    ending = one_of(*ENDINGS)
    """published: the new value was published; undone: the value is again as published; changed: it changed once more.
    """


VIEWS: dict[str, str] = {
    "ratings.published": """
        select club, competition, season, system, list_date, player_id, rating, games_total, published_at
        from published.ratings
        order by club, competition, season, system, list_date, player_id""",
    "ratings.corrections": """
        select club, competition, season, system, list_date, player_id,
            cast(published as integer) as published,
            cast(now as integer) as recomputed,
            cast(now as integer) - cast(published as integer) as difference
        from published.corrections
        where kind = 'ratings'
        order by club, competition, season, system, list_date, player_id""",
}
"""The SQL of each view of the tables above, by its name in the warehouse."""
