"""Where a player's published numbers come from, read from the warehouse: rankings, and ratings with their games."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import polars as pl

from pipelines.cli.terminal.selection import one_competition, one_player, session_meant
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.reports.pages.rating_change import change_by_norms
from pipelines.reports.pages.rating_words import flags_in_words, method_name, number, worked_out
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse
from pipelines.words.suggestions import some
from transforms.explanation import TABLES, Explanation, Explanations
from transforms.season import season_tables
from transforms.tables.messages import gettext
from transforms.tables.schemas import CLUB, COMPETITION

_TABLES = (
    *("raw.players", "raw.files", "raw.games", "raw.rating_seasons"),
    *("ratings.elo", "ratings.lists", "ratings.games", "ratings.corrections"),
)
_SEASONS = "report.rating_seasons"
_MOST_GAMES = 10
"""Of many games only the last are shown."""
_KEPT = (
    *("club", "competition", "season", "system", "list_date", "player_id", "name", "rating_before", "method", "games"),
    *("points", "norm", "performance", "k", "change", "rating", "played", "flags"),
)

Row = dict[str, Any]


class ExplainedRating(NamedTuple):
    """A rating on the last list with the player, and the games of the season of that list, the latest first."""

    row: Row
    """Of `report.rating_seasons`."""
    games: list[Row]

    def for_programs(self) -> Row:
        """The numbers behind the rating, with the games; `formula` leads to it."""
        return {
            **{name: self.row[name] for name in _KEPT},
            "formula": worked_out(self.row).formula or None,
            "of_games": self.games,
        }


def explained_ratings(
    warehouse: Warehouse, rules: pl.DataFrame, player_id: str, season: str | None = None
) -> list[ExplainedRating]:
    """The ratings of a player in each of the competitions (`rules`, of one club) that rate.

    `season` is a rating season; None: the last in which the player is on a list.
    """
    found = []
    for club, competition in rules.select(CLUB).unique().sort(CLUB).iter_rows():
        of = {"club": club, "competition": competition}
        lists = warehouse.read_of("ratings.elo", **of, player_id=player_id)
        lists = lists if season is None else lists.filter(season=season)
        if not lists.is_empty():
            found.append(_explained({name: warehouse.read_of(name, **of) for name in _TABLES}, lists))
    return found


def _explained(tables: dict[str, pl.DataFrame], lists: pl.DataFrame) -> ExplainedRating:
    paths = tables["raw.files"].select("file_id", file="path")
    read_in = tables["raw.games"].join(paths, on="file_id", how="left")
    read_in = read_in.select("game_id", pl.coalesce("file", "file_id").alias("file"), "line_no")
    last = lists.sort("list_date").row(-1, named=True)
    seasons = season_tables({**tables, "rating_table": rating_table()}, [_SEASONS])[_SEASONS]
    row = seasons.filter(player_id=last["player_id"], list_date=last["list_date"]).row(0, named=True)
    last_named = seasons.sort("list_date", "season", "system").unique("player_id", keep="last")
    names = last_named.select(opponent_id="player_id", opponent="name")
    games = (
        tables["ratings.games"]
        .filter(player_id=last["player_id"], list_date=last["list_date"])
        .join(names, on="opponent_id", how="left")
        .join(read_in, on="game_id", how="left")
        .sort("date", "game_id", descending=True)
        .select(
            *("date", "event", "opponent_id", pl.coalesce("opponent", "opponent_id").alias("opponent")),
            *("opponent_rating", "difference", "expected", "norm", "points", "counted", "file", "line_no"),
        )
    )
    return ExplainedRating(row, games.to_dicts())


def in_words(rating: ExplainedRating) -> Iterator[str]:
    """The rating, its sum, what stands behind it, and what is doubtful about it, a line each."""
    row, of = rating.row, worked_out(rating.row)
    rated = gettext("none") if row["rating"] is None else row["rating"]
    yield gettext("Rating on the list of {day}: {rating}", day=row["list_date"], rating=rated)
    if of.formula:
        yield of.formula
    if of.note:
        yield of.note
    if row["method"] == "norm":
        yield from change_by_norms(row)
    elif row["method"]:
        yield gettext("Rated by {method}", method=method_name(row))
    yield from (f"{flag}: {words}" for flag, words in flags_in_words(row))


def games_title(rating: ExplainedRating) -> str:
    """Which games `games_at_a_glance` has: all of the list, or the last of so many."""
    many = len(rating.games)
    if many <= _MOST_GAMES:
        return gettext("The games of this list, the latest first")
    return gettext("The last {number} of {of} games of this list, the latest first", number=_MOST_GAMES, of=many)


def games_at_a_glance(rating: ExplainedRating) -> pl.DataFrame:
    """The last games as they are printed: (date, against, rating, expected, points, counts, where).

    `counts` says what counts by norms, so it is not there for who is rated by performance. `where` is a file and its
    line, which matches of teams have not.
    """
    yes, no = gettext("yes"), gettext("no")
    rows = [
        {
            "date": str(game["date"]),
            "against": game["opponent"],
            "rating": game["opponent_rating"],
            "expected": None if game["norm"] is None else number(game["norm"]),
            "points": number(game["points"]),
            "counts": yes if game["counted"] else no,
            "where": game["file"] if game["line_no"] is None else f"{game['file']}:{game['line_no']}",
        }
        for game in rating.games[:_MOST_GAMES]
    ]
    games = pl.DataFrame(rows, schema_overrides={"rating": pl.Int64, "expected": pl.String, "where": pl.String})
    games = games if games["where"].count() else games.drop("where")
    return games.drop("counts") if rating.row["method"] == "performance" else games


class Explained(NamedTuple):
    """Where the numbers of one player come from."""

    rankings: list[Explanation]
    """One for each competition in which the player has a ranking."""
    ratings: list[ExplainedRating]
    """One for each competition that rates the player."""


def explain(
    path: Place, player: str, competition: str | None = None, season: str | None = None, session: str | None = None
) -> Explained:
    """The explanations of one player, by id, name or a part of it: of rankings and of ratings, one per competition.

    Without a `competition` (id, name, or `club/competition`) of every one in which the player plays; without a `season`
    of the latest in which the player has a ranking; without a `session` (its id) of all of the season.
    """
    with Warehouse(path, read_only=True) as warehouse:
        rules = warehouse.read("raw.competitions")
        if competition is not None:
            rules = one_competition(rules, competition)
        known = (warehouse.read(name).select(*CLUB, "player_id", "name") for name in ("raw.players", "ratings.lists"))
        people = pl.concat(known).unique(maintain_order=True).join(rules, on=CLUB, how="semi")
        club, player_id = one_player(people, player)
        rules = rules.filter(club=club)
        ranked = warehouse.read_of("rankings.player_rankings", player_id=player_id)
        played = rules.join(ranked, on=COMPETITION, how="semi").sort("club", "competition", "start", "season")
        rated = explained_ratings(warehouse, rules, player_id, season)
        ratings = rated if session is None else rated[:0]
        explanations = [
            explanation
            for ids in _chosen_seasons(played, player, season, is_rated=bool(ratings))
            if (explanation := _explanation(warehouse, *ids, player_id)) is not None
        ]
    return Explained(explanations if session is None else _of_session(explanations, session), ratings)


def as_json(explained: Explained) -> str:
    """A JSON list of objects, each with `rating`, null where the competition has none.

    Of a competition that only rates, an object has only that and the ids.
    """
    ratings = {(rating.row["club"], rating.row["competition"]): rating.for_programs() for rating in explained.ratings}
    told: list[dict[str, object]] = [
        {**asdict(one), "rating": ratings.pop((one.club, one.competition), None)} for one in explained.rankings
    ]
    told += [
        {"club": club, "competition": competition, "player_id": rating["player_id"], "rating": rating}
        for (club, competition), rating in ratings.items()
    ]
    return json.dumps(told, default=str, ensure_ascii=False, indent=2)


def _explanation(warehouse: Warehouse, club: str, competition: str, season: str, player_id: str) -> Explanation | None:
    of_season = {"club": club, "competition": competition, "season": season}
    tables = {name: warehouse.read_of(name, **of_season) for name in TABLES}
    return Explanations(tables, player_id).of(club, competition, season, player_id)


def _chosen_seasons(
    played: pl.DataFrame, player: str, season: str | None, *, is_rated: bool
) -> list[tuple[str, str, str]]:
    if is_rated and (played.is_empty() or (season is not None and played.filter(season=season).is_empty())):
        return []
    if played.is_empty():
        raise UnusableError(
            "{player}: has not played a session that counts, so there is nothing to explain yet", player=player
        )
    found = played if season is None else played.filter(season=season)
    if found.is_empty():
        known = played["season"].unique().sort().to_list()
        raise UnusableError(
            "--season {season}: {player} did not play then; there are {known}",
            season=season,
            player=player,
            known=some(known),
        )
    latest = found.group_by("club", "competition", maintain_order=True).last()
    return latest.select("club", "competition", "season").rows()


def _of_session(explanations: list[Explanation], session_id: str) -> list[Explanation]:
    known = [played.session_id for explanation in explanations for played in explanation.sessions]
    meant = session_meant(session_id, known)
    found = [
        replace(explanation, sessions=sessions)
        for explanation in explanations
        if (sessions := tuple(played for played in explanation.sessions if played.session_id == meant))
    ]
    if not found:
        raise UnusableError(
            "--session {session_id}: the player did not play in it; there are {known}; for one of an earlier"
            " season name that with --season",
            session_id=session_id,
            known=some(known),
        )
    return found
