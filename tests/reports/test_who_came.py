"""Who came to a session: not who is entered and has no result where others have one."""

from factories import frame
from reports.test_rounded_once import report

from transforms.tables.schemas import MatchResults, SessionResults


def test_who_has_no_result_where_others_of_the_line_have_one_did_not_come() -> None:
    of_pairs = [
        {"entrant": "1", "boards": 8, "points": 9.0},
        {"entrant": "2", "boards": 0},
        {"entrant": "3", "boards": 0, "points": 15.0},
        {"entrant": "4", "boards": 2, "points": 1.0, "is_nobody": True},
        *({"line": "B", "field": "B", "entrant": entrant, "boards": 0} for entrant in "12"),
    ]
    shown = report(scored_session_results=frame(SessionResults, *of_pairs))["session_results"]
    came = {(row["line"], row["entrant"]): row["came"] for row in shown.to_dicts()}
    assert came == {
        ("A", "1"): True,
        ("A", "2"): False,
        ("A", "3"): True,
        ("A", "4"): False,
        ("B", "1"): True,
        ("B", "2"): True,
    }


def test_a_match_of_which_the_boards_are_not_known_was_played() -> None:
    teams = frame(SessionResults, *({"entrant": team, "boards": 0, "scoring": "imps"} for team in "123"))
    match = frame(MatchResults, *({"team": one, "opponent": other} for one, other in ("12", "21")))
    shown = report(scored_session_results=teams, scored_match_results=match)["session_results"]
    assert dict(shown.select("entrant", "came").iter_rows()) == {"1": True, "2": True, "3": False}
