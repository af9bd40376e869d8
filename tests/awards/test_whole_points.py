"""Whole points by largest remainder: the total stays, and equals get the same where that can be."""

import itertools
import math

import numpy as np
import polars as pl
import pytest
from awards.events import event, field, points
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.awards.shares import TieGroups, whole_points

SCHEMES = ("funbridge", "ffb", "fsb")
some_events = settings(deadline=None, max_examples=by_night(150))
scores = st.lists(st.integers(40, 60).map(float), min_size=1, max_size=14)


def half_up(total: float) -> int:
    return math.floor(total + 0.5 + 1e-9)


def without_ties(exact: list[float]) -> list[int]:
    """The largest remainders of the list, the first of equal ones first."""
    whole = [math.floor(each + 1e-9) for each in exact]
    left = half_up(sum(exact)) - sum(whole)
    by_remainder = sorted(range(len(exact)), key=lambda place: (-round(exact[place] - whole[place], 9), place))
    return [each + (place in by_remainder[:left]) for place, each in enumerate(whole)]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [1, 2, 3, 13, 25, 50, 51, 100, 333])
def test_fields_without_ties(scheme: str, size: int) -> None:
    assert points(scheme, field(size), "largest_remainder") == without_ties(points(scheme, field(size)))


def test_totals_of_the_source() -> None:
    """FFB of 25: 694.44 points; FSB of 51: 102."""
    assert sum(points("ffb", field(25), "largest_remainder")) == 694
    assert sum(points("fsb", field(51), "largest_remainder")) == 102


def best_together(exact: list[float], sizes: list[int], left: int) -> float | None:
    """The largest sum of remainders over all choices of groups that take just so many points; None if there is none."""
    whole = [math.floor(each + 1e-9) for each in exact]
    remainder = [each - low for each, low in zip(exact, whole, strict=True)]
    able = [place for place, each in enumerate(remainder) if each > 1e-9]
    sums = []
    for taken in itertools.product((False, True), repeat=len(able)):
        chosen = {place for place, takes in zip(able, taken, strict=True) if takes}
        made = [low + (place in chosen) for place, low in enumerate(whole)]
        if sum(sizes[place] for place in chosen) == left and made == sorted(made, reverse=True):
            sums.append(sum(sizes[place] * remainder[place] for place in chosen))
    return max(sums, default=None)


@some_events
@given(scores, st.sampled_from(SCHEMES))
def test_against_every_choice_there_is(each: list[float], scheme: str) -> None:
    """Of all ways that keep total, order and equality the one by the largest remainders; else one group is divided."""
    entrants = event(sorted(each, reverse=True))
    exact, whole = points(scheme, entrants), points(scheme, entrants, "largest_remainder")
    assert sum(whole) == half_up(sum(exact))
    assert all(low - 1 + 1e-9 < high < low + 1 for low, high in zip(exact, whole, strict=True))
    groups = pl.DataFrame({"score": entrants["score"], "exact": exact, "whole": whole})
    by_group = groups.group_by("score", maintain_order=True).agg("whole", pl.col("exact").first())
    of_group, given_to = by_group["exact"].to_list(), by_group["whole"].to_list()
    low = [math.floor(share + 1e-9) for share in of_group]
    sizes = [len(group) for group in given_to]
    left = half_up(sum(exact)) - sum(size * one for size, one in zip(sizes, low, strict=True))
    best = best_together(of_group, sizes, left)
    divided = [group for group in given_to if len(set(group)) > 1]
    if best is None:
        (group,) = divided
        assert group == sorted(group, reverse=True)
    else:
        assert not divided
        assert whole == sorted(whole, reverse=True)
        gained = sum(sum(group) - n * one for group, n, one in zip(given_to, sizes, low, strict=True))
        took = sum(
            (share - one) * n * (group[0] > one)
            for share, one, n, group in zip(of_group, low, sizes, given_to, strict=True)
        )
        assert gained == left
        assert took == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("shares", [(5.7, 3.4, 2.1), (8.7, 2.4, 1.1)])
def test_of_equal_sums_the_better_rank_is_served(shares: tuple[float, float, float]) -> None:
    """Places 2 and 3 tie; 0.7 + 0.1 is as much as 0.4 + 0.4, whichever the binary fractions make larger."""
    groups = TieGroups(np.zeros(3, int), np.array([1, 2, 4]), np.array([1, 2, 1]), np.array([0, 1, 1, 2]))
    whole = whole_points(groups, np.array(shares), pl.Series(["a", "b", "c", "d"]))
    assert (whole - np.floor(shares)[groups.of_row]).tolist() == [1, 0, 0, 1]


def test_where_equals_must_differ_the_first_by_name_gets_more() -> None:
    """Three who tie for everything share 6 points of FSB, but 83 of FFB: two of them get 28."""
    everybody = event([50, 50, 50])
    assert points("fsb", everybody, "largest_remainder") == [2, 2, 2]
    assert points("ffb", everybody, "largest_remainder") == [28, 28, 27]
    assert points("ffb", everybody.reverse(), "largest_remainder") == [27, 28, 28]
