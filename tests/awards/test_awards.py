"""Any number of events side by side: ranks, ties, order, and events that cannot be awarded."""

import itertools
import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from awards import plain
from awards.events import COMPUTED, EVENT, event, field, points
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.awards import AwardError, awards, checked_entrants
from transforms.awards.shares import TieGroups, whole_points

some_events = settings(deadline=None, max_examples=by_night(40))
scores = st.lists(st.integers(30, 70).map(float), min_size=1, max_size=24)


def named(events: list[list[float]]) -> pl.DataFrame:
    return pl.concat(event(each, f"{number:02}") for number, each in enumerate(events))


def test_scores_are_compared_to_nine_decimals() -> None:
    assert points("ebl", event([0.1 + 0.2, 0.3, 0.1])) == [18, 18, 14]


def test_ranks_given_count_before_scores() -> None:
    """A tie that the scores alone would make is broken by whoever ranked."""
    ranked = event([60, 60, 50]).with_columns(rank=pl.Series([2, 1, 3]))
    assert points("ebl", ranked) == [16, 20, 14]
    assert points("ebl", ranked.drop("score")) == [16, 20, 14]


def test_the_columns_and_order_of_the_answer() -> None:
    entrants = pl.concat([field(3, "b"), field(2, "a")])[[4, 0, 2, 1, 3]].with_columns(club=pl.lit("x"))
    made = awards(entrants.lazy(), ["nbf", "ffb", "nbf"], event=["club", "event"]).collect()
    assert made.schema == {
        **dict.fromkeys(("club", "event", "entrant"), pl.String),
        "rank": pl.Int32,
        **dict.fromkeys(("nbf", "ffb"), pl.Float64),
    }
    assert made.select("club", "event", "entrant").equals(entrants.select("club", "event", "entrant"))
    assert made["rank"].to_list() == [2, 1, 3, 2, 1]


@some_events
@given(st.lists(scores, min_size=1, max_size=4))
def test_every_scheme_as_worked_out_the_long_way(events: list[list[float]]) -> None:
    made = awards(named(events), COMPUTED, event=EVENT).collect()
    for number, each in enumerate(events):
        found = made.filter(event=f"{number:02}")
        for scheme in COMPUTED:
            assert found[scheme].to_list() == pytest.approx(plain.awarded(scheme, each), rel=1e-12, abs=1e-12)


@some_events
@given(st.lists(scores, min_size=1, max_size=4), st.randoms(use_true_random=False), st.booleans())
def test_one_frame_is_each_apart_in_any_order(events: list[list[float]], random: Any, whole: bool) -> None:
    rounding = "largest_remainder" if whole else "scheme"
    entrants = named(events)
    together = awards(entrants, COMPUTED, event=EVENT, rounding=rounding).collect()
    apart = [
        awards(each, COMPUTED, event=EVENT, rounding=rounding).collect() for each in entrants.partition_by("event")
    ]
    assert together.equals(pl.concat(apart))
    order = list(range(len(entrants)))
    random.shuffle(order)
    shuffled = awards(entrants[order], COMPUTED, event=EVENT, rounding=rounding).collect()
    assert shuffled.sort("event", "entrant").equals(together)


def wrong(scheme: str = "ffb", **columns: list[Any]) -> pl.DataFrame:
    size = len(next(iter(columns.values())))
    bad = pl.DataFrame({"event": ["tuesday"] * size, "entrant": list("abcdef"[:size]), **columns})
    sound = pl.DataFrame({"event": ["monday"] * 2, "entrant": ["a", "b"], "rank": [1, 2], "score": [55.0, 45.0]})
    together = pl.concat([bad, sound], how="diagonal_relaxed")
    checked = checked_entrants(together, [scheme], event=EVENT)
    assert checked.rows.equals(together.filter(event="monday"))
    first = checked.findings.row(0, named=True)
    if first["field"] != "entrant":
        with pytest.raises(AwardError) as caught:
            awards(together, [scheme], event=EVENT)
        assert str(caught.value).startswith(f"event tuesday: {first['field']}")
        assert first["message"] in str(caught.value)
    return checked.findings


@pytest.mark.parametrize(
    ("scheme", "columns", "field", "value", "says"),
    [
        ("ffb", {"rank": [1, 2, 4]}, "rank", "4", "c cannot be at that rank among 3 entrants"),
        ("ffb", {"rank": [0, 1, 2]}, "rank", "0", "a cannot be at that rank"),
        ("ffb", {"rank": [1, 1, 2]}, "rank", "2", "c must be at rank 3"),
        ("ffb", {"rank": [2, 2, 3]}, "rank", "2", "a must be at rank 1"),
        ("ffb", {"rank": [1, None, 2], "score": [60.0, 50.0, 40.0]}, "rank", None, "b has none, and others have"),
        ("ffb", {"score": [60.0, None, 40.0]}, "score", None, "b has neither rank nor score"),
        ("ffb", {"score": [60.0, float("nan"), 40.0]}, "score", None, "b has neither rank nor score"),
        ("ffb", {"rank": [1, 2], "score": [40.0, 60.0]}, "rank", "2", "b has a better score"),
        ("aeb", {"rank": [1, 2], "score": [60.0, None]}, "score", None, "b has none, and aeb cannot do without"),
        ("ffb", {"rank": [1, 2], "entrant": ["a", "a"]}, "entrant", "a", "stands here twice"),
    ],
)
def test_what_is_wrong_is_named(
    scheme: str, columns: dict[str, list[Any]], field: str, value: str | None, says: str
) -> None:
    found = wrong(scheme, **columns)
    assert found.columns == ["row", "event", "severity", "field", "value", "message"]
    (first,) = found.rows(named=True)
    assert (first["event"], first["severity"], first["field"], first["value"]) == (
        "event tuesday",
        "error",
        field,
        value,
    )
    assert says in first["message"]


def test_every_entrant_is_named_with_the_row() -> None:
    without = wrong("aeb", rank=[1, 2, 3])
    assert without["row"].to_list() == [0, 1, 2]
    assert without["message"].str.slice(0, 10).to_list() == ["a has none", "b has none", "c has none"]
    assert wrong("ffb", rank=[1, 9, 3, 8])["row"].to_list() == [1, 3]
    assert wrong("ffb", rank=[1, 2, 3, 4], entrant=["a", "a", "b", "a"])["row"].to_list() == [1, 3]


def test_the_empty_field() -> None:
    (found,) = checked_entrants(field(2).clear(), ["ffb"], event=EVENT).findings.rows(named=True)
    assert (found["event"], found["message"]) == (None, "the field is empty: give the entrants")


def test_an_error_names_the_first_event_and_counts_the_others() -> None:
    bad = pl.DataFrame({"event": ["c", "c", "b", "b"], "entrant": ["x", "y"] * 2, "rank": [1, 3, 1, 3]})
    with pytest.raises(AwardError, match=r"^event b: rank 3: y cannot be .* \(and 1 more such events\)$"):
        awards(bad, ["ffb"], event=EVENT)


SCHEMES = ("funbridge", "ffb", "fsb")
few_events = settings(deadline=None, max_examples=by_night(150))
scores_of = st.lists(st.integers(40, 60).map(float), min_size=1, max_size=14)


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


@few_events
@given(scores_of, st.sampled_from(SCHEMES))
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
