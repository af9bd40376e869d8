"""What checks doubt about a session, until the director accepts it: the marks of its pages."""

from collections.abc import Callable
from functools import cache

from club_folders import Files, tables_of_each
from each import each
from factories import Tables

HEAD = "session_id, line, board, ns, ew, contract, declarer, tricks, score"
ROWS = ("s, A, 1, 1, 2, 4S, N, 10, 420", "s, A, 1, 3, 4, 4S, N, 9, -50", "s, A, 2, 1, 2, 3N, S, 9, 600")
AGAIN = "s, A, 1, 1, 2, 4S, N, 11, 450"
UNSIGNED = [f"s, A, {board}, {ns}, {ns + 1}, , , , {30 * ((7 * board + ns) % 11) + 50}" for board in range(1, 13)
            for ns in (1, 3)]  # fmt: skip
SEATS = "session_id, line, entrant, player_id\ns, A, 1, a\ns, A, 1, b\ns, A, 2, c\ns, A, 2, a"
PBN = (
    '% PBN 2.1\n[Event "s"]\n[Date "2025.10.07"]\n[Scoring "MP"]\n[Board "1"]\n'
    '[ScoreTable "PairId_NS;PairId_EW;Score_NS;Score_EW"]\n1 2 420 50\n3 4 50 -50\n'
)
MET = [f"s, A, {board}, {ns}, {ew}, , , , 420" for board in (1, 2, 3) for ns, ew in ((1, 2), (3, 4))]
SLIP = [row.replace("3, 3, 4,", "3, 3, 14,") for row in MET]
TWO = "session_id, line, entrant, player_id\ns, A, 1, a\ns, A, 2, b"
FOUR = f"{TWO}\ns, A, 3, c\ns, A, 4, d"
PENALTY = "s, A, 1, -10, percent_of_top, late"
LISTS = {
    "matches": ("team, opponent, boards, imps, round", "1, 2, 8, 10, 1", "2, 1, 8, -10, 1", "1, 2, 8, -30, 1"),
    "totals": ("entrant, boards, percentage", "1, 24, 55", "2, 24, 45", "1, 24, 65"),
}
ACCEPT = """\
[[session]]
session = "s"
accept = "the scorer was asked"
accept_at_most = { contradictions = NUMBER }
"""


def evening(*rows: str, date: str = "2025-10-07", **more: str) -> Files:
    sessions = f"session_id, date, kind\ns, {date}, pairs"
    if "penalties" in more:
        more["penalties"] = f"session_id, line, entrant, amount, unit, reason\n{more['penalties']}"
    return {"results.csv": "\n".join((HEAD, *rows)), "sessions.csv": sessions} | {
        f"{k}.csv": v for k, v in more.items()
    }


def at_tables(given: Callable[[int, int], int]) -> Files:
    scores = (110, 140, 90, 170, 120, 150, 180, 200, 300, 130)
    rows = [
        f"s, A, {board}, {2 * table - 1}, {2 * table}, , , , {given(table, (-1) ** board * score)}, {table}"
        for table in (1, 2)
        for board in range(1, 25)
        for score in [scores[(3 * board + table) % len(scores)]]
    ]
    return {**evening(), "results.csv": "\n".join((f"{HEAD}, table", *rows))}


def listed(table: str, *places: int, kind: str = "pairs") -> Files:
    head, *rows = LISTS[table]
    given = (f"session_id, line, {head}", *(f"s, A, {rows[place]}" for place in (0, 1, *places)))
    return {f"{table}.csv": "\n".join(given), "sessions.csv": f"session_id, date, kind\ns, 2025-10-07, {kind}"}


def described(row: str) -> Files:
    files = evening(*ROWS)
    return {**files, "sessions.csv": f"{files['sessions.csv']!s}\ns, {row}"}


CASES: dict[str, tuple[Files, str, list[tuple[str, float, bool]], int]] = {
    "nothing": (evening(*ROWS), "", [], 0),
    "a board twice alike": (evening(*ROWS, ROWS[0]), "", [], 1),
    "a board with two scores": (evening(*ROWS, AGAIN), "", [("contradictions", 1.0, False)], 1),
    "accepted": (evening(*ROWS, AGAIN), ACCEPT.replace("NUMBER", "1"), [("contradictions", 1.0, True)], 0),
    "two of one accepted": (
        evening(*ROWS, AGAIN, AGAIN.replace("11, 450", "12, 480")), ACCEPT.replace("NUMBER", "1"),
        [("contradictions", 2.0, False)], 2,
    ),
    "a wrong score before a right one that is there twice": (
        evening(AGAIN, *ROWS, ROWS[0]), "", [("contradictions", 1.0, False)], 2,
    ),
    "in two files": (
        evening(*ROWS, two="\n".join((HEAD, ROWS[0], AGAIN.replace(", 1, 1, 2", ", 1, 3, 4")))), "",
        [("contradictions", 1.0, False)], 1,
    ),
    "another score than the contract": (
        evening(*ROWS[1:], ROWS[0].replace("420", "430")), "", [("contradictions", 1.0, False)], 1,
    ),
    "no minus signs": (evening(*UNSIGNED), "", [("contradictions", 24.0, False)], 1),
    "a player in two pairs": (evening(*ROWS, entries=SEATS), "", [("contradictions", 1.0, False)], 1),
    "two scores in a PBN file": ({"s.pbn": PBN}, "", [("contradictions", 1.0, False)], 1),
    "two files with rows of their own": (
        evening(*ROWS[:2], two="\n".join((HEAD, ROWS[0], ROWS[2]))), "", [("contradictions", 1.0, False)], 1,
    ),
    "no minus signs at a table": (at_tables(lambda table, score: abs(score) if table == 2 else score),
                                  "", [("contradictions", 24.0, False)], 1),
    "only zeros at a table": (at_tables(lambda table, score: 0 if table == 2 else score),
                              "", [("missing", 24.0, False)], 0),
    "a penalty twice": (evening(*ROWS, penalties=f"{PENALTY}\n{PENALTY}"), "", [("contradictions", 1.0, False)], 0),
    "a row without a score": (evening(*MET[1:], MET[0].removesuffix("420")), "", [("missing", 1.0, False)], 0),
    "a row that is not understood": (evening(*MET[1:], MET[0].replace("420", "42O")), "", [("missing", 1.0, False)], 0),
    "a number without players": (evening(*SLIP, entries=FOUR), "", [("contradictions", 1.0, False)], 0),
    "a pair without players": (evening(*MET, entries=FOUR.removesuffix("\ns, A, 4, d")), "", [], 0),
    "half of the numbers without players": (evening(*SLIP, entries=TWO), "", [], 0),
    "a match twice alike": (listed("matches", 0, kind="teams"), "", [], 1),
    "a match with two results": (listed("matches", 2, kind="teams"), "", [("contradictions", 1.0, False)], 1),
    "a total twice alike": (listed("totals", 0), "", [], 1),
    "two totals": (listed("totals", 2), "", [("contradictions", 1.0, False)], 1),
    "two totals accepted": (listed("totals", 2), ACCEPT.replace("NUMBER", "1"), [("contradictions", 1.0, True)], 0),
    "a session twice alike": (described("2025-10-07, pairs"), "", [], 1),
    "a session with two dates": (described("2025-10-08, pairs"), "", [("contradictions", 1.0, False)], 1),
    "a session of two kinds": (described("2025-10-07, butler"), "", [("contradictions", 1.0, False)], 1),
}  # fmt: skip
OF_DOUBTS = (
    "results.seen_before",
    "results.score_of_contract",
    "results.column",
    "entries.seated_twice",
    *("pbn.doubtful", "pbn.left_out"),
    *("rows.given_before", "evenings.twice"),
)


@cache
def made() -> dict[str, Tables]:
    return dict(zip(CASES, tables_of_each([one[:2] for one in CASES.values()], ("scored.doubts",)), strict=True))


@each(CASES)
def test_a_session_whose_file_contradicts_itself_is_in_doubt_until_the_director_accepts_it(case: str) -> None:
    tables, (*_, doubts, findings) = made()[case], CASES[case]
    found = tables["scored.doubts"].select("what", "official", "accepted")
    assert [(what, number, accepted is not None) for what, number, accepted in found.rows()] == doubts
    assert tables["scored.doubts"]["severe"].all()
    codes = tables["raw.findings"]["code"].to_list()
    assert sum(code in OF_DOUBTS for code in codes) == findings, codes


def test_the_score_that_a_file_gives_twice_counts() -> None:
    results = made()["a wrong score before a right one that is there twice"]["raw.results"]
    assert results.filter(board=1, ns="1")["score"].to_list() == [420]
