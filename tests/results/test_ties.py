"""Ties in sessions that count matches: which tie-break decides, and what the ranks then are."""

from club_folders import tables_of

SESSION = "session_id, date, kind, event\nt, 2025-10-01, teams, Cup\n"


def test_the_quotient_is_that_of_the_boards_if_they_are_known() -> None:
    """1 beats 2 by 10 IMPs to 0, and 3 beats 4 by 20 to 10; only the first of them has the club points of the first."""
    tens = ((1, 2, (1, 0, 0)), (3, 4, (1, 1, -1)))
    results = "session_id, line, round, board, ns, ew, score\n" + "".join(
        f"t, A, 1, {board}, {one}, {other}, {420 if ten > 0 else -50}\n"
        f"t, A, 1, {board}, {other}, {one}, {420 if ten < 0 else -50}\n"
        for one, other, won in tens
        for board, ten in enumerate(won, start=1)
    )
    files = {"sessions.csv": SESSION, "results.csv": results}
    found = tables_of(files, '[event]\nties = ["quotient"]\n', ("scored.session_results", "scored.match_results"))
    assert found["scored.match_results"]["imps_won"].to_list() == [10, 0, 20, 10]
    assert found["scored.session_results"]["rank"].to_list() == [1, 4, 2, 3]
    assert found["scored.session_results"]["club_points"].to_list() == [16, 1, 1, 1]
