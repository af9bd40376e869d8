"""Rows in, rows out: whatever stands in a PBN file is in the tables, or named in a finding.

A second reader, which only counts the rows under tables of scores, shares nothing with the first.
"""

import json

import polars as pl
import pytest
from each import cases
from result_files import Read, codes, rows

from bench.fuzz.counting import lost
from pipelines.intake.readers import read_bytes

TOP = '% PBN 2.1\n[Event "Club evening"][Scoring "MP"]\n[Date "2026.03.09"]\n'
LIST = '[TotalScoreTable "Rank;PairId;Names"]\n1 1 "A - B"\n2 2 "C - D"\n3 3 "E - F"\n4 4 "G - H"\n'
HEADER = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"]'
ROWS = ('1 2 4S N 10 "420" -', '3 4 3NT E 8 "50" -', "1 4 Pass - - 0 -", "3 2 - - - Pen Pen")
TABLE = "\n".join((HEADER, *ROWS, "", ""))
WHOLE = f'{TOP}[Board "1"]\n[Dealer "N"]\n{LIST}{TABLE}[Board "2"]\n[Dealer "N"]\n{TABLE}'


def lost_in_silence(text: str) -> int:
    """How many rows the other reader counts that are neither in a table nor in a finding."""
    data = text.encode()
    reading = read_bytes(data, "evening.pbn")
    # Points that the director gave are in the result list; their rows are no results of their own.
    expected = set(reading.findings.filter(severity="error")["line_no"])
    awards = (line_no for line_no, line in enumerate(text.split("\n"), start=1) if "Pen" in line.split())
    return lost(data, reading) - len(set(awards) - expected)


@cases(
    ("3 4 3NT", "; what a deal\n3 4 3NT"),
    ("3 4 3NT", "\n3 4 3NT"),
    ("3 4 3NT", "% remark\n3 4 3NT"),
    ("3 4 3NT", "{ a comment\nover two lines }\n3 4 3NT"),
    ("3 4 3NT", "   \n  3 4 3NT"),
    (HEADER, f"{HEADER} ; remark"),
    (HEADER, HEADER + " { remark }"),
    (HEADER, HEADER.replace("ScoreTable", "Scoretable")),
    (HEADER, f"  {HEADER}"),
    (HEADER, HEADER.replace('[ScoreTable "', '[ ScoreTable\t"').replace('"]', '" ]')),
    (HEADER, HEADER.replace("Contract;", "Contract;\n")),
    (HEADER, HEADER.replace('[ScoreTable "', '[ScoreTable\n"')),
    (HEADER, f'[Dealer "N"] {HEADER}'),
    ("- Pen Pen", "- Pen Pen ; remark"),
    ("\n", "\r\n"),
)
def test_remarks_and_odd_tags_cost_no_row(old: str, new: str) -> None:
    reading = read_bytes(WHOLE.replace(old, new).encode(), "evening.pbn")
    assert reading.findings.filter(pl.col("code") != "pbn.doubtful").is_empty()
    assert reading.tables["results"].height == 6
    assert reading.tables["official_results"].height == 4


@cases(
    (HEADER, HEADER.replace("[Score", "[Score "), "pbn.left_out", "4"),
    (HEADER, HEADER.replace('"]', ""), "pbn.left_out", "4"),
    (HEADER, HEADER[1:], "pbn.left_out", "5"),
    (HEADER, HEADER.replace("PairId_EW", "Opponent"), "pbn.left_out", "4"),
    ('[Board "2"]', '[Bord "2"]', "pbn.left_out", "4"),
    ("3 4 3NT", "{ 3 4 3NT", "pbn.passed_over", None),
    ("3 4 3NT", "3 4 3 NT", "pbn.left_out", None),
)
def test_what_cannot_be_used_is_named(old: str, new: str, code: str, rows: str | None) -> None:
    before, after = WHOLE.rsplit(old, 1)
    text = before + new + after
    reading = read_bytes(text.encode(), "evening.pbn")
    [(severity, arguments)] = reading.findings.filter(code=code).select("severity", "arguments").rows()
    assert severity == "error"
    assert json.loads(arguments or "{}").get("rows") == rows
    assert reading.tables["results"].filter(board=1).height == 3


NO_BOARD = f"{HEADER}\n1 2 4S N 10 420 -\n"


@pytest.mark.parametrize("text", [TOP + NO_BOARD + WHOLE, f'{WHOLE}[Event "#"]\n{NO_BOARD}'])
def test_a_table_without_its_board_is_named_and_not_that_of_the_board_before(text: str) -> None:
    reading = read_bytes(text.encode(), "evening.pbn")
    assert "pbn.left_out/board" in codes(reading)
    assert reading.tables["results"]["board"].to_list() == [1, 1, 1, 2, 2, 2]


def test_cut_off_anywhere_what_stands_before_is_in() -> None:
    for end in range(len(TOP), len(WHOLE), 13):
        text = WHOLE[:end]
        reading = read_bytes(text.encode(), "evening.pbn")
        assert lost_in_silence(text) <= 0, end
        assert reading.tables["results"].height in (whole := in_whole_lines(text), whole + 1), end


def in_whole_lines(text: str) -> int:
    """The results among the lines that are there with their ends; one more may lack nothing but its end."""
    return sum(line[:-1] in ROWS[:3] for line in text.splitlines(keepends=True) if line.endswith("\n"))


@cases(
    (WHOLE.rindex("[Board") + 5, "pbn.cut_off"),
    (WHOLE.rindex("Contract"), "pbn.cut_off"),
    (WHOLE.rindex('"420"') + 2, "pbn.cut_off"),
    (WHOLE.rindex("[ScoreTable"), "pbn.doubtful"),
    (WHOLE.rindex("1 2 4S"), "pbn.doubtful"),
)
def test_a_cut_that_shows_is_reported(end: int, code: str) -> None:
    assert code in read_bytes(WHOLE[:end].encode(), "evening.pbn").findings["code"].to_list()


def test_of_many_findings_of_one_kind_the_first_are_named_and_all_are_counted(read: Read) -> None:
    text = TOP + '[Board "1"]\n' + HEADER + "\n" + "1 2\n" * 1000
    reading = read(text)
    assert reading.findings.height == 52
    assert lost_in_silence(text) == 0


@cases(
    *(("ScoreTable", written) for written in ("ScorTable", "Score_Table", "ScoresTable", "BoardTable")),
    ("TotalScoreTable", "TotalScorTable"),
)
def test_rows_of_results_under_another_tag_are_reported(tag: str, written: str) -> None:
    before, after = WHOLE.rsplit(f"[{tag}", 1)
    reading = read_bytes(f"{before}[{written}{after}".encode(), "evening.pbn")
    [finding] = reading.findings.filter(severity="error").rows(named=True)
    assert (finding["code"], finding["field"], finding["value"]) == ("pbn.left_out", tag, written)
    assert "its rows are left out (4 in all)" in finding["message"]
    assert reading.tables["results"].filter(board=1).height == 3


@cases(
    ("MoodTable", ["pbn.passed_over/table"]),
    *((tag, []) for tag in ("OptimumResultTable", "InstantScoreTable", "PlayTimeTable", "ActionTable")),
)
def test_a_table_that_nobody_knows_is_a_warning_once_a_file(tag: str, expected: list[str]) -> None:
    """Those of the standard that are not read are silent."""
    text = WHOLE.replace("[ScoreTable", f'[{tag} "Declarer;Denomination;Result"]\nN NT 9\n[ScoreTable')
    reading = read_bytes(text.encode(), "evening.pbn")
    assert [code for code in codes(reading) if code != "pbn.doubtful/penalty"] == expected
    assert reading.tables["results"].height == 6


def game(board: int, names: str, *tags: str) -> str:
    seats = zip(("North", "East", "South", "West"), names, strict=True)
    return "\n".join([f'[Board "{board}"]', *(f'[{seat} "{name}"]' for seat, name in seats), *tags, "\n"])


@cases(("", "board 2"), ('[Contrakt "3NT"]', "board 2: contrakt 3NT"), ('[Contract "?"]', "board 2"))
def test_a_game_with_declarer_and_tricks_but_no_contract_is_reported(contract: str, value: str) -> None:
    whole = TOP + game(1, "ABCD", '[Declarer "N"]', '[Contract "2S"]', '[Result "8"]')
    reading = read_bytes((whole + game(2, "ABCD", '[Declarer "N"]', contract, '[Result "9"]')).encode(), "evening.pbn")
    assert rows(reading, "findings", "code", "severity", "value") == [("pbn.left_out", "error", value)]
    assert reading.tables["results"]["board"].to_list() == [1]
    deal = game(2, "ABCD", '[Declarer "?"]', contract, '[Result "?"]')
    if "3NT" not in contract:
        assert codes(read_bytes((whole + deal).encode(), "evening.pbn"))[0].startswith("pbn.doubtful")
