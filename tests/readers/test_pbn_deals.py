"""The deals of PBN files: next to results, of games with one result, and in files of deals alone."""

import polars as pl
import pytest
from each import cases
from result_files import Read, needs_real_data, real_files, real_reading, rows
from solving.solver_there import needs_endplay

from pipelines.building.solving.worker import tables_of
from transforms.bridge.cards import cards_of, ids_of

DEAL = "N:Q95.K2.T7642.J97 JT632.AT764.8.84 A87.9.AQ93.AKQ32 K4.QJ853.KJ5.T65"
SOLVED = "76499679347649967934"
"""The table of this deal."""
OTHER = "E:Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632 KJ75.KQJ.97532.Q"
SCORES = r"""[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\3L;Declarer\1R;Result\2R"]
1 2 4S N 10
3 4 4S N 9
"""
_STRAINS = ("NT", "S", "H", "D", "C")


def board(number: int, deal: str = DEAL, more: str = "", table: str = SCORES) -> str:
    tags = f'[Date "2026.01.14"]\n[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "NS"]\n[Deal "{deal}"]\n'
    return f'[Event "Club"]\n{tags}{more}{table}\n'


def table(tricks: str, header: str = r"Declarer;Denomination\2R;Result\2R", order: str = "WNES") -> str:
    """The rows of a table whose digits are N, E, S, W, and of each NT, S, H, D, C."""
    rows = [
        f"{seat} {strain.rjust(2)} {int(tricks[5 * 'NESW'.index(seat) + place], 16)}"
        for seat in order
        for place, strain in enumerate(_STRAINS)
    ]
    return f'[OptimumResultTable "{header}"]\n' + "\n".join(rows) + "\n"


def deals(read: Read, text: str, *columns: str) -> list[tuple[object, ...]]:
    return read("% PBN 2.1\n" + text, "evening.pbn").tables["deals"].select(columns).rows()


def test_each_board_has_its_deal(read: Read) -> None:
    reading = read("% PBN 2.1\n" + board(1) + board(2, OTHER), "2026/evening.pbn")
    assert reading.findings.filter(pl.col("field") == "deal").is_empty()
    assert rows(reading, "deals", "session_id", "board", "dealer", "vulnerable", "deal", "line_no") == [
        *(("2026/evening", 1, "N", "ns", DEAL, 7), ("2026/evening", 2, "N", "ns", OTHER, 17))
    ]
    alone = read("% PBN 2.1\n" + board(1, table="") + board(2, OTHER, table=""), "hands.pbn")
    assert alone.findings.is_empty()
    assert alone.tables["sessions"].is_empty()
    dates = alone.tables["deals"].select("board", pl.col("date").cast(pl.String))
    assert dates.rows() == [(1, "2026-01-14"), (2, "2026-01-14")]


@pytest.mark.parametrize("count", ["", "% BoardCount: 3\n", '%HRTitleEvent "x"\n'])
def test_a_cut_off_file_of_deals_alone_is_reported_once(read: Read, count: str) -> None:
    whole = "% PBN 2.1\n" + count + board(1, table="") + board(2, OTHER, table="")
    reading = read(whole + '[Event "Club"]\n[Board "3"]\n[Deal "N:Q95.K2.T76', "deals.pbn")
    assert reading.findings.filter(severity="error")["code"].to_list() == ["pbn.cut_off"]
    assert reading.tables["deals"]["board"].to_list() == [1, 2]


GAME = '[North "A"]\n[South "B"]\n[East "C"]\n[West "D"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "9"]\n'


@cases(
    (board(1, more=GAME, table="") + board(1, more=GAME.replace('"A"', '"E"'), table=""), [(1, None, DEAL)]),
    (board(1, more='[Section "A"]\n') + board(1, OTHER, more='[Section "B"]\n'), [(1, "A", DEAL), (1, "B", OTHER)]),
)
def test_a_board_has_one_deal_a_section(read: Read, text: str, expected: list[tuple[object, ...]]) -> None:
    assert deals(read, text, "board", "lines", "deal") == expected


@pytest.mark.parametrize("deal", ["", "?", "-", "N:... ... ... ...", "N:- - - -"])
def test_a_board_without_cards_has_no_deal_and_that_is_no_fault(read: Read, deal: str) -> None:
    reading = read("% PBN 2.1\n" + board(1, deal), "evening.pbn")
    assert reading.tables["deals"].is_empty()
    assert reading.tables["results"].height == 2
    assert "deal" not in reading.findings["field"].to_list()


def test_a_deal_without_its_board_is_reported(read: Read) -> None:
    reading = read(f'% PBN 2.1\n[Event "x"]\n[Deal "{DEAL}"]\n\n[Event "x"]\n[Board "2"]\n[Deal "{OTHER}"]\n', "h.pbn")
    assert reading.tables["deals"]["board"].to_list() == [2]
    assert rows(reading, "findings", "line_no", "severity", "code") == [(3, "error", "pbn.left_out")]


TRICKS, UNKNOWN = "8997696477876766a48d", "*-f"


ON_ONE_LINE = table(TRICKS).replace('"]\n', r"\n")


@cases(
    *(table(TRICKS), table(TRICKS, "Declarer;Denomination;Result"), table(TRICKS, order="NSEW").replace("NT", "N")),
    ON_ONE_LINE.replace("\n", r"\n") + '"]\n',
    ON_ONE_LINE.replace(" ", r"\t").replace("\n", r"\n").replace(r"Table\t", "Table ") + '"]\n',
    table(TRICKS).replace('"]\n', "\n") + '"]\n',
)
def test_a_double_dummy_table_is_read_by_its_names(read: Read, written: str) -> None:
    assert deals(read, board(1, more=written), "double_dummy") == [(TRICKS,)]


def test_the_digits_of_a_table_are_in_the_order_of_a_solved_deal(read: Read) -> None:
    """As Bridge Composer writes them: North, South, East, West; no trump first, clubs last."""
    text = board(1, more=f'[DoubleDummyTricks "{by_seats(SOLVED, "NSEW").upper()}"]\n')
    assert deals(read, text, "double_dummy") == [(SOLVED,)]


@pytest.mark.parametrize("order", ["NESW", "SEWN", "ENWS"])
def test_digits_in_another_order_are_read_as_if_in_ours(read: Read, order: str) -> None:
    """Nothing in them says whose they are: a warning follows once the deal is solved."""
    text = board(1, more=f'[DoubleDummyTricks "{by_seats(SOLVED, order)}"]\n')
    [(found,)] = deals(read, text, "double_dummy")
    assert found != SOLVED
    assert by_seats(str(found), "NSEW") == by_seats(SOLVED, order)


def by_seats(tricks: str, order: str) -> str:
    return "".join(tricks[5 * at : 5 * at + 5] for at in map("NESW".index, order))


@needs_endplay
def test_digits_found_in_the_wild_agree_with_the_solved_deal_from_seven_tricks_on() -> None:
    """A file of this deal has 71199711991791117911; a 1 there means fewer than seven."""
    digits, [solved] = "71199711991791117911", tables_of(ids_of(cards_of(pl.Series([DEAL])))["deal_id"].to_list())
    assert solved == SOLVED
    assert "".join(digit if int(digit, 16) > 6 else "1" for digit in by_seats(solved, "NSEW")) == digits


@cases(
    table(TRICKS).replace("W NT 6\n", ""),
    *(table(TRICKS).replace("N  S 9", other) for other in ("N  S 14", "N  S", "N NT 9", "X  S 9")),
    table(TRICKS, "Declarer;Denomination"),
    *(f'[DoubleDummyTricks "{digits}"]\n' for digits in ("1234", TRICKS[:19], f"{TRICKS}7", f"{TRICKS[:19]} 7")),
    *(f'[DoubleDummyTricks "{digits}"]\n' for digits in (TRICKS * 2, f"N:{TRICKS}", "f" * 19 + "e")),
    *(f'[DoubleDummyTricks "{sign * 20}"]\n' for sign in UNKNOWN),
)
def test_a_table_that_is_not_whole_is_passed_over_and_reported_once(read: Read, written: str) -> None:
    """Where it says that nothing is known, that is no fault."""
    reading = read("% PBN 2.1\n" + board(1, more=written) + board(2, OTHER, more=written), "evening.pbn")
    assert reading.tables["deals"]["double_dummy"].to_list() == [None, None]
    assert reading.tables["results"].height == 4
    problems = reading.findings.filter(code="pbn.passed_over").select("severity", "value").rows()
    assert problems == [("warning", "board 1")] * (not any(sign * 20 in written for sign in UNKNOWN))


@needs_real_data
def test_every_deal_of_real_files_is_read() -> None:
    """Of 2,089 boards in 90 files 175 have no cards; 133 have a double-dummy table."""
    files = real_files("pbn/*/*.pbn")
    given = [line for path in files for line in path.read_text("latin-1").splitlines() if line.startswith("[Deal ")]
    tables = pl.concat(real_reading(path).tables["deals"] for path in files)
    assert tables.height == sum(line != '[Deal ""]' for line in given) == 1914
    assert tables["double_dummy"].count() == 133


def test_the_lead_of_a_line_is_read(read: Read) -> None:
    header = r"PairId_NS\2R;PairId_EW\2R;Contract\3L;Declarer\1R;Result\2R;Lead\2R"
    table = f'[ScoreTable "{header}"]\n1 2 4S N 10 QS\n3 4 4S N 9 H10\n5 6 4S N 9 xx\n'
    reading = read("% PBN 2.1\n" + board(1, table=table), "evening.pbn")
    assert reading.tables["results"]["lead"].to_list() == ["SQ", "HT", None]
    assert "lead" not in reading.findings["field"].to_list()
