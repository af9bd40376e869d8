"""Schedule files: read, written, and what is said of those that are wrong."""

from collections.abc import Callable

import numpy as np
import pytest
from balance.source import LAYOUT_8, MITCHELL_14
from each import cases
from hypothesis import given
from hypothesis import strategies as st

from transforms.balance.generators import double_weave, howell, mitchell, relay_mitchell, scheveningen, skip_mitchell
from transforms.balance.movement import Movement, MovementError
from transforms.balance.schedule import (
    ScheduleError,
    ScheduleFinding,
    parse_schedule,
    schedule_findings,
    write_schedule,
)

PLAYERS_8 = """8 2 2 4 1   # single players
1+2-3+4 A  5+6-7+8 B
1 + 3 - 5 + 7 C  0+0-0+0 0
"""


def same(one: Movement, other: Movement) -> bool:
    return one[:4] == other[:4] and one.individual == other.individual and one.plays.tolist() == other.plays.tolist()


def test_empty_tables_have_no_play() -> None:
    movement = parse_schedule(LAYOUT_8)
    assert movement[:4] == (8, 6, 6, 6)
    assert len(movement.plays) == 24
    assert movement.plays[4].tolist() == [1, 0, 2, 5, 0]
    assert movement.plays[7].tolist() == [1, 5, 3, 1, 5]


def test_players_have_a_seat_each() -> None:
    movement = parse_schedule(PLAYERS_8)
    assert movement.plays.tolist() == [[0, 0, 0, 1, 2, 3, 0], [0, 1, 4, 5, 6, 7, 1], [1, 0, 0, 2, 4, 6, 2]]
    assert same(parse_schedule(write_schedule(movement)), movement)


def test_sets_may_be_numbers_and_lines_may_hold_comments() -> None:
    with_letters = parse_schedule(MITCHELL_14)
    numbered = MITCHELL_14.splitlines()
    for number, letter in enumerate("ABCDEFG", 1):
        numbered = [line.replace(f" {letter}", f" {number}") for line in numbered]
    commented = "# a Mitchell\n\n" + "  # a round\r\n".join(numbered)
    assert same(parse_schedule(commented), with_letters)
    assert same(parse_schedule("\ufeff" + MITCHELL_14.lower()), with_letters)


def test_small_letters_follow_on_the_capitals_where_there_are_more_than_26_sets() -> None:
    movement = parse_schedule("4 2 1 30 0\n1-2 Z 3-4 b")
    assert movement.plays[:, -1].tolist() == [25, 27]
    assert write_schedule(movement) == "4 2 1 30 0\n1-2 Z  3-4 b\n"
    assert "3-4 60" in write_schedule(parse_schedule("4 2 1 60 0\n1-2 Z 3-4 60"))


@given(
    st.sampled_from([mitchell(5), mitchell(15), relay_mitchell(8), double_weave(56), howell(12)]),
    st.integers(0, 2**32 - 1),
)
def test_what_is_written_is_read_back(movement: Movement, seed: int) -> None:
    kept = np.random.default_rng(seed).random(len(movement.plays)) < 0.8
    fewer = movement._replace(plays=movement.plays[kept])
    assert same(parse_schedule(write_schedule(fewer)), fewer)


@cases(
    ("", "the schedule is empty: start with 5 numbers"),
    ("8 6 6 6", "line 1: '8 6 6 6' should be 5 numbers: pairs tables rounds board_sets"),
    ("8 6 6 -1 0", "line 1: '8 6 6 -1 0' should be 5 numbers"),
    ("8 6 6 6 2", "line 1: the fifth number is 2: give 0 for pairs or 1 for players"),
    ("1 6 6 6 0", "line 1: pairs 1: give a number from 2"),
    ("999999 1 1 1 0", "line 1: pairs 999999: give a number from 2 to 10000"),
    ("9999 9999 9999 9 0", "line 1: 9999 tables x 9999 rounds: give at most"),
    (
        "4 2 2 2 0\n1-2 A 3-4 B",
        "line 2: 1 rounds, but line 1 says 2: give a line for each round, or correct the third number of line 1",
    ),
    (
        "# none\n4 2 2 2 0",
        "line 2: 0 rounds, but line 2 says 2: give a line for each round, or correct the third number of line 2",
    ),
    ("4 2 1 2 0\n1-2 A", "line 2: 1 tables instead of 2: write `0-0 0` for an empty table"),
    ("4 1 1 2 0\n1-2 A 3-4 B", "line 2: '3-4 B' is table 2, of 1: raise the second number"),
    ("4 2 1 2 0\n1-2 A 3:4 B", "line 2, table 2: '3:4 B' should look like `1-8 A` or `0-0 0`"),
    ("4 2 1 2 0\n1-2 A 3-5 B", "line 2, table 2: '3-5 B': 5 is not from 1 to 4: correct it"),
    ("4 2 1 2 0\n1-2 A 3-0 B", "line 2, table 2: '3-0 B': 0 is not from 1 to 4: correct it"),
    ("4 2 1 2 0\n\n1-2 A 3-3 B", "line 3, table 2: '3-3 B': the same number twice at one table: give each number once"),
    ("4 2 1 2 0\n1-2 A 3-4 C", "line 2, table 2: '3-4 C': unknown board set C; there are 2 (A to B)"),
    ("4 2 1 2 0\n1-2 A 1+2-3+4 B", "line 2, table 2: '1+2-3+4 B': should look like `1-8 A` if pairs play"),
    ("4 1 1 2 1\n1-2 A", "line 2, table 1: '1-2 A': should look like `1+2-3+4 A` in an individual"),
)
def test_what_cannot_be_read_is_reported_with_line_value_and_fix(text: str, expected: str) -> None:
    with pytest.raises(ScheduleError) as error:
        parse_schedule(text)
    assert str(error.value).startswith(expected)


def test_what_cannot_be_played_is_found() -> None:
    wrong = parse_schedule("7 2 3 4 0\n1-2 A 1-3 B\n4-5 A 3-6 C\n2-4 A 0-0 0")
    assert schedule_findings(wrong) == [
        ScheduleFinding("error", 1, "1", "sits at 2 tables (1, 2): give it one"),
        ScheduleFinding("error", 3, "2", "plays set A 2 times (rounds 1, 3): give it another set"),
        ScheduleFinding("error", 3, "4", "plays set A 2 times (rounds 2, 3): give it another set"),
        ScheduleFinding("warning", None, "7", "never plays: lower the first number, or seat it"),
        ScheduleFinding("warning", None, "set D", "nobody plays it: lower the fourth number, or use it"),
    ]


@pytest.mark.parametrize(
    "make",
    [(mitchell, 6), (mitchell, 7, 8), (mitchell, 501), (relay_mitchell, 7), (double_weave, 10), (scheveningen, 16),
     (skip_mitchell, 8, 8), (howell, 6), (howell, 9)],
)  # fmt: skip
def test_movements_that_do_not_exist_are_refused(make: tuple[Callable[..., Movement], *tuple[int, ...]]) -> None:
    generator, *size = make
    with pytest.raises(MovementError, match=rf"{size[0]} (tables|pairs)"):
        generator(*size)
