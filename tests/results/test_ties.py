"""Ties in sessions that count matches: which tie-break decides, and what the ranks then are."""

import pytest
from club_folders import tables_of, tables_of_each

MATCHES = (  # round, team, opponent, IMPs, victory points of both
    *((1, 1, 2, 4, 12, 8), (1, 3, 4, -20, 4, 16)),
    *((2, 1, 3, -20, 4, 16), (2, 2, 4, 10, 14, 6)),
    *((3, 1, 4, 6, 13, 7), (3, 2, 3, -6, 7, 13)),
)
"""Teams 1, 2 and 4 have 29 victory points, and 3 has 33. Among 1, 2 and 4, team 1 has 25, 2 has 22 and 4 has 13."""
HEADING = "session_id, line, round, team, opponent, boards, imps, vp\n"
FILES = {
    "sessions.csv": "session_id, date, kind, event\nt, 2025-10-01, teams, Cup\n",
    "matches.csv": HEADING
    + "".join(
        f"t, A, {number}, {one}, {other}, 8, {imps}, {of_one}\nt, A, {number}, {other}, {one}, 8, {-imps}, {of_other}\n"
        for number, one, other, imps, of_one, of_other in MATCHES
    ),
}


TIES: dict[str, tuple[list[int], str | None]] = {
    "[]": ([2, 2, 1, 2], None),
    '["match"]': ([2, 3, 1, 4], "match"),
    # 10 of 30 IMPs, 10 of 20, and 20 of 36
    '["quotient", "match"]': ([4, 3, 1, 2], "quotient"),
    # In a round robin of all teams, equal teams have met opponents with equal sums.
    '["opponents"]': ([2, 2, 1, 2], None),
    '["opponents", "match"]': ([2, 3, 1, 4], "match"),
}
"""The rule -> the ranks of teams 1 to 4, and what decides between 1, 2 and 4."""


def test_the_tie_breaks_decide_in_the_order_of_the_rule(subtests: pytest.Subtests) -> None:
    wanted = ("scored.session_results", "scored.event_results")
    made = tables_of_each([(FILES, f"[event]\nties = {ties}\n") for ties in TIES], wanted)
    for (ties, (ranks, decided_by)), tables in zip(TIES.items(), made, strict=True):
        with subtests.test(ties):
            assert tables["scored.session_results"]["club_points"].to_list() == [1, 1, 16, 1]
            for name in wanted:
                assert tables[name]["rank"].to_list() == ranks
                assert tables[name]["decided_by"].to_list() == [decided_by, decided_by, None, decided_by]


def test_the_quotient_is_that_of_the_boards_if_they_are_known() -> None:
    """1 beats 2 by 10 IMPs to 0, and 3 beats 4 by 20 to 10; only the first of them has the club points of the first."""
    tens = ((1, 2, (1, 0, 0)), (3, 4, (1, 1, -1)))
    results = "session_id, line, round, board, ns, ew, score\n" + "".join(
        f"t, A, 1, {board}, {one}, {other}, {420 if ten > 0 else -50}\n"
        f"t, A, 1, {board}, {other}, {one}, {420 if ten < 0 else -50}\n"
        for one, other, won in tens
        for board, ten in enumerate(won, start=1)
    )
    files = {"sessions.csv": FILES["sessions.csv"], "results.csv": results}
    found = tables_of(files, '[event]\nties = ["quotient"]\n', ("scored.session_results", "scored.match_results"))
    assert found["scored.match_results"]["imps_won"].to_list() == [10, 0, 20, 10]
    assert found["scored.session_results"]["rank"].to_list() == [1, 4, 2, 3]
    assert found["scored.session_results"]["club_points"].to_list() == [16, 1, 1, 1]
