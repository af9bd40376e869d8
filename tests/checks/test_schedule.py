"""Results held against the schedule: of their file, of a known movement, or of the other results."""

from collections.abc import Callable
from functools import cache

import numpy as np
import polars as pl
import pytest
from club_folders import Files, tables_of, tables_of_each
from each import cases_at_once, each
from examples import by_night
from factories import Tables
from hypothesis import example, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from result_files import CASES, needs_cases

from bench import slips
from transforms.tables.messages import VARIANT

SESSION = "session_id, date, kind\ns, 2025-10-07, pairs\n"
CODES = ("results.off_schedule", "results.rounds_off_schedule", "results.missing", "results.seen_before")
MITCHELL = [
    {"round": r, "table": t, "board": b, "ns": t, "ew": 6 + (t - r) % 5, "score": 10 * ((7 * t + 3 * b) % 11) - 50}
    for r in range(1, 6)
    for t in range(1, 6)
    for b in range(1 + 2 * ((t + r) % 5), 3 + 2 * ((t + r) % 5))
]
"""Five tables, ten boards: table 1 has boards 5 and 6 in round 1."""


WANTED = ("scored.doubts", "scored.session_results")


def evening(rows: list[dict[str, int]], settings: str = "") -> Tables:
    return tables_of(files(rows), settings, WANTED)


def files(rows: list[dict[str, int]]) -> Files:
    lines = ["session_id, line, round, table, board, ns, ew, score"]
    lines += [", ".join(["s", "A", *(str(value) for value in row.values())]) for row in rows]
    return {"results.csv": "\n".join(lines), "sessions.csv": SESSION}


def case(number: str) -> Tables:
    (folder,) = CASES.glob(f"{number}-*")
    files = {
        file.name: file.read_bytes() for file in folder.iterdir() if file.name not in ("README", "competition.toml")
    }
    return tables_of(files, wanted=WANTED)


def said(tables: Tables) -> list[tuple[str, str, str, str | None, str | None]]:
    """Severity, code, variant, the lines and the right value of the findings about the schedule."""
    names = (VARIANT, "at_lines", "right")
    named = (pl.col("arguments").str.json_path_match(f"$.{name}").alias(name) for name in names)
    found = tables["raw.findings"].filter(pl.col("code").is_in(CODES))
    return found.select("severity", "code", *named).sort(pl.all()).rows()


def with_slip(changed: dict[int, dict[str, int]]) -> list[dict[str, int]]:
    """The rows of `MITCHELL` with other values, by line number (from 2)."""
    return [{**row, **changed.get(line, {})} for line, row in enumerate(MITCHELL, start=2)]


@needs_cases
def test_a_board_keyed_wrongly_is_left_out_and_both_right_results_of_the_other_board_stay() -> None:
    tables = case("07")
    assert said(tables) == [("error", "results.off_schedule", "board", "2", "2")]
    message = tables["raw.findings"]["message"].str.join(" ").item()
    assert "correct its board to 2" in message
    assert '[[session]], session = "evening" and settled = ["A 3 4"]' in message
    counting = tables["raw.results"].filter(board=3)
    assert counting["round"].to_list() == [2, 2]
    assert tables["scored.doubts"].select("what", "official", "severe").rows() == [("schedule", 1.0, True)]


@needs_cases
def test_pairs_exchanged_against_the_movement_of_the_file_are_reported_and_the_page_is_marked() -> None:
    tables = case("08")
    assert said(tables) == [("warning", "results.off_schedule", "turned_counts", "5, 6", None)]
    assert tables["raw.results"].height == 12
    assert tables["scored.doubts"].select("what", "official", "severe").rows() == [("schedule", 2.0, True)]


@cases_at_once({2}, {3}, {2, 3})
def test_four_pairs_sit_as_they_like(turned: set[int]) -> None:
    meetings = [(1, 1, 4, 1), (1, 2, 2, 3), (2, 1, 4, 2), (2, 2, 3, 1), (3, 1, 4, 3), (3, 2, 1, 2)]
    rows = [
        {"round": r, "table": t, "board": b, "ns": ns, "ew": ew, "score": 10 * ((7 * t + 3 * b) % 11) - 50}
        for r, t, one, other in meetings
        for ns, ew in [(other, one) if t == 2 and r in turned else (one, other)]
        for b in range(4 * r - 3, 4 * r + 1)
    ]
    tables = evening(rows)
    assert said(tables) == []
    assert tables["scored.doubts"].is_empty()


@needs_cases
def test_a_phantom_that_passed_out_all_its_boards_is_nobody() -> None:
    tables = case("33")
    ranked = tables["scored.session_results"].sort("rank").select("entrant", "score")
    assert ranked.rows() == [("5", 87.5), ("2", 75.0), ("3", 50.0), ("4", 25.0), ("1", 12.5)]
    assert tables["raw.results"].filter(pl.col("ew").is_null(), pl.col("score").is_not_null()).is_empty()
    assert "all its results are passes, zeros or averages" in tables["raw.findings"]["message"].item()


def test_an_evening_that_fits_has_no_finding_and_no_doubt() -> None:
    tables = evening(MITCHELL)
    assert said(tables) == []
    assert tables["scored.doubts"].is_empty()


TURNED = {line: {"ns": MITCHELL[line - 2]["ew"], "ew": MITCHELL[line - 2]["ns"]} for line in (2, 3)}


SLIPS: dict[str, tuple[dict[int, dict[str, int]], tuple[str, str, str, str | None]]] = {
    "board of another table": ({3: {"board": 9}}, ("error", "board", "3", "6")),
    "pair of another table": ({2: {"ew": 7}}, ("error", "side", "2", "6")),
    "North-South pair": ({2: {"ns": 2}}, ("error", "side", "2", "1")),
    "table turned": (TURNED, ("warning", "turned_counts", "2, 3", None)),
    "board of its own": ({2: {"board": 6}}, ("error", "board", "2", "5")),
}


@cache
def with_slips() -> dict[str, Tables]:
    made = tables_of_each([(files(with_slip(changed)), "") for changed, _ in SLIPS.values()], WANTED)
    return dict(zip(SLIPS, made, strict=True))


@each(SLIPS)
def test_a_slip_gets_the_correction_that_makes_it_fit(slip: str) -> None:
    tables, (changed, (severity, variant, lines, right)) = with_slips()[slip], SLIPS[slip]
    assert [one for one in said(tables) if one[1] == CODES[0]] == [(severity, CODES[0], variant, lines, right)]
    kept = tables["raw.results"].filter(~pl.col("line_no").is_in([*changed]))
    assert kept.height == len(MITCHELL) - len(changed)
    assert tables["scored.doubts"]["what"].to_list() == ["schedule"]


@cases_at_once(5, 4)
def test_two_pairs_exchanged_at_two_tables_are_one_slip(rounds: int) -> None:
    """After four rounds, pair 2 has no other result on the boards of table 1, but pair 1 has on those of table 2."""
    new = {2: {"ns": 2}, 3: {"ns": 2}, 4: {"ns": 1}, 5: {"ns": 1}}
    rows = [row for row in with_slip(new) if row["round"] <= rounds]
    tables = evening(rows)
    code = ("error", "results.off_schedule", "exchanged")
    assert said(tables) == [(*code, "2, 3", "1"), (*code, "4, 5", "2")]
    assert tables["raw.results"].height == len(rows) - len(new)
    assert tables["scored.doubts"].select("what", "official").rows() == [("schedule", 4.0)]


def test_rows_that_fit_are_kept_whatever_comes_first() -> None:
    rows = with_slip({len(MITCHELL) + 1: {"board": MITCHELL[0]["board"], "ns": MITCHELL[0]["ns"]}})
    for tables in tables_of_each([(files(rows), ""), (files(rows[::-1]), "")]):
        kept = tables["raw.results"]
        assert kept.filter(board=MITCHELL[0]["board"], ns="1", round=1).height == 1
        assert kept.height == len(rows) - 1


SETTLED = """\
[[session]]
session = "s"
settled = ["A 9 1"]
"""


def test_a_settled_result_counts_without_a_question() -> None:
    rows = with_slip({3: {"board": 9}})
    rows = [row for row in rows if row is rows[1] or row["board"] != 9 or (row["ns"] != 1 and row["ew"] != 6)]
    tables = evening(rows, SETTLED)
    assert tables["raw.results"].height == len(rows)
    assert [one for one in said(tables) if one[1] == "results.off_schedule"] == []
    assert tables["scored.doubts"]["what"].to_list() == ["missing"]
    assert "settings.settled" not in tables["raw.findings"]["code"].to_list()


def test_a_settled_result_that_makes_others_impossible_leaves_the_mark() -> None:
    tables = evening(with_slip({3: {"board": 9}}), SETTLED)
    assert tables["raw.results"].filter(line_no=3).height == 1
    lost = len(MITCHELL) - tables["raw.results"].height
    assert lost > 0
    assert tables["scored.doubts"].select("what", "official").rows() == [("contradictions", lost)]


def test_rounds_in_which_most_results_contradict_the_schedule_show_that_it_is_wrong() -> None:
    random = np.random.default_rng(1)
    clean = slips.evenings(1, random)
    slips.plan(clean)
    in_round = pl.col("round") == 2
    turned = clean.with_columns(
        ns=pl.when(in_round).then("ew").otherwise("ns"), ew=pl.when(in_round).then("ns").otherwise("ew")
    )
    found, results = slips.findings_of(turned, set())
    assert found["code"].to_list() == ["results.rounds_off_schedule"]
    assert results.height == clean.height


def test_a_table_without_results_for_two_rounds_is_reported_once() -> None:
    rows = [row for row in MITCHELL if row["table"] != 3 or row["round"] < 4]
    tables, accepted = tables_of_each([(files(rows), ""), (files(rows), ACCEPTED)], WANTED)
    assert [one[:3] for one in said(tables)] == [("warning", "results.missing", "rounds")]
    message = tables["raw.findings"].filter(code="results.missing")["message"].item()
    assert "(missing in all: 4)" in message
    assert 'session = "s", accept = "the reason" and accept_at_most = { missing = 4 }' in message
    assert tables["scored.doubts"].select("what", "official", "severe").rows() == [("missing", 4.0, True)]
    assert said(accepted) == []
    assert accepted["scored.doubts"]["accepted"].to_list() == ["not played"]


OUTSIDE = [{**row, "board": 2 * ((3 * row["table"] + row["round"]) % 5) + 1 + row["board"] % 2} for row in MITCHELL]
"""Boards that no movement of the library has so."""
TEAMS = [
    {"round": r, "table": t, "board": 4 * r + b, "ns": ns, "ew": ew, "score": 50 * ((7 * t + 3 * b) % 11) - 250}
    for r, matches in enumerate([((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))], start=1)
    for one, other in matches
    for t, ns, ew in ((one, one, other), (other, other, one))
    for b in range(4)
]
HOLES: dict[str, tuple[Callable[[dict[str, int]], bool], int]] = {
    "round in the middle": (lambda row: row["round"] == 3, 10),
    "table in the middle": (lambda row: (row["round"], row["table"]) == (3, 2), 2),
    "last rounds of a table": (lambda row: row["round"] > 3 and row["table"] == 2, 4),
    "board of two tables": (lambda row: row["round"] == 5 and row["table"] < 3 and row["board"] % 2 == 0, 2),
    "last round": (lambda row: row["round"] == 5, 0),
    "last board": (lambda row: row["round"] == 5 and row["board"] % 2 == 0, 0),
}
"""Rows that are missing, and how many of them are reported and in doubt."""


def of_teams(without: int) -> Files:
    rows = [row for row in TEAMS if row["round"] != without]
    return {**files(rows), "sessions.csv": SESSION.replace("pairs", "teams")}


@cache
def with_holes() -> dict[str, Tables]:
    kept = {
        f"{hole}, {name}": files([row for row in rows if not is_gone(row)])
        for hole, (is_gone, _) in HOLES.items()
        for name, rows in (("library", MITCHELL), ("outside", OUTSIDE))
    }
    kept |= {f"teams without round {without}": of_teams(without) for without in (2, 3)}
    return dict(zip(kept, tables_of_each([(one, "") for one in kept.values()], WANTED), strict=True))


@each(HOLES)
def test_results_that_only_some_have_are_missing_and_those_that_nobody_has_were_not_played(hole: str) -> None:
    for place in ("library", "outside"):
        tables = with_holes()[f"{hole}, {place}"]
        missing = HOLES[hole][1]
        assert tables["scored.doubts"].select("what", "official").rows() == ([("missing", missing)] if missing else [])
        assert [one[1] for one in said(tables)] == (["results.missing"] if missing else [])


@cases_at_once(
    ("ns", 1, 3, "error", "side"), ("ns", 1, 99, "warning", "side_counts"),
    ("ew", 6, 8, "error", "side"), ("ew", 6, 99, "warning", "side_counts"),
)  # fmt: skip
def test_the_pair_that_is_absent_in_a_round_is_the_right_number(
    side: str, right: int, wrong: int, severity: str, variant: str
) -> None:
    is_wrong = [row["round"] == 2 and row[side] == right for row in OUTSIDE]
    tables = evening([{**row, side: wrong} if odd else row for row, odd in zip(OUTSIDE, is_wrong, strict=True)])
    lines = [line for line, odd in enumerate(is_wrong, start=2) if odd]
    in_words = ", ".join(map(str, lines))
    assert said(tables) == [(severity, "results.off_schedule", variant, in_words, str(right))]
    assert tables["scored.doubts"].select("what", "official").rows() == [("schedule", len(lines))]
    counting = set(tables["raw.results"]["line_no"].to_list())
    assert counting >= set(range(2, 2 + len(OUTSIDE))) - set(lines)


def test_a_round_of_teams_is_missing_if_it_is_in_the_middle() -> None:
    tables = with_holes()["teams without round 2"]
    assert tables["scored.doubts"].select("what", "official").rows() == [("missing", 16.0)]
    assert "1, 2, 3, 4 (line A, round 2)" in tables["raw.findings"].filter(code="results.missing")["message"].item()
    assert with_holes()["teams without round 3"]["scored.doubts"].is_empty()


def test_an_evening_that_was_cut_short_lacks_nothing_of_the_schedule_in_its_file() -> None:
    clean = slips.evenings(1, np.random.default_rng(1))
    slips.plan(clean)
    last = clean["round"].max()
    of_last = pl.col("round") == last
    assert slips.findings_of(clean.remove(of_last), set())[0].is_empty()
    assert slips.findings_of(
        clean.remove(of_last, pl.col("board") == pl.col("board").max().over("round", "table")), set()
    )[0].is_empty()
    found, _ = slips.findings_of(clean.remove(of_last, table=1), set())
    assert found["code"].to_list() == ["results.missing"]


ACCEPTED = """\
[[session]]
session = "s"
accept = "not played"
accept_at_most = { missing = 4 }
"""


@pytest.mark.nightly
@examples(max_examples=by_night(15))
@example(seed=44)
@example(seed=4744)
@given(seed=st.integers(0, 2**31))
def test_an_evening_without_a_slip_has_no_finding_and_the_order_of_rows_does_not_matter(seed: int) -> None:
    random = np.random.default_rng(seed)
    clean = slips.evenings(6, random)
    slip = slips.KINDS[("wrong board", "pairs exchanged", "number reused")[seed % 3]](clean, random).rows
    mixed = slip.sample(fraction=1, shuffle=True, seed=seed)
    slips.plan(in_hundreds(clean, clean, clean))
    findings, results = slips.findings_of(in_hundreds(clean, slip, mixed), set())
    assert of_hundred(findings, 0).is_empty()
    assert of_hundred(findings, 1).equals(of_hundred(findings, 2))
    kept = results.select("competition", "line_no")
    assert of_hundred(kept, 1).equals(of_hundred(kept, 2))


def in_hundreds(*evenings: pl.DataFrame) -> pl.DataFrame:
    """All in one frame, the second ones from number 100 on, so that they are read and checked in one call."""
    return pl.concat(rows.with_columns(pl.col("evening") + 100 * place) for place, rows in enumerate(evenings))


def of_hundred(rows: pl.DataFrame, place: int) -> pl.DataFrame:
    """Those of one of `in_hundreds`, under the numbers that they had."""
    of_place = rows.filter(pl.col("competition").str.starts_with(f"00{place}"))
    return of_place.with_columns(pl.col(pl.String).str.replace_all(rf"\b00{place}(\d\d)\b", "${{1}}")).sort(pl.all())
