"""Numbers for tonight, against every order there is."""

from itertools import permutations

import numpy as np
import pytest
from balance.source import LAYOUT_8
from balance.strategies import movements
from each import cases
from examples import by_night
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bench.season_seating import SOURCE_SCENARIO, Season, at_random, by_the_season, simulated
from pipelines.cli.balance.schedules import movement_named
from transforms.balance.generators import mitchell
from transforms.balance.movement import Movement, MovementError, sets_a_round
from transforms.balance.quality import of_combinations, qc_exact
from transforms.balance.schedule import parse_schedule
from transforms.balance.seating.seating import Aims, Between, added, aims_of, brought, seated


def between(pairs: int, seed: int, most: int = 3) -> Between:
    """A season so far that nobody played."""
    random = np.random.default_rng(seed)
    matrices = random.integers(0, most, (pairs, pairs)), random.integers(-20, 20, (pairs, pairs))
    return Between(*(np.triu(one, 1) + np.triu(one, 1).T for one in matrices))


def plainly_brought(movement: Movement, boards: int, without: int | None = None) -> Between:
    """Meetings and scores, by every two seats at every board set."""
    meetings = np.zeros((movement.pairs, movement.pairs), dtype=np.int64)
    scores = meetings.copy()
    plays = [play for play in movement.plays.tolist() if without not in play[2:4]]
    for round_, table, ns, ew, board_set in plays:
        if round_ % sets_a_round(movement) == 0:
            meetings[ns, ew] += 1
            meetings[ew, ns] += 1
        tables = [play for play in plays if play[4] == board_set]
        scores[ns, ew] += (len(tables) - 1) * boards
        scores[ew, ns] += (len(tables) - 1) * boards
        for other_round, other_table, other_ns, other_ew, _ in tables:
            if (other_round, other_table) != (round_, table):
                for mine, theirs, worth in (
                    (ns, other_ns, 1), (ew, other_ew, 1), (ns, other_ew, -1), (ew, other_ns, -1)
                ):  # fmt: skip
                    scores[mine, theirs] += worth * boards
    np.fill_diagonal(scores, 0)
    return Between(meetings, scores)


def plain_aims(past: Between, brings: Between, numbers: tuple[int, ...]) -> Aims:
    aims = Aims(0, 0, 0)
    for one in range(len(numbers)):
        for other in range(one):
            met = int(past.meetings[one, other] + brings.meetings[numbers[one], numbers[other]])
            score = int(past.scores[one, other] + brings.scores[numbers[one], numbers[other]])
            aims = Aims(aims[0] + (met == 0), aims[1] + met**2, aims[2] + score**2)
    return aims


def test_two_who_play_two_sets_in_a_round_meet_once_in_it() -> None:
    lines = "1-2 A 3-4 C\n2-1 B 3-4 D\n1-3 C 2-4 A\n1-3 D 2-4 B\n1-4 E 2-3 F\n4-1 F 2-3 E\n"
    movement = parse_schedule(f"4 2 6 6 0\n{lines}")
    assert sets_a_round(movement) == 2
    np.testing.assert_array_equal(brought(movement).meetings, 1 - np.eye(4, dtype=np.int64))


@given(movements(), st.integers(1, 4))
def test_what_a_movement_brings_is_what_its_boards_bring_two_by_two(movement: Movement, boards: int) -> None:
    computed, expected = brought(movement, boards), plainly_brought(movement, boards)
    np.testing.assert_array_equal(computed.meetings, expected.meetings)
    np.testing.assert_array_equal(computed.scores, expected.scores)


@settings(max_examples=by_night(12), deadline=None)
@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([0, 1, 3]))
def test_no_order_of_six_or_fewer_is_better(seed: int, odd: bool, most: int) -> None:
    movement = mitchell(3)
    past = between(5 if odd else 6, seed, max(most, 1))
    found = seated(movement, past, boards=2, seed=seed)
    every = [
        plain_aims(past, plainly_brought(movement, 2, without), numbers)
        for without in (range(6) if odd else [None])
        for numbers in permutations([number for number in range(6) if number != without])
    ]
    assert found.aims == min(every)


MEETS_AGAIN = Movement(5, 2, 2, 1, np.array([[0, 0, 0, 1, 0], [0, 1, 2, 4, 0], [1, 0, 0, 1, 0]], np.int32))
"""Without its pair 3 the two rounds are alike, as if two sets were played in one."""


@example(movement=MEETS_AGAIN, seed=0, odd=True)
@settings(deadline=None, max_examples=by_night(30))
@given(movements(), st.integers(0, 2**32), st.booleans())
def test_the_numbers_bring_what_is_said(movement: Movement, seed: int, odd: bool) -> None:
    odd = odd and movement.pairs > 2
    past = between(movement.pairs - odd, seed)
    found = seated(movement, past, boards=3, seed=seed, runs=2)
    numbers = found.numbers.tolist()
    stays_away = [number for number in [found.absent] if number is not None]
    assert sorted(numbers + stays_away) == list(range(movement.pairs))
    brings = plainly_brought(movement, 3, found.absent)
    each_two = np.ix_(numbers, numbers)
    np.testing.assert_array_equal(found.tonight.meetings, brings.meetings[each_two])
    np.testing.assert_array_equal(found.tonight.scores, brings.scores[each_two])
    assert found.aims == aims_of(added(past, found.tonight)) == plain_aims(past, brings, tuple(numbers))


def test_the_number_that_stays_away_can_be_given() -> None:
    movement, past = parse_schedule(LAYOUT_8), between(7, 2)
    every = [seated(movement, past, absent=number) for number in range(8)]
    assert [one.absent for one in every] == list(range(8))
    best = seated(movement, past, runs=200)
    assert best.aims == min(one.aims for one in every) < max(one.aims for one in every)


@cases(
    (mitchell(4, 2), 6, None, "6 pairs are present, but the movement has 8: choose a movement for 6"),
    (mitchell(4, 2), 9, None, "9 pairs are present, but the movement has 8: choose a movement for 10"),
    (mitchell(4, 2), 8, 2, "all 8 numbers are taken"),
    (mitchell(4, 2), 7, 8, "number 9 cannot stay empty: the movement has 1 to 8"),
    (mitchell(4, 2)._replace(individual=True), 8, None, "for single players"),
)
def test_a_movement_must_fit(movement: Movement, present: int, absent: int | None, words: str) -> None:
    with pytest.raises(MovementError, match=words):
        seated(movement, between(present, 1), absent=absent)


def factor(season: Season) -> float:
    scores = of_combinations(season.between.scores)
    return float(100 * (qc_exact(sum(scores), sum(score * score for score in scores), len(scores)) or 0))


def test_the_source_scenario_leaves_nobody_unmet_and_is_as_even_as_the_source() -> None:
    names = {10: "10-pairs-6-rounds", 12: "12-pairs-6-rounds", 14: "14-pairs-6-rounds-shared"}
    library = {pairs: movement_named(name) for pairs, name in names.items()}
    numbered = [simulated(SOURCE_SCENARIO, library, seed, by_the_season) for seed in range(2)]
    drawn = [simulated(SOURCE_SCENARIO, library, seed, at_random) for seed in range(2)]
    assert [of_combinations(season.between.meetings).count(0) for season in numbered] == [0, 0]
    assert np.mean([factor(season) for season in numbered]) > 90.4
    assert all(0 in of_combinations(season.between.meetings) for season in drawn)
    assert all(factor(one) > factor(other) for one, other in zip(numbered, drawn, strict=True))
