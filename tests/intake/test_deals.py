"""Deals as handed in: 52 cards, a fitting number of the board, one deal a board and line; the results stay."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import FOUR, MADE, Row, kinds, read

from transforms.bridge.contracts import vulnerable
from transforms.checks import assemble
from transforms.intake.deals import dealer_of, vulnerable_of
from transforms.tables.schemas import Files

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
OTHER = "N:T742.AKQ732.K9.6 AQJ86.J6.52.AQ72 9.T8.A8643.K9843 K53.954.QJT7.JT5"
TURNED = "E:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"

Told = list[tuple[str, str, str | None]]


def dealt(board: int = 1, deal: str = DEAL, **given: Any) -> Row:
    return {"board": board, "deal": deal, "file_id": "hands", **given}


def result(board: int = 1, **given: Any) -> Row:
    return {**MADE, "board": board, "file_id": "results", **given}


def put_together(deals: list[Row], results: list[Row] | None = None, **more: list[Row]) -> tuple[pl.DataFrame, Told]:
    """The deals that count, and (severity, code, value) of the findings on deals."""
    rows = [result()] if results is None else results
    tables = read(sessions=[{}], entries=FOUR, results=rows, deals=deals, **more)
    assembled, findings = assemble(tables, competitions())
    assert assembled["results"].height == len(rows)
    about = findings.filter(pl.col("code").str.starts_with("deals."))
    return assembled["deals"], list(zip(about["severity"], kinds(about), about["value"], strict=True))


def test_a_deal_has_its_dealer_and_vulnerability_from_the_number_of_its_board() -> None:
    deals, told = put_together([dealt(), dealt(2, OTHER), dealt(3, TURNED)])
    assert deals.select("board", "dealer", "vulnerable", "lines").rows() == [
        (1, "N", "none", None),
        (2, "E", "ns", None),
        (3, "S", "ew", None),
    ]
    assert deals["deal"].to_list()[0] == DEAL
    assert deals["deal"].str.starts_with("N:").all()
    assert told == []


def test_sixteen_boards_have_the_dealers_and_vulnerabilities_of_law_2() -> None:
    boards = pl.DataFrame({"board": range(1, 17)}).select(
        dealer_of(pl.col("board")), vulnerable_of(pl.col("board")).alias("v")
    )
    assert "".join(boards["board"]) == "NESW" * 4
    assert boards["v"].to_list() == [
        *("none", "ns", "ew", "both"), *("ns", "ew", "both", "none"),
        *("ew", "both", "none", "ns"), *("both", "none", "ns", "ew"),
    ]  # fmt: skip
    both = pl.DataFrame({"board": range(1, 33)}).select(
        vulnerable(pl.col("board"), pl.lit("N")).alias("ns"), v=vulnerable_of(pl.col("board"))
    )
    assert both["ns"].to_list() == both["v"].is_in(["ns", "both"]).to_list()


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (DEAL.replace("KJ75", "KJ7"), "deals.cards/number"),
        (DEAL.replace("KJ75", "KJ754"), "deals.cards/twice"),
        (DEAL.replace("KJ75", "KJ74"), "deals.cards/twice"),
        (DEAL.replace("KJ75", "KJ7").replace("Q842", "Q8425"), "deals.cards/number"),
        ("N:... ... ... ...", "deals.cards/not_understood"),
        ("thirteen hearts", "deals.cards/not_understood"),
    ],
)
def test_cards_that_are_no_deal_are_left_out_and_told(deal: str, code: str) -> None:
    deals, told = put_together([dealt(deal=deal), dealt(2, OTHER)], [result(), result(2)])
    assert deals["board"].to_list() == [2]
    assert told == [("error", code, f"board 1: {deal}")]


def test_missing_and_doubled_cards_are_named() -> None:
    _, findings = assemble(
        read(sessions=[{}], results=[result()], deals=[dealt(deal=DEAL.replace("KJ75", "KJ74"))]), competitions()
    )
    message = findings.filter(code="deals.cards")["message"].item()
    assert "there twice: S4, and not at all: S5" in message


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"dealer": "S"}, [("warning", "deals.dealer/dealer", "board 1")]),
        ({"vulnerable": "ns"}, [("warning", "deals.dealer/vulnerable", "board 1")]),
        ({"dealer": "E", "vulnerable": "ns"}, [("warning", "deals.dealer/board", "board 1")]),
        ({"dealer": "N", "vulnerable": "none"}, []),
    ],
)
def test_what_does_not_fit_the_number_of_the_board_is_told_and_taken_as_given(given: Row, told: Told) -> None:
    deals, found = put_together([dealt(**given)])
    assert found == told
    assert {column: deals[column].item() for column in given} == given


@pytest.mark.parametrize("score", [None, 420, 620])
def test_the_vulnerability_of_a_deal_changes_no_score(score: int | None) -> None:
    """Whether the score is given, or follows from the number of the board, or from a column of the results."""
    made = {"contract": "4H", "declarer": "N", "tricks": 10, "score": score}
    tables = read(sessions=[{}], entries=FOUR, results=[result(**made)], deals=[dealt(vulnerable="ns")])
    assembled, findings = assemble(tables, competitions())
    assert assembled["results"]["score"].to_list() == [score]
    message = findings.filter(code="deals.dealer")["message"].item()
    assert "taken as given for par, and scores do not change" in message


@pytest.mark.parametrize(("format", "codes"), [("pbn", []), ("csv", ["deals.dealer/vulnerable"])])
def test_of_pbn_the_reader_tells_of_the_vulnerability_of_boards_with_results(format: str, codes: list[str]) -> None:
    now = dt.datetime(2025, 9, 3, tzinfo=dt.UTC)
    of_file = {"file_id": "results", "path": "", "format": format, "sha256": "", "rows": 1, "findings": 0}
    tables = read(sessions=[{}], results=[result()], deals=[dealt(vulnerable="ns", file_id="results")])
    _, findings = assemble(tables | {"files": frame(Files, {**of_file, "ingested_at": now})}, competitions())
    assert kinds(findings.filter(pl.col("code").str.starts_with("deals."))) == codes


def test_the_same_cards_on_two_boards_are_told() -> None:
    deals, told = put_together([dealt(), dealt(2)], [result(), result(2)])
    assert deals.height == 2
    assert told == [("warning", "deals.dealer/on_two_boards", "board 2")]


@pytest.mark.parametrize(("deal", "code"), [(OTHER, "deals.cards/another"), (TURNED, "deals.cards/turned")])
def test_of_two_deals_for_a_board_that_of_the_file_with_the_results_counts(deal: str, code: str) -> None:
    beside = dealt(deal=deal, file_id="a first file")
    deals, told = put_together([beside, dealt(file_id="results")])
    assert deals["deal"].to_list() == [DEAL]
    assert told == [("error", code, "board 1")]


def test_the_same_deal_in_two_files_is_one() -> None:
    deals, told = put_together([dealt(), dealt(deal=from_south(DEAL), file_id="results")])
    assert deals["deal"].to_list() == [DEAL]
    assert told == []


SOUND, LEVELS = "86997574467699757446", "21331111111331111111"


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
        dealt(deal=deal, file_id=name, double_dummy=digits, line_no=10 * (place + 1))
        for place, (name, deal, digits) in enumerate(zip("ab", (DEAL, from_south(DEAL)), tables, strict=True))
    ]
    deals, _ = put_together(rows)
    place = 10 if file == "a" else 20
    assert deals.select("deal", "double_dummy", "file_id", "line_no").rows() == [(DEAL, table, file, place)]


def from_south(deal: str) -> str:
    north, east, south, west = deal.removeprefix("N:").split(" ")
    return f"S:{south} {west} {north} {east}"


LINES = [result(line="A"), result(line="B"), result(line="C")]


def test_lines_may_have_played_other_deals_under_one_number() -> None:
    deals, told = put_together([dealt(lines="A"), dealt(lines="B"), dealt(deal=OTHER, lines="C")], LINES)
    assert sorted(deals.select("lines", "deal").rows()) == [("A+B", DEAL), ("C", OTHER)]
    assert told == []


def test_all_lines_together_need_not_be_named() -> None:
    deals, _ = put_together([dealt(lines="A+B"), dealt(lines="C")], LINES)
    assert deals["lines"].to_list() == [None]


def test_a_line_without_a_deal_of_its_own_is_not_named() -> None:
    deals, _ = put_together([dealt(lines="A")], LINES)
    assert deals["lines"].to_list() == ["A"]


def test_deals_of_two_files_hold_for_the_lines_of_which_these_have_results() -> None:
    results = [result(line="A", file_id="one"), result(line="B", file_id="other")]
    deals, told = put_together([dealt(file_id="one"), dealt(deal=OTHER, file_id="other")], results)
    assert sorted(deals.select("lines", "deal").rows()) == [("A", DEAL), ("B", OTHER)]
    assert told == []


def test_deals_of_boards_that_nobody_played_are_told_once_a_file() -> None:
    deals, told = put_together([dealt(11), dealt(12, OTHER)])
    assert deals.height == 2
    assert told == [("warning", "deals.not_played/none", "1")]


def test_a_board_that_nobody_played_is_told_where_it_stands_beside_results() -> None:
    """Not so in a file of deals alone: more are dealt than are played."""
    own = {"file_id": "results"}
    results = [result(), result(9)]
    deals, told = put_together(
        [dealt(9, **own), dealt(4, OTHER, line_no=40, **own), dealt(3, TURNED, line_no=50, **own)], results
    )
    assert deals.height == 3
    assert told == [("warning", "deals.not_played", "board 3")]
    deals, told = put_together([dealt(9), dealt(4, OTHER)], results)
    assert (deals.height, told) == (2, [])
    _, told = put_together([dealt(4, OTHER, **own)], results)
    assert told == [("warning", "deals.not_played/none", "1")]


def test_boards_above_the_highest_that_was_played_are_no_wonder() -> None:
    """Sets are dealt with more boards than an evening has; the results of another line tell nothing of this file."""
    own = {"file_id": "results"}
    deals, told = put_together([dealt(**own), dealt(2, OTHER, **own), dealt(36, TURNED, **own)])
    assert (deals.height, told) == (3, [])
    lines = [result(line="A"), result(9, line="B", file_id="other")]
    _, told = put_together([dealt(**own), dealt(4, OTHER, **own)], lines)
    assert told == []


def test_a_deal_on_a_board_that_nobody_played_is_told_on_its_own_line() -> None:
    own = {"file_id": "results"}
    rows = [dealt(9, line_no=1, **own), dealt(4, OTHER, line_no=40, **own), dealt(3, TURNED, line_no=50, **own)]
    tables = read(sessions=[{}], entries=FOUR, results=[result(), result(9)], deals=rows)
    _, findings = assemble(tables, competitions())
    found = findings.filter(code="deals.not_played")
    assert found.select("value", "file_id", "line_no").rows() == [("board 3", "results", 50)]
    assert "(such boards in this file: 2)" in found["message"].item()


def test_deals_of_no_session_are_told() -> None:
    tables = read(sessions=[{}], results=[result()], deals=[dealt(session_id="2")])
    assembled, findings = assemble(tables, competitions())
    assert assembled["deals"].is_empty()
    assert "sessions.none" in findings["code"].to_list()


def test_the_order_of_deals_does_not_matter() -> None:
    rows = [dealt(2, OTHER), dealt(3, DEAL, file_id="b"), dealt(3, OTHER, file_id="a"), dealt(1, TURNED, lines="A")]
    one, told = put_together(rows, LINES)
    other, told_other = put_together(rows[::-1], LINES)
    assert one.drop("line_no").equals(other.drop("line_no"))
    assert sorted(told, key=str) == sorted(told_other, key=str)
