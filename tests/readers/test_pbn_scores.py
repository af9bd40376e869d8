"""The scores of PBN result lines: with a plus sign, as Ruter's shares, and two that are not each other's opposite."""

import pytest
from result_files import Read

TOP = '[Event "Monday Pairs"]\n[Date "2025.01.06"]\n[Scoring "MP"]\n'
LIST = '[TotalScoreTable "PairId;Names"]\n1 "Ann - Bo"\n2 "Cy - Di"\n3 "Eva - Finn"\n4 "Gro - Hans"\n'
PAIRS = "PairId_NS;PairId_EW"
PLAYED = f"{PAIRS};Contract;Declarer;Result"


def board(header: str, *rows: str, number: int = 1, tags: str = "") -> str:
    return f'{TOP}{LIST}[Board "{number}"]\n{tags}[ScoreTable "{header}"]\n' + "".join(f"{row}\n" for row in rows)


def test_a_score_with_a_plus_and_no_contract_is_a_score(read: Read) -> None:
    reading = read(board(f"{PAIRS};Score_NS", "1 2 +140", "3 4 -140"))
    assert reading.findings.is_empty()
    assert reading.tables["results"].select("score", "ruling").rows() == [(140, None), (-140, None)]


@pytest.mark.parametrize(
    ("cells", "score", "ruling"),
    [
        *(("+420 -420 75 25", 420, None), ("- +50 25 75", -50, None), ("+0 A+ 20 65", None, "a20_+")),
        *(("+0 +0 75 25", None, "a75_25"), ("+75 +25 75 25", None, "a75_25"), ("+60 +40 60 40", None, "a60_40")),
    ],
)
def test_beside_percentages_only_a_plus_that_is_no_possible_score_is_a_share(
    read: Read, cells: str, score: int | None, ruling: str | None
) -> None:
    reading = read(board(f"{PAIRS};Score_NS;Score_EW;Percentage_NS;Percentage_EW", f"1 2 {cells}"))
    assert reading.findings.is_empty()
    assert reading.tables["results"].select("score", "ruling").rows() == [(score, ruling)]


def test_a_ruling_that_is_marked_as_not_earned_is_one_in_quotes_too(read: Read) -> None:
    header = f"{PLAYED};Score_NS;Score_EW"
    reading = read(board(header, '"3" "4" "4S" "^S" "^9" "^-50" "-"', '"1" "2" "-" "-" "-" "^A+" "^A-"'))
    assert reading.findings.is_empty()
    rows = reading.tables["results"].select("ns", "tricks", "score", "ruling").rows()
    assert rows == [("3", 9, -50, None), ("1", None, None, "a+_-")]


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
    ("cells", "score", "counts"),
    [("4S N 10 420 -450", 420, "420"), ("4S N 10 450 -420", 420, "420"), ("2H E 8 -110 140", -110, "-110")],
)
def test_of_two_scores_that_contradict_each_other_the_one_that_the_contract_brings_counts(
    read: Read, cells: str, score: int, counts: str
) -> None:
    reading = read(board(f"{PLAYED};Score_NS;Score_EW", f"1 2 {cells}"))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"]) == ("pbn.doubtful", "warning")
    assert finding["value"] == " ".join(cells.split()[-2:])
    assert f"{counts} from North-South counts" in finding["message"]
    assert reading.tables["results"]["score"].to_list() == [score]


def test_the_tag_of_the_board_says_what_a_contract_beside_two_scores_brings(read: Read) -> None:
    reading = read(board(f"{PLAYED};Score_NS;Score_EW", "1 2 4S N 10 420 -620", tags='[Vulnerable "All"]\n'))
    assert reading.tables["results"]["score"].to_list() == [620]


def test_a_contract_that_brings_neither_of_two_scores_saves_none_of_them(read: Read) -> None:
    reading = read(board(f"{PLAYED};Score_NS;Score_EW", "1 2 4S N 10 430 -450"))
    assert reading.findings["code"].to_list() == ["pbn.left_out"]
    assert reading.tables["results"].is_empty()


@pytest.mark.parametrize(("cells", "score"), [("0 420", -420), ("420 0", 420)])
def test_a_0_beside_the_score_of_the_other_side_is_no_pass(read: Read, cells: str, score: int) -> None:
    reading = read(board(f"{PAIRS};Score_NS;Score_EW", f"1 2 {cells}"))
    assert reading.tables["results"]["score"].to_list() == [score]
    assert reading.findings.select("code", "severity").rows() == [("pbn.doubtful", "warning")]


def test_a_0_beside_the_score_that_the_contract_brings_is_silent(read: Read) -> None:
    reading = read(board(f"{PLAYED};Score_NS;Score_EW", "1 2 4S E 10 0 420"))
    assert reading.findings.is_empty()
    assert reading.tables["results"]["score"].to_list() == [-420]


@pytest.mark.parametrize("cells", ["420 -420", "-50 50", "A+ A-", "0 0", "A= A+", "60% 40%"])
def test_scores_that_agree_and_those_of_the_director_are_silent(read: Read, cells: str) -> None:
    reading = read(board(f"{PAIRS};Score_NS;Score_EW", f"1 2 {cells}"))
    assert reading.findings.is_empty()
    assert reading.tables["results"].height == 1
