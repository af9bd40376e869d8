"""Every number that the paper on movement balance prints, named after its place there."""

from itertools import combinations

import numpy as np
import pytest
from balance.source import (
    LAYOUT_8,
    SCORES_14_TURNED,
    STRONG_12,
    STRONG_12_TURNED,
    STRONG_12_TURNED_TWICE,
    mitchell_14,
    numbers,
    relay_12,
)

from transforms.balance.generators import (
    double_weave,
    howell,
    mitchell,
    mitchell_boards_stay,
    relay_mitchell,
    scheveningen,
)
from transforms.balance.movement import ROUND, TABLE, Movement, rounds_turned, turned
from transforms.balance.quality import quality, score_matrix, strong_pair_results, vacancy
from transforms.balance.schedule import parse_schedule, schedule_findings


def qf(movement: Movement, *rounds: int) -> float:
    """As printed: with these rounds (from 1) turned, rounded to two decimals."""
    factor = quality(rounds_turned(movement, [number - 1 for number in rounds])).qf
    assert factor is not None
    return round(factor, 2)


def test_voorbeelden_the_generated_mitchell_is_the_printed_one() -> None:
    assert mitchell(7).plays.tolist() == mitchell_14.plays.tolist()


def test_voorbeelden_mitchell_14() -> None:
    assert qf(mitchell_14) == 46.94
    assert {qf(mitchell_14, number) for number in range(1, 8)} == {92.0}
    assert qf(mitchell_14, 2, 7) == 49.64


def test_voorbeelden_first_score_matrix() -> None:
    same_direction = np.arange(14)[:, None] // 7 == np.arange(14) // 7
    expected = np.where(same_direction & ~np.eye(14, dtype=bool), 7, 0)
    assert score_matrix(mitchell_14).tolist() == expected.tolist()


def test_voorbeelden_second_score_matrix() -> None:
    assert score_matrix(rounds_turned(mitchell_14, [1])).tolist() == numbers(SCORES_14_TURNED)


def test_voorbeelden_relay_mitchell_12() -> None:
    assert relay_mitchell(6).plays.tolist() == relay_12.plays.tolist()
    assert qf(relay_12) == 46.67
    assert {qf(relay_12, number) for number in range(1, 7)} == {79.75}


@pytest.mark.parametrize("kept", [0, 5])
@pytest.mark.parametrize("number", range(6))
def test_voorbeelden_relay_mitchell_12_all_tables_but_a_sharing_one(number: int, kept: int) -> None:
    switched = (relay_12.plays[:, ROUND] == number) & (relay_12.plays[:, TABLE] != kept)
    assert quality(turned(relay_12, switched)).qf == 84.0


def test_voorbeelden_scheveningen_12() -> None:
    movement = scheveningen(6)
    assert not schedule_findings(movement)
    assert qf(movement) == 46.67
    assert [qf(movement, number) for number in range(1, 7)] == [84, 84, 84, 84, 79.75, 79.75]
    assert qf(movement, 2, 6) == 40.65


MITCHELLS = {
    5: (46.00, 67.65, [((2, 5), 31.08)]),
    7: (46.94, 92.00, [((2, 7), 49.64)]),
    9: (47.53, 93.90, [((2, 7), 70.00)]),
    11: (47.93, 89.23, [((2, 8), 85.04)]),
    13: (48.22, 84.02, [((2, 8), 92.97), ((2, 7, 8), 72.99)]),
    15: (48.44, 79.56, [((2, 9), 95.49), ((2, 8, 9), 83.03)]),
}
RELAYS = {
    6: (46.67, 79.75, [((2, 3), 42.86)]),
    8: (47.32, 91.38, [((2, 7), 60.92)]),
    10: (47.78, 90.03, [((2, 10), 78.93)]),
    12: (48.11, 85.55, [((2, 12), 89.58), ((2, 3, 12), 67.08)]),
    14: (48.35, 81.08, [((2, 5), 94.27), ((2, 5, 6), 79.06)]),
}
SCHEVENINGEN = {
    8: (47.32, 94.64, [((1, 3), 58.24)]),
    10: (47.78, 91.88, [((2, 10), 77.12)]),
    12: (48.11, 86.59, [((8, 11), 89.86)]),
    14: (48.35, 81.70, [((9, 13), 94.77)]),
}
"""Rows GSB. With two rounds turned, the source's own movements have 55.21, 77.12, 89.86 and 94.44."""
WEAVES = {8: (47.32, 94.64, [((2, 5), 57.61)]), 12: (48.11, 86.59, [((2, 4), 89.86), ((2, 4, 8), 65.24)])}
ROWS = [
    *((mitchell(tables), row) for tables, row in MITCHELLS.items()),
    *((relay_mitchell(tables), row) for tables, row in RELAYS.items()),
    *((double_weave(tables), row) for tables, row in WEAVES.items()),
    *((scheveningen(tables), row) for tables, row in SCHEVENINGEN.items()),
]


@pytest.mark.parametrize(
    ("movement", "row"), ROWS, ids=lambda value: f"{value.pairs}" if hasattr(value, "pairs") else ""
)
def test_kwaliteitsfactor(movement: Movement, row: tuple[float, float, list[tuple[tuple[int, ...], float]]]) -> None:
    straight, one_round, more = row
    assert_every_pair_plays_once_a_round_and_no_set_twice(movement)
    assert qf(movement) == straight
    assert qf(movement, 2) == one_round
    for rounds, expected in more:
        assert qf(movement, *rounds) == expected


def test_kwaliteitsfactor_double_weave_two_rounds_are_best_where_docs_say_so() -> None:
    two_of_8 = {rounds: qf(double_weave(8), *rounds) for rounds in combinations(range(1, 9), 2)}
    assert max(two_of_8.values()) == 60.23
    assert [rounds for rounds, factor in two_of_8.items() if factor == 60.23] == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert max(qf(double_weave(12), *rounds) for rounds in combinations(range(1, 13), 2)) == 89.86


def test_kwaliteitsfactor_double_weave_8_any_full_round_is_best_but_half_of_them_with_a_pair_absent() -> None:
    rounds = range(1, 9)
    assert {qf(double_weave(8), number) for number in rounds} == {94.64}
    absent = {number: vacancy(rounds_turned(double_weave(8), [number - 1])).pooled for number in rounds}
    shown = {number: None if factor is None else round(factor, 2) for number, factor in absent.items()}
    assert shown == {number: 88.64 if number in (1, 4, 5, 8) else 88.35 for number in rounds}


def test_een_sterk_paar_12_pairs() -> None:
    straight, one, two = map(parse_schedule, (STRONG_12, STRONG_12_TURNED, STRONG_12_TURNED_TWICE))
    assert results(straight) == [100.0, *[40.0] * 5, *[50.0] * 6]
    assert results(one) == [100.0, *[43.33] * 5, 46.67, 46.67, 50.0, 46.67, 46.67, 46.67]
    assert results(two) == [100, 53.33, 53.33, 46.67, 53.33, 46.67, 50.0, 36.67, 43.33, 36.67, 36.67, 43.33]
    assert (qf(straight), round(quality(straight).sd, 2)) == (46.67, 2.99)
    assert (qf(one), round(quality(one).sd, 2)) == (84.0, 1.29)


def test_een_sterk_paar_14_pairs() -> None:
    turned_rounds = [(), (2,), (2, 3), (2, 3, 4)]
    movements = [rounds_turned(mitchell_14, [number - 1 for number in rounds]) for rounds in turned_rounds]
    low, high = 46.43, 51.19
    assert [results(movement) for movement in movements] == [
        [100.0, *[41.67] * 6, *[50.0] * 7],
        [100.0, *[low] * 6, *[45.24] * 6, 50.0],
        [100.0, low, high, high, high, high, low, 45.24, *[40.48] * 3, *[45.24] * 3],
        [100.0, low, high, 55.95, 55.95, high, low, *[40.48] * 4, 45.24, 40.48, 45.24],
    ]


def test_een_sterk_paar_factor_of_three_rounds_is_as_docs_say() -> None:
    three = rounds_turned(mitchell_14, [1, 2, 3])
    assert quality(three).ss == 2954
    assert qf(three) == 32.70


def test_arrow_switching_manning_standard_deviation() -> None:
    assert round(quality(rounds_turned(mitchell_14, [1])).sd, 2) == 1.05


def test_layout_8_pairs() -> None:
    movement = parse_schedule(LAYOUT_8)
    absent = vacancy(movement)
    assert quality(movement).qf == 80.0
    assert absent.highest is not None
    assert round(absent.highest, 2) == 71.74


def test_theorie_s_is_h_a_table_play() -> None:
    balance = quality(mitchell_14)
    assert (balance.h, balance.s, balance.combinations) == (6, 6 * 49, 91)


@pytest.mark.parametrize("pairs", [4, 8, 12, 20])
def test_perfecte_schemas_howell(pairs: int) -> None:
    balance = quality(howell(pairs))
    assert (balance.qf, balance.qc, balance.qo) == (100, 100, 100)
    assert balance.sd == balance.s4 == 0
    assert not schedule_findings(howell(pairs))


@pytest.mark.parametrize("tables", SCHEVENINGEN)
def test_mitchells_boards_stay_and_no_tables_share_in_a_scheveningen(tables: int) -> None:
    for _, table, ns, ew, board_set in scheveningen(tables).plays.tolist():
        assert (table, ns % 2, ew % 2) == (board_set, 0, 1)


@pytest.mark.parametrize("tables", [5, 7, 11])
def test_mitchells_boards_stay_north_south_up_east_west_down(tables: int) -> None:
    """The simple variation of the source, for odd numbers of tables."""
    movement = mitchell_boards_stay(tables, tables)
    assert_every_pair_plays_once_a_round_and_no_set_twice(movement)
    assert [qf(movement), qf(movement, 2)] == list(MITCHELLS[tables][:2])
    at_table = {tuple(play[:2]): tuple(play[2:]) for play in movement.plays.tolist()}
    for (round_, table), (ns, ew, board_set) in at_table.items():
        assert board_set == table
        if round_ + 1 < tables:
            assert at_table[round_ + 1, (table + 1) % tables][0] == ns
            assert at_table[round_ + 1, (table - 1) % tables][1] == ew


@pytest.mark.parametrize("tables", [5, 7, 9])
def test_mitchells_scheveningen_is_a_mitchell_for_odd_tables(tables: int) -> None:
    movement = scheveningen(tables)
    assert not schedule_findings(movement)
    two_rounds = list(combinations(range(1, tables + 1), 2))
    assert [qf(movement, *rounds) for rounds in two_rounds] == [qf(mitchell(tables), *rounds) for rounds in two_rounds]
    odd_then_even = np.argsort(np.arange(2 * tables) % 2, kind="stable")
    assert (
        score_matrix(movement)[np.ix_(odd_then_even, odd_then_even)].tolist() == score_matrix(mitchell(tables)).tolist()
    )


def assert_every_pair_plays_once_a_round_and_no_set_twice(movement: Movement) -> None:
    rounds, sets = ([[0] * movement.pairs for _ in range(movement.rounds)] for _ in range(2))
    for round_, _, ns, ew, board_set in movement.plays.tolist():
        for pair in (ns, ew):
            rounds[round_][pair] += 1
            sets[board_set][pair] += 1
    assert rounds == sets == [[1] * movement.pairs] * movement.rounds


def results(movement: Movement) -> list[float]:
    return np.round(strong_pair_results(movement, [0]), 2).tolist()
