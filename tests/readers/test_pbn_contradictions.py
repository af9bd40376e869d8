"""PBN that contradicts itself: its date, its columns, the spelling of its names, its own numbers."""

import datetime as dt

import pytest
from each import cases
from result_files import Read, codes, rows

META = '% PBN 2.1\n% <META name=ContestDate content="{}">\n[Event "Evening"]\n'
HEADER = "PairId_NS;PairId_EW;Contract\\4L;Declarer;Result;Score_NS;Score_EW"
LIST = '[TotalScoreTable "Rank;PairId;Names"]\n1 1 "A - B"\n2 2 "C - D"\n'
ROW = "1 2 4S N 10 420 -"


def boards(*dates: str, event_date: str = "2016.01.13") -> str:
    """A board for each date, on which pair 1 met pair 2."""
    return "\n".join(
        f'[Date "{date}"]\n[Board "{board}"]\n[EventDate "{event_date}"]\n{LIST if board == 1 else ""}'
        f'[ScoreTable "{HEADER}"]\n{ROW}\n'
        for board, date in enumerate(dates, start=1)
    )


@cases(
    (("2016.01.14", "2016.01.13", "2016.01.13"), "2016-01-13", 13, "2016-01-14"),
    (("2016.01.14", "2016.01.13"), "2016-01-13", 13, "2016-01-14"),
    (("2016.01.14", "2016.01.13"), "", 14, "2016-01-13"),
    (("2016.01.14", "2016.01.14"), "2016-01-13", 14, "2016-01-13"),
    (("2016.01.12", "2016.01.14", "2016.01.14"), "2016-01-13", 14, "2016-01-12, 2016-01-13"),
    (("2016.01.32", "2016.01.32", "2016.01.14"), "", 14, "2016-01-32"),
)
def test_the_date_of_most_boards_counts(read: Read, dates: tuple[str, ...], contest: str, day: int, named: str) -> None:
    reading = read(META.format(contest) + boards(*dates))
    assert reading.tables["sessions"]["date"].to_list() == [dt.date(2016, 1, day)]
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["field"]) == ("pbn.doubtful", "warning", "Date")
    said = [date.replace(".", "-") for date in [*dates, contest] if date]
    others = sum(date != f"2016-01-{day}" for date in said)
    agreeing = dates.count(f"2016.01.{day}")
    assert finding["message"].startswith(
        f"this file has the date 2016-01-{day} (times: {agreeing}), which counts, but also {named} (times: {others}):"
    )


@cases(
    (("2016.01.13", "2016.01.13"), "2016-01-13"),
    (("2016.01.13", "2016-01-13"), ""),
    (("2016.01.13", "????.??.??"), "2016-01-13"),
    (("2016.01.13", "#"), "2016-01-13"),
)
def test_dates_that_agree_are_silent(read: Read, dates: tuple[str, ...], contest: str) -> None:
    reading = read(META.format(contest) + boards(*dates, event_date="2016.01.06"))
    assert reading.tables["sessions"]["date"].to_list() == [dt.date(2016, 1, 13)]
    assert reading.findings.is_empty()


THREE = boards(*["2016.01.13"] * 3)


def with_last_header(header: str) -> str:
    before, after = THREE.rsplit(HEADER, 1)
    return META.format("2016-01-13") + before + header + after


@cases(
    *(("Contract", "Contrct"), ("Declarer", "dclarer"), ("Result", "Reslt"), ("Score_EW", "Scor_EW")), ("Rank", "Rnk")
)
def test_a_misspelt_column_is_reported_with_the_one_that_was_intended(read: Read, column: str, misspelt: str) -> None:
    text = META.format("2016-01-13") + THREE.replace("Rank;", "Rnk;")
    reading = read(text if column == "Rank" else with_last_header(HEADER.replace(column, misspelt)))
    assert reading.tables["results"].height == 3
    assert (codes(reading), rows(reading, "findings", "field", "value", "line_no")) == (
        ["pbn.passed_over/column"],
        [(column, misspelt, 7 if column == "Rank" else 22)],
    )
    assert column == "Rank" or "error" in reading.findings["severity"]
    assert f"did you mean {column}" in reading.findings["message"].item()


def test_a_column_that_one_board_lacks_is_reported(read: Read) -> None:
    reading = read(with_last_header(HEADER.replace("Contract", "Lead")))
    assert rows(reading, "results", "contract") == [("4S",), ("4S",), (None,)]
    assert rows(reading, "findings", "severity", "field", "value") == [("error", "Contract", "board 3")]


@pytest.mark.parametrize("column", ["Lead", "VP_NS", "Multiplicity", "Club", "PlayerId_N", "Remark", "MeanMP"])
def test_columns_of_other_names_are_silent(read: Read, column: str) -> None:
    reading = read(META.format("2016-01-13") + THREE.replace(HEADER, f"{column};{HEADER}").replace(ROW, f"x {ROW}"))
    assert reading.findings.is_empty()
    assert reading.tables["results"].height == 3


NAMES = "Names_NS;Names_EW;Score_NS"


def on_two_boards(one: str, other: str) -> str:
    tables = (f'[Board "{at}"]\n[ScoreTable "{NAMES}"]\n{row} 50\n\n' for at, row in enumerate((one, other), start=1))
    return META.format("2016-01-13") + "".join(tables)


@cases(
    *("ann  smith - Bob Jones", "Bob Jones - Ann Smith", "BOB JONES - ann\u00a0smith"),
    *("Ann Smith\u00a0-\u00a0Bob Jones", "Ann Smith & Bob Jones"),
)
def test_one_pair_in_two_spellings_is_one_entrant(read: Read, again: str) -> None:
    """An accent makes another name."""
    other, spelt_anew = '"Zoe\u0301 Lid - Dee Moss"', '"zo\u00e9 Lid - Dee Moss"'
    reading = read(on_two_boards(f'"Ann Smith - Bob Jones" {other}', f'"{again}" {spelt_anew}'))
    assert reading.findings.filter(field="Names").is_empty()
    assert reading.tables["results"].select("ns", "ew").n_unique() == 1
    assert reading.tables["results"]["ns"].to_list() == ["Ann Smith - Bob Jones"] * 2
    assert reading.tables["entries"].height == 4
    accents = read(on_two_boards(f'"Rene Smith - Bob Jones" {other}', f'"Ren\u00e9 Smith - Bob Jones" {other}'))
    assert accents.tables["results"]["ns"].n_unique() == 2


DEAL = '[Board "{}"]\n[Deal "N:A.. K.. Q.. J.."]\n'


BOARDS = '% <META name=BoardCount content="{}">\n'
PAIR_COUNT = '% <META name=PairCount content="13">\n'
TWO_DEALS = DEAL.format(1) + DEAL.format(2)


@cases(
    (PAIR_COUNT + BOARDS.format(2) + TWO_DEALS, []),
    (PAIR_COUNT + TWO_DEALS, []),
    (BOARDS.format("") + TWO_DEALS, []),
    (BOARDS.format(3) + TWO_DEALS, ["pbn.no_results"]),
    (DEAL.format(1) + LIST, ["pbn.no_results"]),
    (META.format("2016-01-13") + THREE + "[Oops\n\n" + DEAL.format(4), ["pbn.doubtful/last_board", "pbn.left_out/tag"]),
)
def test_what_a_file_lacks_is_reported(read: Read, content: str, expected: list[str]) -> None:
    assert codes(read(content)) == expected
