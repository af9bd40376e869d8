"""Events in the explanation of a player, and sessions of which only the ranking points are known."""

import pytest
from club_folders import tables_of
from factories import Tables, close_to

from pipelines.building.solving.store import solved_tables
from transforms.explanation.player import TABLES, Explanation, Explanations
from transforms.season import season_tables

FILES = {
    "sessions.csv": "session_id, date, kind, event\nold, 2025-09-10, pairs,\n"
    "t, 2025-10-01, teams, Cup\nu, 2025-10-08, teams, Cup\n",
    "matches.csv": "session_id, line, round, team, opponent, boards, vp\n"
    + "".join(
        f"{session}, A, 1, {team}, {opponent}, 8, {vp}\n"
        for session, one, other, won in (("t", 1, 2, 10), ("t", 3, 4, 15), ("u", 1, 2, 10))
        for team, opponent, vp in ((one, other, won), (other, one, 20 - won))
    ),
    "entries.csv": "session_id, line, entrant, player_id\n"
    + "".join(f"{session}, A, {team}, {team}a\n" for session, teams in (("t", "1234"), ("u", "12")) for team in teams),
    "ranking_points.csv": "session_id, player_id, points\nold, 1a, 83.5\nold, zoe, 61\n",
}
RULES = '[event]\nties = ["opponents"]\nmissed = 45\n[ranking]\nlines = 1\n'
SHOWN = ("report.player_sessions", "report.explained_points", "report.people", "report.events")


@pytest.fixture(scope="module")
def tables() -> Tables:
    raw = tables_of(FILES, RULES)
    wanted = (*(name for name in TABLES if not name.startswith("raw.")), *SHOWN)
    return raw | season_tables({**raw, "solved": solved_tables(None, ())}, wanted)


def explained(tables: Tables, player: str) -> Explanation:
    found = Explanations(tables, player).of("club", "evening", "2025-26", player)
    assert found is not None
    return found


def test_an_event_has_the_place_the_tie_break_and_the_points_for_missed_sessions(tables: Tables) -> None:
    (cup,) = explained(tables, "3a").events
    assert (cup.event, cup.entrant, cup.rank, cup.entrants, cup.missed, cup.due) == ("Cup", "3", 1, 4, 1, 9)
    assert (cup.points, cup.score) == (24, 12)
    (tied,) = explained(tables, "1a").events
    assert (tied.rank, tied.due, tied.decided_by) == (2, None, None)
    assert tables["report.events"].filter(entrant="3")["due"].to_list() == [9]


def test_points_from_another_program_are_a_session_of_the_player(tables: Tables) -> None:
    explanation = explained(tables, "1a")
    (earned,) = explanation.earned
    assert (earned.session_id, earned.points.value, earned.in_window, earned.counts) == ("old", 83.5, True, True)
    assert (earned.source.file.rpartition("/")[2], earned.source.line_no) == ("ranking_points.csv", 2)
    assert [session.session_id for session in explanation.sessions] == ["u", "t"]
    (only,) = explained(tables, "zoe").earned
    assert only.points.value == 61
    assert explained(tables, "zoe").sessions == ()


def test_the_page_of_a_player_has_these_sessions(tables: Tables) -> None:
    sessions = tables["report.player_sessions"]
    of_old = sessions.filter(session_id="old").sort("player_id")
    assert of_old.select("player_id", "ranking_points", "line", "entrant", "came", "in_window").rows() == [
        ("1a", 83.5, None, None, True, True),
        ("zoe", 61, None, None, True, True),
    ]
    steps = tables["report.explained_points"].filter(session_id="old")
    assert steps.select("rule", "points", "before_rounding", "formula").unique().height == 2
    assert steps["formula"].to_list() == [None, None]
    assert steps["before_rounding"].to_list() == close_to(steps["points"].to_list())
    assert tables["report.people"].filter(player_id="zoe")["linked"].to_list() == [True]
