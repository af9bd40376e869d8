"""Who comes again, and in which line."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import Tables, close_to, competitions, frame
from rankings.seasons import partnerships, ranked

from transforms.rankings.next_lines import last_pairs, next_lines, regular_lines, untold_lines, with_regulars
from transforms.tables.schemas import Entries, LineAssignment, MatchResults, Players, SessionResults, Sessions

Row = dict[str, Any]


def seated(session: str, *pairs: str, **more: Any) -> list[Row]:
    """Entrants of one letter a player."""
    return [
        {"session_id": session, "entrant": str(number), "player_id": player} | more
        for number, pair in enumerate(pairs, start=1)
        for player in pair
    ]


def evening(session: str, day: int, kind: str = "pairs") -> Row:
    return {"session_id": session, "date": dt.date(2025, 9, day), "kind": kind}


def again(entries: list[Row], *sessions: Row, declared: str = "") -> list[str]:
    found = last_pairs(frame(Entries, *entries), frame(Sessions, *sessions), partnerships(*declared.split())).collect()
    return [one + other for one, other in found.select("player_id", "partner_id").rows()]


def untold(entries: list[Row], *sessions: Row, declared: str = "") -> list[tuple[Any, ...]]:
    found = untold_lines(frame(Entries, *entries), frame(Sessions, *sessions), partnerships(*declared.split()))
    return found.select("session_id", "line", "entrants", "last_told").collect().rows()


def test_the_pairs_of_the_last_evening_come_again() -> None:
    entries = [*seated("late", "da", "bc"), *seated("early", "ab", "cd")]
    assert again(entries, evening("early", 2), evening("late", 9)) == ["ad", "bc"]


@pytest.mark.parametrize(("first", "then"), [("1", "2"), ("9", "10")])
def test_of_two_sessions_on_one_day_the_last_by_name_counts(first: str, then: str) -> None:
    entries = [*seated(first, "ab", "cd"), *seated(then, "ac", "bd")]
    assert again(entries, evening(then, 2), evening(first, 2)) == ["ac", "bd"]
    later = seated("11", "abcd")
    assert untold([*entries, *later], evening(then, 2), evening(first, 2), evening("11", 2, "teams")) == [
        ("11", "A", "1", dt.date(2025, 9, 2))
    ]


def test_an_evening_of_teams_or_of_single_players_tells_no_pairs() -> None:
    entries = [*seated("1", "ab", "cd"), *seated("2", "ab", "cd"), *seated("3", "a", "b", "c", "d")]
    sessions = [evening("1", 2), evening("2", 9, kind="teams"), evening("3", 16)]
    assert again(entries, *sessions) == ["ab", "cd"]
    assert again(seated("2", "abcd"), evening("2", 9)) == []


def test_a_substitute_comes_as_who_that_is() -> None:
    entries = [*seated("1", "ab"), *seated("1", "d", line="B"), *seated("1", "c", line="B", substitutes_for="x")]
    assert again(entries, evening("1", 2)) == ["ab", "cd"]


def test_who_was_replaced_comes_in_the_place_of_the_substitute_unless_sitting_elsewhere_or_replaced_twice() -> None:
    a, c, d = (seated("1", "a"), seated("1", "c", substitutes_for="x"), seated("1", "d", line="B", substitutes_for="x"))
    for entries, expected in (
        ([*a, *c], "a/ x/"),
        ([*seated("1", "ab"), *seated("1", "c", substitutes_for="a", line="B")], "a/ b/ c/a"),
        ([*c, *d], "c/x d/x"),
        ([*c, *seated("2", "d", substitutes_for="x")], "x/ x/"),
    ):
        found = with_regulars(frame(Entries, *entries)).select("player_id", "substitutes_for").collect()
        assert [f"{player}/{instead or ''}" for player, instead in found.rows()] == expected.split()


def of_next(entries: list[Row], *declared: str, rankings: dict[str, float] | None = None, **rules: float) -> Tables:
    """What `next_lines` asks after one evening."""
    return {
        "entries": frame(Entries, *entries),
        "sessions": frame(Sessions, evening("1", 2)),
        "player_rankings": ranked(**(rankings or {})),
        "season_partnerships": partnerships(*declared),
        "players": frame(Players),
        "competitions": competitions(ranking={"lines": 2, "substitute_ranking": 55, **rules}),
    }


def lined_up(given: Tables, *columns: str) -> list[tuple[Any, ...]]:
    found: pl.DataFrame = LineAssignment.validate(next_lines(**given).collect())
    return found.select(columns).rows()


def test_they_are_put_in_lines_by_their_rankings_now() -> None:
    given = of_next(seated("1", "ab", "cd"), rankings={"a": 60, "b": 61, "c": 80})
    found = lined_up(given, "line", "player_id", "partner_id", "ranking")
    assert found == [("A", "c", "d", 135.0), ("B", "a", "b", 121.0)]


def test_of_each_pair_stays_the_line_of_the_last_session() -> None:
    entries = [
        *(*seated("1", "ab", line="A"), *seated("1", "cd", line="B"), *seated("1", "e", entrant="2", line="B")),
        *seated("1", "f", entrant="2", line="B", substitutes_for="x"),
    ]
    given = of_next(entries, rankings={"a": 60, "b": 61, "c": 80, "d": 80, "e": 50, "x": 90})
    lines = ["player_id", "line", "played_in"]
    assert lined_up(given, *lines) == [("c", "A", "B"), ("a", "A", "A"), ("e", "B", "B")]
    as_seated = LineAssignment.validate(next_lines(**given).collect())
    assert regular_lines(**given, as_seated=as_seated).collect().select(lines).rows() == [("e", "A", "B")]


def test_who_is_entered_and_did_not_come_is_not_expected_again() -> None:
    """Nothing is known yet of line B, so all of it are."""
    of_line_a = [{"session_id": "1", "entrant": str(number), "boards": 24 * (number < 3)} for number in (1, 2, 3)]
    results = frame(SessionResults, *of_line_a, {"session_id": "1", "line": "B", "entrant": "1", "boards": 0})
    given = of_next([*seated("1", "ab", "cd", "ef"), *seated("1", "gh", line="B")]) | {"session_results": results}
    for matches, expected in (((), "acg"), (({"session_id": "1", "team": "3"},), "aceg")):
        found = lined_up(given | {"match_results": frame(MatchResults, *matches)}, "player_id")
        assert {player for (player,) in found} == set(expected)


def test_two_of_a_trio_who_sat_last_come_as_the_trio() -> None:
    """The source, "Driemanschappen": 2 * (R1 + R2 + R3) / 3; with their own 140 they would be in line B."""
    given = of_next(seated("1", "ab", "cd"), "abt", rankings={"a": 60, "b": 80, "t": 100, "c": 75, "d": 75})
    found = lined_up(given, "line", "player_id", "partner_id", "third_id", "ranking")
    assert found == [("A", "a", "b", "t", close_to(160)), ("B", "c", "d", None, 150)]


# The source, "Paren": lines are of pairs; an evening of teams is one where its files say who is a pair.

OF_TEAMS = evening("1", 2, kind="teams")


def test_teams_by_the_seats_of_all_four_before_partnerships() -> None:
    entries = [{**row, "seat": seat} for row, seat in zip(seated("1", "abcd", "efgh"), "NWSEESNW", strict=True)]
    assert again(entries, OF_TEAMS) == again(entries, OF_TEAMS, declared="ab cd") == ["ac", "bd", "eh", "fg"]
    entries[1]["seat"] = None
    assert again(entries, OF_TEAMS) == []


@pytest.mark.parametrize(
    ("teams", "declared", "pairs"),
    [
        pytest.param("abcd efgh", "ad bc ef gh", "ad bc ef gh", id="the pairs declared"),
        pytest.param("abcd", "ad", "ad bc", id="the last two of four are left for each other"),
        pytest.param("abcde", "ad", "", id="of five nobody is left for another"),
        pytest.param("abcde", "abc de", "ab de", id="a trio in one team is one pair"),
        pytest.param("abcde", "abc de abz", "", id="of two trios"),
        pytest.param("abcd", "ab ac cd", "", id="who is in two pairs of the team is in none for sure"),
        pytest.param("abcd", "ab abz cd", "ab cd", id="a pair that is of a trio too"),
    ],
)
def test_teams_by_partnerships(teams: str, declared: str, pairs: str) -> None:
    assert again(seated("1", *teams.split()), OF_TEAMS, declared=declared) == pairs.split()


def test_a_substitute_in_a_team_sits_with_the_partner_of_the_absent_player() -> None:
    entries = [*seated("1", "abc"), *seated("1", "x", substitutes_for="d")]
    assert again(entries, OF_TEAMS, declared="ab cd") == ["ab", "cx"]


def test_all_teams_have_to_be_told_or_the_evening_before_is_taken() -> None:
    entries = [*seated("1", "ae"), *seated("2", "abcd", "efgh", "ijkl", line="B")]
    evenings = evening("1", 2), evening("2", 9, kind="teams")
    assert again(entries, *evenings, declared="ab cd ij kl ef eg") == ["ae"]
    assert untold(entries, *evenings, declared="ab cd ij kl ef eg") == [("2", "B", "2", dt.date(2025, 9, 2))]
    assert again(entries, *evenings, declared="ab cd ij kl ef") == ["ab", "cd", "ef", "gh", "ij", "kl"]
    assert untold(entries, *evenings, declared="ab cd ij kl ef") == []


def test_where_no_evening_tells_its_pairs_all_are_named() -> None:
    entries = [*seated("1", "a", "b"), *seated("2", "abcd", *(f"{n}{n}" for n in range(9)))]
    found = untold(entries[:6], evening("1", 2), evening("2", 9, kind="teams"))
    assert found == [("1", "A", "1, 2", None), ("2", "A", "1", None)]
