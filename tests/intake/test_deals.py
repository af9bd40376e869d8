"""Deals as handed in: 52 cards, a fitting number of the board, one deal a board and line, and the session of each."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import frame
from intake.evenings import MADE, Row, kinds, read
from intake.handed_in import placed

from transforms.bridge.contracts import vulnerable
from transforms.checks.deals import checked_deals
from transforms.intake.deals import dealer_of, one_line_each, vulnerable_of
from transforms.intake.findings import sorted_findings
from transforms.tables.schemas import LANDING, Files

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
OTHER = "N:T742.AKQ732.K9.6 AQJ86.J6.52.AQ72 9.T8.A8643.K9843 K53.954.QJT7.JT5"
TURNED = DEAL.replace("N:", "E:")
FROM_SOUTH = "S:9.A8765.QJ8.AJ85 AT63.42.A4.97632 KJ75.KQJ.97532.Q Q842.T93.KT6.KT4"

Told = list[tuple[str, str, str | None]]


def dealt(board: int = 1, deal: str = DEAL, **given: Any) -> Row:
    return {"board": board, "deal": deal, "file_id": "hands", **given}


def result(board: int = 1, **given: Any) -> Row:
    return {**MADE, "board": board, "file_id": "results", **given}


def put_together(
    deals: list[Row], results: list[Row] | None = None, files: list[Row] | None = None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The deals that count, and the findings on deals."""
    given = one_line_each(frame(LANDING["deals"], *deals).lazy())
    played = frame(LANDING["results"], *([result()] if results is None else results)).lazy()
    checked = checked_deals(given, played, frame(Files, *(files or [])).lazy())
    rows, found = pl.collect_all([checked.rows, sorted_findings(checked.findings)])
    return rows, found


def told(findings: pl.DataFrame) -> Told:
    return list(zip(findings["severity"], kinds(findings), findings["value"], strict=True))


def test_a_deal_has_its_dealer_and_vulnerability_from_the_number_of_its_board() -> None:
    deals, found = put_together([dealt(), dealt(2, OTHER), dealt(3, TURNED)])
    rows = deals.sort("board").select("board", "dealer", "vulnerable", "lines").rows()
    assert rows == [(1, "N", "none", None), (2, "E", "ns", None), (3, "S", "ew", None)]
    assert deals.filter(board=1)["deal"].item() == DEAL
    assert deals["deal"].str.starts_with("N:").all()
    assert found.is_empty()


def test_sixteen_boards_have_the_dealers_and_vulnerabilities_of_law_2() -> None:
    board = pl.col("board")
    boards = pl.DataFrame({"board": range(1, 33)}).select(
        dealer=dealer_of(board), v=vulnerable_of(board), ns=vulnerable(board, pl.lit("N"))
    )
    assert "".join(boards["dealer"]) == "NESW" * 8
    assert boards["v"].head(16).to_list() == [
        *("none", "ns", "ew", "both"), *("ns", "ew", "both", "none"),
        *("ew", "both", "none", "ns"), *("both", "none", "ns", "ew"),
    ]  # fmt: skip
    assert boards["ns"].to_list() == boards["v"].is_in(["ns", "both"]).to_list()


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (DEAL.replace("KJ75", "KJ7"), "number"),
        (DEAL.replace("KJ75", "KJ754"), "twice"),
        (DEAL.replace("KJ75", "KJ74"), "twice"),
        (DEAL.replace("KJ75", "KJ7").replace("Q842", "Q8425"), "number"),
        ("N:... ... ... ...", "not_understood"),
        ("thirteen hearts", "not_understood"),
    ],
)
def test_cards_that_are_no_deal_are_left_out_and_reported(deal: str, code: str) -> None:
    deals, found = put_together([dealt(deal=deal), dealt(2, OTHER)], [result(), result(2)])
    assert deals["board"].to_list() == [2]
    assert told(found) == [("error", f"deals.cards/{code}", f"board 1: {deal}")]
    assert "KJ74" not in deal or "there twice: S4, and not at all: S5" in found["message"].item()


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"dealer": "S"}, ["dealer"]),
        ({"vulnerable": "ns"}, ["vulnerable"]),
        ({"dealer": "E", "vulnerable": "ns"}, ["board"]),
        ({"dealer": "N", "vulnerable": "none"}, []),
    ],
)
def test_what_does_not_fit_the_number_of_the_board_is_reported_and_taken_as_given(given: Row, code: list[str]) -> None:
    deals, found = put_together([dealt(**given)])
    assert told(found) == [("warning", f"deals.dealer/{variant}", "board 1") for variant in code]
    assert {column: deals[column].item() for column in given} == given
    said = "taken as given for par, and scores do not change"
    assert all(said in message for message in found["message"]) or code != ["vulnerable"]


@pytest.mark.parametrize(("format", "codes"), [("pbn", []), ("csv", ["deals.dealer/vulnerable"])])
def test_of_pbn_the_reader_reports_the_vulnerability_of_boards_with_results(format: str, codes: list[str]) -> None:
    files = [{"file_id": "results", "format": format}]
    _, found = put_together([dealt(vulnerable="ns", file_id="results")], files=files)
    assert kinds(found) == codes


OWN = {"file_id": "results"}
SOUND, LEVELS = "86997574467699757446", "21331111111331111111"
LINES = [result(line=line) for line in "ABC"]
OF_TWO_FILES = [result(line="A", file_id="one"), result(line="B", file_id="other")]


@pytest.mark.parametrize(
    ("deals", "results", "counting", "found"),
    [
        (
            [dealt(), dealt(2)],
            [result(), result(2)],
            {(None, DEAL)},
            [("warning", "deals.dealer/on_two_boards", "board 2")],
        ),
        (
            [dealt(deal=OTHER, file_id="a"), dealt(**OWN)],
            None,
            {(None, DEAL)},
            [("error", "deals.cards/another", "board 1")],
        ),
        (
            [dealt(deal=TURNED, file_id="a"), dealt(**OWN)],
            None,
            {(None, DEAL)},
            [("error", "deals.cards/turned", "board 1")],
        ),
        ([dealt(), dealt(deal=FROM_SOUTH, **OWN)], None, {(None, DEAL)}, []),
        ([dealt(lines="A"), dealt(lines="B"), dealt(deal=OTHER, lines="C")], LINES, {("A+B", DEAL), ("C", OTHER)}, []),
        ([dealt(lines="A+B"), dealt(lines="C")], LINES, {(None, DEAL)}, []),
        ([dealt(lines="A")], LINES, {("A", DEAL)}, []),
        (
            [dealt(file_id="one"), dealt(deal=OTHER, file_id="other")],
            OF_TWO_FILES,
            {("A", DEAL), ("B", OTHER)},
            [],
        ),
    ],
    ids=["two boards", "of the results", "turned", "the same", "by line", "all lines", "one line", "two files"],
)
def test_which_deal_counts_for_which_lines(
    deals: list[Row], results: list[Row] | None, counting: set[tuple[str | None, str]], found: Told
) -> None:
    rows, findings = put_together(deals, results)
    assert set(rows.select("lines", "deal").rows()) == counting
    assert told(findings) == found
    again, findings_again = put_together(deals[::-1], results)
    assert set(again.select("lines", "deal").rows()) == counting
    assert len(told(findings_again)) == len(found)


@pytest.mark.parametrize(
    ("tables", "file", "table"),
    [
        ((None, SOUND), "b", SOUND),
        ((LEVELS, SOUND), "b", SOUND),
        ((LEVELS, None), "a", LEVELS),
        ((None, LEVELS), "b", LEVELS),
        ((SOUND, SOUND[::-1]), "a", SOUND),
        ((None, None), "a", None),
    ],
)
def test_of_the_same_deal_in_two_files_that_with_the_better_table_counts(
    tables: tuple[str | None, str | None], file: str, table: str | None
) -> None:
    """File and line are those in which the table stands."""
    rows = [
        dealt(deal=deal, file_id=name, double_dummy=digits, line_no=10)
        for name, deal, digits in zip("ab", (DEAL, FROM_SOUTH), tables, strict=True)
    ]
    deals, _ = put_together(rows)
    assert deals.select("deal", "double_dummy", "file_id").rows() == [(DEAL, table, file)]


@pytest.mark.parametrize(
    ("deals", "results", "found"),
    [
        ([dealt(11), dealt(12, OTHER)], None, [("warning", "deals.not_played/none", "1")]),
        ([dealt(4, OTHER, **OWN)], [result(), result(9)], [("warning", "deals.not_played/none", "1")]),
        ([dealt(9), dealt(4, OTHER)], [result(), result(9)], []),
        ([dealt(**OWN), dealt(2, OTHER, **OWN), dealt(36, TURNED, **OWN)], None, []),
        ([dealt(**OWN), dealt(4, OTHER, **OWN)], [result(line="A"), result(9, line="B", file_id="other")], []),
    ],
    ids=["no board", "no board of its own", "more are dealt", "above the highest", "of another line"],
)
def test_boards_that_nobody_played_are_reported_once_a_file(
    deals: list[Row], results: list[Row] | None, found: Told
) -> None:
    rows, findings = put_together(deals, results)
    assert (rows.height, told(findings)) == (len(deals), found)


def test_a_board_between_others_that_nobody_played_is_reported_on_its_own_line() -> None:
    rows = [dealt(9, line_no=1, **OWN), dealt(4, OTHER, line_no=40, **OWN), dealt(3, TURNED, line_no=50, **OWN)]
    deals, found = put_together(rows, [result(), result(9)])
    assert deals.height == 3
    assert found.select("code", "value", "file_id", "line_no").rows() == [
        ("deals.not_played", "board 3", "results", 50)
    ]
    assert "(such boards in this file: 2)" in found["message"].item()


# --- the session of a file of deals alone -------------------------------------------------------


FIRST, SECOND = dt.date(2025, 9, 2), dt.date(2025, 9, 9)
ONE, TWO, OF_B = ("a/one", FIRST), ("a/two", SECOND), ("b/two", FIRST)


@pytest.mark.parametrize(
    ("file", "date", "sessions", "found"),
    [
        ("a/hands", SECOND, (ONE, TWO), "a/two"),
        ("elsewhere/hands", FIRST, (ONE, TWO), "a/one"),
        ("a/2025-09-09", None, (ONE, TWO), "a/two"),
        ("a/hands 20250909", None, (ONE, TWO), "a/two"),
        ("a/hands_2025.09.09_evening", None, (ONE, TWO), "a/two"),
        ("b/hands", FIRST, (ONE, OF_B), "b/two"),
        ("b/hands", None, (ONE, ("b/two", SECOND)), "b/two"),
        ("a/hands", None, ((*ONE, 1, 7), TWO), "a/two"),
        ("a/hands", None, (ONE, TWO), ["deals.of_no_session/several"]),
        ("a/hands", SECOND, (ONE,), ["deals.of_no_session/another_day"]),
        ("b/hands", None, (ONE,), ["deals.of_no_session"]),
    ],
)
def test_the_session_is_that_of_the_day_of_the_folder_or_of_the_boards(
    file: str, date: dt.date | None, sessions: tuple[Any, ...], found: str | list[str]
) -> None:
    heads = [{"session_id": name, "date": day, "file_id": f"{name}.pbn"} for name, day, *_ in sessions]
    lines = [
        {**MADE, "session_id": name, "file_id": f"{name}.pbn", "board": board}
        for name, _, *boards in sessions
        for board in boards or (1,)
    ]
    deals = [{"session_id": file, "file_id": f"{file}.pbn", "board": 1, "deal": DEAL, "date": date}]
    tables, findings = placed(read(sessions=heads, results=lines, deals=deals))
    about = findings.filter(pl.col("code").str.contains("deals"))["code"].to_list()
    assert (tables["deals"]["session_id"].to_list() or about) == ([found] if isinstance(found, str) else found)
    assert bool(about) == isinstance(found, list)


def test_an_id_that_is_no_name_of_a_file_is_a_slip() -> None:
    deals = [{"session_id": "2", "file_id": "deals.csv", "board": 1, "deal": DEAL}]
    tables, findings = placed(read(sessions=[{"session_id": "1"}], deals=deals))
    assert (tables["deals"].height, findings["code"].to_list()) == (0, ["sessions.none"])
