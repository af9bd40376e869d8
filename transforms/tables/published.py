"""Published: the values that people were shown, and those that would be different now.

No build makes these tables: `barometer publish` records what stands in the warehouse, rounded as it is printed, and a
build compares. `ratings.published` and `ratings.corrections` are views of them (`VIEWS`).
"""

import dataframely as dy

from transforms.tables.ratings import PublishedRatings
from transforms.tables.shared import InCompetition, InLine, InSession, one_of, warehouse_table

KINDS_PUBLISHED = ("results", "rankings", "championships", "awards", "ratings")
"""What is published, in the order of a season; of each there is a table `published.<kind>`."""

RANKING_LISTS = ("players", "pairs", "player_places", "pair_places")

CHAMPIONSHIPS = ("individual", "pairs")

ENDINGS = ("published", "undone", "changed")
"""How a correction ended:

- published: it was published, so what people were shown is right again;
- undone: it would be as published again;
- changed: it would be yet another, which is a correction of its own.
"""


class Publication(InCompetition):
    """Rows that were published, with the time and the build that they are from."""

    published_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When it was first published so.")
    build = dy.Int64(nullable=True, min=1)
    """The number of the build that it was computed in; null for a build that had no number yet."""


@warehouse_table("published.results")
class PublishedResults(Publication):
    """One row per entrant of a session whose result list was published, with the numbers as printed."""

    session_id = dy.String(primary_key=True, min_length=1)
    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    date = dy.Date()
    players = dy.String(nullable=True)
    """Ids of the players who sat down, in order of the ids, joined by ` + `; null where nobody is named."""
    boards = dy.Int32(min=0, description="How many boards brought points.")
    rank = dy.Int32(nullable=True, min=1)
    score = dy.Float64(nullable=True, description="As in `scored.session_results`, with two decimals.")
    points = dy.Float64(nullable=True, description="As in `scored.session_results`, with two decimals.")
    club_points = dy.Int32(nullable=True, description="Points of the club's own, as published.")


@warehouse_table("published.rankings")
class PublishedRankings(Publication):
    """One row per player and session, or pair and last session: the ranking after it, as printed.

    The places of all players and of all pairs after the last session are lists of their own: they change with the
    rankings of others too.
    """

    list = one_of(*RANKING_LISTS, primary_key=True, description="Which list it is.")
    session_id = dy.String(primary_key=True, min_length=1)
    """The session after which it stands; for pairs the last one of the season so far."""
    entrant = dy.String(primary_key=True, description="Id of the player, or of the pair or trio.")
    date = dy.Date()
    players = dy.String(description="Ids of the players, in order of the ids, joined by ` + `.")
    ranking = dy.Float64(nullable=True)
    """Rolling ranking, in ranking points, with two decimals; null on the lists of places."""
    rank = dy.Int32(nullable=True, min=1)
    """The place, on the lists of places; equal rankings share it. Null on the others."""


@warehouse_table("published.championships")
class PublishedChampionships(Publication):
    """One row per player, pair or trio of a standing of a championship that was published, as printed."""

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
    """One row per player, event and scheme: the federation points that were published, as printed."""

    scheme = dy.String(primary_key=True, min_length=1)
    of = dy.String(primary_key=True, min_length=1, description="Of a session, or of an event: as in `awards.points`.")
    session_id = dy.String(primary_key=True, min_length=1, description="The session, or the name of the event.")
    after = dy.String(primary_key=True, min_length=1)
    """The last session that is in it: of an event that goes on the last one so far."""
    line = dy.String(primary_key=True)
    entrant = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    date = dy.Date(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    points = dy.Float64(min=0, description="With two decimals.")


@warehouse_table("published.ratings")
class PublishedLists(PublishedRatings):
    """One row per player and list: the rating as published, recorded or handed in with the date of a list."""

    build = dy.Int64(nullable=True, min=1)
    """The number of the build that it was computed in; null for a list handed in, or of a build without a number."""


@warehouse_table("published.files")
class PublishedFiles(InSession):
    """One row per published session and file that it came from, at that time or a time before."""

    file_id = dy.String(primary_key=True)
    published_at = dy.Datetime(time_unit="us", time_zone="UTC")
    """When the session was first published from exactly the files with this time; its files now have the latest."""


class _ChangedLine(InLine):
    """What a result line said when its session was published, and what it says."""

    board = dy.Int32(primary_key=True, min=1)
    ns = dy.String(primary_key=True)
    ew = dy.String(primary_key=True)
    date = dy.Date(nullable=True, description="Of the session, as it is now; as it was where it is gone.")
    published = dy.String(nullable=True)
    """Contract, declarer, tricks, score from North-South and ruling, as they were; null: there was no such line."""
    now = dy.String(nullable=True, description="The same as they are; null: there is no such line.")
    since_build = dy.Int64(min=1, description="The number of the build that first read another one.")


@warehouse_table("published.changed_results")
class ChangedResults(_ChangedLine):
    """One row per result line that is another now than when its session was published."""


@warehouse_table("published.past_changed_results")
class PastChangedResults(_ChangedLine):
    """One row per result line that was another than published, and each time that it was published so."""

    ns_players = dy.String(nullable=True)
    """Ids of the North-South pair as published before, joined by ` + `; of a pair that was not, as they are now."""
    ew_players = dy.String(nullable=True, description="The same of East-West.")
    until_at = dy.Datetime(primary_key=True, time_unit="us", time_zone="UTC", description="When it was published.")
    until_build = dy.Int64(nullable=True, min=1, description="The number of the build that was published then.")


class _OfSomething(dy.Schema):
    """What a correction is about: the columns of the key of its kind, the others null."""

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
    """When it was published; null for a list that was handed in."""
    published_build = dy.Int64(nullable=True, min=1)
    """The number of the build whose numbers were published; null for one without a number."""
    since_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When a build first showed it.")
    since_build = dy.Int64(nullable=True, min=1, description="The number of that build.")
    files = dy.List(dy.String(), nullable=True)
    """The files whose content changed in that build; null where none did: rules or the program are others."""


@warehouse_table("published.corrections")
class PublishedCorrections(_OfSomething):
    """One row per number or word that was published and would now be another."""


@warehouse_table("published.past_corrections")
class PastCorrections(_OfSomething):
    """One row per correction that stood once, with its end."""

    until_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When a build first showed that it had ended.")
    until_build = dy.Int64(nullable=True, min=1, description="The number of that build.")
    ending = one_of(*ENDINGS)
    """published: it was published since; undone: it would be as published again; changed: it would be yet another."""


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
"""Name in the warehouse -> its rows, in SQL, from the tables above."""
