import datetime as dt

import pytest

from pipelines.reports import words
from transforms.tables import KINDS

VULNERABLE = [
    "none",
    "N-S",
    "E-W",
    "all",
    "N-S",
    "E-W",
    "all",
    "none",
    "E-W",
    "all",
    "none",
    "N-S",
    "all",
    "none",
    "N-S",
    "E-W",
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_session_has_a_name(kind: str) -> None:
    assert words.kind_name(kind)


@pytest.mark.parametrize("board", range(1, 33))
def test_dealer_and_vulnerability_are_those_of_law_2(board: int) -> None:
    dealer = ["N", "E", "S", "W"][(board - 1) % 4]
    assert words.dealt(board) == f"dealer {dealer}, vulnerable {VULNERABLE[(board - 1) % 16]}"


@pytest.mark.parametrize(
    ("field", "name"),
    [("A", "Line A"), ("A+C", "Lines A + C"), ("A NS", "Line A, North-South"), ("A+B EW", "Lines A + B, East-West")],
)
def test_a_field_is_named_by_its_lines_and_direction(field: str, name: str) -> None:
    assert words.field_name(field) == name


def test_dates_are_said_in_full_or_in_short() -> None:
    assert words.spoken_date(dt.date(2025, 9, 2)) == "2 September 2025"
    assert words.short_date(dt.date(2026, 5, 31)) == "31 May"


def test_what_does_not_exist_is_not_said() -> None:
    assert [words.fixed(None), words.short(None), words.change(None)] == ["", "", ""]


def test_numbers_have_the_decimals_they_need_and_a_minus_sign() -> None:
    assert [words.fixed(value) for value in (61.5, -0.5, 0.0)] == ["61.50", "−0.50", "0.00"]
    assert [words.short(value) for value in (432.0, 11.83, -0.5, 100.0, 0.0)] == ["432", "11.83", "−0.5", "100", "0"]
    assert [words.change(value) for value in (4.66, -2.0, 0.0)] == ["+4.66", "−2.00", "="]


def test_one_is_counted_in_the_singular() -> None:
    assert [words.counted(number, "session") for number in (0, 1, 2)] == ["0 sessions", "1 session", "2 sessions"]
