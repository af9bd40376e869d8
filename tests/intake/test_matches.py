"""Matches as given: what cannot be is left out, told, and leaves a mark."""

from typing import Any

import pytest
from factories import Tables, competitions, frame
from intake.evenings import Row, read

from transforms.doubts import session_doubts
from transforms.intake import assemble
from transforms.tables import OfficialDifferences, SessionSettings

Doubt = tuple[str, float, float]


def match(team: str, opponent: str, imps: float | None = None, **given: Any) -> Row:
    return {"round": 1, "team": team, "opponent": opponent, "boards": 12, "imps": imps, **given}


SOUND = [match("3", "4", 5), match("4", "3", -5)]


def told(
    *rows: Row, results: list[Row] | None = None, **session: Any
) -> tuple[list[tuple[str, str]], list[str], list[Doubt]]:
    """(severity, code) of the findings, the teams whose matches count, and the doubts (what, in the file, here)."""
    raw = read(sessions=[{"kind": "teams", **session}], matches=[*rows], results=results or [])
    tables, findings = assemble(raw, competitions())
    counted: Tables = dict(tables)
    doubts = session_doubts(
        frame(OfficialDifferences),
        counted["results"],
        counted["official_results"],
        counted["matches"],
        stated=counted["stated"],
        entries=counted["entries"],
        sessions=counted["sessions"],
        settings=frame(SessionSettings),
    ).doubts.collect()
    about = findings.filter(findings["code"].str.starts_with("matches.") | findings["code"].str.starts_with("rows."))
    return (
        about.select("severity", "code").rows(),
        tables["matches"]["team"].to_list(),
        doubts.select("what", "official", "computed").rows(),
    )


def test_sound_matches_are_no_finding() -> None:
    assert told(*SOUND, match("1", "2", None, vp=13.0), match("2", "1", None, vp=7.0)) == ([], ["1", "2", "3", "4"], [])


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([match("1", "2", 13), match("2", "1", 13)], "matches.imps"),
        ([match("1", "2", 5), match("2", "1", -6)], "matches.imps"),
        ([match("1", "1", 13)], "matches.itself"),
        ([match("1", "2", 13)], "matches.half"),
        ([match("1", "2", 13), match("2", "1")], "matches.half"),
        ([match("1", "2", 13, vp=25.0), match("2", "1", -13, vp=6.0)], "matches.vp"),
        ([match("1", "2", 13, vp=20.0), match("2", "1", -13, vp=-1.0)], "matches.vp"),
        ([match("1", "2", 13, boards=12), match("2", "1", -13, boards=10)], "matches.boards"),
    ],
)
def test_what_cannot_be_is_left_out_told_once_and_marked(rows: list[Row], code: str) -> None:
    assert told(*rows, *SOUND) == ([("error", code)], ["3", "4"], [("team_matches", 2.0, 1.0)])


def test_points_of_a_match_make_two_a_board() -> None:
    wrong = [match("1", "2", points=15.0), match("2", "1", points=10.0)]
    right = [match("3", "4", points=14.0), match("4", "3", points=10.0)]
    findings, teams, _ = told(*wrong, *right, team_scoring="point_a_board")
    assert (findings, teams) == ([("error", "matches.points")], ["3", "4"])


def test_victory_points_of_both_count_beside_imps_that_contradict_each_other() -> None:
    rows = [match("1", "2", 13, vp=14.0), match("2", "1", 12, vp=6.0)]
    assert told(*rows) == ([("warning", "matches.beside_vp")], ["1", "2"], [])


@pytest.mark.parametrize(
    ("vp", "imps", "doubts"),
    [
        ((12.0, 12.0), None, [("victory_points", 24.0, 20.0)]),
        ((12.0, 6.0), 13, [("victory_points", 18.0, 20.0)]),
        ((12.0, 0.0), None, []),
    ],
)
def test_victory_points_that_do_not_make_a_match_are_a_doubt(
    vp: tuple[float, float], imps: int | None, doubts: list[Doubt]
) -> None:
    rows = [match("1", "2", imps, vp=vp[0]), match("2", "1", None if imps is None else -imps, vp=vp[1])]
    assert told(*rows) == ([], ["1", "2"], doubts)


def test_what_is_given_beside_result_lines_does_not_count_and_is_not_judged() -> None:
    played = [
        {"round": 1, "board": 1, "ns": ns, "ew": ew, "contract": "3N", "declarer": "N", "tricks": 9, "score": 400}
        for ns, ew in (("1", "2"), ("2", "1"))
    ]
    findings, teams, _ = told(match("1", "2", 13), match("2", "1", 13), results=played)
    assert (findings, teams) == ([], ["1", "2"])
    assert told(match("1", "2", 13), results=played)[0] == []


def test_a_message_names_the_values_and_the_mend() -> None:
    raw = read(sessions=[{"kind": "teams"}], matches=[match("1", "2", 5), match("2", "1", -6)])
    (message,) = assemble(raw, competitions())[1]["message"]
    assert message == (
        "team 1 has 5 IMPs against team 2 in round 1, and the other has -6, not the opposite, so the match is left out"
        " and the session is marked: mend them, or give the victory points if a ruling makes them differ"
    )
