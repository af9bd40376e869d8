"""One normal form for what is written in many ways."""

import datetime as dt

import polars as pl
import pytest
from each import cases

from pipelines.intake.readers.cells import kind_of, tricks_won
from transforms.bridge.notation import ruling_in_words
from transforms.tables.schemas import OfficialResults, Results, Sessions


def value(column: str, text: str) -> object:
    table = Results if column in Results.column_names() else Sessions
    kind = kind_of(column, table.columns()[column])
    return pl.DataFrame({"text": [text]}).select(kind.value(pl.col("text"))).item()


NORMAL_FORMS: dict[str, tuple[tuple[str, object], ...]] = {
    "contract": (
        *(("4S", "4S"), ("3NT", "3N"), ("3NTX", "3NX"), ("4S*", "4SX"), ("4SD", "4SX"), ("4DR", "4DXX")),
        *(("2 ♥ x", "2HX"), ("Pass", "PASS"), ("0S", None), ("4", None), ("4SXXX", None), ("４S", None)),
    ),
    "declarer": (("n", "N"), ("West", "W"), ("NS", None), ("X", None)),
    "score": (
        *(("420", 420), ("-1400", -1400), ("\N{MINUS SIGN}50", -50), ("+50", 50), ("50.0", 50), ("620,00", 620)),
        *(("50.5", None), ("4e2", None), ("1.000", None), ("-2,000", None), ("1,100", None), ("٤٢٠", None)),
    ),
    "ruling": (
        *(("A60_40", "a60_40"), ("a50_50", "average"), ("Not played", "not_played"), ("a+_-", "a+_-"), ("a60", None)),
        *(("A60/40", "a60_40"), ("60/40", "a60_40"), ("A62.5/50", "a62.5_50"), ("60 % / 40 %", "a60_40")),
        *(("AVE+/AVE-", "a+_-"), ("A+/A-", "a+_-"), ("ave+/40", "a+_40"), ("A\N{MINUS SIGN}/A+", "a-_+")),
        *(("avg", "average"), ("Ave", "average"), ("Average", "average"), ("50/50", "average")),
        *(("A60/400", None), ("ave+", None), ("+", None), ("60", None), ("a٦٠/40", None)),
        *(("w30:420/70:-50", "w30:420/70:-50"), ("W 30 %: 420 / 70 %: -50", "w30:420/70:-50")),
        *(("w30:420/60:-50", None), ("w30:420/7%0:-50", None), ("w420", None), ("w٣٠:420/٧٠:-50", None)),
        *(("S420_-100", "s420_-100"), ("s420 _ a40", "s420_a40"), ("s420", None), ("sa60_a40", None)),
    ),
    "tricks": (("9", 9), ("13", 13), ("14", None), ("+1", None), ("-1", None), ("=", None)),
    "together": (
        *(("A+C", "A+C"), ("a + b; c+d", "A+B;C+D"), ("A", None), ("A+", None), ("AB", None), ("A+B;A+C", None)),
    ),
    "date": (
        *((text, dt.date(2025, 9, 2)) for text in ("2025-09-02", "2025.09.02", "02/09/2025", "2/9/2025", "02-09-2025")),
        *((text, dt.date(2025, 9, 2)) for text in ("2.9.2025", "2025-09-02 00:00:00")),
        *((text, dt.date(2016, 8, 1)) for text in ("1 aug 2016", "1-Aug-2016", "01 August 2016", "1. Aug. 2016")),
        *((text, dt.date(2016, 8, 1)) for text in ("1st August, 2016", "2016/08/01", "1/8/2016 19:30")),
        *((text, dt.date(2016, 8, 1)) for text in ("2016-08-01T19:30:00Z", "2016-08-01 19:30:00.000")),
        *((f"2016-08-01T{time}", dt.date(2016, 8, 1)) for time in ("23:30:00+02:00", "00:10-0500", "19:30:00.5 +02")),
        *((text, None) for text in ("0000-01-01", "0001-01-01", "12345-01-01", "99999-12-31", "+12345-01-01")),
        *((text, None) for text in ("262000-01-01", "1899-12-31", "01-08-16", "1 foo 2016", "31 feb 2016", "1" * 5000)),
        *(("42583", None), ("١/٢/2024", None)),
    ),
}


@pytest.mark.parametrize("column", NORMAL_FORMS)
def test_what_is_written_in_many_ways_has_one_form(column: str) -> None:
    """Digits of another script are no number."""
    assert [(text, value(column, text)) for text, _ in NORMAL_FORMS[column]] == list(NORMAL_FORMS[column])


@cases(
    *[("=", "4S", "10"), ("+1", "3NT", "10"), ("-2", "6 S x", "10"), ("\N{MINUS SIGN}13", "7N", "0")],
    *[("10", "4S", "10"), ("+1", "", "+1"), ("=", "PASS", "="), ("", "4S", ""), ("+١", "4S", "+١")],
)
def test_tricks_next_to_a_contract(tricks: str, contract: str, won: str) -> None:
    row = pl.DataFrame({"tricks": [tricks], "contract": [contract]})
    assert row.select(tricks_won(pl.col("tricks"), pl.col("contract"))).item() == won


@pytest.mark.parametrize("ruling", ["a60_40", "a+_-", "a62.5_50", "average", "not_played", "reversed"])
def test_a_ruling_is_read_as_it_is_printed(ruling: str) -> None:
    printed = pl.DataFrame({"ruling": [ruling]}).select(ruling_in_words(pl.col("ruling"))).item()
    assert value("ruling", printed) == ruling


@pytest.mark.parametrize("text", ["1" * 5000, "-" * 5000, "1e400", "9" * 19, "9" * 400 + ".5"])
@pytest.mark.parametrize("column", ["score", "board", "official_ns_points"])
def test_numbers_beyond_all_reason(column: str, text: str) -> None:
    assert value(column, text) is None


def values(column: str, *texts: str) -> list[object]:
    table = OfficialResults if column in OfficialResults.column_names() else Sessions
    kind = kind_of(column, table.columns()[column])
    return pl.DataFrame({"text": texts}).select(kind.value(pl.col("text"))).to_series().to_list()


@cases(
    (["1,250", "987"], [None, 987.0]),  # one and a quarter, or one thousand and a quarter
    (["1,250", "1,500.5", "12,500"], [None, None, None]),
    (["1,250", "0,125"], [1.25, 0.125]),
    (["1,250", "987,5"], [1.25, 987.5]),
    (["52,083", "47,917"], [52.083, 47.917]),
    (["1.250", "987"], [1.25, 987.0]),
    (["-1,250", "\N{MINUS SIGN}1,250"], [None, None]),
)
def test_a_doubtful_comma_is_what_the_column_shows(texts: list[str], numbers: list[float | None]) -> None:
    assert values("points", *texts) == numbers


@cases(
    (["03/04/2026", "03/14/2026"], ["2026-03-04", "2026-03-14"]),
    (["03/04/2026", "14/03/2026"], ["2026-04-03", "2026-03-14"]),
    (["03/04/2026", "2026-03-14"], ["2026-04-03", "2026-03-14"]),
    (["03/04/2026", "03/14/2026", "14/03/2026"], ["2026-04-03", None, "2026-03-14"]),
    (["03/14/2026 19:30", "2026-04-03"], ["2026-03-14", "2026-04-03"]),
)
def test_the_month_comes_first_where_the_column_shows_it(texts: list[str], days: list[str | None]) -> None:
    assert [None if day is None else str(day) for day in values("date", *texts)] == days
