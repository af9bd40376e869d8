"""Matches as given: what cannot be is left out and leaves a mark, and what contradicts itself is reported."""

from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, said, season, together
from each import cases
from factories import competitions, frame

from transforms.bridge.sessions import with_scoring
from transforms.checks.assembly import checked_matches
from transforms.checks.rows import once
from transforms.intake.matches import lacking_victory_points, rounds_of_teams
from transforms.intake.result_lines import as_given
from transforms.tables.schemas import MATCH, Matches, SessionSettings


def match(team: str, opponent: str, imps: float | None = None, **given: Any) -> Row:
    return {"round": 1, "team": team, "opponent": opponent, "boards": 12, "imps": imps, **given}


SOUND = [match("3", "4", 5), match("4", "3", -5)]
POINTS = {"team_scoring": "point_a_board"}


def checked(
    *rows: Row, results: list[Row] | None = None, entries: list[Row] | None = None, **session: Any
) -> tuple[list[str], list[str], list[int], pl.DataFrame]:
    """Kinds of findings, the teams whose matches count, how many matches are marked as given, and the findings."""
    given = season(matches=rows, results=results or [], entries=entries or [], sessions=[{"kind": "teams", **session}])
    first = once(given["matches"], MATCH, "team")
    given["matches"] = first.rows
    sessions = with_scoring(given["sessions"], given["matches"], competitions().lazy())
    met = rounds_of_teams(given["matches"], given["results"], sessions)
    lacking = lacking_victory_points(given["matches"], given["results"])
    settings = frame(SessionSettings).lazy()
    matches, stated, _, findings = checked_matches(given, sessions, met, lacking, settings)
    reported = together([*first.findings, *findings])
    teams = matches.sort("team", "round").collect()["team"].to_list()
    return [kind for kind, _ in said(reported)], teams, stated.collect()["value"].to_list(), reported


@cases(
    ([match("1", "2", 13), match("2", "1", 13)], "imps"),
    ([match("1", "2", 5), match("2", "1", -6)], "imps"),
    ([match("1", "1", 13)], "itself"),
    ([match("1", "2", 13)], "half"),
    ([match("1", "2", 13), match("2", "1")], "half"),
    ([match("1", "2", 13, vp=25.0), match("2", "1", -13, vp=6.0)], "vp"),
    ([match("1", "2", 13, vp=20.0), match("2", "1", -13, vp=-1.0)], "vp"),
    ([match("1", "2", 13, boards=12), match("2", "1", -13, boards=10)], "boards"),
    ([match("1", "2", 13, boards=None), match("2", "1", -13, boards=None)], "no_boards"),
    ([match("1", "2", 13, boards=0), match("2", "1", -13, boards=0)], "no_boards"),
    ([match("1", "2", 13), match("2", "1", -13, boards=None)], "no_boards"),
    ([match("1", "2"), match("2", "1")], "nothing"),
    ([match("1", "2")], "nothing"),
    ([match("1", "2", 289), match("2", "1", -289)], "too_many_imps"),
    ([match("1", "2", points=13.0), match("2", "1", points=11.0)], "points_at_imps"),
)
def test_what_cannot_be_is_left_out_reported_once_and_marked(rows: list[Row], variant: str) -> None:
    reported, teams, marked, _ = checked(*rows, *SOUND)
    assert (reported, teams, marked) == ([f"matches.impossible/{variant}"], ["3", "4"], [2])


ROUNDS = {1: (1, 2), 2: (3,)}
LINES: list[Row] = [
    {"round": round_, "board": board, "ns": ns, "ew": ew, "contract": "3N", "declarer": "N", "tricks": 9}
    for round_, of_round in ROUNDS.items()
    for board in of_round
    for ns, ew in (("1", "2"), ("2", "1"))
]
"""24 boards were given, and there were lines of 8."""
WITHOUT_ROUNDS = [{**line, "round": None} for line in LINES]
OF_LINES = [match(*teams, boards=2, round=number) for number in ROUNDS for teams in (("1", "2"), ("2", "1"))]


@pytest.mark.parametrize(
    ("rows", "more", "reported", "teams"),
    [
        ([*SOUND, match("1", "2", vp=13.0), match("2", "1", vp=7.0)], {}, [], "1234"),
        ([*SOUND, *SOUND], {}, ["rows.given_before"] * 2, "34"),
        ([match("1", "2", points=15.0), match("2", "1", points=10.0)], POINTS, ["matches.impossible/points"], ""),
        ([match("3", "4", points=14.0), match("4", "3", points=10.0)], POINTS, [], "34"),
        ([match("1", "2", 3), match("2", "1", -3), *SOUND], POINTS, ["matches.impossible/imps_at_points"], ""),
        ([match("1", "2", vp=12.0), match("2", "1", vp=8.0)], POINTS, ["matches.impossible/imps_at_points"], ""),
        ([match("1", "2"), match("2", "1")], POINTS, ["matches.impossible/nothing"], ""),
        (SOUND, {"kind": "pairs"}, ["matches.impossible/no_teams"], ""),
        ([match("1", "2", 13, vp=14.0), match("2", "1", 12, vp=6.0)], {}, [], "12"),
        ([match("1", "2", 100_000, vp=16.0), match("2", "1", -100_000, vp=4.0)], {}, [], "12"),
        (OF_LINES, {"results": LINES}, ["matches.contradicting/boards_of_lines"], "1122"),
        (OF_LINES, {"results": WITHOUT_ROUNDS}, [], "1122"),
        (OF_LINES[:2], {"results": WITHOUT_ROUNDS}, ["matches.contradicting/boards_of_lines"], "12"),
        ([match("1", "2", 13, boards=2), match("2", "1", 13, boards=None)], {"results": LINES}, [], "12"),
        ([match("1", "2", 13, boards=2)], {"results": LINES}, [], "1"),
    ],
)
def test_contradictions_count(rows: list[Row], more: dict[str, Any], reported: list[str], teams: str) -> None:
    assert checked(*rows, **more)[:2] == (reported, [*teams])


@cases((10, 4.0, True), (0, 16.0, True), (10, 16.0, False), (0, 10.0, False), (1, 10.0, False), (None, 4.0, False))
def test_victory_points_for_the_loser_by_imps_are_reported(imps: int | None, vp: float, is_reported: bool) -> None:
    """10 IMPs won by 4 - 16, and a draw of 16 - 4, were published without a word."""
    rows = [match("1", "2", imps, vp=vp), match("2", "1", None if imps is None else -imps, vp=20 - vp)]
    assert checked(*rows)[0] == ["matches.contradicting/other_winner"] * is_reported


@pytest.mark.parametrize("vp", [(7.0, 13.0), (13.0, 7.0), (None, 13.0)])
def test_victory_points_next_to_points_are_reported_once_a_session(vp: tuple[float | None, float]) -> None:
    """Points of 10 - 6 next to victory points of 7 - 13 were published without a word."""
    rows = [
        match(*teams, boards=8, points=points, vp=of_team)
        for pair in (("1", "2"), ("3", "4"))
        for teams, points, of_team in zip((pair, pair[::-1]), (10.0, 6.0), vp, strict=True)
    ]
    assert checked(*rows, **POINTS)[:3] == (["matches.contradicting/vp_at_points"], [*"1234"], [])


def test_a_team_that_has_no_players_where_others_have_is_reported_once() -> None:
    rows = [match("1", "9", 5), match("9", "1", -5), match("1", "9", 6, round=2), match("9", "1", -6, round=2)]
    named = [{"entrant": "1", "player_id": "ann"}]
    assert checked(*rows, entries=named)[0] == ["matches.contradicting/team_without_players"]
    assert checked(*rows)[0] == [], "an evening without any names is reported otherwise"


def test_a_message_names_the_values_and_the_fix() -> None:
    findings = checked(match("1", "2", 5), match("2", "1", -6))[3]
    assert findings.select("field", "value").rows() == [("imps", "5.0")]
    assert findings["message"].item() == (
        "IMPs of team 1 against team 2 in round 1: 5, and of the opponents: -6; one must be minus the "
        "other, so the match is left out and the session is marked as doubtful: correct them, or give the victory "
        "points if a ruling makes the IMPs differ"
    )
    assert frame(Matches).is_empty()


def test_a_board_of_a_match_with_one_table_is_reported() -> None:
    usual = {"round": 1, "score": 400}
    rows = [{**usual, "board": board, "ns": ns, "ew": ew} for board, ns, ew in ((1, "1", "2"), (1, "2", "1"),
            (2, "1", "2"), (3, "2", "1"), (4, "1", "2"))]  # fmt: skip
    rows.append({"round": 1, "board": 4, "ns": "2", "ew": "1", "ruling": "not_played"})
    given = season(results=rows, sessions=[{"kind": "teams"}])
    results = as_given(given["results"], given["sessions"])
    (message,) = found("matches.contradicting/one_table", results=results)["message"]
    assert "teams 1 and 2 have a result at one table only (boards: 2, 3)" in message
