"""Matches as given: what cannot be is left out, told, and leaves a mark."""

from typing import Any

import pytest
from factories import Tables, competitions, frame
from intake.evenings import Row, kinds, read

from transforms.checks import assemble
from transforms.official.doubts import session_doubts
from transforms.results.match_results import match_results
from transforms.scoring.board_scores import board_scores
from transforms.tables.schemas import OfficialDifferences, SessionSettings

Doubt = tuple[str, float, float]


def match(team: str, opponent: str, imps: float | None = None, **given: Any) -> Row:
    return {"round": 1, "team": team, "opponent": opponent, "boards": 12, "imps": imps, **given}


SOUND = [match("3", "4", 5), match("4", "3", -5)]


def told(
    *rows: Row, results: list[Row] | None = None, entries: list[Row] | None = None, **session: Any
) -> tuple[list[tuple[str, str]], list[str], list[Doubt]]:
    """(severity, code) of the findings, the teams whose matches count, and the doubts (what, in the file, here)."""
    raw = read(sessions=[{"kind": "teams", **session}], matches=[*rows], results=results or [], entries=entries or [])
    tables, findings = assemble(raw, competitions())
    counted: Tables = dict(tables)
    rules = competitions()
    scores = board_scores(counted["results"], counted["sessions"], rules).collect()
    doubts = session_doubts(
        frame(OfficialDifferences),
        counted["results"],
        counted["official_results"],
        counted["matches"],
        stated=counted["stated"],
        entries=counted["entries"],
        sessions=counted["sessions"],
        settings=frame(SessionSettings),
        match_results=match_results(scores, counted["matches"], counted["sessions"], rules).collect(),
    ).doubts.collect()
    about = findings.filter(findings["code"].str.starts_with("matches.") | findings["code"].str.starts_with("rows."))
    return (
        list(zip(about["severity"], kinds(about), strict=True)),
        tables["matches"]["team"].to_list(),
        doubts.select("what", "official", "computed").rows(),
    )


def test_sound_matches_are_no_finding() -> None:
    assert told(*SOUND, match("1", "2", None, vp=13.0), match("2", "1", None, vp=7.0)) == ([], ["1", "2", "3", "4"], [])


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([match("1", "2", 13), match("2", "1", 13)], "matches.impossible/imps"),
        ([match("1", "2", 5), match("2", "1", -6)], "matches.impossible/imps"),
        ([match("1", "1", 13)], "matches.impossible/itself"),
        ([match("1", "2", 13)], "matches.impossible/half"),
        ([match("1", "2", 13), match("2", "1")], "matches.impossible/half"),
        ([match("1", "2", 13, vp=25.0), match("2", "1", -13, vp=6.0)], "matches.impossible/vp"),
        ([match("1", "2", 13, vp=20.0), match("2", "1", -13, vp=-1.0)], "matches.impossible/vp"),
        ([match("1", "2", 13, boards=12), match("2", "1", -13, boards=10)], "matches.impossible/boards"),
        ([match("1", "2", 13, boards=None), match("2", "1", -13, boards=None)], "matches.impossible/no_boards"),
        ([match("1", "2", 13, boards=0), match("2", "1", -13, boards=0)], "matches.impossible/no_boards"),
        ([match("1", "2", 13), match("2", "1", -13, boards=None)], "matches.impossible/no_boards"),
        ([match("1", "2"), match("2", "1")], "matches.impossible/nothing"),
        ([match("1", "2")], "matches.impossible/nothing"),
        ([match("1", "2", 289), match("2", "1", -289)], "matches.impossible/too_many_imps"),
        ([match("1", "2", points=13.0), match("2", "1", points=11.0)], "matches.impossible/points_at_imps"),
    ],
)
def test_what_cannot_be_is_left_out_told_once_and_marked(rows: list[Row], code: str) -> None:
    assert told(*rows, *SOUND) == ([("error", code)], ["3", "4"], [("team_matches", 2.0, 1.0)])


def test_a_match_that_is_given_twice_counts_once() -> None:
    assert told(*SOUND, *SOUND) == ([("error", "rows.given_before")] * 2, ["3", "4"], [])


def test_points_of_a_match_make_two_a_board() -> None:
    wrong = [match("1", "2", points=15.0), match("2", "1", points=10.0)]
    right = [match("3", "4", points=14.0), match("4", "3", points=10.0)]
    findings, teams, _ = told(*wrong, *right, team_scoring="point_a_board")
    assert (findings, teams) == ([("error", "matches.impossible/points")], ["3", "4"])


def test_victory_points_of_both_count_beside_imps_that_contradict_each_other() -> None:
    rows = [match("1", "2", 13, vp=14.0), match("2", "1", 12, vp=6.0)]
    assert told(*rows) == ([("warning", "matches.contradicting/beside_vp")], ["1", "2"], [])


@pytest.mark.parametrize(
    ("vp", "imps", "doubts"),
    [
        ((12.0, 12.0), None, [("victory_points", 24.0, 20.0)]),
        ((12.0, 6.0), 13, [("victory_points", 18.0, 20.0)]),
        ((12.0, 0.0), None, []),
        ((12.0, None), 13, [("victory_points", 18.03, 20.0)]),
        ((13.97, None), 13, []),
        ((None, 6.03), 13, []),
    ],
)
def test_victory_points_that_do_not_make_a_match_are_a_doubt(
    vp: tuple[float | None, float | None], imps: int | None, doubts: list[Doubt]
) -> None:
    rows = [match("1", "2", imps, vp=vp[0]), match("2", "1", None if imps is None else -imps, vp=vp[1])]
    assert told(*rows) == ([], ["1", "2"], doubts)


def test_what_is_given_beside_result_lines_does_not_count_and_is_not_judged() -> None:
    played = [
        {"round": 1, "board": 1, "ns": ns, "ew": ew, "contract": "3N", "declarer": "N", "tricks": 9, "score": 400}
        for ns, ew in (("1", "2"), ("2", "1"))
    ]
    findings, teams, _ = told(match("1", "2", 13, boards=1), match("2", "1", 13, boards=None), results=played)
    assert (findings, teams) == ([], ["1", "2"])
    assert told(match("1", "2", 13, boards=1), results=played)[0] == []
    assert told(match("1", "2", boards=1), match("2", "1", boards=1), results=played)[0] == []


def test_boards_of_a_match_are_compared_with_its_lines() -> None:
    """The file said 24 boards, and there were lines of 8."""
    boards = {1: (1, 2), 2: (3,)}
    played: list[Row] = [
        {"round": round_, "board": board, "ns": ns, "ew": ew, "contract": "3N", "declarer": "N", "tricks": 9}
        for round_, of_round in boards.items()
        for board in of_round
        for ns, ew in (("1", "2"), ("2", "1"))
    ]
    rows = [match(*teams, boards=2, round=round_) for round_ in boards for teams in (("1", "2"), ("2", "1"))]
    findings, teams, _ = told(*rows, results=played)
    assert (findings, teams) == ([("warning", "matches.contradicting/boards_of_lines")], ["1", "2", "1", "2"])
    without_rounds = [{**line, "round": None} for line in played]
    assert told(*rows, results=without_rounds)[0] == [], "nobody knows which boards are of which match"
    assert told(*rows[:2], results=without_rounds)[0] == [("warning", "matches.contradicting/boards_of_lines")]


@pytest.mark.parametrize(
    ("imps", "vp", "is_told"),
    [(10, 4.0, True), (0, 16.0, True), (10, 16.0, False), (0, 10.0, False), (1, 10.0, False), (None, 4.0, False)],
)
def test_victory_points_for_the_loser_by_imps_are_told(imps: int | None, vp: float, is_told: bool) -> None:
    """10 IMPs won by 4 - 16, and a draw of 16 - 4, were published without a word."""
    rows = [match("1", "2", imps, vp=vp), match("2", "1", None if imps is None else -imps, vp=20 - vp)]
    assert told(*rows) == ([("warning", "matches.contradicting/other_winner")] if is_told else [], ["1", "2"], [])


def test_imps_that_no_boards_can_bring_are_told_beside_victory_points() -> None:
    rows = [match("1", "2", 100_000, vp=16.0), match("2", "1", -100_000, vp=4.0)]
    assert told(*rows) == ([("warning", "matches.contradicting/beside_vp")], ["1", "2"], [])


def test_imps_at_point_a_board_are_told_once_a_session() -> None:
    """They were said to differ from what the result lines give, and there were none."""
    rows = [match("1", "2", 3), match("2", "1", -3)]
    findings, teams, doubts = told(*rows, *SOUND, team_scoring="point_a_board")
    assert (findings, teams) == ([("error", "matches.impossible/imps_at_points")], [])
    assert doubts == [("team_matches", 2.0, 0.0)]


def test_victory_points_alone_at_point_a_board_are_told_as_what_they_are() -> None:
    """They were said to have neither a result nor result lines."""
    rows = [match("1", "2", vp=12.0), match("2", "1", vp=8.0)]
    findings, teams, doubts = told(*rows, team_scoring="point_a_board")
    assert (findings, teams) == ([("error", "matches.impossible/imps_at_points")], [])
    assert doubts == [("team_matches", 1.0, 0.0)]
    assert told(match("1", "2"), match("2", "1"), team_scoring="point_a_board")[0] == [
        ("error", "matches.impossible/nothing")
    ]


@pytest.mark.parametrize("vp", [(7.0, 13.0), (13.0, 7.0), (None, 13.0)])
def test_victory_points_that_do_not_count_beside_points_are_told_once_a_session(
    vp: tuple[float | None, float],
) -> None:
    """Points of 10 - 6 beside victory points of 7 - 13 were published without a word."""
    rows = [
        match(*teams, boards=8, points=points, vp=of_team)
        for pair in (("1", "2"), ("3", "4"))
        for teams, points, of_team in zip((pair, pair[::-1]), (10.0, 6.0), vp, strict=True)
    ]
    findings, teams, doubts = told(*rows, team_scoring="point_a_board")
    assert (findings, teams, doubts) == ([("warning", "matches.contradicting/vp_at_points")], ["1", "2", "3", "4"], [])


@pytest.mark.parametrize("kind", ["pairs", "butler"])
def test_matches_of_a_session_of_pairs_are_left_out(kind: str) -> None:
    """The page listed four teams "of 0"."""
    raw = read(sessions=[{"kind": kind}], matches=[*SOUND])
    tables, findings = assemble(raw, competitions())
    assert tables["matches"].is_empty()
    assert findings.select("severity", "code", "value").rows() == [("error", "matches.impossible/no_teams", kind)]


def test_a_team_that_has_no_players_where_others_have_is_told_once() -> None:
    rows = [match("1", "9", 5), match("9", "1", -5), match("1", "9", 6, round=2), match("9", "1", -6, round=2)]
    named = [{"entrant": "1", "player_id": "ann"}]
    assert told(*rows, entries=named)[0] == [("warning", "matches.contradicting/team_without_players")]
    assert told(*rows)[0] == [], "an evening without any names is told otherwise"


def test_a_message_names_the_values_and_the_mend() -> None:
    raw = read(sessions=[{"kind": "teams"}], matches=[match("1", "2", 5), match("2", "1", -6)])
    (message,) = assemble(raw, competitions())[1]["message"]
    assert message == (
        "IMPs of team 1 against team 2 in round 1: 5, and of the other: -6, not the opposite, so the match is left out"
        " and the session is marked: mend them, or give the victory points if a ruling makes them differ"
    )
