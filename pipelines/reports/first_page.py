"""The home page of the site: all competitions, the last evening if there is one club; and the search of home pages."""

import datetime as dt
import json
from collections.abc import Iterable
from typing import Any, cast

import dataframely as dy
import polars as pl

from pipelines.reports.bar import Bar, pages_of
from pipelines.reports.content import Row, by
from pipelines.reports.page_names import FEDERATION_PAGE, page_name
from pipelines.reports.pages.boards import card_at
from pipelines.reports.tables.columns import is_shown, said_names
from pipelines.words.words import awards_heading, short_date, spoken_date
from transforms.awards.schemes import CLUB_POINTS
from transforms.federation.shown import simultaneous_shown
from transforms.rankings.shown import first_of_ranking, player_ranking
from transforms.results.people_shown import first_three, seated_people, with_names
from transforms.results.result_lists import with_card
from transforms.tables.messages import gettext, listed
from transforms.tables.report import PeopleShown
from transforms.tables.schemas import CLUB, COMPETITION, PLAYER, PlayerRankings, Tables
from transforms.tables.shared import in_shape

SEARCH_INDEX = "search-index.js"

Days = list[dt.date]
Entry = tuple[str, ...]  # the text to find; its page, relative to that of the search; perhaps other words

MOST_RATED = 4000  # players in the search of a rating list; more would make the script too long
MOST_FOUND = 1000  # players in the search; with more, it finds only clubs and competitions
MOST_IN_FULL = 40  # clubs shown with all seasons; with more, each competition is shown with its last season
OF_EVENINGS = ("scored.session_results", "raw.entries", "scored.control_sheet", "scored.boards")  # with `raw.sessions`
_MOST, _MOST_LISTS = 5, 4
_WEEK = 7
_GAPS, _LEAST_GAPS = 10, 3  # how many of the last gaps between days of play show their rhythm, and the fewest that do
_LEAST_SHARE = 0.75  # of the gaps that are equal
_MOST_AHEAD = 3
_ADDED_UP = 2  # the fewest competitions for a list of all clubs; a single one has `awards.html`


def search_index(places: Iterable[Entry]) -> bytes:
    """Return the script with the entries of the search: `var barometerPlaces = [["Ann", "players/1.html"], ...];`."""
    listed = ",\n".join(json.dumps(place, ensure_ascii=False, separators=(",", ":")) for place in places)
    # For older browsers, these two characters end a line even within a text.
    listed = listed.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"var barometerPlaces = [\n{listed}\n];\n".encode()


def of_season(report: Tables) -> list[Entry]:
    """Return the search entries of a season: the players who may be shown, by name; then evenings, latest first."""
    everybody = report["player_sessions"].select("name", "player_id").unique()
    players = everybody.filter(is_shown(pl.col("name"))).sort("name", "player_id")
    named = [(name, f"players/{page_name(player)}.html") for name, player in players.iter_rows()]
    rows = report["sessions"].reverse().select("session_id", "date", "title").iter_rows()
    evenings = [evening(date, title, f"sessions/{page_name(session)}.html") for session, date, title in rows]
    return [*named, *evenings]


def evening(date: dt.date, title: str | None, page: str) -> Entry:
    """Return the search entry of a session, which is found by its long or short date and by its title."""
    short = f"{short_date(date)} {date.day}-{date.month}-{date.year} {date:%d-%m-%Y} {date.isoformat()}"
    return f"{spoken_date(date)} {title or ''}".strip(), page, short


def of_ratings(seasons: pl.DataFrame) -> list[Entry]:
    """Return the search entries of players with a rating, by name; none if there are more than `MOST_RATED`."""
    players = seasons.select("player_id", "name").unique("player_id", keep="last", maintain_order=True)
    if players.height > MOST_RATED:
        return []
    shown = players.filter(is_shown(pl.col("name"))).iter_rows()
    return sorted((name, f"players/{page_name(player)}.html") for player, name in shown)


def evenings(last: Tables, players: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of `first_three` for the last sessions. Each links to the scorecard of its entrant."""
    sessions, results, entries = (last[name] for name in ("raw.sessions", "scored.session_results", "raw.entries"))
    first = first_three(sessions, results, entries, _named(players))
    carded = with_card(first, last["scored.control_sheet"], last["scored.boards"])
    return carded.with_columns(card=card_at(carded))


def standing(rankings: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return the first ten of each season's ranking, in the form of `first_of_ranking`."""
    people = with_names(rankings.select(PLAYER).unique(), _named(players))
    ranked = player_ranking(in_shape(PlayerRankings, rankings), cast("dy.DataFrame[PeopleShown]", people))
    return first_of_ranking(ranked.collect())


def simultaneous_lists(
    results: pl.DataFrame,
    sessions: pl.DataFrame,
    entries: pl.DataFrame,
    players: pl.DataFrame,
    competitions: pl.DataFrame,
) -> pl.DataFrame:
    """Return the rows of `simultaneous_shown`, with names as readers see them."""
    return simultaneous_shown(results, sessions, entries, _named(players), competitions)


def players_found(entries: pl.DataFrame, players: pl.DataFrame, identities: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of `seated_people`, except for people who asked not to be shown."""
    return seated_people(entries, _named(players), identities).filter(is_shown(pl.col("name")))


def _named(players: pl.DataFrame) -> pl.DataFrame:
    return players.with_columns(said_names(pl.col("name")))


def filling(first: Tables) -> dict[str, Any]:
    """Return the content for the template of the home page; `draw_first` adds the award list."""
    clubs = _by_club(first["competitions"])
    is_one = len(clubs) == 1
    evenings = _last_evenings(clubs[0][1], first) if is_one else []
    return {"clubs": clubs, "evenings": evenings, "is_one": is_one, "most_in_full": MOST_IN_FULL}


def bar_of(bar: Bar, competitions: pl.DataFrame) -> Bar:
    """Return the bar of the first page: it has the last season with sessions, if there is only one competition."""
    played = competitions.filter(pl.col("sessions") > 0).sort("start").tail(1)
    if competitions.select(CLUB).n_unique() != 1 or played.is_empty():
        return bar
    season = played.row(0, named=True)
    has = {"players": season["players"] > 0, "championships": season["championships"]}
    return bar.of_season(season, _folder(season), pages_of(sessions=True, others=True, **has))


def places(first: Tables) -> list[Entry]:
    """Return the search entries: clubs, competitions and players; and if there is only one club, its evenings."""
    latest = _latest(first["competitions"])
    found: list[Entry] = [
        (f"{row['competition_name']}, {row['club_name']}", f"{_folder(row)}/index.html") for row in latest.to_dicts()
    ]
    players = first["players"].join(latest, on=COMPETITION, how="semi", maintain_order="left")
    if players.height <= MOST_FOUND:
        rows = players.to_dicts()
        found += [(row["name"], f"{_folder(row)}/players/{page_name(row['player_id'])}.html") for row in rows]
    if latest["club"].n_unique() == 1:
        names = {_folder(row): row["competition_name"] if latest.height > 1 else "" for row in latest.to_dicts()}
        for folder, row in ((_folder(row), row) for row in first["sessions"].to_dicts()):
            if folder in names:
                title = listed(filter(None, (row["title"], names[folder])))
                found.append(evening(row["date"], title, f"{folder}/sessions/{page_name(row['session_id'])}.html"))
    return found


def in_all_clubs(awards: pl.DataFrame, competitions: pl.DataFrame) -> Row | None:
    """Return the facts about the award list for the home page; None if the list covers fewer than two competitions."""
    if awards.is_empty() or competitions.select(CLUB).unique().height < _ADDED_UP:
        return None
    schemes = set(awards["scheme"])
    most = gettext("Who earned most club and federation points")
    if CLUB_POINTS.name not in schemes:
        most = gettext("Who earned most federation points")
    elif len(schemes) == 1:
        most = gettext("Who earned most club points")
    many = {name: awards[column].n_unique() for name, column in (("people", "person"), ("seasons", "season"))}
    return {"page": FEDERATION_PAGE, "heading": awards_heading(awards["scheme"]), "most": most, **many}


def next_days(played: pl.Series, end: dt.date) -> Days:
    """Return the next days of play until `end`, if most days of play so far were the same number of weeks apart."""
    days = played.unique().sort()
    gaps = days.diff().drop_nulls().dt.total_days().tail(_GAPS)
    usual = gaps.mode().min()
    if not isinstance(usual, int) or usual % _WEEK or gaps.len() < _LEAST_GAPS:
        return []
    ahead = [days[-1] + dt.timedelta(days=usual * number) for number in range(1, _MOST_AHEAD + 1)]
    is_usual = (gaps == usual).sum() >= _LEAST_SHARE * gaps.len()
    return [day for day in ahead if is_usual and day <= end]


def _by_club(competitions: pl.DataFrame) -> list[tuple[str, list[Row]]]:
    seasons = competitions.sort(
        pl.col("club_name").str.to_lowercase(),
        "club",
        pl.col("competition_name").str.to_lowercase(),
        "competition",
        "start",
        descending=[False] * 4 + [True],
    ).with_columns(is_first=pl.struct(CLUB).is_first_distinct())
    return [(rows[0]["club_name"], rows) for _, rows in by(seasons, "club")]


def _last_evenings(seasons: list[Row], first: Tables) -> list[tuple[Row, list[tuple[str, list[Row]]], list[Row], Days]]:
    lists = {
        key: [(field, own[:_MOST]) for field, own in by(rows, "field")][:_MOST_LISTS]
        for key, rows in first["evenings"].partition_by(COMPETITION, as_dict=True).items()
    }
    ranked = {key: rows.to_dicts() for key, rows in first["standing"].partition_by(COMPETITION, as_dict=True).items()}
    latest = [row for row in seasons if row["is_first"] and row["last_session"]]
    latest.sort(key=lambda row: row["last"], reverse=True)
    keys = [tuple(row[name] for name in COMPETITION) for row in latest]
    played = first["sessions"].partition_by(COMPETITION, as_dict=True)
    return [
        (row, lists.get(key, []), ranked.get(key, []), next_days(played[key]["date"], row["end"]))
        for row, key in zip(latest, keys, strict=True)
    ]


def _latest(competitions: pl.DataFrame) -> pl.DataFrame:
    return (
        competitions.sort("start", "season")
        .unique(CLUB, keep="last")
        .sort(pl.col("club_name").str.to_lowercase(), pl.col("competition_name").str.to_lowercase(), *CLUB)
    )


def _folder(row: Row) -> str:
    return "/".join(page_name(row[name]) for name in COMPETITION)
