"""USEBIO: individuals, in which everybody has a number and a side is two players."""

from readers.test_usebio import PAIRS, PLAYED, board, event
from result_files import Read


def single(number: str) -> str:
    return (
        f"<PLAYER><PLAYER_NUMBER>{number}</PLAYER_NUMBER><PLAYER_NAME>P {number}</PLAYER_NAME>"
        f"<PERCENTAGE>5{number}.5</PERCENTAGE><PLACE>{number}</PLACE></PLAYER>\n"
    )


def seats(*numbers: str) -> str:
    pairs = zip("NSEW", numbers, strict=True)
    return "".join(f"<{seat}_PLAYER_NUMBER>{number}</{seat}_PLAYER_NUMBER>" for seat, number in pairs)


def individual(*lines: str) -> str:
    players = "".join(map(single, "1234"))
    rows = "".join(f"<TRAVELLER_LINE>{line}<NS_MATCH_POINTS>2</NS_MATCH_POINTS></TRAVELLER_LINE>\n" for line in lines)
    boards = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>\n{rows}</BOARD>"
    return event(f"<PARTICIPANTS>{players}</PARTICIPANTS>{boards}", "INDIVIDUAL")


def test_an_individual(read: Read) -> None:
    reading = read(individual(seats("1", "3", "2", "4") + PLAYED))
    assert reading.findings.is_empty()
    assert reading.tables["sessions"]["kind"].to_list() == ["pairs"]
    assert reading.tables["results"].select("ns", "ew").rows() == [("1+3", "2+4")]
    assert reading.tables["entries"].select("entrant", "player_id").rows() == [(n, f"P {n}") for n in "1234"]
    assert reading.tables["official_results"].select("entrant", "score", "rank").row(3) == ("4", 54.5, 4)


def test_an_individual_counts_for_its_players_where_pairs_have_numbers_too(read: Read) -> None:
    pairs = "<NS_PAIR_NUMBER>7</NS_PAIR_NUMBER><EW_PAIR_NUMBER>8</EW_PAIR_NUMBER>"
    reading = read(individual(pairs + seats("1", "3", "2", "4") + PLAYED))
    assert reading.tables["results"].select("ns", "ew").rows() == [("1+3", "2+4")]


def test_an_empty_seat_of_an_individual_is_nobody(read: Read) -> None:
    reading = read(individual(seats("1", "0", "2", "4") + PLAYED, seats("0", "0", "2", "4") + PLAYED))
    assert reading.tables["results"].select("ns", "ew").rows() == [("1", "2+4"), (None, "2+4")]


def test_an_individual_with_numbers_of_pairs_is_told(read: Read) -> None:
    reading = read(event(PAIRS + board(1, ("1", "2", PLAYED)), "INDIVIDUAL"))
    assert reading.findings.select("severity", "code").rows() == [("warning", "usebio.scoring")]
    assert reading.tables["results"].select("ns", "ew").rows() == [("1", "2")]
