"""PBN that contradicts itself: its date, its columns, the spelling of its names, its own numbers."""

import datetime as dt

import pytest
from result_files import Read, codes

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


@pytest.mark.parametrize(
    ("dates", "contest", "day", "named"),
    [
        (("2016.01.14", "2016.01.13", "2016.01.13"), "2016-01-13", 13, "2016-01-14"),
        (("2016.01.14", "2016.01.13"), "2016-01-13", 13, "2016-01-14"),
        (("2016.01.14", "2016.01.13"), "", 14, "2016-01-13"),
        (("2016.01.14", "2016.01.14"), "2016-01-13", 14, "2016-01-13"),
        (("2016.01.12", "2016.01.14", "2016.01.14"), "2016-01-13", 14, "2016-01-12, 2016-01-13"),
        (("2016.01.32", "2016.01.32", "2016.01.14"), "", 14, "2016-01-32"),
    ],
)
def test_the_date_that_most_boards_say_counts_and_others_are_told(
    read: Read, dates: tuple[str, ...], contest: str, day: int, named: str
) -> None:
    reading = read(META.format(contest) + boards(*dates))
    assert reading.tables["sessions"]["date"].to_list() == [dt.date(2016, 1, day)]
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["field"]) == ("pbn.doubtful", "warning", "Date")
    said = [date.replace(".", "-") for date in [*dates, contest] if date]
    others = sum(date != f"2016-01-{day}" for date in said)
    agreeing = dates.count(f"2016.01.{day}")
    assert finding["message"].startswith(f"this file says {named} too (how often: {others}); it counts as of 2016-01-")
    assert f"{day} (how many [Date] say so: {agreeing})" in finding["message"]


@pytest.mark.parametrize(
    ("dates", "contest"),
    [
        (("2016.01.13", "2016.01.13"), "2016-01-13"),
        (("2016.01.13", "2016-01-13"), ""),
        (("2016.01.13", "????.??.??"), "2016-01-13"),
        (("2016.01.13", "#"), "2016-01-13"),
    ],
)
def test_dates_that_agree_are_silent_whatever_the_first_day_of_the_event(
    read: Read, dates: tuple[str, ...], contest: str
) -> None:
    reading = read(META.format(contest) + boards(*dates, event_date="2016.01.06"))
    assert reading.tables["sessions"]["date"].to_list() == [dt.date(2016, 1, 13)]
    assert reading.findings.is_empty()


THREE = boards(*["2016.01.13"] * 3)


def with_last_header(header: str) -> str:
    before, after = THREE.rsplit(HEADER, 1)
    return META.format("2016-01-13") + before + header + after


@pytest.mark.parametrize(
    ("column", "misspelt"),
    [("Contract", "Contrct"), ("Declarer", "dclarer"), ("Result", "Reslt"), ("Score_EW", "Scor_EW")],
)
def test_a_misspelt_column_is_told_with_the_one_that_was_meant(read: Read, column: str, misspelt: str) -> None:
    reading = read(with_last_header(HEADER.replace(column, misspelt)))
    assert reading.tables["results"].height == 3
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["value"]) == ("pbn.passed_over", "error", misspelt)
    assert f"did you mean {column}" in finding["message"]
    assert finding["line_no"] == 22


def test_a_misspelt_column_of_the_result_list_is_told(read: Read) -> None:
    ranked = LIST.replace("Rank;", "Rnk;")
    reading = read(META.format("2016-01-13") + THREE.replace(LIST, ranked))
    assert reading.findings.select("code", "field", "value").rows() == [("pbn.passed_over", "Rank", "Rnk")]


def test_a_column_that_only_other_boards_have_is_told(read: Read) -> None:
    reading = read(with_last_header(HEADER.replace("Contract", "Lead")))
    assert reading.tables["results"]["contract"].to_list() == ["4S", "4S", None]
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["field"]) == ("pbn.doubtful", "error", "Contract")
    assert "board 3 lacks Contract" in finding["message"]


@pytest.mark.parametrize("column", ["Lead", "VP_NS", "Multiplicity", "Club", "PlayerId_N", "Remark", "MeanMP"])
def test_columns_of_other_names_are_silent(read: Read, column: str) -> None:
    reading = read(META.format("2016-01-13") + THREE.replace(HEADER, f"{column};{HEADER}").replace(ROW, f"x {ROW}"))
    assert reading.findings.is_empty()
    assert reading.tables["results"].height == 3


def test_very_many_unknown_columns_cost_no_long_time(read: Read) -> None:
    header = ";".join(f"Contrac{place}" for place in range(100_000))
    reading = read(with_last_header(f"{HEADER.replace('Contract', 'x')};{header}"))
    assert codes(reading) == ["pbn.doubtful/columns", "pbn.more", *["pbn.passed_over/column"] * 50]


NAMES = "Names_NS;Names_EW;Score_NS"


@pytest.mark.parametrize(
    "again",
    [
        "ann  smith - Bob Jones",
        "Bob Jones - Ann Smith",
        "BOB JONES - ann\u00a0smith",
        "Ann Smith\u00a0-\u00a0Bob Jones",
        "Ann Smith & Bob Jones",
    ],
)
def test_one_pair_in_two_spellings_is_one_entrant(read: Read, again: str) -> None:
    rows = [f'"{names}" "Zoe\u0301 Lid - Dee Moss" 50' for names in ("Ann Smith - Bob Jones", again)]
    rows[1] = rows[1].replace("Zoe\u0301", "zo\u00e9")
    tables = "".join(f'[Board "{board}"]\n[ScoreTable "{NAMES}"]\n{row}\n\n' for board, row in enumerate(rows, start=1))
    reading = read(META.format("2016-01-13") + tables)
    assert reading.findings.filter(field="Names").is_empty()
    assert reading.tables["results"].select("ns", "ew").n_unique() == 1
    assert reading.tables["results"]["ns"].to_list() == ["Ann Smith - Bob Jones"] * 2
    assert reading.tables["entries"].height == 4


def test_an_accent_makes_another_name(read: Read) -> None:
    rows = ['"Rene Smith - Bob Jones" "Cy Lid - Dee Moss" 50', '"Ren\u00e9 Smith - Bob Jones" "Cy Lid - Dee Moss" 50']
    tables = "".join(f'[Board "{board}"]\n[ScoreTable "{NAMES}"]\n{row}\n\n' for board, row in enumerate(rows, start=1))
    assert read(META.format("2016-01-13") + tables).tables["results"]["ns"].n_unique() == 2


DEAL = '[Board "{}"]\n[Deal "N:A.. K.. Q.. J.."]\n'


@pytest.mark.parametrize(
    "remarks",
    [
        '% <META name=PairCount content="13">\n% <META name=BoardCount content="2">\n',
        '% <META name=PairCount content="13">\n',
        '% <META name=BoardCount content="">\n',
    ],
)
def test_all_deals_of_an_evening_are_no_error_beside_its_remarks(read: Read, remarks: str) -> None:
    assert read(f"{remarks}{DEAL.format(1)}{DEAL.format(2)}").findings.is_empty()


def test_fewer_deals_than_the_file_says_are_told(read: Read) -> None:
    reading = read(f'% <META name=BoardCount content="3">\n{DEAL.format(1)}{DEAL.format(2)}')
    assert reading.findings["code"].to_list() == ["pbn.no_results"]
    assert "rows" not in reading.findings["message"].item()


def test_a_result_list_alone_is_told_with_its_rows(read: Read) -> None:
    reading = read(DEAL.format(1) + LIST)
    assert reading.findings["code"].to_list() == ["pbn.no_results"]
    assert "(rows: 2)" in reading.findings["message"].item()


def test_a_broken_tag_without_lines_speaks_of_none(read: Read) -> None:
    reading = read(META.format("2016-01-13") + THREE + "[Oops\n\n" + DEAL.format(4))
    [message] = reading.findings.filter(code="pbn.left_out")["message"]
    assert "lines" not in message
