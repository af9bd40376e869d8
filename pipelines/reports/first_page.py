"""What the first page shows of all clubs: their competitions, the last evening of a club alone, and whom one may find.

What belongs here: the small tables from which it is drawn, and what of them goes to its template.
"""

from typing import Any

import polars as pl

from pipelines.reports.content import Row, by
from pipelines.reports.page_names import FEDERATION_PAGE, page_name
from pipelines.reports.pages.hand_places import card_at
from pipelines.reports.search import Entry, evening
from pipelines.reports.tables.columns import is_shown, said_names
from pipelines.reports.tables.standings import player_ranking
from pipelines.words.words import awards_heading
from transforms.awards.club_points import CLUB_POINTS
from transforms.messages import gettext
from transforms.results.people_shown import named_entrants
from transforms.results.who_came import with_card
from transforms.tables import CLUB, COMPETITION, ENTRANT, PERSON, PLAYER, SESSION, Tables
from transforms.tables.arithmetic.as_shown import lines_of_field, place
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.phrases import phrase
from transforms.tables.shared import IN_TURN

MOST_FOUND = 1000
"""The most players that the search of the first page knows; where there are more, it knows clubs and competitions."""
MOST_IN_FULL = 40
"""Clubs of which the first page shows every season; where there are more, the last season of each competition."""
OF_EVENINGS = ("scored.session_results", "raw.entries", "scored.control_sheet", "scored.boards")
"""What `evenings` needs besides `raw.sessions`."""
FIRST_OF_RANKING, MOST_SHARING = 10, 15
_PLACES, _MOST, _MOST_LISTS = 3, 5, 4
_ADDED_UP = 2
"""The fewest competitions that a list adds up; of one alone, `awards.html` of each season says it all."""


def evenings(last: Tables, players: pl.DataFrame) -> pl.DataFrame:
    """The first three of each result list of sessions: `SESSION`, date, title, field, rank, players, score, card, ...

    Args:
        last: `raw.sessions`, with these sessions; and of these at least the rows of `OF_EVENINGS`.
        players: `Players`.
    """
    sessions, results, entries = (last[name] for name in ("raw.sessions", "scored.session_results", "raw.entries"))
    sheet, boards = last["scored.control_sheet"], last["scored.boards"]
    first = results.join(sessions, on=SESSION, how="semi").filter(pl.col("rank") <= _PLACES)
    seated = (
        entries.join(first, on=SESSION, how="semi")
        .join(_names(players), on=PERSON, how="left")
        .sort(*ENTRANT, "file_id", "line_no", "player_id")
        .with_columns(
            name=pl.coalesce("name", "player_id"), instead_of=pl.lit(None, pl.String), linked=pl.lit(value=True)
        )
    )
    names = named_entrants(seated, sessions)
    return (
        with_card(first, sheet, boards)
        .with_columns(card=card_at(first))
        .join(sessions.select(*SESSION, "date", "title"), on=SESSION)
        .join(names, on=ENTRANT, how="left")
        .sort(*SESSION, lines_of_field(), pl.col("field").str.ends_with(" EW"), "rank", "line", "entrant")
        .select(
            *(*SESSION, "date", "title", "field", "entrant", "names", "players"),
            place(pl.col("rank"), *SESSION, "field").alias("rank"),
            to_decimals(pl.col("score")),
            "scoring",
            "card",
        )
    )


def standing(rankings: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """The first ten of the ranking of each season: rows as those of `player_ranking`.

    Args:
        rankings: rows of `PlayerRankings`, of whole seasons.
        players: `Players`.
    """
    people = (
        rankings.select(PLAYER)
        .unique()
        .join(_names(players).with_columns(guest=~players["member"].fill_null(value=True)), on=PERSON, how="left")
        .with_columns(pl.coalesce("name", "player_id").alias("name"), pl.col("guest").fill_null(value=False))
    )
    return first_of_ranking(player_ranking({"rankings.player_rankings": rankings}, people))


def first_of_ranking(ranked: pl.DataFrame) -> pl.DataFrame:
    """The first ten of each season, and who shares the tenth place: `MOST_SHARING` at most, as when all begin equal.

    Args:
        ranked: `player_ranking`, the highest first.

    Returns:
        These rows of `with_last_session`.
    """
    rank = pl.col("rank").str.strip_suffix("=").cast(pl.Int64)
    first = with_last_session(ranked).filter(rank <= FIRST_OF_RANKING)
    return first.group_by(COMPETITION, maintain_order=True).head(MOST_SHARING)


def with_last_session(ranked: pl.DataFrame) -> pl.DataFrame:
    """`player_ranking` with `after`, the day of the last session of its season in which anybody earned ranking points.

    `compared`: whether anybody was in the ranking before it.
    """
    return ranked.with_columns(
        after=pl.col("last_played").max().over(COMPETITION),
        compared=pl.col("places").is_not_null().any().over(COMPETITION),
    )


def players_found(entries: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Who sat down in each season, by name: `COMPETITION`, player_id, name, person; not who asked not to be shown.

    `person` is as that of `FederationAwards`.

    Args:
        entries: `COMPETITION` and player_id of `Entries`.
        players: `Players`.
    """
    return (
        entries.select(*COMPETITION, "player_id")
        .unique()
        .join(_names(players), on=PERSON, how="left")
        .join(_federation_ids(players), on=["club", "player_id"], how="left")
        .select(
            *COMPETITION,
            "player_id",
            name=pl.coalesce("name", "player_id"),
            person=pl.coalesce("federation_id", phrase("{}/{}", "club", "player_id")),
        )
        .filter(is_shown(pl.col("name")))
        .sort(*COMPETITION, "name", "player_id")
    )


def sessions_found(sessions: pl.DataFrame) -> pl.DataFrame:
    """`SESSION`, date and title of `Sessions`, the last one first."""
    title = pl.col("title").str.strip_chars().replace("", None)
    return sessions.sort(*IN_TURN, *COMPETITION).reverse().select(*SESSION, "date", title)


def _names(players: pl.DataFrame) -> pl.DataFrame:
    return players.select(*PERSON, said_names(pl.col("name").str.strip_chars().replace("", None)))


def _federation_ids(players: pl.DataFrame) -> pl.DataFrame:
    """Those by which `federation_awards` tells persons: of each player of a club the first that is given."""
    by_competition = players.sort("club", "player_id", "competition")
    return by_competition.group_by("club", "player_id").agg(pl.col("federation_id").drop_nulls().first())


# --- the page -----------------------------------------------------------------------------------


def told(first: Tables) -> dict[str, Any]:
    """What the template of the first page is filled with, but for the list of all clubs."""
    clubs = _by_club(first["competitions"])
    is_one = len(clubs) == 1
    return {
        "clubs": clubs,
        "evenings": _last_evenings(clubs[0][1], first) if is_one else [],
        "is_one": is_one,
        "most_in_full": MOST_IN_FULL,
    }


def places(first: Tables) -> list[Entry]:
    """What the search of the first page finds: clubs, competitions, and the players of their last seasons.

    Of one club alone, the evenings of these seasons too.
    """
    latest = _latest(first["competitions"])
    found: list[Entry] = [
        (f"{row['competition_name']}, {row['club_name']}", f"{_folder(row)}/index.html") for row in latest.to_dicts()
    ]
    evenings = _evenings_found(latest, first["sessions"]) if latest["club"].n_unique() == 1 else []
    players = first["players"].join(latest, on=COMPETITION, how="semi", maintain_order="left")
    if players.height > MOST_FOUND:
        return [*found, *evenings]
    people = [(row["name"], f"{_folder(row)}/players/{page_name(row['player_id'])}.html") for row in players.to_dicts()]
    return [*found, *people, *evenings]


def _evenings_found(latest: pl.DataFrame, sessions: pl.DataFrame) -> list[Entry]:
    """The sessions of these seasons, the last one first; of several competitions each is named."""
    named = latest.select(*COMPETITION, of="competition_name" if latest.height > 1 else pl.lit(None, pl.String))
    played = sessions.join(named, on=COMPETITION, maintain_order="left").with_columns(
        title=pl.concat_str("title", "of", separator=", ", ignore_nulls=True)
    )
    return [
        evening(row["date"], row["title"], f"{_folder(row)}/sessions/{page_name(row['session_id'])}.html")
        for row in played.to_dicts()
    ]


def in_all_clubs(awards: pl.DataFrame, competitions: pl.DataFrame) -> Row | None:
    """What the first page shows of the list of all competitions; None where no list adds up what several brought."""
    if awards.is_empty() or competitions.select(CLUB).unique().height < _ADDED_UP:
        return None
    return {
        "page": FEDERATION_PAGE,
        "people": awards["person"].n_unique(),
        "seasons": awards["season"].n_unique(),
        "heading": awards_heading(awards["scheme"]),
        "most": _who_earned_most(set(awards["scheme"])),
    }


def _who_earned_most(schemes: set[str]) -> str:
    if CLUB_POINTS.name not in schemes:
        return gettext("Who earned most federation points")
    if schemes == {CLUB_POINTS.name}:
        return gettext("Who earned most club points")
    return gettext("Who earned most club and federation points")


def _by_club(competitions: pl.DataFrame) -> list[tuple[str, list[Row]]]:
    """(name of the club, its seasons with their sizes), in order of name; the latest season shows the ratings."""
    seasons = competitions.sort(
        pl.col("club_name").str.to_lowercase(),
        "club",
        pl.col("competition_name").str.to_lowercase(),
        "competition",
        "start",
        descending=[False] * 4 + [True],
    ).with_columns(is_first=pl.struct(CLUB).is_first_distinct())
    return [(rows["club_name"][0], rows.to_dicts()) for _, rows in seasons.group_by("club", maintain_order=True)]


def _last_evenings(seasons: list[Row], first: Tables) -> list[tuple[Row, list[tuple[str, list[Row]]], list[Row]]]:
    """Of each competition its season, the first three of its last evening and the ranking's first ten.

    The competition with the last evening comes first.
    """
    lists = {
        key: [(field, own[:_MOST]) for field, own in by(rows, "field")][:_MOST_LISTS]
        for key, rows in first["evenings"].group_by(COMPETITION, maintain_order=True)
    }
    ranked = {key: rows.to_dicts() for key, rows in first["standing"].group_by(COMPETITION, maintain_order=True)}
    latest = [row for row in seasons if row["is_first"] and row["last_session"]]
    latest.sort(key=lambda row: row["last"], reverse=True)
    keys = [tuple(row[name] for name in COMPETITION) for row in latest]
    return [(row, lists.get(key, []), ranked.get(key, [])) for row, key in zip(latest, keys, strict=True)]


def _latest(competitions: pl.DataFrame) -> pl.DataFrame:
    """The latest season of every competition, in order of names."""
    return (
        competitions.sort("start", "season")
        .unique(CLUB, keep="last")
        .sort(pl.col("club_name").str.to_lowercase(), pl.col("competition_name").str.to_lowercase(), *CLUB)
    )


def _folder(row: Row) -> str:
    return "/".join(page_name(row[name]) for name in COMPETITION)
