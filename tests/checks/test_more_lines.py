"""More lines on most evenings than the settings say, and players of one week copied into the next."""

from typing import Any

import polars as pl
import pytest
from factories import competitions
from intake.evenings import FOUR, MADE, Row, read

from transforms.checks import assemble


def found(code: str, rows: dict[str, list[Row]], lines: int = 3) -> pl.DataFrame:
    _, findings = assemble(read(**rows), competitions(ranking={"lines": lines}))
    return findings.filter(code=code)


def evenings(*played: str, **more: Any) -> dict[str, list[Row]]:
    """An evening for each word, with a line for each letter of it."""
    days = [f"2025-09-{day:02}" for day in range(2, 2 + len(played))]
    sessions: list[Row] = [{"session_id": day, **more} for day in days]
    at: list[Row] = [
        {"session_id": day, "line": line} for day, lines in zip(days, played, strict=True) for line in lines
    ]
    return {"sessions": sessions, "results": [{**MADE, **one} for one in at]}


@pytest.mark.parametrize(
    ("played", "lines", "told"),
    [
        (("ABC", "ABC"), 2, "2 of the 2 sessions of 2025-26 have more lines than this, mostly 3"),
        (("ABC", "ABCD", "ABC", "A"), 2, "3 of the 4 sessions of 2025-26 have more lines than this, mostly 3"),
        (("ABC", "ABC"), 3, None),
        (("A", "AB"), 3, None),
        (("ABC",), 2, None),
        (("ABC", "ABC", "AB", "AB"), 2, None),
    ],
    ids=["all", "most", "as said", "fewer", "one evening", "half of them"],
)
def test_most_evenings_with_more_lines_than_said_are_told(
    played: tuple[str, ...], lines: int, told: str | None
) -> None:
    messages = found("settings.more_lines", evenings(*played), lines)["message"].to_list()
    assert len(messages) == (told is not None)
    assert all(message.startswith(str(told)) for message in messages)


def test_lines_that_are_all_scored_together_are_one() -> None:
    """They share what one line is worth, however many letters they have."""
    assert found("settings.more_lines", evenings("ABC", "ABC", together="A+B+C"), 1).is_empty()


def test_lines_scored_together_beside_another_count_each_as_for_the_points() -> None:
    """The points of two lines are spread over A, B and C, and those of three are not."""
    for lines, is_told in ((1, True), (2, True), (3, False)):
        messages = found("settings.more_lines", evenings("ABC", "ABC", together="A+B"), lines)["message"].to_list()
        assert ["write lines = 3 below [ranking]" in message for message in messages] == [True] * is_told


def _of(day: str) -> list[Row]:
    return [{**entry, "session_id": day} for entry in FOUR]


def test_players_of_last_week_once_more_are_told_with_the_week_without_names() -> None:
    first, second, third = "2025-09-02", "2025-09-03", "2025-09-04"
    three = evenings("A", "A", "A") | {"entries": [*_of(first), *_of(second), *_of(second)]}
    [message] = found("entries.seated_twice/copied", three)["message"]
    assert message.startswith(f"4 rows from here on are those of session {second} once more")
    assert f"write {third} in them" in message
    assert found("entries.seated_twice/in_pair_twice", three).is_empty()


def test_what_else_is_wrong_beside_copied_rows_is_told_too() -> None:
    """Somebody of the copied evening sits at pair 3 besides, by a slip."""
    first, second = "2025-09-02", "2025-09-03"
    slip = {"session_id": first, "entrant": "3", "player_id": FOUR[0]["player_id"]}
    two = evenings("A", "A") | {"entries": [*_of(first), *_of(first), slip]}
    assert f"write {second} in them" in found("entries.seated_twice/copied", two)["message"].item()
    assert "for 3 (ann) of line A it does not" in found("entries.seated_twice", two)["message"].item()


@pytest.mark.parametrize("rows", [3, 4])
def test_where_every_week_has_names_or_few_rows_are_there_twice_each_is_told(rows: int) -> None:
    first, second = "2025-09-02", "2025-09-03"
    entries = [*_of(first), *_of(first)[:rows], *(_of(second) if rows == len(FOUR) else ())]
    two = evenings("A", "A") | {"entries": entries}
    assert found("entries.seated_twice/copied", two).is_empty()
    assert found("entries.seated_twice/in_pair_twice", two).height == rows
