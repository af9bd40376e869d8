"""Where a player's published numbers come from, read from the warehouse."""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace

import polars as pl

from pipelines.commands.terminal.selection import one_competition, one_player
from pipelines.display.suggestions import some
from pipelines.errors import UnusableError
from pipelines.paths import Place
from pipelines.warehouse import Warehouse
from transforms.explanation import TABLES, Explanation, Explanations
from transforms.messages import Message
from transforms.tables import CLUB, COMPETITION

_LATEST = ("start", "season")


def explain(
    path: Place,
    player: str,
    competition: str | None = None,
    season: str | None = None,
    session: str | None = None,
) -> list[Explanation]:
    """The explanations of one player, one per competition.

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
        people = warehouse.read("raw.players").join(rules, on=CLUB, how="semi")
        club, player_id = one_player(people, player)
        played = _seasons_played(warehouse, rules.filter(club=club), player_id)
        explanations = [
            explanation
            for ids in _chosen_seasons(played, player, season)
            if (explanation := _explanation(warehouse, *ids, player_id)) is not None
        ]
    return explanations if session is None else _of_session(explanations, session)


def as_json(explanations: Iterable[Explanation]) -> str:
    """The explanations as JSON: a list of objects."""
    return json.dumps([asdict(explanation) for explanation in explanations], default=str, ensure_ascii=False, indent=2)


def _explanation(warehouse: Warehouse, club: str, competition: str, season: str, player_id: str) -> Explanation | None:
    of_season = {"club": club, "competition": competition, "season": season}
    tables = {name: warehouse.read_of(name, **of_season) for name in TABLES}
    return Explanations(tables, player_id).of(club, competition, season, player_id)


def _seasons_played(warehouse: Warehouse, rules: pl.DataFrame, player_id: str) -> pl.DataFrame:
    """The rows of `rules` for the seasons in which the player has a ranking, by competition and in order of time."""
    ranked = warehouse.read_of("rankings.player_rankings", player_id=player_id)
    return rules.join(ranked, on=COMPETITION, how="semi").sort("club", "competition", *_LATEST)


def _chosen_seasons(played: pl.DataFrame, player: str, season: str | None) -> list[tuple[str, str, str]]:
    """(club, competition, season) of every competition: the season that is named, or else the latest one."""
    if played.is_empty():
        raise UnusableError(
            Message("{player}: has not played a session that counts, so there is nothing to explain yet", player=player)
        )
    found = played if season is None else played.filter(season=season)
    if found.is_empty():
        known = played["season"].unique().sort().to_list()
        raise UnusableError(
            Message(
                "--season {season}: {player} did not play then; there are {known}",
                season=season,
                player=player,
                known=some(known),
            )
        )
    latest = found.group_by("club", "competition", maintain_order=True).last()
    return latest.select("club", "competition", "season").rows()


def _of_session(explanations: list[Explanation], session_id: str) -> list[Explanation]:
    """The explanations that have this session, without their other sessions."""
    found = [
        replace(explanation, sessions=sessions)
        for explanation in explanations
        if (sessions := tuple(played for played in explanation.sessions if played.session_id == session_id))
    ]
    if not found:
        known = [played.session_id for explanation in explanations for played in explanation.sessions]
        raise UnusableError(
            Message(
                "--session {session_id}: the player did not play in it; there are {known}; for one of an earlier"
                " season name that with --season",
                session_id=session_id,
                known=some(known),
            )
        )
    return found
