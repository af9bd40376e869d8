"""Where a player's published numbers come from, read from the warehouse."""

import json
from dataclasses import asdict, replace
from typing import NamedTuple

import polars as pl

from pipelines.cli.explain.ratings import ExplainedRating, explained_ratings
from pipelines.cli.terminal.selection import one_competition, one_player, session_meant
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.suggestions import some
from transforms.explanation import TABLES, Explanation, Explanations
from transforms.tables import CLUB, COMPETITION

_LATEST = ("start", "season")


class Explained(NamedTuple):
    """Where the numbers of one player come from."""

    rankings: list[Explanation]
    """One for each competition in which the player has a ranking."""
    ratings: list[ExplainedRating]
    """One for each competition that rates the player."""


def explain(
    path: Place, player: str, competition: str | None = None, season: str | None = None, session: str | None = None
) -> Explained:
    """The explanations of one player: of rankings and of ratings, one per competition.

    Args:
        path: the warehouse.
        player: an id, a name, or a part of a name.
        competition: its id, its name, or `club/competition`; None: every one in which the player plays.
        season: its name; None: in each competition, the latest season in which the player has a ranking.
        session: the id of one session; None: all sessions of the season.

    Raises:
        UnusableError: there is no such warehouse, player, competition, season or session; or several players or
            competitions have this name.
    """
    with Warehouse(path, read_only=True) as warehouse:
        rules = warehouse.read("raw.competitions")
        if competition is not None:
            rules = one_competition(rules, competition)
        known = (warehouse.read(name).select(*CLUB, "player_id", "name") for name in ("raw.players", "ratings.lists"))
        people = pl.concat(known).unique(maintain_order=True).join(rules, on=CLUB, how="semi")
        club, player_id = one_player(people, player)
        rules = rules.filter(club=club)
        played = _seasons_played(warehouse, rules, player_id)
        rated = explained_ratings(warehouse, rules, player_id, season)
        ratings = rated if session is None else rated[:0]
        explanations = [
            explanation
            for ids in _chosen_seasons(played, player, season, is_rated=bool(ratings))
            if (explanation := _explanation(warehouse, *ids, player_id)) is not None
        ]
    return Explained(explanations if session is None else _of_session(explanations, session), ratings)


def as_json(explained: Explained) -> str:
    """The explanations as JSON: a list of objects, each with `rating`, null where the competition has none.

    Of a competition that only rates, an object has nothing else but the ids.
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


def _seasons_played(warehouse: Warehouse, rules: pl.DataFrame, player_id: str) -> pl.DataFrame:
    """The rows of `rules` for the seasons in which the player has a ranking, by competition and in order of time."""
    ranked = warehouse.read_of("rankings.player_rankings", player_id=player_id)
    return rules.join(ranked, on=COMPETITION, how="semi").sort("club", "competition", *_LATEST)


def _chosen_seasons(
    played: pl.DataFrame, player: str, season: str | None, *, is_rated: bool
) -> list[tuple[str, str, str]]:
    """(club, competition, season) of every competition: the season that is named, or else the latest one."""
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
    """The explanations that have this session, without their other sessions."""
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
