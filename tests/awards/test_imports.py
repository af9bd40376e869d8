"""Awards that a federation gave itself: which are taken over, and what is wrong with the others."""

from typing import Any

import polars as pl
import pytest
from awards.events import Row, by_player, choice, made, pairs, results
from factories import frame

from transforms.awards import checked_imports
from transforms.intake.findings import sorted_findings
from transforms.tables.schemas import Entries, Findings, ImportedAwards, SessionResults


def award(points: float, **facts: Any) -> Row:
    return {"scheme": "acbl", "points": points, **facts}


def imports(
    *rows: Row, listed: list[Row] | None = None, seats: list[Row] | None = None
) -> tuple[pl.DataFrame, list[Row]]:
    checked = checked_imports(
        frame(ImportedAwards, *rows),
        frame(SessionResults, *(listed or results(60.0, 50.0, 40.0))),
        frame(Entries, *(seats or pairs(3))),
    )
    sound, found = pl.collect_all([checked.rows, sorted_findings(checked.findings)])
    return ImportedAwards.validate(sound), Findings.validate(found).rows(named=True)


def test_imported_awards_go_to_the_players() -> None:
    rows = [award(0.5, entrant="1"), award(0.25, player_id="2s"), award(0.2, player_id="2n", entrant="2", line="A")]
    sound, found = imports(*rows)
    assert (sound.height, found) == (3, [])
    earned = made(results(60.0, 50.0, 40.0), pairs(3), [choice("ebl")], imported=rows)
    assert by_player(earned, "acbl") == {"1n": 0.5, "1s": 0.5, "2s": 0.25, "2n": 0.2}
    assert earned.filter(player_id="2s", scheme="acbl").select("entrant", "rank", "entrants").row(0) == ("2", 2, 3)
    assert by_player(earned)["3n"] == 14


@pytest.mark.parametrize(
    ("row", "field", "value", "says"),
    [
        (award(1, entrant="9"), "entrant", "9", "is not on the result list"),
        (award(1, player_id="9n"), "player_id", "9n", "did not sit there"),
        (award(1, player_id="1n", entrant="2"), "player_id", "1n", "did not sit there"),
        (award(1, player_id="1n", line="Z"), "line", "Z", "no such line in this session"),
        (award(1, entrant="1", line="Z"), "line", "Z", "no such line in this session"),
        (award(1), "entrant", None, "neither entrant nor player"),
        (award(-1, entrant="1"), "points", "-1.0", "0 or more"),
        (award(float("inf"), entrant="1"), "points", "inf", "0 or more"),
        (award(1, entrant="1", session_id="7"), "session_id", "7", "no result list of this session"),
        (award(1, entrant="1", scheme="ffb"), "scheme", "ffb", "arrive as a file, no others"),
        (award(1, entrant="1", scheme="acbI"), "scheme", "acbI", "no others (did you mean acbl?); the award"),
        (award(1, entrant="1", scheme="TBF"), "scheme", "TBF", "no others (did you mean tbf?); the award"),
        (award(1, entrant="1", scheme="Rbb"), "scheme", "Rbb", "no others (did you mean rbbf?); the award"),
        (award(1, entrant="1", scheme="?"), "scheme", "?", "no others; the award is left out"),
        (award(0.5, player_id="2n"), "player_id", "2n", "has an award of this scheme for this session already"),
    ],
)
def test_imported_awards_that_are_left_out(row: Row, field: str, value: str | None, says: str) -> None:
    """The others stay."""
    sound, (found,) = imports(award(0.5, entrant="2"), row)
    assert sound["entrant"].to_list() == ["2"]
    assert (found["line_no"], found["severity"], found["field"], found["value"]) == (2, "error", field, value)
    assert says in found["message"]


def test_an_entrant_on_two_lines_needs_the_line() -> None:
    listed = [*results(60.0, 50.0), *results(60.0, 50.0, line="B", field="B")]
    seats = [*pairs(2), *[{**each, "line": "B", "player_id": f"b{each['player_id']}"} for each in pairs(2)]]
    sound, (found,) = imports(
        award(1, entrant="1", line=None), award(2, entrant="1", line="B"), listed=listed, seats=seats
    )
    assert sound["points"].to_list() == [2]
    assert (found["field"], found["value"]) == ("entrant", "1")
    assert "more than one line" in found["message"]


def test_a_player_on_two_lines_needs_the_line() -> None:
    listed = [*results(60.0, 50.0), *results(60.0, 50.0, line="B", field="B")]
    seats = [*pairs(2), {"entrant": "2", "line": "B", "player_id": "1n"}]
    rows = (award(1, player_id="1n", line=None), award(2, player_id="1n", line="B"))
    sound, (found,) = imports(*rows, listed=listed, seats=seats)
    assert sound["points"].to_list() == [2]
    assert (found["field"], found["value"]) == ("player_id", "1n")
    assert "more than one line" in found["message"]


@pytest.mark.parametrize(
    ("named", "field", "says"),
    [
        ({"entrant": "2"}, "entrant", "is not on the result list"),
        ({"player_id": "1n"}, "player_id", "did not sit there"),
    ],
)
def test_on_another_line_of_the_session(named: Row, field: str, says: str) -> None:
    listed = [*results(60.0, 50.0), *results(60.0, line="B", field="B")]
    seats = [*pairs(2), {"entrant": "1", "line": "B", "player_id": "x"}]
    sound, (found,) = imports(award(1, line="B", **named), listed=listed, seats=seats)
    assert sound.is_empty()
    assert (found["field"], found["value"]) == (field, next(iter(named.values())))
    assert says in found["message"]


def test_the_total_told() -> None:
    told = [award(0.1, entrant="1", total=0.3), award(0.2, entrant="2", total=0.3)]
    told[1]["points"], told[0]["points"] = 0.1, 0.2
    assert imports(*told)[1] == []
    sound, (found,) = imports(told[0])
    assert sound.height == 1
    assert (found["severity"], found["field"], found["value"]) == ("warning", "total", "0.3")
    assert "add up to 0.2" in found["message"]


def test_totals_that_contradict_each_other_are_said_on_their_line() -> None:
    told = [award(3, entrant="1", total=5.0), award(1, entrant="2"), award(1, entrant="3", total=9.0)]
    sound, (found,) = imports(*told)
    assert sound.height == 3
    assert (found["line_no"], found["severity"], found["field"], found["value"]) == (3, "warning", "total", "9.0")
    assert "line 1 gives 5.0 of acbl for this session, and its awards add up to 5.0" in found["message"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_lines_of_a_file_in_any_order(order: tuple[int, ...]) -> None:
    """The line that is larger than one ranked above is told, wherever it stands in the file."""
    rows = [award(0.5, entrant="1"), award(0.4, entrant="2"), award(0.45, entrant="3")]
    sound, (found,) = imports(*(rows[place] for place in order))
    assert sound["entrant"].to_list() == [rows[place]["entrant"] for place in order]
    assert (found["line_no"], found["value"]) == (order.index(2) + 1, "0.45")
