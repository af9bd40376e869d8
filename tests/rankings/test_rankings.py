"""Rolling rankings, where a season starts, pairs and trios; one frame of many competitions is each apart."""

import datetime as dt
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from factories import Tables, close_to, competitions, frame, in_warehouse
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from rankings import plain
from rankings.plain import Row, in_time
from rankings.seasons import MANY, apart, federations, few_seasons, partnerships, points_of, some_seasons, together

from transforms.rankings.numbering import in_order
from transforms.rankings.rankings import (
    current_rankings,
    last_rankings,
    pair_rankings,
    player_rankings,
    season_partnerships,
    starting_rankings,
)
from transforms.season import STANDINGS, season_tables
from transforms.tables import schemas

MONDAY = dt.date(2025, 9, 1)


def earned_by(player_id: str, *points: float | None) -> list[Row]:
    return [
        {"player_id": player_id, "entrant": "1", "points": worth}
        | {"session_id": f"s{week:02}", "date": MONDAY + dt.timedelta(weeks=week)}
        for week, worth in enumerate(points)
        if worth is not None
    ]


def rankings(points: list[Row], players: Iterable[Row] = (), **ranking: float) -> pl.DataFrame:
    rules = competitions(ranking=ranking)
    found = player_rankings(frame(schemas.RankingPoints, *points), frame(schemas.Players, *players), rules)
    return schemas.PlayerRankings.validate(found.collect())


def test_mean_of_the_last_sessions_played() -> None:
    """Absence does not count, and the substitute ranking fills up what is not played yet."""
    found = rankings(earned_by("p", 80.0, None, 90.0, 100.0, None, 60.0), window=3, substitute_ranking=70.0)
    assert found["ranking"].to_list() == close_to([220 / 3, 80, 90, 250 / 3])
    assert found["sessions_counted"].to_list() == [1, 2, 3, 3]


@pytest.mark.parametrize(("first", "then"), [("a", "b"), ("9", "10"), ("Round 2b", "round 10")])
def test_sessions_of_one_day_go_by_their_id(first: str, then: str) -> None:
    points = [
        {"player_id": "p", "entrant": "1", "date": MONDAY, "session_id": session_id, "points": worth}
        for session_id, worth in ((then, 80.0), (first, 60.0))
    ]
    found = rankings(points, window=1)
    assert dict(found.select("session_id", "ranking_before").rows()) == {first: 70, then: 60}
    assert last_rankings(schemas.PlayerRankings.cast(found)).collect()["ranking"].to_list() == [80]


def test_a_club_by_itself_and_among_others_is_the_same_to_the_last_bit() -> None:
    """Six or seven points are added one after the other; a row of more slots would be added in another order."""
    clubs = {"harbour": 6, "hill": 17, "heath": 7}
    points = [row | {"club": club} for club in clubs for row in earned_by("p", *(100 / (3 + n) for n in range(9)))]
    earned = frame(schemas.RankingPoints, *points)
    rules = {club: competitions(club, ranking={"window": window}) for club, window in clubs.items()}
    of_all = schemas.Competitions.cast(pl.concat(rules.values()))
    together = player_rankings(earned, frame(schemas.Players), of_all).collect()
    for club in clubs:
        of_club = schemas.RankingPoints.cast(earned.filter(club=club))
        alone = player_rankings(of_club, frame(schemas.Players), rules[club]).collect()
        assert together.filter(club=club).equals(alone)


def pair_ranking(points: list[Row], members: str, players: Iterable[Row] = (), **ranking: float) -> float:
    rules, people = competitions(ranking=ranking), frame(schemas.Players, *players)
    after_sessions = player_rankings(frame(schemas.RankingPoints, *points), people, rules)
    found = pair_rankings(after_sessions, partnerships(members), people, rules).collect()
    return schemas.PairRankings.validate(found)["ranking"].item()


def test_pair_is_the_sum_and_trio_two_thirds_of_it_and_who_has_not_played_has_the_substitute_ranking() -> None:
    points = [*earned_by("p", 20.0, 80.0), *earned_by("q", 75.0), *earned_by("r", None, None, 40.0)]
    assert pair_ranking(points, "pq", window=1) == 155
    assert pair_ranking(points, "pqr", window=1) == close_to(130)

    points = earned_by("p", 80.0)
    players = [{"player_id": "q", "substitute_ranking": 66.0}]
    assert pair_ranking(points, "pq", players, window=1) == 146
    assert pair_ranking(points, "pz", players, window=1, substitute_ranking=50.0) == 130


@some_seasons
@given(federations())
def test_every_ranking_against_plain_python(federation: Tables) -> None:
    rules, players = federation["competitions"], federation["players"]
    found = schemas.PlayerRankings.validate(player_rankings(points_of(federation), players, rules).collect())
    expected = [row for competition in apart(federation) for row in plain.season_after_season(competition)]
    key, numbers = (*schemas.SESSION, "player_id"), ("ranking_before", "ranking", "sessions_counted")
    assert {tuple(row[name] for name in key): [row[name] for name in numbers] for row in found.rows(named=True)} == {
        tuple(row[name] for name in key): [close_to(row[name]) for name in numbers] for row in expected
    }


@some_seasons
@given(federations())
def test_every_pair_ranking_is_that_of_its_players_now(federation: Tables) -> None:
    of_seasons = season_partnerships(
        federation["partnerships"], federation["entries"], federation["sessions"], federation["competitions"]
    ).collect()
    for competition in apart(federation):
        players, rules = competition["players"], competition["competitions"]
        earned = plain.season_after_season(competition)
        columns = schemas.PlayerRankings.column_names()
        after_sessions = frame(schemas.PlayerRankings, *({name: row[name] for name in columns} for row in earned))
        declared = schemas.SeasonPartnerships.cast(of_seasons.join(rules, on=schemas.COMPETITION, how="semi"))
        found = schemas.PairRankings.validate(pair_rankings(after_sessions, declared, players, rules).collect())
        known = {row["player_id"]: row for row in players.rows(named=True)}
        expected = {}
        for rule in rules.rows(named=True):
            rows = declared.filter(season=rule["season"]).rows(named=True)
            for name, members in plain.by(rows, "partnership_id").items():
                now = [plain.ranking_now(earned, row["player_id"], rule, known) for row in members]
                expected[rule["season"], name] = 2 * sum(now) / len(now)
        words = found.select("season", "partnership_id", "ranking").rows()
        assert {(season, name): ranking for season, name, ranking in words} == close_to(expected)


def entries(*seated: str, session_id: str = "1") -> list[Row]:
    """One entrant a text of players, a letter each."""
    return [
        {"entrant": str(number), "player_id": player, "session_id": session_id}
        for number, players in enumerate(seated)
        for player in players
    ]


def competing(
    declared: Iterable[str] = (),
    seated: Iterable[Row] = (),
    sessions: Iterable[Row] = ({},),
    rules: dy.DataFrame[schemas.Competitions] | None = None,
) -> dy.DataFrame[schemas.SeasonPartnerships]:
    of = frame(
        schemas.Partnerships, *({"partnership_id": name, "player_id": player} for name in declared for player in name)
    )
    seats, evenings = frame(schemas.Entries, *seated), frame(schemas.Sessions, *sessions)
    found = season_partnerships(of, seats, evenings, competitions() if rules is None else rules)
    return schemas.SeasonPartnerships.validate(found.collect())


def members(found: pl.DataFrame) -> dict[tuple[str, str], str]:
    return {
        (season, name): "".join(sorted(players))
        for season, name, players in found.group_by("season", "partnership_id").agg("player_id").rows()
    }


def test_those_who_sat_together_where_none_is_declared() -> None:
    seated = [*entries("ba", "cd"), *entries("ab", "ca", session_id="2")][:7]
    found = competing(seated=seated, sessions=[{}, {"session_id": "2"}])
    assert members(found) == {("2025-26", "a + b"): "ab", ("2025-26", "c + d"): "cd"}
    assert not found["declared"].any()


def test_declared_ones_only_where_a_competition_declares_any_and_in_every_season() -> None:
    found = competing(["ac", "xyz"], entries("ab"))
    assert members(found) == {("2025-26", "ac"): "ac", ("2025-26", "xyz"): "xyz"}
    assert found["declared"].all()
    next_season = competitions().with_columns(season=pl.lit("2026-27"))
    rules = schemas.Competitions.cast(pl.concat([competitions(), next_season]))
    assert members(competing(["ac"], rules=rules)) == {("2025-26", "ac"): "ac", ("2026-27", "ac"): "ac"}


def test_team_mates_are_no_pair_and_three_who_shared_a_seat_are_three() -> None:
    assert members(competing(seated=entries("abcd"), sessions=[{"kind": "teams"}])) == {}
    assert {name for _, name in members(competing(seated=entries("abc")))} == {"a + b", "a + c", "b + c"}


def test_one_competition_declares_and_another_does_not() -> None:
    rules = schemas.Competitions.cast(pl.concat([competitions(), competitions(competition="other")]))
    seated = [*entries("ab"), *({**entry, "competition": "other"} for entry in entries("cd"))]
    found = competing(["xy"], seated, [{}, {"competition": "other"}], rules)
    assert set(found["partnership_id"]) == {"xy", "c + d"}


SEATED = pl.DataFrame(
    {"club": ["x", "x", "y", "x 1"], "competition": ["1 a", "a", "a", "a"], "season": "s", "session_id": "1"}
).join(pl.DataFrame({"player_id": ["cy", "ann", "bob"]}), how="cross")


def evenings(number: int) -> pl.DataFrame:
    numbers = pl.DataFrame({"session_id": [f"{session:02}" for session in range(number)]})
    return SEATED.drop("session_id").join(numbers, how="cross").reverse()


def test_each_table_has_numbers_of_its_own_also_where_one_stood_that_is_gone() -> None:
    for number in range(1, 40):
        table = evenings(number)
        for words in (in_order(table), in_order(table)):
            assert words.select(*schemas.SESSION, "player_id").equals(
                table.select(words.columns[:5]).sort(*schemas.SESSION, "player_id")
            )
            assert words["session"].to_list() == [session for session in range(4 * number) for _ in range(3)]


def test_a_table_with_the_keys_of_another_one_has_its_own_rows_in_order() -> None:
    key, table = (*schemas.SESSION, "player_id"), evenings(3)
    with_points = evenings(3).with_columns(points=pl.int_range(pl.len()))
    with_numbers = in_order(with_points, ["points"])
    assert in_order(table).equals(with_numbers.drop("points"))
    assert with_numbers["points"].equals(with_points.sort(key)["points"])


YEARS = (2023, 2024, 2025)


def seasons(**ranking: object) -> dy.DataFrame[schemas.Competitions]:
    """Three seasons of one competition, each named after the year in which it starts."""
    rules = competitions(ranking={"window": 2, "substitute_ranking": 66, **ranking})
    return schemas.Competitions.cast(
        pl.concat(
            rules.with_columns(season=pl.lit(f"{year}"), start=dt.date(year, 9, 1), end=dt.date(year + 1, 8, 31))
            for year in YEARS
        )
    )


def played(player: str, **points_of_years: Iterable[float]) -> list[Row]:
    return [
        {"season": name[1:], "session_id": f"{number}", "date": dt.date(int(name[1:]), 10, number)}
        | {"player_id": player, "entrant": "1", "points": float(points)}
        for name, several in points_of_years.items()
        for number, points in enumerate(several, start=1)
    ]


def starts(rows: list[Row], players: Iterable[Row] = (), **ranking: object) -> dict[tuple[str, str], Any]:
    """(Season, player) -> (substitute ranking, origin, season before)."""
    rules, known = seasons(**ranking), frame(schemas.Players, *players)
    rankings = player_rankings(frame(schemas.RankingPoints, *rows), known, rules)
    found = schemas.StartingRankings.validate(starting_rankings(rankings, known, rules).collect())
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
    words = {itemgetter(*schemas.PLAYER)(row): row for row in found.rows(named=True)}
    of_rules = {itemgetter(*schemas.COMPETITION)(row): row for row in rules.rows(named=True)}
    own = {itemgetter(*schemas.PERSON)(row): row["substitute_ranking"] for row in players.rows(named=True)}
    assert words.keys() == {itemgetter(*schemas.PLAYER)(row) for row in rows}
    for start in words.values():
        season, person, rule = (
            start["season"],
            itemgetter(*schemas.PERSON)(start),
            of_rules[itemgetter(*schemas.COMPETITION)(start)],
        )
        of_player = [row for row in rows if itemgetter(*schemas.PERSON)(row) == person]
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
    rules, nobody = seasons(), frame(schemas.Players)
    rankings = player_rankings(frame(schemas.RankingPoints, *played("p", y2024=[60, 80])), nobody, rules)
    who = pl.LazyFrame({"club": "club", "competition": "evening", "season": "2025", "player_id": "p"})
    now = current_rankings(who, last_rankings(rankings), nobody, rules).collect()
    assert now["ranking"].to_list() == [close_to(70)]


BY_PLACE_OR_TIME = ("rankings.next_lines", "rankings.regular_lines", "rankings.untold_lines")


def made(raw: Tables) -> Tables:
    more = ("backtest", "other_lines", "starting_rankings", "next_lines", "regular_lines", "untold_lines")
    tables = season_tables(in_warehouse(raw), (*STANDINGS, *(f"rankings.{name}" for name in more)))
    return {name: schemas.WAREHOUSE[name].validate(table) for name, table in tables.items()}


@pytest.mark.long
@few_seasons
@given(federations(MANY), st.integers(0, 100))
def test_shuffled_rows_give_the_same_sorted_by_key(federation: Tables, seed: int) -> None:
    shuffled = {name: table.sample(fraction=1, shuffle=True, seed=seed) for name, table in federation.items()}
    expected = made(federation)
    for name, found in made(shuffled).items():
        assert_frame_equal(found, expected[name], rel_tol=0, abs_tol=1e-9)
        assert name in BY_PLACE_OR_TIME or found.equals(found.sort(schemas.WAREHOUSE[name].primary_key()))


@pytest.mark.long
@few_seasons
@given(federations(MANY), st.data())
def test_competitions_apart_give_the_same(federation: Tables, data: st.DataObject) -> None:
    competitions = apart(federation)
    cut = data.draw(st.integers(1, max(1, len(competitions) - 1)))
    parts = [made(together(part)) for part in (competitions[:cut], competitions[cut:]) if part]
    for name, expected in made(federation).items():
        assert_frame_equal(pl.concat(part[name] for part in parts), expected, rel_tol=0, abs_tol=1e-9)
