"""Byes, half matches, and sessions of an event that somebody missed: from files to result list."""

import itertools
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest
from club_folders import Files, tables_of, tables_of_each
from each import cases_at_once, each
from factories import close_to
from result_files import needs_real_data, real_files

TEAMS = "session_id, date, kind\nt, 2025-10-01, teams\n"
HEADING = "session_id, line, round, team, opponent, boards, vp\n"
SWISS = (
    *((1, "1", "2", 15, 5), (1, "3", "4", 10, 10), (2, "1", "3", 14, 6), (2, "2", "5", 10, 10)),
    *((3, "1", "5", 13, 7), (3, "2", "4", 8, 12)),
)
"""Three rounds of five teams: round, two teams, their victory points. Teams 5, 4 and 3 have a bye, in this order."""


def matches(*met: tuple[int, str, str, float, float], boards: int = 8) -> str:
    rows = (
        f"t, A, {number}, {own}, {other}, {boards}, {vp}\n"
        for number, one, two, of_one, of_two in met
        for own, other, vp in ((one, two, of_one), (two, one, of_two))
    )
    return "".join(rows)


class Found(NamedTuple):
    """Team -> points, score and rank; and (code, line) of each finding."""

    results: dict[str, tuple[Any, ...]]
    said: list[tuple[str, int]]


def session(rows: str, settings: str = "", **more: str) -> tuple[Files, str]:
    named = {"sessions": TEAMS, "matches": HEADING + rows, **more}
    return {f"{name}.csv": text for name, text in named.items()}, settings


def found_of(*sessions: tuple[Files, str]) -> list[Found]:
    columns = ("entrant", "points", "score", "rank")
    return [
        Found(
            {row[0]: row[1:] for row in of["scored.session_results"].select(columns).iter_rows()},
            of["raw.findings"].select("code", "line_no").rows(),
        )
        for of in tables_of_each(sessions, ["scored.session_results"])
    ]


def listed(*rows: str, settings: str = "", **more: str) -> Any:
    """The results of each session, without brackets around those of one."""
    made = found_of(*(session(of, settings, **more) for of in rows))
    return made[0].results if len(made) == 1 else [of.results for of in made]


BYES = "".join(f"t, A, {number}, {team}, bye, , {{}}\n" for number, team in ((1, 5), (2, 4), (3, 3)))
TWELVE = {
    "1": (42, 14, 1),
    "4": (34, close_to(34 / 3), 2),
    "5": (29, close_to(29 / 3), 3),
    "3": (28, close_to(28 / 3), 4),
    "2": (23, close_to(23 / 3), 5),
}


def test_a_bye_is_a_round_with_its_victory_points() -> None:
    byes = (BYES.replace("{}", "12"), BYES.replace("{}", "").replace("bye", "-"))
    assert listed(*(matches(*SWISS) + of for of in byes), settings="[event]\nbye = 12\n") == [TWELVE] * 2


def test_a_bye_without_victory_points_is_worth_the_mean_of_the_other_matches() -> None:
    found, without = listed(matches(*SWISS) + BYES.replace("{}", ""), matches(*SWISS))
    assert (found["4"], found["1"]) == ((33, 11, 2), (42, 14, 1))
    assert {team: row[1:] for team, row in found.items()} == {team: row[1:] for team, row in without.items()}


def test_points_given_to_a_team_without_a_match_in_a_round_are_its_result_there() -> None:
    given_points = "session_id, line, entrant, amount, unit\n" + "".join(
        f"t, A, {team}, 12, points\n" for team in "543"
    )
    to_the_winner = "session_id, line, entrant, amount, unit\nt, A, 1, 3, points\n"
    first, second = found_of(*(session(matches(*SWISS), adjustments=of) for of in (given_points, to_the_winner)))
    assert (first.results, second.results["1"]) == (TWELVE, (45, 15, 1))


def test_half_matches_of_three_teams_are_worth_ten_victory_points_each() -> None:
    halves = ((1, "3", "4", 18, 2), (1, "4", "5", 10, 10), (1, "3", "5", 16, 4))
    halved = [(number, one, two, a / 2, b / 2) for number, one, two, a, b in halves]
    full = matches((1, "1", "2", 12, 8), (2, "1", "4", 12, 8), (2, "3", "2", 6, 14))
    expected = {"1": (24, 12, 1), "3": (23, 11.5, 2), "2": (22, 11, 3), "4": (14, 7, 4), "5": (7, 7, 4)}
    assert listed(*(full + matches(*of, boards=4) for of in (halves, halved))) == [expected] * 2


def test_several_whole_matches_in_a_round_are_no_halves() -> None:
    found = listed(matches((1, "1", "2", 12, 8), (1, "1", "3", 20, 0), (1, "2", "3", 10, 10), (1, "3", "4", 5, 15)))
    assert found["1"] == (32, 16, 1)


PAIRS = "session_id, line, entrant, player_id\n" + "".join(
    f"{session}, A, {pair}, {2 * pair - 1}\n{session}, A, {pair}, {2 * pair}\n"
    for session, pairs in (("s1", (1, 2, 3, 4)), ("s2", (2, 3, 4, 5)))
    for pair in pairs
)
IN_EVENT = "session_id, date, kind, event\ns1, 2025-10-01, {0}, Cup\ns2, 2025-10-08, {0}, Cup\n"
RESULTS = "session_id, line, board, ns, ew, score\n" + "".join(
    f"{session}, A, {board}, {ns}, {ew}, {score}\n"
    for session, first in (("s1", 1), ("s2", 2))
    for board, (ns, ew, score) in enumerate(
        [
            *((first, first + 1, 420), (first + 2, first + 3, 110), (first, first + 2, 100)),
            *((first + 1, first + 3, 170), (first, first + 3, 480), (first + 1, first + 2, 50)),
        ]
    )
    for board in (board // 2 + 1,)
)


MISSED = ("", "[event]\nmissed = 45\n")


@cache
def of_events() -> dict[tuple[str, str], dict[str, tuple[Any, ...]]]:
    """Kind and rule -> pair -> sessions, how many it missed, score and rank."""
    events = [*itertools.product(("pairs", "butler"), MISSED)]
    cases = [
        ({"sessions.csv": IN_EVENT.format(kind), "entries.csv": PAIRS, "results.csv": RESULTS}, rule)
        for kind, rule in events
    ]
    columns = ("entrant", "sessions", "missed", "score", "rank")
    made = [of["scored.event_results"].select(columns).rows() for of in tables_of_each(cases, ["scored.event_results"])]
    return {event: {row[0]: row[1:] for row in rows} for event, rows in zip(events, made, strict=True)}


def test_who_missed_a_session_of_an_event_is_not_ranked() -> None:
    found = of_events()["pairs", ""]
    assert {pair: row[:2] + row[3:] for pair, row in found.items() if row[1]} == {
        "1 + 2": (1, 1, None),
        "10 + 9": (1, 1, None),
    }
    assert all(rank for _, missed, _, rank in found.values() if not missed)


@each(["pairs", "butler"])
def test_a_missed_session_counts_as_the_percentage_of_the_rule(kind: str) -> None:
    alone, found = (of_events()[kind, rule] for rule in MISSED)
    for pair, (_, missed, score, rank) in found.items():
        assert rank is not None
        of_missed = 45.0 if kind == "pairs" else -1.5  # 40 % are -3 IMPs
        assert score == (close_to((alone[pair][2] + of_missed) / 2) if missed else alone[pair][2])


def test_finals_side_by_side_are_missed_by_nobody() -> None:
    sessions = IN_EVENT.format("pairs") + "s0, 2025-09-24, pairs, Cup\n"
    seats = PAIRS + "".join(f"s0, A, {seat // 2 + 1}, {seat + 1}\n" for seat in range(10))
    rows = "session_id, line, board, ns, ew, score\n"
    finals = {"s0": ((1, 2), (3, 4)), "s1": ((1, 2),), "s2": ((3, 4),)}
    rows += "".join(f"{one}, A, 1, {ns}, {ew}, {100 * ns}\n" for one, met in finals.items() for ns, ew in met)
    rows += "".join(f"{one}, A, 1, 7{one[1]}, 8{one[1]}, 90\n" for one in ("s1", "s2"))
    files = {"sessions.csv": sessions, "entries.csv": seats, "results.csv": rows}
    found = tables_of(files, wanted=("scored.event_results",))["scored.event_results"]
    four = found.filter(pl.col("sessions") == 2)
    assert (four.height, four["missed"].to_list(), four["rank"].null_count()) == (4, [0] * 4, 0)


def test_a_bonus_for_a_team_without_a_match_in_a_round_is_no_bye() -> None:
    bonus = "session_id, line, entrant, amount, unit\nt, A, 4, 1, points\n"
    assert listed(matches(*SWISS), adjustments=bonus)["4"] == (23, 11.5, 2)


def test_a_round_of_triangles_alone_is_one_of_half_matches() -> None:
    halves = ((1, "1", "2", 18, 2), (1, "1", "3", 18, 2), (1, "2", "3", 10, 10))
    others = ((1, "4", "5", 10, 10), (1, "4", "6", 10, 10), (1, "5", "6", 10, 10))
    full = ((2, "1", "5", 4, 16), (2, "4", "2", 18, 2), (2, "3", "6", 10, 10))
    found = listed(matches(*halves, *others, boards=4) + matches(*full))
    assert (found["4"], found["5"], found["1"]) == ((28, 14, 1), (26, 13, 2), (22, 11, 3))


GIVEN = "session_id, line, entrant, amount, unit\n"


def test_a_bye_that_is_a_row_and_an_adjustment_counts_once() -> None:
    again = GIVEN + "".join(f"t, A, {team}, 12, points\n" for team in "543")
    given_and_not = [matches(*SWISS) + BYES.replace("{}", vp) for vp in ("12", "")]
    once = found_of(*(session(rows) for rows in given_and_not))
    twice = found_of(*(session(rows, adjustments=again) for rows in given_and_not))
    assert [of.results for of in twice] == [of.results for of in once]
    assert [of.said for of in twice] == [[("adjustments.left_out", line) for line in (2, 3, 4)]] * 2


def test_points_for_a_round_without_a_row_next_to_a_bye_with_one_are_its_result() -> None:
    """Team 5 has a bye of 12 in round 1 as a row, and one of 12 in round 3 as an adjustment."""
    rows = matches(*SWISS[:4], (3, "2", "4", 8, 12)) + BYES.splitlines(keepends=True)[0].replace("{}", "12")
    rows += "t, A, 2, 4, bye, , \nt, A, 3, 1, bye, , \nt, A, 3, 3, bye, , \n"
    (found,) = found_of(session(rows, adjustments=GIVEN + "t, A, 5, 12, points\n"))
    assert (found.said, found.results["5"]) == ([], (34, close_to(34 / 3), 2))


def test_a_bonus_next_to_a_bye_counts() -> None:
    rows = matches(*SWISS) + BYES.replace("{}", "12")
    (found,) = found_of(session(rows, adjustments=GIVEN + "t, A, 5, 3, points\n"))
    assert (found.said, found.results["5"][0]) == ([], 29 + 3)


CUP = "session_id, date, kind, event\nt, 2025-10-01, teams, Cup\n"


def test_points_carried_into_an_event_are_no_bye() -> None:
    rows = matches(*SWISS) + BYES.replace("{}", "12")
    (found,) = found_of(session(rows, adjustments=GIVEN + "t, A, 5, 15, points\n", sessions=CUP))
    assert (found.said, found.results["5"][0]) == ([], 29 + 15)


def test_a_bye_next_to_a_match_of_its_round_does_not_count() -> None:
    rows = matches(*SWISS) + BYES.replace("{}", "12")
    found, without = found_of(session(rows + "t, A, 3, 1, bye, , 12\n"), session(rows))
    assert (found.results, found.said) == (without.results, [("matches.impossible", 17)])


LATE = matches((1, "1", "2", 11, 9), (2, "1", "2", 11, 9), (3, "1", "3", 0, 20), (3, "2", "4", 10, 10))


def test_who_played_fewer_than_half_of_the_rounds_is_ranked_only_if_the_others_are_worth_something() -> None:
    """Teams 3 and 4 come for the last of three rounds, on lines 7 and 9 of the file."""
    points = GIVEN + "t, A, 3, 20, points\n"
    found = found_of(session(LATE), session(LATE, "[event]\nbye = 0\n"), session(LATE, adjustments=points))
    assert [of.results["3"] for of in found] == [(20, 20, None), (20, close_to(20 / 3), 3), (40, close_to(40 / 3), 1)]
    lines = [[line for code, line in of.said if code == "sessions.scoring"] for of in found]
    assert lines == [[7, 9], [], [9]]


def without_boards(rows: str) -> str:
    return re.sub(r"[48](, [0-9]+\n)", r"\1", rows)


def test_whole_matches_of_three_teams_over_two_rounds_are_no_halves() -> None:
    """Teams 3, 4 and 5 play one another in rounds 1 and 2, as round 2: each has as many matches as there are rounds."""
    three = matches((2, "3", "4", 18, 2), (2, "4", "5", 11, 9), (2, "3", "5", 16, 4))
    rows = matches((1, "1", "2", 12, 8), (2, "1", "2", 5, 15)) + three
    without, found = listed(without_boards(rows), rows)
    assert without == found
    assert found["3"] == (34, 17, 1)


EXAMPLE = (Path(__file__).parents[2] / "docs" / "landing.md").read_text(encoding="utf-8")


def test_the_example_of_the_manual_of_three_teams_over_two_rounds() -> None:
    heading, *rows = EXAMPLE.partition("over two rounds")[2].partition("```\n")[2].partition("```")[0].splitlines()
    assert heading + "\n" == HEADING.replace(" ", "")
    (found,) = found_of(session("".join(f"{row.replace('2025-11-18', 't')}\n" for row in rows)))
    assert {team: row[:2] for team, row in found.results.items()} == {
        "1": (25, 12.5),
        "2": (15, 7.5),
        "3": (26, 13),
        "4": (20, 10),
        "5": (14, 7),
    }
    assert found.said == []


ROUND_LEFT_OUT = ((1, "1", "2", 18, 2), (1, "3", "4", 15, 5), (2, "3", "2", 19, 1))


@cases_at_once(
    ("", "", "", ["1, 4 (round 2, line A)"]),
    ("t, A, 2, 1, bye, , \n", "", "", ["4 (round 2, line A)"]),
    ("", "", "t, A, 1, 12, points\n", ["4 (round 2, line A)"]),
    ("", "[event]\nbye = 12\n", "", []),
    ("", '[event]\nbye = "average"\n', "", []),
    (matches((2, "1", "4", 10, 10)), "", "", []),
)
def test_a_round_without_match_or_bye_is_a_doubt(more: str, settings: str, adjustments: str, named: list[str]) -> None:
    sheets = {
        "sessions": TEAMS,
        "matches": HEADING + matches(*ROUND_LEFT_OUT) + more,
        "adjustments": GIVEN + adjustments,
    }
    tables = tables_of({f"{name}.csv": text for name, text in sheets.items()}, settings, ("scored.doubts",))
    found = tables["raw.findings"].filter(code="sessions.scoring")
    assert [message.partition("marked as doubtful: ")[2].partition(";")[0] for message in found["message"]] == named
    marked = [(len(re.findall(r"\d+", named[0].partition(" (")[0])), None)] if named else []
    assert tables["scored.doubts"].filter(what="no_match").select("official", "accepted").rows() == marked


KNOCK_OUT = ((1, "1", "2", 18, 2), (1, "3", "4", 15, 5), (2, "1", "3", 19, 1))
MEAN_IS_RIGHT = '[[session]]\nsession = "t"\naccept = "they went home"\naccept_at_most = { no_match = 2 }\n'


@pytest.mark.parametrize(
    ("rows", "settings", "doubts"), [(KNOCK_OUT, "", []), (ROUND_LEFT_OUT, MEAN_IS_RIGHT, ["they went home"])]
)
def test_a_knock_out_and_a_mean_that_the_director_accepts_are_no_question(
    rows: tuple[tuple[int, str, str, int, int], ...], settings: str, doubts: list[str]
) -> None:
    files = {"sessions.csv": TEAMS, "matches.csv": HEADING + matches(*rows)}
    tables = tables_of(files, settings, ("scored.doubts",))
    assert tables["raw.findings"].filter(code="sessions.scoring").is_empty()
    assert tables["scored.doubts"].filter(what="no_match")["accepted"].to_list() == doubts


def test_rounds_that_all_are_without_equally_often_are_fair() -> None:
    met = ((1, "1", "2", 18, 2), (1, "3", "4", 15, 5), (2, "1", "3", 9, 11), (2, "2", "5", 9, 11))
    more = ((3, "1", "4", 9, 11), (3, "3", "5", 9, 11), (4, "1", "5", 9, 11), (4, "2", "4", 9, 11))
    (found,) = found_of(session(matches(*met, *more, (5, "2", "3", 9, 11), (5, "4", "5", 9, 11))))
    assert found.said == []


@needs_real_data
@pytest.mark.parametrize("name", ["multiple-teams", "point-a-board"])
def test_real_files_of_teams_lack_no_match(name: str) -> None:
    [path] = real_files(f"usebio/{name}.xml")
    season = '[[season]]\nname = "2015-16"\nstart = 2015-09-01\nend = 2016-08-31\n'
    tables = tables_of({path.name: path.read_bytes()}, season)
    assert tables["raw.matches"].height
    assert tables["raw.findings"].filter(code="sessions.scoring").is_empty()
    assert tables["raw.stated"].filter(what="no_match").is_empty()
