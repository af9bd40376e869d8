"""Balance in numbers against a plain reading of its definition, and what may not change it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from balance.strategies import movements, movements_of_any_kind
from hypothesis import given
from hypothesis import strategies as st

from transforms.balance.generators import mitchell
from transforms.balance.movement import Movement, turned
from transforms.balance.quality import (
    least_squares,
    quality,
    score_matrix,
    scores_without,
    strong_pair_results,
    vacancy,
)

Scores = dict[tuple[int, int], int]


class Play(NamedTuple):
    north_south: tuple[int, ...]
    east_west: tuple[int, ...]
    board_set: int


def plays_of(movement: Movement) -> list[Play]:
    half = 2 if movement.individual else 1
    return [Play(tuple(row[2 : 2 + half]), tuple(row[2 + half : -1]), row[-1]) for row in movement.plays.tolist()]


def plain_scores(plays: list[Play], h: int, everyone: list[int]) -> Scores:
    scores: Scores = dict.fromkeys(combinations(everyone, 2), 0)
    for one, other in scores:
        for index, first in enumerate(plays):
            for second_index, second in enumerate(plays):
                if first.board_set != second.board_set:
                    continue
                for way, mine in ((1, first.north_south), (-1, first.east_west)):
                    for other_way, theirs in ((1, second.north_south), (-1, second.east_west)):
                        if one in mine and other in theirs:
                            at_one_table = h if way != other_way else -h
                            scores[one, other] += at_one_table if index == second_index else way * other_way
    return scores


def plain_half_top(plays: list[Play]) -> int:
    return min(Counter(play.board_set for play in plays).values(), default=1) - 1


@given(movements_of_any_kind())
def test_scores_are_those_of_the_definition(movement: Movement) -> None:
    plays = plays_of(movement)
    expected = plain_scores(plays, plain_half_top(plays), list(range(movement.pairs)))
    matrix = score_matrix(movement)
    assert {two: matrix[two] for two in expected} == expected
    assert (matrix == matrix.T).all()


@given(movements_of_any_kind())
def test_factors_are_those_of_the_definition(movement: Movement) -> None:
    plays = plays_of(movement)
    scores = plain_scores(plays, plain_half_top(plays), list(range(movement.pairs))).values()
    balance, n, s, ss = quality(movement), len(scores), sum(scores), sum(score * score for score in scores)
    assert (balance.combinations, balance.s, balance.ss) == (n, s, ss)
    assert balance.uneven == (len(set(Counter(play.board_set for play in plays).values())) > 1)
    if s == 0:
        assert (balance.qc, balance.qf, balance.sd > 0, balance.s4 > 0) == (None, None, ss > 0, ss > 0)
        return
    even = [s // n + (place < s % n) for place in range(n)]
    assert balance.qf == float(Fraction(100 * sum(score * score for score in even), ss))
    assert balance.qc == float(Fraction(100 * s * s, n * ss))
    assert balance.s4 == float(sum((score - Fraction(s, n)) ** 4 for score in scores))
    assert balance.sd == pytest.approx(float(Fraction(ss, n) - Fraction(s, n) ** 2) ** 0.5)


@given(movements_of_any_kind())
def test_with_one_absent_scores_are_those_of_what_is_left(movement: Movement) -> None:
    plays = plays_of(movement)
    h = max(plain_half_top(plays) - 1, 0)
    for absent in range(movement.pairs):
        left = [play for play in plays if absent not in (*play.north_south, *play.east_west)]
        present = [number for number in range(movement.pairs) if number != absent]
        expected = plain_scores(left, h, present)
        scores = scores_without(movement, absent)
        assert {two: scores[two] for two in expected} == expected
        assert not scores[absent].any()


@given(movements())
def test_vacancy_sums_up_what_is_left_in_three_ways(movement: Movement) -> None:
    absent, scores = vacancy(movement), [scores_without(movement, one) for one in range(movement.pairs)]
    n = (movement.pairs - 1) * (movement.pairs - 2) // 2
    sums = [sum(matrix[np.triu_indices(movement.pairs, 1)].tolist()) for matrix in scores]
    squares = [sum(value * value for value in matrix[np.triu_indices(movement.pairs, 1)].tolist()) for matrix in scores]
    if movement.pairs < 3:
        assert absent == ([None] * movement.pairs, None, None, None)
        return
    factors = [Fraction(100 * least_squares(s, n), ss) if s else None for s, ss in zip(sums, squares, strict=True)]
    there = [factor for factor in factors if factor is not None]
    assert absent.by_absent == [None if factor is None else float(factor) for factor in factors]
    assert absent.highest == absent.by_absent[-1]
    assert absent.mean == (float(sum(there) / len(there)) if there else None)
    pooled = Fraction(100 * least_squares(sum(sums), n * movement.pairs), sum(squares)) if any(sums) else None
    assert absent.pooled == (None if pooled is None else float(pooled))


@given(st.sampled_from([3, 5, 7]), st.data())
def test_the_scores_add_up_to_half_a_top_a_play(tables: int, data: st.DataObject) -> None:
    complete = mitchell(tables)
    at = [np.array(data.draw(st.lists(st.booleans(), min_size=tables**2, max_size=tables**2))) for _ in range(2)]
    every = turned(complete, at[0])
    movement = every._replace(plays=every.plays[at[1]])
    balance = quality(movement)
    assert balance.s == balance.h * len(movement.plays)
    factors = [factor for factor in (balance.qc, balance.qf, balance.qo) if factor is not None]
    assert all(0 <= factor <= 100 for factor in factors)
    assert balance.qf is None or balance.qc is None or balance.qf >= balance.qc


@given(movements(), st.lists(st.integers(0, 3), max_size=2, unique=True))
def test_strong_pairs_as_a_session_scored_by_hand(movement: Movement, strong: list[int]) -> None:
    strong = [number for number in strong if number < movement.pairs]
    plays = plays_of(movement)
    earned, most = Counter[int](), Counter[int]()
    for play in plays:
        mine = (play.north_south[0] in strong) - (play.east_west[0] in strong)
        field = [
            (other.north_south[0] in strong) - (other.east_west[0] in strong)
            for other in plays
            if other.board_set == play.board_set
        ]
        top = 2 * (len(field) - 1)
        points = sum(2 * (mine > theirs) + (mine == theirs) for theirs in field) - 1
        earned.update({play.north_south[0]: points, play.east_west[0]: top - points})
        most.update({play.north_south[0]: top, play.east_west[0]: top})
    computed = strong_pair_results(movement, strong)
    for pair in range(movement.pairs):
        if most[pair]:
            assert computed[pair] == pytest.approx(100 * earned[pair] / most[pair])
        else:
            assert np.isnan(computed[pair])
