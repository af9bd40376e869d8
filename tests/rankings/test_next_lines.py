"""Who comes again, and in which line."""

import datetime as dt
from typing import Any

from factories import competitions, frame

from transforms.rankings.line_assignment import last_pairs, next_lines
from transforms.tables import Entries, LineAssignment, PlayerRankings, Players, Sessions


def seated(session: str, *pairs: str, **more: Any) -> list[dict[str, Any]]:
    """Entrants of one letter a player."""
    return [
        {"session_id": session, "entrant": str(number), "player_id": player, **more}
        for number, pair in enumerate(pairs, start=1)
        for player in pair
    ]


def evening(session: str, day: int, kind: str = "pairs") -> dict[str, Any]:
    return {"session_id": session, "date": dt.date(2025, 9, day), "kind": kind}


def again(entries: list[dict[str, Any]], *sessions: dict[str, Any]) -> list[str]:
    found = last_pairs(frame(Entries, *entries), frame(Sessions, *sessions)).collect()
    return [one + other for one, other in found.select("player_id", "partner_id").rows()]


def test_the_pairs_of_the_last_evening_come_again() -> None:
    entries = [*seated("late", "da", "bc"), *seated("early", "ab", "cd")]
    assert again(entries, evening("early", 2), evening("late", 9)) == ["ad", "bc"]


def test_of_two_sessions_on_one_day_the_last_by_name_counts() -> None:
    entries = [*seated("1", "ab", "cd"), *seated("2", "ac", "bd")]
    assert again(entries, evening("2", 2), evening("1", 2)) == ["ac", "bd"]


def test_an_evening_of_teams_or_of_single_players_tells_no_pairs() -> None:
    entries = [*seated("1", "ab", "cd"), *seated("2", "ab", "cd"), *seated("3", "a", "b", "c", "d")]
    sessions = [evening("1", 2), evening("2", 9, kind="teams"), evening("3", 16)]
    assert again(entries, *sessions) == ["ab", "cd"]
    assert again(seated("2", "abcd"), evening("2", 9)) == []


def test_a_substitute_comes_as_who_that_is() -> None:
    entries = [*seated("1", "ab"), *seated("1", "d", line="B"), *seated("1", "c", line="B", substitutes_for="x")]
    assert again(entries, evening("1", 2)) == ["ab", "cd"]


def test_they_are_put_in_lines_by_their_rankings_now() -> None:
    rankings = frame(
        PlayerRankings,
        *(
            {"player_id": player, "ranking": ranking, "ranking_before": 70.0, "sessions_counted": 1}
            for player, ranking in {"a": 60.0, "b": 61.0, "c": 80.0}.items()
        ),
    )
    rules = competitions(ranking={"lines": 2, "substitute_ranking": 55})
    found = next_lines(
        frame(Entries, *seated("1", "ab", "cd")),
        frame(Sessions, evening("1", 2)),
        rankings,
        frame(Players),
        rules,
    ).collect()
    assert LineAssignment.validate(found).select("line", "player_id", "partner_id", "ranking").rows() == [
        ("A", "c", "d", 135.0),
        ("B", "a", "b", 121.0),
    ]


def test_nobody_seated_leaves_no_lines() -> None:
    found = next_lines(frame(Entries), frame(Sessions), frame(PlayerRankings), frame(Players), competitions())
    assert found.collect().is_empty()
