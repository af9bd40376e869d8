"""FFBridge JSON: files of an evening, each read whole, or left out whole with the row that differs."""

import json
from pathlib import Path
from typing import Any

from each import cases
from result_files import Read, codes, rows

FILES = Path(__file__).parents[1] / "fuzz" / "corpus" / "ffbridge"


def _text(name: str, **changes: Any) -> str:
    """The file with changes of keys in its first row."""
    listed = json.loads((FILES / name).read_text(encoding="utf-8"))
    listed[0] |= changes
    return json.dumps(listed)


def test_the_results_of_a_board(read: Read) -> None:
    found = read(_text("board-2.json"), "2026-01-06/b.json")
    assert (found.format, found.findings.height) == ("ffbridge", 0)
    assert rows(found, "results", "session_id", "board", "ns", "ew", "contract", "declarer", "tricks", "score") == [
        ("2026-01-06", 2, "101-102", "107-108", "PASS", None, None, 0),
        ("2026-01-06", 2, "105-106", "103-104", "3N", "W", 10, -430),
    ]
    assert rows(found, "entries", "entrant", "player_id")[:2] == [("101-102", "9001"), ("101-102", "9002")]
    assert found.tables["deals"].height == 1


@cases(
    ({"nsScore": "", "ewScore": "420"}, 420),
    ({"nsScore": "", "ewScore": "-420"}, 420),
    ({"nsScore": "-50", "ewScore": "50", "result": "-1"}, -50),
    ({"contract": "", "declarer": "", "result": "", "nsScore": "", "ewScore": "90"}, -90),
    ({"contract": "PASSE", "nsScore": "", "ewScore": ""}, 0),
)
def test_the_sign_of_a_score(read: Read, changes: dict[str, Any], score: int) -> None:
    assert rows(read(_text("board-1.json", **changes)), "results", "score")[0] == (score,)


@cases(
    ({"nsScore": "x"}, "score"),
    ({"nsScore": "420", "ewScore": "420"}, "score"),
    ({"boardNumber": None, "board": {}}, "expected"),
    ({"lineup": {}}, "expected"),
)
def test_a_file_that_differs_is_left_out_whole(read: Read, changes: dict[str, Any], variant: str) -> None:
    found = read(_text("board-1.json", **changes))
    assert codes(found) == [f"pages.left_out/{variant}"]
    assert all(table.is_empty() for table in found.tables.values())


def test_the_ranking_without_the_handicap(read: Read) -> None:
    changes = {"sessionScore": 58.5, "peBonus": 30, "handicapPercentage": 3.0, "rankWithoutHandicap": 4}
    found = read(_text("ranking.json", **changes))
    assert rows(found, "official_results", "entrant", "score", "rank")[0] == ("101-102", 55.5, 4)


def test_a_ranking_with_a_result_in_it_is_left_out(read: Read) -> None:
    (result, *_) = json.loads((FILES / "board-1.json").read_text(encoding="utf-8"))
    assert codes(read(_text("ranking.json", lineup=result["lineup"]))) == ["pages.left_out/expected"]
    assert codes(read(_text("ranking.json", lineup={}))) == []


def test_a_session_of_teams_is_left_out(read: Read) -> None:
    text = (FILES / "session.json").read_text(encoding="utf-8")
    assert str(read(text).tables["sessions"]["date"][0]) == "2026-01-06"
    assert codes(read(text.replace('"pair"', '"team"'))) == ["pages.left_out/kind"]
