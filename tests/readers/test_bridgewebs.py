"""BridgeWebs CSV: an evening is read whole, or left out whole with the line that differs."""

from pathlib import Path

import pytest
from each import cases
from result_files import Read, codes, rows

FILES = Path(__file__).parents[1] / "fuzz" / "corpus" / "bridgewebs"
EVENING = (FILES / "two-winners.csv").read_text(encoding="utf-8")


def test_an_evening_with_two_winners(read: Read) -> None:
    found = read(EVENING)
    assert (found.format, found.findings.height) == ("bridgewebs", 0)
    session = rows(found, "sessions", "session_id", "kind", "title", "winners")
    assert session == [("evening", "pairs", "Tuesday evening", 2)]
    assert str(found.tables["sessions"]["date"][0]) == "2026-03-03"
    assert rows(found, "results", "board", "ns", "ew", "contract", "declarer", "tricks", "lead", "score") == [
        (1, "1NS", "1EW", "4S", "N", 10, "HQ", 420),
        (1, "2NS", "2EW", "4S", "N", 9, "HQ", -50),
        (2, "1NS", "2EW", "PASS", None, None, None, 0),
        (2, "2NS", "1EW", "PASS", None, None, None, 0),
    ]
    assert rows(found, "official_results", "entrant", "score", "rank") == [
        *(("1NS", 75.0, 1), ("2NS", 25.0, 2), ("2EW", 75.0, 1), ("1EW", 25.0, 2)),
    ]
    assert rows(found, "entries", "entrant", "direction", "player_id")[:2] == [
        ("1NS", "NS", "Lotte Akkerman"),
        ("1NS", "NS", "Vera Guidotti"),
    ]


def test_an_evening_with_one_winner_as_a_spreadsheet_saves_it(read: Read) -> None:
    found = read((FILES / "one-winner.csv").read_text(encoding="utf-8"))
    assert found.findings.is_empty()
    assert rows(found, "results", "ns", "ew", "score", "ruling") == [("1", "2", None, "average")]
    assert rows(found, "official_results", "entrant", "score", "rank") == [("1", 50.0, 1), ("2", 50.0, 1)]
    assert found.tables["sessions"]["winners"].to_list() == [1]


@cases(("420;", 420), (";420", -420), ("-100;100", -100), ("0;90", -90), ("140;0", 140), ("NP;NP", None))
def test_a_score_in_the_column_of_either_side(read: Read, written: str, score: int | None) -> None:
    found = read(EVENING.replace("4S;N;HQ;10;420;", f";;;;{written}"))
    assert rows(found, "results", "score")[0] == (score,)
    assert found.findings.is_empty()


@cases(
    (("#Scores\n", "#Score\n"), "expected", 7),
    (("#Travellers\n", "#Results\n"), "expected", 14),
    (("NSScore", "Points"), "expected", 15),
    (("Percent", "Mark"), "expected", 7),
    (("#Board;2\n", "#Board;3\n#Board;2\n"), "no_rows", 19),
    (("\n1;1;4S", "\n3;1;4S"), "pair", 17),
    (("\n2;2;Grz", "\n2;1;Grz"), "twice", 9),
    (("#Board;2", "#Board;1"), "twice", 19),
    (("#Board;2", "#Board;"), "expected", 19),
    ((";420;", ";420;50"), "score", 17),
    ((";420;", ";many;"), "score", 17),
    (("10;420;;2;0", "10"), "cells", 17),
    (("Lotte Akkerman", '"Lotte Akkerman'), "quote", 8),
    (("#Winners;2", "#Teams;1"), "scoring", 5),
    (("#Boards;2", "#Boards;3"), "boards", 4),
)
def test_a_file_that_differs_is_left_out_whole(read: Read, change: tuple[str, str], variant: str, line_no: int) -> None:
    found = read(EVENING.replace(*change, 1))
    assert codes(found) == [f"bridgewebs.left_out/{variant}"]
    assert found.findings["line_no"].to_list() == [line_no]
    assert all(table.is_empty() for table in found.tables.values())


def test_a_file_that_is_cut_off_in_any_line_is_left_out(read: Read) -> None:
    lines = EVENING.splitlines(keepends=True)
    for end in range(3, len(lines) - 1):
        found = read("".join(lines[:end]))
        assert [code.split("/")[0] for code in codes(found)] == ["bridgewebs.left_out"], end
        assert all(table.is_empty() for table in found.tables.values())


@pytest.mark.parametrize("date", ["", "2026-03-03", "3 March"])
def test_a_date_in_another_form_is_reported(read: Read, date: str) -> None:
    found = read(EVENING.replace("03/03/2026", date))
    assert codes(found) == ["bridgewebs.date"]
    assert found.tables["results"].height == 4
