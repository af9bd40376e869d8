"""From which ranking a season starts. The source, "Het speelmoment en het speelseizoen" and "Spelers"."""

import datetime as dt
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

import dataframely as dy
import polars as pl
from factories import Tables, close_to, competitions, frame
from hypothesis import given
from rankings.plain import Row, in_time
from rankings.seasons import federations, few_seasons, points_of

from transforms.rankings.rankings import current_rankings, player_rankings, starting_rankings
from transforms.tables.schemas import (
    COMPETITION,
    PERSON,
    PLAYER,
    Competitions,
    Players,
    RankingPoints,
    StartingRankings,
)

YEARS = (2023, 2024, 2025)


def seasons(**ranking: object) -> dy.DataFrame[Competitions]:
    """Three seasons of one competition, each named after the year in which it starts."""
    rules = competitions(ranking={"window": 2, "substitute_ranking": 66, **ranking})
    return Competitions.cast(
        pl.concat(
            rules.with_columns(season=pl.lit(f"{year}"), start=dt.date(year, 9, 1), end=dt.date(year + 1, 8, 31))
            for year in YEARS
        )
    )


def played(player: str, **points_of_years: Iterable[float]) -> list[Row]:
    """Ranking points of a player, an evening each: `y2023=[60, 70]`."""
    return [
        {"season": name[1:], "session_id": f"{number}", "date": dt.date(int(name[1:]), 10, number)}
        | {"player_id": player, "entrant": "1", "points": float(points)}
        for name, several in points_of_years.items()
        for number, points in enumerate(several, start=1)
    ]


def starts(rows: list[Row], players: Iterable[Row] = (), **ranking: object) -> dict[tuple[str, str], Any]:
    """(Season, player) -> (substitute ranking, origin, season before)."""
    rules, known = seasons(**ranking), frame(Players, *players)
    rankings = player_rankings(frame(RankingPoints, *rows), known, rules)
    found = StartingRankings.validate(starting_rankings(rankings, known, rules).collect())
    columns = ("season", "player_id", "substitute_ranking", "origin", "season_before")
    return {(season, player): tuple(rest) for season, player, *rest in found.select(columns).rows()}


def test_a_season_usually_starts_from_the_final_standing_of_the_one_before() -> None:
    """As it says: "Deze is meestal gebaseerd op de slotstand van het afgelopen seizoen"; the ranking, no mean of it."""
    rows = played("p", y2023=[10, 60, 80], y2024=[90], y2025=[70])
    assert starts(rows) == {
        ("2023", "p"): (66, "competition", None),
        ("2024", "p"): (close_to(70), "season", "2023"),
        ("2025", "p"): (close_to((70 + 90) / 2), "season", "2024"),
    }


def test_an_estimate_of_the_director_is_for_the_first_season() -> None:
    """As it says: "of via een inschatting door de wedstrijdleiding"; the final ranking is known better than that."""
    own = [{"player_id": "p", "substitute_ranking": 81.5}]
    rows = played("p", y2023=[60], y2024=[90])
    assert starts(rows, own) == {
        ("2023", "p"): (81.5, "player", None),
        ("2024", "p"): (close_to((60 + 81.5) / 2), "season", "2023"),
    }
    assert starts(rows, own, hand_on=False)["2024", "p"] == (81.5, "player", None)


@few_seasons
@given(federations())
def test_rankings_start_from_them(federation: Tables) -> None:
    """The ranking before the first session is that from which the season starts; and as plain Python has it."""
    rules, players = federation["competitions"], federation["players"]
    rankings = player_rankings(points_of(federation), players, rules).collect()
    found = starting_rankings(rankings, players, rules).collect()
    rows = rankings.rows(named=True)
    told = {itemgetter(*PLAYER)(row): row for row in found.rows(named=True)}
    of_rules = {itemgetter(*COMPETITION)(row): row for row in rules.rows(named=True)}
    own = {itemgetter(*PERSON)(row): row["substitute_ranking"] for row in players.rows(named=True)}
    assert told.keys() == {itemgetter(*PLAYER)(row) for row in rows}
    for start in told.values():
        season, person, rule = start["season"], itemgetter(*PERSON)(start), of_rules[itemgetter(*COMPETITION)(start)]
        of_player = [row for row in rows if itemgetter(*PERSON)(row) == person]
        first = in_time([row for row in of_player if row["season"] == season])[0]
        assert start["substitute_ranking"] == close_to(first["ranking_before"])
        before = in_time([row for row in of_player if row["season"] < season])
        if rule["hand_on"] and before:
            expected = ("season", before[-1]["season"], before[-1]["ranking"])
        elif own.get(person) is not None:
            expected = ("player", None, own[person])
        else:
            expected = ("competition", None, rule["substitute_ranking"])
        assert (start["origin"], start["season_before"], start["substitute_ranking"]) == expected


def test_who_has_not_played_yet_stands_where_the_season_will_start() -> None:
    """So lines and pairs of the first evening of a season are by the final rankings of the one before."""
    rules, nobody = seasons(), frame(Players)
    rankings = player_rankings(frame(RankingPoints, *played("p", y2024=[60, 80])), nobody, rules)
    who = pl.LazyFrame({"club": "club", "competition": "evening", "season": "2025", "player_id": "p"})
    assert current_rankings(who, rankings, nobody, rules).collect()["ranking"].to_list() == [close_to(70)]
