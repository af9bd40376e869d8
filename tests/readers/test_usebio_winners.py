"""USEBIO: one winner or two, where the file contradicts itself."""

import pytest
from result_files import Read

HEAD = '<?xml version="1.0"?>\n<USEBIO><EVENT EVENT_TYPE="MP_PAIRS"><DATE>02/01/2025</DATE>\n'


def evening(winners: str, pairs: list[tuple[str, str]], lines: list[tuple[str, str]]) -> str:
    """A file with these pairs (number, direction), and a board that they played."""
    people = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>"
        f"<PLAYER><PLAYER_NAME>Player {place}</PLAYER_NAME></PLAYER></PAIR>\n"
        for place, (number, direction) in enumerate(pairs)
    )
    played = "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
        "<SCORE>420</SCORE></TRAVELLER_LINE>\n"
        for ns, ew in lines
    )
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{played}</BOARD>"
    said = f"<WINNER_TYPE>{winners}</WINNER_TYPE>\n"
    return f"{HEAD}{said}<PARTICIPANTS>{people}</PARTICIPANTS>{board}</EVENT></USEBIO>"


ALIKE = [("1", "1"), ("2", "2")]


@pytest.mark.parametrize(
    "pairs",
    [
        [("1", "NS"), ("2", "N/S"), ("1", "EW"), ("2", "EW")],
        [("1NS", ""), ("2NS", ""), ("1EW", ""), ("2EW", "")],
    ],
)
def test_directions_weigh_more_than_one_winner_where_each_number_stands_twice(
    read: Read, pairs: list[tuple[str, str]]
) -> None:
    reading = read(evening("1", pairs, ALIKE))
    assert reading.tables["sessions"]["winners"].to_list() == [2]
    assert reading.tables["results"].select("ns", "ew").rows() == [("1NS", "1EW"), ("2NS", "2EW")]
    assert reading.tables["entries"]["entrant"].to_list() == ["1NS", "2NS", "1EW", "2EW"]
    assert reading.findings.select("code", "severity", "line_no", "value").rows() == [
        ("usebio.scoring", "warning", 3, "1")
    ]
    assert "numbers 1, 2;" in reading.findings["message"][0]


@pytest.mark.parametrize(
    ("pairs", "lines"),
    [
        ([("1", "NS"), ("2", "NS"), ("3", "EW"), ("4", "EW")], [("1", "3"), ("2", "4")]),
        ([("1", "NS"), ("2", "EW"), ("3", "NS"), ("4", "EW")], [("1", "2"), ("4", "3")]),
        ([("1", "NS"), ("2", "NS"), ("1", "EW"), ("2", "")], ALIKE),
        ([("1NS", ""), ("2NS", ""), ("1EW", ""), ("2EW", "")], [("1NS", "2EW"), ("2NS", "1EW")]),
    ],
)
def test_one_winner_stays_where_directions_do_not_contradict_it(
    read: Read, pairs: list[tuple[str, str]], lines: list[tuple[str, str]]
) -> None:
    reading = read(evening("1", pairs, lines))
    assert reading.tables["sessions"]["winners"].to_list() == [1]
    assert "usebio.scoring" not in reading.findings["code"].to_list()
