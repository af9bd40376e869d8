"""Boards whose numbers start again in a later round: the same results as with numbers that go on."""

import itertools
from typing import Any

import polars as pl
from club_folders import Files, tables_of, tables_of_each
from each import cases_at_once
from examples import by_night
from factories import Tables
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import CASES, needs_cases

CASE = CASES / "15-restarted-board-numbers"
SESSION = "session_id, date, kind\ns, 2025-10-01, {}\n"
HEADING = "session_id, line, round, table, board, ns, ew, score\n"
ROUND_ROBIN = (((1, 2), (3, 4)), ((1, 3), (4, 2)), ((1, 4), (2, 3)))
SCORES = (420, -50, 110, 140, -100, 600, 620, -100, 980, 480, -50, -50)


def barometer(sets: int, restarts: bool, scores: tuple[int, ...] = SCORES, boards: int = 2) -> str:
    """Three rounds of two tables; with `restarts` numbers start again after this number of sets."""
    rows, turn = HEADING, iter(scores)
    for place, tables in enumerate(ROUND_ROBIN):
        first = boards * (place % sets) if restarts else 16 * (place // sets) + boards * (place % sets)
        for table, (ns, ew) in enumerate(tables, start=1):
            rows += "".join(
                f"s, A, {place + 1}, {table}, {first + board}, {ns}, {ew}, {next(turn)}\n"
                for board in range(1, boards + 1)
            )
    return rows


Made = tuple[dict[str, Any], pl.DataFrame, pl.DataFrame]


def scored(rows: str, **others: str) -> Made:
    return found(tables_of(files(rows, **others), wanted=("scored.session_results",)))


def scored_each(*rows: Files) -> list[Made]:
    return [found(made) for made in tables_of_each([(of, "") for of in rows], ("scored.session_results",))]


def files(rows: str, kind: str = "pairs", **others: str) -> Files:
    named = {"sessions": SESSION.format(kind), "results": rows, **others}
    return {f"{name}.csv": text for name, text in named.items()}


def found(made: Tables) -> Made:
    """Entrant -> score and rank; the findings; the deals."""
    results = made["scored.session_results"]
    findings = made["raw.findings"].filter(pl.col("field") != "line")  # of no entries
    listed = {row[0]: row[1:] for row in results.select("entrant", "score", "rank").iter_rows()}
    return listed, findings, made["raw.deals"]


@needs_cases
def test_a_barometer_of_a_club() -> None:
    rows = ((folder / "results.csv").read_text() for folder in (CASE, CASE / "renumbered"))
    as_given, renumbered = (listed for listed, *_ in scored_each(*map(files, rows)))
    assert as_given == renumbered
    assert {pair: round(score, 2) for pair, (score, _) in as_given.items()} == {
        "1": 66.67,
        "3": 66.67,
        "2": 33.33,
        "4": 33.33,
    }


@settings(max_examples=by_night(6))
@given(st.lists(st.permutations(SCORES), min_size=6, max_size=6))
def test_numbers_that_start_again_or_go_on_give_the_same(scores: list[list[int]]) -> None:
    played = zip(scores, itertools.product((1, 2), ("pairs", "butler", "cross_imp")), strict=True)
    rows = [(barometer(sets, again, tuple(of)), kind) for of, (sets, kind) in played for again in (True, False)]
    made = scored_each(*(files(*one) for one in rows))
    for (again, findings, _), (through, nothing, _) in zip(made[::2], made[1::2], strict=True):
        assert again == through
        asked = findings.filter(code="results.restarted")
        assert asked.height == 1
        assert findings.join(asked, on="message", how="anti")["code"].to_list() == nothing["code"].to_list()


def restarted(findings: pl.DataFrame) -> str:
    return findings.filter(code="results.restarted")["message"].item()


def test_the_finding_says_which_board_is_which() -> None:
    message = restarted(scored(barometer(2, True))[1])
    assert "session s start again in these rounds: 3;" in message
    assert "board 1 of round 3 becomes 17" in message


def test_vulnerability_is_that_of_the_number_on_the_board() -> None:
    rows = "session_id, line, round, board, ns, ew, contract, declarer, tricks\n" + "".join(
        f"s, A, {number}, {board}, {ns}, {ew}, 4S, N, {tricks}\n"
        for number, tables in enumerate(ROUND_ROBIN, start=1)
        for board in (1, 2)
        for (ns, ew), tricks in zip(tables, (10, 11), strict=True)
    )
    played = tables_of(files(rows), wanted=("scored.board_scores",))["scored.board_scores"]
    scores = played.group_by("board").agg(pl.col("score").min()).sort("board")
    assert scores.rows() == [(1, 420), (2, 620), (17, 420), (18, 620), (33, 420), (34, 620)]


@cases_at_once("s, A, 2, 1, 1, 1, 3, -100", "s, A, 2, 1, 2, 1, 3, -100")
def test_a_slip_stays_a_slip(wrong: str) -> None:
    rows = barometer(3, True)
    assert "s, A, 2, 1, 3, 1, 3, -100" in rows
    _, findings, _ = scored(rows.replace("s, A, 2, 1, 3, 1, 3, -100", wrong))
    assert "results.off_schedule" in findings["code"].to_list()
    assert "results.restarted" not in findings["code"].to_list()


def test_a_slip_in_a_barometer_stays_a_slip() -> None:
    rows = barometer(1, True).replace("s, A, 2, 1, 2, 1, 3, 600", "s, A, 2, 1, 1, 1, 3, 600")
    assert {"results.restarted", "results.off_schedule"} <= {*scored(rows)[1]["code"]}


def test_two_howells_in_one_file_stay_two() -> None:
    """Pairs share the boards of a session over its rounds, and the same numbers come again in a second session."""
    sets = (((1, 2, 1), (3, 4, 2)), ((1, 3, 3), (4, 2, 1)), ((1, 4, 2), (2, 3, 3)))
    rows = {"again": HEADING, "through": HEADING}
    for place, tables in enumerate(sets * 2):
        for ns, ew, board in tables:
            score = SCORES[(7 * place + board) % 12]
            rows["again"] += f"s, A, {place + 1}, , {board}, {ns}, {ew}, {score}\n"
            rows["through"] += f"s, A, {place + 1}, , {board + 16 * (place // 3)}, {ns}, {ew}, {score}\n"
    again, through = scored_each(files(rows["again"]), files(rows["through"]))
    assert again[0] == through[0]


HANDS = (
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    "N:...AKQJT98765432 AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432.",
)


@cases_at_once('[Round "{}"]\n', "")
def test_deals_of_a_pbn_have_the_round_of_its_tag_or_of_its_scores(tag: str) -> None:
    games = "".join(
        f'[Event "x"]\n[Date "2025.10.01"]\n[Board "1"]\n{tag.format(number)}[Deal "{hands}"]\n[Competition "Pairs"]\n'
        '[Scoring "MP"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;Round"]\n'
        + "".join(f"{ns} {ew} {score} {number}\n" for (ns, ew), score in zip(tables, (110, 140), strict=True))
        for number, (tables, hands) in enumerate(zip(ROUND_ROBIN, HANDS, strict=False), start=1)
    )
    listed = '[TotalScoreTable "PairId;Names"]\n1 "a - b"\n2 "c - d"\n3 "e - f"\n4 "g - h"\n'
    raw = tables_of({"evening.pbn": "% PBN 2.1\n" + games + listed})
    assert raw["raw.deals"].sort("board").select("board", "deal").rows() == [(1, HANDS[0]), (17, HANDS[1])]
    assert restarted(raw["raw.findings"])


def test_deals_belong_to_their_round() -> None:
    heading = "session_id, board, round, deal\n"
    named = heading + f"s, 1, 1, {HANDS[0]}\ns, 1, 3, {HANDS[1]}\n"
    _, findings, deals = scored(barometer(2, True), deals=named)
    assert deals.select("board", "deal").sort("board").rows() == [(1, HANDS[0]), (17, HANDS[1])]
    assert "deals" not in restarted(findings)
    nameless = heading + f"s, 1, , {HANDS[0]}\n"
    _, findings, deals = scored(barometer(2, True), deals=nameless)
    assert deals.is_empty()
    assert "left out (1 in all)" in restarted(findings)


def of_line(line: str, rows: str) -> str:
    return rows.removeprefix(HEADING).replace("s, A,", f"s, {line},")


def test_one_line_starts_again_and_another_goes_on() -> None:
    heading = "session_id, board, round, deal, lines\n"
    deals = heading + f"s, 1, 1, {HANDS[0]}, A\ns, 1, 3, {HANDS[1]}, A\ns, 17, 3, {HANDS[0]}, B\n"
    both, through = (
        barometer(2, again) + of_line("B", barometer(2, False, SCORES[::-1])) + of_line("C", barometer(2, False))
        for again in (True, False)
    )
    again, findings, placed = scored(both, deals=deals)
    assert again == scored(through)[0]
    assert "start again in these rounds: 3;" in restarted(findings)
    # The boards of line B are those that it played; those of A have another number from round 3 on.
    assert placed.select("board", "lines").sort("board", "lines").rows() == [(1, "A"), (17, "B"), (33, "A")]


def test_a_line_of_one_table_follows_the_others() -> None:
    one_table = "".join(f"s, B, {round_}, 9, {board}, 8, 9, 110\n" for round_ in (1, 2, 3) for board in (1, 2))
    _, findings, _ = scored(barometer(1, True) + one_table)
    assert {"results.restarted"} <= {*findings["code"]}
    assert "results.seen_before" not in findings["code"].to_list()
