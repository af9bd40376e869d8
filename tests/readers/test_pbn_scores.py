"""The scores of PBN result lines: with a plus sign, as Ruter's shares, and two that are not each other's opposite."""

import pytest
from result_files import Read, rows

TOP = '[Event "Monday Pairs"]\n[Date "2025.01.06"]\n[Scoring "MP"]\n'
LIST = '[TotalScoreTable "PairId;Names"]\n1 "Ann - Bo"\n2 "Cy - Di"\n3 "Eva - Finn"\n4 "Gro - Hans"\n'
PAIRS = "PairId_NS;PairId_EW"
PLAYED = f"{PAIRS};Contract;Declarer;Result"


def board(header: str, *rows: str, number: int = 1, tags: str = "") -> str:
    return f'{TOP}{LIST}[Board "{number}"]\n{tags}[ScoreTable "{header}"]\n' + "".join(f"{row}\n" for row in rows)


SHARES = f"{PAIRS};Score_NS;Score_EW;Percentage_NS;Percentage_EW"
BOTH = f"{PAIRS};Score_NS;Score_EW"
OF_CONTRACTS = f"{PLAYED};Score_NS;Score_EW"


@pytest.mark.parametrize(
    ("header", "cells", "score", "ruling"),
    [
        (f"{PAIRS};Score_NS", "+140", 140, None),
        (f"{PAIRS};Score_NS", "-140", -140, None),
        # beside percentages only a plus that is no possible score is a share
        *((SHARES, "+420 -420 75 25", 420, None), (SHARES, "- +50 25 75", -50, None)),
        *((SHARES, "+0 A+ 20 65", None, "a20_+"), (SHARES, "+0 +0 75 25", None, "a75_25")),
        *((SHARES, "+75 +25 75 25", None, "a75_25"), (SHARES, "+60 +40 60 40", None, "a60_40")),
        # marked as not earned
        (OF_CONTRACTS, '"4S" "^S" "^9" "^-50" "-"', -50, None),
        (OF_CONTRACTS, '"-" "-" "-" "^A+" "^A-"', None, "a+_-"),
        # both sides agree, by themselves or by the contract
        *((BOTH, "420 -420", 420, None), (BOTH, "-50 50", -50, None), (BOTH, "0 0", 0, None)),
        *((BOTH, "A+ A-", None, "a+_-"), (BOTH, "A= A+", None, "a50_+"), (BOTH, "60% 40%", None, "a60_40")),
        (OF_CONTRACTS, "4S E 10 0 420", -420, None),
    ],
)
def test_a_score_or_share_of_which_nothing_is_to_be_said(
    read: Read, header: str, cells: str, score: int | None, ruling: str | None
) -> None:
    reading = read(board(header, f"1 2 {cells}"))
    assert reading.findings.is_empty()
    assert rows(reading, "results", "score", "ruling") == [(score, ruling)]


def test_a_share_without_its_percentage_is_told_as_it_is_written(read: Read) -> None:
    reading = read(board(f"{PAIRS};Score_NS;Score_EW;MP_NS;MP_EW", "1 2 +0 A+ 1 2"))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["field"], finding["value"]) == ("cells.left_out", "ruling", "+0 and A+")
    assert reading.tables["results"].is_empty()


@pytest.mark.parametrize(
    ("cells", "written", "split"), [("110 -140", "110 -140", "s110_140"), ("-120 130", "-120 130", "s-120_-130")]
)
def test_two_scores_that_contradict_each_other_leave_the_line_out_where_nothing_says_which_is_right(
    read: Read, cells: str, written: str, split: str
) -> None:
    reading = read(board(f"{PAIRS};Score_NS;Score_EW", f"1 2 {cells}", "3 4 110 -110"))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["line_no"]) == ("pbn.left_out", "error", 11)
    assert finding["value"] == written
    assert f"give the ruling {split} in a table results" in finding["message"]
    assert reading.tables["results"].select("ns", "score").rows() == [("3", 110)]


@pytest.mark.parametrize(
    ("header", "played", "written", "score"),
    [
        *((OF_CONTRACTS, "4S N 10", "420 -450", 420), (OF_CONTRACTS, "4S N 10", "450 -420", 420)),
        *((OF_CONTRACTS, "2H E 8", "-110 140", -110), (OF_CONTRACTS, "4S N 10", "430 -450", None)),
        *((OF_CONTRACTS, "6S N 12", "980 -1430", 1430), (BOTH, "", "0 420", -420), (BOTH, "", "420 0", 420)),
    ],
)
def test_of_two_scores_that_contradict_each_other_the_one_that_the_contract_brings_counts(
    read: Read, header: str, played: str, written: str, score: int | None
) -> None:
    """A 0 beside another score is none; where neither is what the contract brings, the line is left out."""
    tags = '[Vulnerable "All"]\n' if score == 1430 else ""
    reading = read(board(header, f"1 2 {played} {written}", tags=tags))
    assert reading.tables["results"]["score"].to_list() == ([] if score is None else [score])
    found = ("pbn.left_out", "error") if score is None else ("pbn.doubtful", "warning")
    assert rows(reading, "findings", "code", "severity", "value")[0] == (*found, written)
    if played and score:
        assert f"{score} from North-South counts" in reading.findings["message"][0]
