"""Deals as handed in: 52 cards, a fitting number of the board, one deal a board and line."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, said, season, together
from each import cases, items
from factories import frame

from transforms.bridge.contracts import vulnerable
from transforms.checks.deals import checked_deals
from transforms.intake.deals import dealer_of, one_line_each, vulnerable_of
from transforms.tables.schemas import Files

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
OTHER = "N:T742.AKQ732.K9.6 AQJ86.J6.52.AQ72 9.T8.A8643.K9843 K53.954.QJT7.JT5"
TURNED = "E:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
FROM_SOUTH = "S:9.A8765.QJ8.AJ85 AT63.42.A4.97632 KJ75.KQJ.97532.Q Q842.T93.KT6.KT4"
Reported = list[tuple[str, Any]]


def dealt(board: int = 1, deal: str = DEAL, **given: Any) -> Row:
    return {"board": board, "deal": deal, "file_id": "hands", **given}


def result(board: int = 1, **given: Any) -> Row:
    return {"board": board, "ns": "1", "ew": "2", "score": 400, "file_id": "results", **given}


def put_together(
    deals: list[Row], results: list[Row] | None = None, form: str = "csv"
) -> tuple[pl.DataFrame, Reported]:
    given = season(deals=deals, results=[result()] if results is None else results)
    now = dt.datetime(2025, 9, 3, tzinfo=dt.UTC)
    of_file = {"path": "", "sha256": "", "rows": 1, "findings": 0, "ingested_at": now}
    files = frame(Files, {"file_id": "results", "format": form, **of_file}).lazy()
    checked = checked_deals(one_line_each(given["deals"]), given["results"], files)
    return checked.rows.sort("board", "lines").collect(), said(together(checked.findings))


def test_a_deal_has_its_dealer_and_vulnerability_from_the_number_of_its_board() -> None:
    deals, reported = put_together([dealt(), dealt(2, OTHER), dealt(3, TURNED)])
    assert deals.select("board", "dealer", "vulnerable", "lines").rows() == [
        (1, "N", "none", None),
        (2, "E", "ns", None),
        (3, "S", "ew", None),
    ]
    assert deals["deal"][0] == DEAL
    assert deals["deal"].str.starts_with("N:").all()
    assert reported == []


def test_sixteen_boards_have_the_dealers_and_vulnerabilities_of_law_2() -> None:
    boards = pl.DataFrame({"board": range(1, 33)}).select(
        dealer_of(pl.col("board")), v=vulnerable_of(pl.col("board")), ns=vulnerable(pl.col("board"), pl.lit("N"))
    )
    assert "".join(boards["board"]) == "NESW" * 8
    assert boards["v"].to_list()[:16] == [
        *("none", "ns", "ew", "both"), *("ns", "ew", "both", "none"),
        *("ew", "both", "none", "ns"), *("both", "none", "ns", "ew"),
    ]  # fmt: skip
    assert boards["ns"].to_list() == boards["v"].is_in(["ns", "both"]).to_list()


@cases(
    (DEAL.replace("KJ75", "KJ7"), "number"),
    (DEAL.replace("KJ75", "KJ754"), "twice"),
    (DEAL.replace("KJ75", "KJ74"), "twice"),
    (DEAL.replace("KJ75", "KJ7").replace("Q842", "Q8425"), "number"),
    ("N:... ... ... ...", "not_understood"),
    ("thirteen hearts", "not_understood"),
)
def test_cards_that_are_no_deal_are_left_out_and_reported(deal: str, variant: str) -> None:
    deals, reported = put_together([dealt(deal=deal), dealt(2, OTHER)], [result(), result(2)])
    assert deals["board"].to_list() == [2]
    assert reported == [(f"deals.cards/{variant}", f"board 1: {deal}")]


def test_missing_and_doubled_cards_are_named() -> None:
    given = season(deals=[dealt(deal=DEAL.replace("KJ75", "KJ74"))], results=[result()])
    checked = checked_deals(one_line_each(given["deals"]), given["results"], frame(Files).lazy())
    assert "in the deal twice: S4, and these are missing: S5" in together(checked.findings)["message"].item()


@cases(({"dealer": "S"}, "dealer"), ({"vulnerable": "ns"}, "vulnerable"),
     ({"dealer": "E", "vulnerable": "ns"}, "board"), ({"dealer": "N", "vulnerable": "none"}, None),
)  # fmt: skip
def test_a_deal_that_does_not_fit_its_board_is_kept(given: Row, variant: str | None) -> None:
    deals, reported = put_together([dealt(**given)])
    assert reported == ([(f"deals.dealer/{variant}", "board 1")] if variant else [])
    assert {column: deals[column].item() for column in given} == given


@pytest.mark.parametrize(("form", "reported"), [("pbn", []), ("csv", [("deals.dealer/vulnerable", "board 1")])])
def test_of_pbn_the_reader_reports_the_vulnerability_of_boards_with_results(form: str, reported: Reported) -> None:
    assert put_together([dealt(vulnerable="ns", file_id="results")], form=form)[1] == reported


@pytest.mark.parametrize(
    ("deals", "count", "reported"),
    [
        ([dealt(), dealt(2)], 2, [("deals.dealer/on_two_boards", "board 2")]),
        ([dealt(deal=OTHER, file_id="a"), dealt(file_id="results")], 1, [("deals.cards/another", "board 1")]),
        ([dealt(deal=TURNED, file_id="a"), dealt(file_id="results")], 1, [("deals.cards/another", "board 1")]),
        ([dealt(), dealt(deal=FROM_SOUTH, file_id="results")], 1, []),
    ],
    ids=["on two boards", "that of the results counts", "turned", "the same in two files"],
)
def test_a_board_has_one_deal_and_a_deal_one_board(deals: list[Row], count: int, reported: Reported) -> None:
    kept, findings = put_together(deals)
    assert findings == reported
    assert kept["deal"].to_list() == [DEAL] * count


SOUND, LEVELS = "86997574467699757446", "21331111111331111111"


@cases(((None, SOUND), "b", SOUND), ((LEVELS, SOUND), "b", SOUND), ((LEVELS, None), "a", LEVELS),
     ((None, LEVELS), "b", LEVELS), ((SOUND, SOUND[::-1]), "a", SOUND), ((None, None), "a", None),
)  # fmt: skip
def test_the_deal_with_the_better_table(tables: tuple[str | None, str | None], file: str, table: str | None) -> None:
    rows = [
        dealt(deal=deal, file_id=name, double_dummy=digits, line_no=10 * (place + 1))
        for place, (name, deal, digits) in enumerate(zip("ab", (DEAL, FROM_SOUTH), tables, strict=True))
    ]
    place = 10 if file == "a" else 20
    deals, _ = put_together(rows)
    assert deals.select("deal", "double_dummy", "file_id", "line_no").rows() == [(DEAL, table, file, place)]


LINES = [result(line="A"), result(line="B"), result(line="C")]
OF_FILES = [result(line="A", file_id="one"), result(line="B", file_id="other")]


@items(
    ([dealt(lines="A"), dealt(lines="B"), dealt(deal=OTHER, lines="C")], LINES, [("A+B", DEAL), ("C", OTHER)]),
    ([dealt(lines="A+B"), dealt(lines="C")], LINES, [(None, DEAL)]),
    ([dealt(lines="A")], LINES, [("A", DEAL)]),
    ([dealt(file_id="one"), dealt(deal=OTHER, file_id="other")], OF_FILES, [("A", DEAL), ("B", OTHER)]),
    ids=["other deals under one number", "all lines", "a line without", "deals of two files"],
)
def test_lines_may_have_played_other_deals(deals: list[Row], results: list[Row], kept: list[Any]) -> None:
    found, reported = put_together(deals, results)
    assert (found.select("lines", "deal").rows(), reported) == (kept, [])
    in_reverse, _ = put_together(deals[::-1], results)
    assert in_reverse.drop("line_no").equals(found.drop("line_no"))


OWN = {"file_id": "results"}
TWO = [result(), result(9)]


@pytest.mark.parametrize(
    ("deals", "results", "reported"),
    [
        ([dealt(11), dealt(12, OTHER)], [result()], []),
        (
            [dealt(9, **OWN), dealt(4, OTHER, **OWN), dealt(3, TURNED, **OWN)],
            TWO,
            [("deals.dealer/not_played", "board 3")],
        ),
        ([dealt(9), dealt(4, OTHER)], TWO, []),
        ([dealt(4, OTHER, **OWN)], TWO, [("deals.dealer/not_played", "board 4")]),
        ([dealt(**OWN), dealt(2, OTHER, **OWN), dealt(36, TURNED, **OWN)], [result()], []),
        ([dealt(**OWN), dealt(4, OTHER, **OWN)], [result(line="A"), result(9, line="B", file_id="other")], []),
    ],
    ids=["none of a file", "with results", "of deals alone", "none with results", "above the highest", "two files"],
)
def test_unplayed_deals_are_reported_once_a_file(deals: list[Row], results: list[Row], reported: Reported) -> None:
    kept, findings = put_together(deals, results)
    assert (kept.height, findings) == (len(deals), reported)


@cases(("N", "SK", 1), ("W", "SK", 0), ("E", "SK", 1), ("N", "SQ", 0), ("S", "DQ", 1))
def test_a_lead_from_another_hand_than_left_of_declarer_is_reported(declarer: str, lead: str, reported: int) -> None:
    led = pl.DataFrame([{**result(contract="4H", declarer=declarer, lead=lead), "deal": DEAL}] * 2)
    where = {"club": "c", "competition": "e", "season": "s", "session_id": "1", "line_no": 1}
    rows = led.with_columns(pl.lit(value).alias(name) for name, value in where.items()).cast({"line_no": pl.Int64})
    reports = found("deals.unlikely/lead", led=rows, settled=rows.clear())
    assert reports.height == reported, "once for an evening"
    evenings = rows.with_columns(session_id=pl.Series(["1", "2"]))
    assert found("deals.unlikely/lead", led=evenings, settled=rows.clear()).height == 2 * reported
