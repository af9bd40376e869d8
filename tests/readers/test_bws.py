"""Bridgemate files, with their deals: made ones, as the terminals fill them, and a real one."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from access_files import access_file
from club_folders import tables_of
from each import cases, items
from result_files import CASES, Read, needs_cases, needs_real_data, real_files, rows

from pipelines.intake.readers import Reading, bws, read_file
from transforms.bridge.contracts import contract_score

CASE = CASES / "05-bws-base"
EVENING = dt.datetime(2025, 9, 2)
GUESTS = {"N": "Ann", "E": "Gast", "S": "Bob", "W": "guest 2"}
ENTRY = {
    **{"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2, "Declarer": 1},
    **{"NS/EW": "N", "Contract": "3 H", "Result": "=", "LeadCard": "SA", "Remarks": "-", "DateLog": EVENING},
    **{"Erased": False},
}
SECTION = {"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0}
ROUND = {"Section": 1, "Table": 1, "Round": 1, "NSPair": 1, "EWPair": 2, "LowBoard": 1, "HighBoard": 1}
SEAT = {"Section": 1, "Table": 1, "Direction": "N", "Number": "17", "Name": "Ann", "Round": 1}
COLUMNS = ("ns", "ew", "contract", "declarer", "tricks", "score", "ruling")


def entry(**given: Any) -> dict[str, Any]:
    return {**ENTRY, "Remarks": None, **given}


def bridgemate(
    *entries: dict[str, Any],
    sections: tuple[dict[str, Any], ...] = (SECTION,),
    rounds: tuple[dict[str, Any], ...] = (ROUND,),
    **more: list[dict[str, Any]],
) -> bytes:
    """A file with these entries, numbered in order. An erased one before them shows the types of the columns."""
    received = [{**ENTRY, "Erased": True, "ID": 1}, *({"ID": number, **row} for number, row in enumerate(entries, 2))]
    received = [{**row, "ID": number} for number, row in enumerate(received, 1)]
    return access_file({"ReceivedData": received, "Section": sections, "RoundData": rounds, **more})


def results(reading: Reading) -> list[tuple[Any, ...]]:
    return reading.tables["results"].select(COLUMNS).rows()


def test_a_session_and_its_results(read: Read) -> None:
    reading = read(bridgemate(entry()), "sept/tuesday.bws")
    assert reading.format == "bws"
    assert reading.findings.is_empty()
    [session] = rows(reading, "sessions", "session_id", "date", "kind", "winners")
    assert session == ("sept/tuesday", dt.date(2025, 9, 2), "pairs", 1)
    where = ("session_id", "line", "round", "table", "board", "line_no")
    assert reading.tables["results"].select(where).rows() == [("sept/tuesday", "A", 1, "1", 1, 2)]
    assert results(reading) == [("1", "2", "3H", "N", 9, None, None)]


def called(contract: str, seat: str, result: str) -> dict[str, Any]:
    return entry(**{"Contract": contract, "NS/EW": seat, "Result": result})


def remarked(remark: str) -> dict[str, Any]:
    return entry(**{"Contract": None, "Result": None, "NS/EW": None, "Remarks": remark})


@cases(
    (called("3 H", "N", "="), ("3H", "N", 9, None, None)),
    (called("2 D x", "W", "-2"), ("2DX", "W", 6, None, None)),
    (called("4 NT xx", "S", "-4"), ("4NXX", "S", 6, None, None)),
    (called("PASS", "", ""), ("PASS", None, None, 0, None)),
    *((remarked(word), (*[None] * 4, "not_played")) for word in ("Not played", "NP")),
    *((remarked(f"{ns}%-40%"), (*[None] * 4, f"a{ns}_40")) for ns in (60, 40)),
    (remarked("50%-50%"), (*[None] * 4, "average")),
)
def test_remarks_in_place_of_a_result(read: Read, received: dict[str, Any], read_as: tuple[Any, ...]) -> None:
    reading = read(bridgemate(received))
    assert reading.findings.is_empty()
    assert results(reading) == [("1", "2", *read_as)]


def test_a_lead_that_is_no_card_is_passed_over(read: Read) -> None:
    written = ("S2", "SQ", "H10", "d7", "?", None)
    reading = read(bridgemate(*(entry(LeadCard=lead, Board=board) for board, lead in enumerate(written, 1))))
    assert reading.tables["results"]["lead"].to_list() == ["S2", "SQ", "HT", "D7", None, None]
    assert "lead" not in reading.findings["field"].to_list()


def test_an_arbitral_score_is_not_in_the_file(read: Read) -> None:
    without = entry(Contract=None, Result=None, Remarks="Arbitral score")
    reading = read(bridgemate(without, entry(Board=2, Remarks="Arbitral score")))
    assert rows(reading, "results", "board", "contract") == [(2, "3H")]
    assert reading.findings.filter(pl.col("field") == "Remarks").select("line_no", "severity", "value").rows() == [
        (2, "error", "Arbitral score"),
        (3, "warning", "Arbitral score"),
    ]


def test_the_last_entry_counts(read: Read) -> None:
    reading = read(bridgemate(entry(Result="+1"), entry(Board=2), entry(Result="-1"), entry(PairNS=2, PairEW=1)))
    assert rows(reading, "results", "board", "ns", "tricks", "line_no") == [(2, "1", 9, 3), (1, "2", 9, 5)]
    expected = rows(reading, "findings", "line_no", "severity", "field", "value")
    assert expected == [(2, "warning", "ReceivedData", "round 1, table 1, board 1")]
    assert "the last entry counts (2 in all)" in reading.findings["message"].item()


@cases(
    (bridgemate(entry(Erased=True)), "no results"),
    (access_file({"Members": [{"ID": 1, "Name": "Ann"}]}), "so it is not a Bridgemate file"),
    (access_file({"ReceivedData": [{"ID": 1, "Section": 1}]}), "rows that lack one of ID, Section, Table"),
    (
        bridgemate(entry())[: 3 * 4096 + 16] + b"\x09" + bridgemate(entry())[3 * 4096 + 17 :],
        "2 rows found where it says it has 9",
    ),
)
def test_a_file_without_all_its_results_is_reported_and_not_used(read: Read, content: bytes, said: str) -> None:
    reading = read(content)
    assert reading.format == "bws"
    assert all(table.is_empty() for table in reading.tables.values())
    assert said in reading.findings["message"][0]
    assert reading.findings["severity"][0] == "error"


def test_the_movement_is_the_schedule_and_nobody_sits_opposite_a_missing_pair(read: Read) -> None:
    custom = {**ROUND, "Table": 2, "NSPair": 0, "EWPair": 3, "CustomBoards": "7,5"}
    reading = read(bridgemate(entry(), rounds=({**ROUND, "CustomBoards": "1,2"}, custom)))
    assert rows(reading, "schedule", "line", "round", "table", "board", "ns", "ew", "line_no") == [
        ("A", 1, "1", 1, "1", "2", 1),
        ("A", 1, "1", 2, "1", "2", 1),
        ("A", 1, "2", 7, None, "3", 2),
        ("A", 1, "2", 5, None, "3", 2),
    ]


def movement(*meetings: tuple[int, int, int, int], section: int = 1) -> tuple[dict[str, Any], ...]:
    return tuple(
        {**ROUND, "Section": section, "Round": played, "Table": table, "NSPair": ns, "EWPair": ew, "LowBoard": 0}
        for played, table, ns, ew in meetings
    )


@items(
    (movement((1, 1, 1, 2), (2, 1, 2, 1)), 1, ("1", "2")),
    (movement((1, 1, 1, 2), (2, 1, 1, 3)), 2, ("1", "2")),
    (movement((1, 1, 1, 1), (1, 2, 2, 2), (2, 1, 1, 2), (2, 2, 2, 1)), 2, ("1NS", "2EW")),
    ids=["pairs change direction", "numbers apart", "the same numbers in both directions"],
)
def test_winners_and_numbers(read: Read, rounds: Any, winners: int, sides: tuple[str, str]) -> None:
    tables = read(bridgemate(entry(), rounds=rounds)).tables
    assert tables["sessions"]["winners"].to_list() == [winners]
    assert tables["results"].select("ns", "ew").rows() == [sides]


def test_entries_of_two_files_put_together_are_numbered_anew(read: Read) -> None:
    again = [{**ENTRY, "Table": table, "PairNS": ns} for table, ns in ((1, 1), (2, 3))]
    assert read(access_file({"ReceivedData": again})).tables["results"]["line_no"].to_list() == [1, 2]


def test_players_sit_where_they_began(read: Read) -> None:
    seats = [SEAT, {**SEAT, "Direction": "S", "Number": "18", "Name": None}, {**SEAT, "Direction": "E", "Number": "0"}]
    substitute = {**SEAT, "Number": "19", "Name": "Eve", "Round": 2}
    empty = {**SEAT, "Direction": "W", "Number": None, "Name": None}
    names = [{"ID": 18, "Name": "Bo", "strID": "18"}]
    reading = read(bridgemate(entry(), PlayerNumbers=[*seats, substitute, empty], PlayerNames=names))
    assert reading.findings.is_empty()
    assert rows(reading, "entries", "line", "entrant", "player_id", "direction") == [
        *(("A", "1", "17", None), ("A", "1", "18", None), ("A", "2", "Ann", None))
    ]
    assert rows(reading, "players", "player_id", "name") == [("17", "Ann"), ("18", "Bo"), ("Ann", "Ann")]


TWO_ROUNDS = ({**ROUND, "NSPair": 1, "EWPair": 2}, {**ROUND, "Round": 2, "NSPair": 2, "EWPair": 1})
TIME = dt.datetime(1899, 12, 30, 20)


@cases(
    ([{}, {"Number": "19"}], [("19", None), ("20", None)]),  # a row put right
    ([{"Number": "19"}, {"TimeLog": None}], [("19", None), ("20", None)]),  # prepared by the scorer
    ([{}, {"Number": "19", "Round": 0, "TimeLog": None}], [("17", None), ("20", None)]),
    ([{}, {"Round": 2, "Direction": "E"}], [("17", None), ("20", None)]),  # the same player
    ([{}, {"Round": 2, "Direction": "W"}], [("17", None), ("20", None)]),  # in the other chair
    ([{}, {"Round": 2, "Direction": "E", "Number": "19"}], [("17", "1"), ("19", "2"), ("20", None)]),
    ([{}, {"Round": 2, "Direction": "E", "Number": "0"}], [("17", None), ("20", None)]),
    ([{}, {"Round": 3, "Direction": "E", "Number": "19"}], [("17", None), ("20", None)]),  # no such round
    ([{"Round": 2, "Direction": "E"}], [("17", None), ("20", None)]),
    ([{}, {"Number": "20"}], [("20", None), ("20", None)]),  # two of one number, for a check of entries,
)
def test_the_last_entry_of_a_seat_counts_and_one_of_a_later_round_replaces_the_player(
    read: Read, entered: list[dict[str, Any]], seated: list[tuple[str, str | None]]
) -> None:
    first = {**SEAT, "Name": None, "TimeLog": TIME}
    numbers = [{**first, "Direction": "S", "Number": "20"}, *({**first, **row} for row in entered)]
    reading = read(bridgemate(entry(), rounds=TWO_ROUNDS, PlayerNumbers=numbers))
    assert sorted(rows(reading, "entries", "player_id", "rounds")) == seated
    assert set(reading.tables["entries"]["entrant"]) == {"1"}


def test_a_pair_of_guests_is_on_the_list_of_the_file_without_a_value(read: Read) -> None:
    seats = [{**SEAT, "Direction": side, "Number": "0", "Name": name} for side, name in GUESTS.items()]
    reading = read(bridgemate(entry(), PlayerNumbers=seats))
    assert reading.tables["entries"]["entrant"].to_list() == ["1", "1"]
    listed = reading.tables["official_results"].select("line", "entrant", "points", "score", "rank")
    assert listed.rows() == [("A", "2", None, None, None)]


def test_a_table_that_is_damaged_costs_itself_only(read: Read) -> None:
    whole = bridgemate(entry())
    numbers = access_file({"RoundData": [ROUND]})[3 * 4096 : 4 * 4096]
    at = whole.index(numbers)
    reading = read(whole[: at + 16] + b"\x09" + whole[at + 17 :])
    assert results(reading) == [("1", "2", "3H", "N", 9, None, None)]
    assert rows(reading, "findings", "severity", "field") == [("warning", "RoundData")]


def test_a_file_too_large_is_not_opened(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bws, "LARGEST", 1000)
    assert "more than the 1000 allowed" in read(bridgemate(entry())).findings["message"].item()


@needs_real_data
def test_the_real_file() -> None:
    """Twelve tables, twelve rounds; in the last two the pairs change direction, so there is one winner."""
    [path] = real_files("bws/*.bws")
    reading = read_file(path, path.name)
    assert reading.format == "bws"
    assert reading.findings.is_empty()
    assert rows(reading, "sessions", "date", "winners") == [(dt.date(2005, 5, 9), 1)]
    lines = reading.tables["results"]
    assert lines.height == 288
    assert lines.select(pl.col("round", "table", "board", "ns", "ew").n_unique()).row(0) == (12, 12, 24, 24, 24)
    assert lines.group_by("board").len()["len"].unique().to_list() == [12]
    sides = pl.concat(lines.select("board", pair=side) for side in ("ns", "ew"))
    assert not sides.is_duplicated().any()
    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    unscored = lines.filter(pl.coalesce("score", score).is_null())
    assert unscored["ruling"].to_list() == lines["ruling"].drop_nulls().to_list() == ["a40_60", "a60_60"]


@needs_cases
def test_the_evening_of_the_case() -> None:
    wanted = "scored.session_results"
    made = tables_of({"evening.bws": (CASE / "evening.bws").read_bytes()}, wanted=(wanted,))[wanted]
    shares = made.select("entrant", pl.col("score").round(2)).rows()
    assert sorted(shares) == [("1", 66.67), ("2", 33.33), ("3", 33.33), ("4", 66.67)]


def test_what_the_movement_says_of_the_session(read: Read) -> None:
    rounds = tuple({**ROUND, "Table": table, "NSPair": table, "EWPair": table + 2} for table in (1, 2))
    stated = read(bridgemate(entry(), rounds=rounds)).tables["stated"]
    assert dict(stated.select("what", "value").rows()) == {
        **{"sections": 1, "tables": 2, "rounds": 1, "boards": 1, "entrants": 4}
    }


@pytest.mark.parametrize("logged", ["yesterday", 45_000, 2**31 - 1])
def test_a_day_of_another_type_leaves_the_session_without_one(read: Read, logged: str | int) -> None:
    """Without a date, which competition.toml may give, the session is left out later, with a finding."""
    reading = read(access_file({"ReceivedData": [{**ENTRY, "DateLog": logged}]}))
    assert reading.tables["results"].height == 1
    assert reading.tables["sessions"]["date"].to_list() == [None]


HANDS = "KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"


def record(hands: str = HANDS, board: int = 1, section: int = 1) -> dict[str, int | str]:
    cells = [
        (f"{seat}{suit}", cards)
        for seat, hand in zip(("North", "East", "South", "West"), hands.split(" "), strict=True)
        for suit, cards in zip(("Spades", "Hearts", "Diamonds", "Clubs"), hand.split("."), strict=True)
    ]
    return {"Section": section, "Board": board, **dict(cells)}


def evaluation(board: int = 1, tricks: int = 7) -> dict[str, int]:
    strains = ("Spades", "Hearts", "Diamonds", "Clubs", "Notrump")
    seats = ("North", "East", "South", "West")
    return {"Section": 1, "Board": board, **{f"{seat}{strain}": tricks for seat in seats for strain in strains}}


SECTIONS = (SECTION, {**SECTION, "ID": 2, "Letter": "B"})


@cases(
    ((SECTION,), [record()], None, [None], None),
    (SECTIONS, [record(), record(section=2)], None, ["A", "B"], None),
    # records without cards, and of no section
    *(((SECTION,), [record(), other], None, [None], None) for other in (record("... " * 3 + "..."), record(section=7))),
    *(((SECTION,), [record()], tricks, [None], digits) for tricks, digits in ((7, "7" * 20), (13, "d" * 20))),
    *(((SECTION,), [record()], tricks, [None], None) for tricks in (14, -1)),
)
def test_hand_records_are_deals_and_evaluations_double_dummy_tables(
    read: Read, *, sections: Any, records: Any, tricks: int | None, lines: list[str | None], digits: str | None
) -> None:
    more: dict[str, Any] = {} if tricks is None else {"HandEvaluation": [evaluation(tricks=tricks)]}
    entries = [entry(Section=section["ID"]) for section in sections]
    reading = read(bridgemate(*entries, sections=sections, HandRecord=records, **more), "tuesday.bws")
    columns = ("session_id", "board", "lines", "deal", "dealer", "double_dummy")
    assert reading.tables["deals"].select(columns).rows() == [
        ("tuesday", 1, line, f"N:{HANDS}", None, digits) for line in lines
    ]
