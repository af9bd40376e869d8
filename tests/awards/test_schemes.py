"""Every scheme: the numbers of its source, any number of events side by side, and events that cannot be awarded."""

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from awards import plain
from awards.events import COMPUTED, EVENT, event, field, points
from each import cases
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.awards.event_awards import TieGroups, awards, checked_entrants, whole_points
from transforms.awards.schemes import SCHEMES, AwardError, computed_scheme

SIZES = [*range(1, 41), 49, 50, 51, 52, 99, 100, 101, 199, 200, 201, 400, 401, 402, 450]


FFB_TOTALS = {25: 694.4444, 50: 1944.4444, 51: 1989, 100: 4444.4444}


@cases(
    ("ffb", 25, (131.0315, 89.8307, 70.9670), 17, 6.3560),
    ("ffb", 50, (247.2346, 172.1790, 138.3925), 34, 4.2400),
    ("ffb", 51, (226.5412, 162.7313, 133.2850), 34, 8.9870),
    ("ffb", 100, (329.4904, 240.1860, 199.0555), 67, 6.4575),
    ("fsb", 25, (11.6104, 7.7153, 5.9412), 13, 0.5531),
    ("fsb", 50, (15.8164, 10.7483, 8.4905), 25, 0.5341),
    ("fsb", 51, (14.5786, 10.2245, 8.2352), 26, 0.4495),
    ("fsb", 100, (18.8899, 13.4833, 11.0238), 50, 0.4679),
    ("funbridge", 25, (104.7952, 79.7263, 65.8111), 25, None),
    ("funbridge", 50, (209.5903, 162.7745, 137.3449), 50, None),
    ("funbridge", 51, (213.7821, 166.0964, 140.2063), 51, None),
    ("funbridge", 100, (419.1807, 328.8709, 280.4126), 100, None),
    ("nbf", 10, (8, 5, 4, 0), 3, None),
    ("nbf_printed", 10, (8, 5, 4, 3, 0), 4, None),
    ("nbf_printed", 12, (9, 6, 4, 3, 0), 4, None),
    ("nbf", 25, (19, 13, 10, 8, 6), 8, None),
    ("nbf", 50, (38, 25, 19, 15, 13), 16, None),
    ("nbf", 51, (39, 26, 20, 16, 13), 17, None),
    ("nbf", 100, (75, 50, 38, 30, 25), 33, None),
)
def test_fields_of_source(scheme: str, size: int, first: tuple[float, ...], awarded: int, last: float | None) -> None:
    found = [round(each, 4) for each in points(scheme, field(size))]
    assert tuple(found[: len(first)]) == first
    assert (last is None or found[awarded - 1] == last, sum(each > 0 for each in found)) == (True, awarded)
    assert scheme != "ffb" or round(sum(points("ffb", field(size))), 4) == FFB_TOTALS[size]


EBU_EXAMPLE = [70, 68, 66, 66, 64, 62, 62, 62, 60, 58, 56, 54, *range(53, 31, -1)]
IMPS = [1.5, 0, -0.5, -1]
SECTION_4 = [65, 64, 60, 53.33, 50.42, 48.75, 47.5, 46.67, 46.5, 46.25, 46, 39, 36]


@cases(
    # Places 3 and 4 tie, and 6 to 8; the last two get 6 rather than 6 and 3.
    ("ebu", EBU_EXAMPLE, [36, 33, 30, 30, 24, 18, 18, 18, 12, 9, 6, 6, *[0] * 22]),
    # Of 7 entrants 9, 6 and 6 are awarded; who ties for the last award has 6 at least.
    ("ebu", [60, 60, 58, 56, 54, 52, 50], [9, 9, 6, 0, 0, 0, 0]),
    ("ebu", [60, 58, 56, 56, 56, 56, 50], [9, 6, 6, 6, 6, 6, 0]),
    ("aeb", [60, 58, 58, 52, 50, 45, 40, 37], [2.5, 1.75, 1.75, 1, 0.5, 0, 0, 0]),
    ("aeb", IMPS, [0, 0, 0, 0]),
    ("pzbs", range(20, 0, -1), [1.0, 0.8, 0.6, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, *[0] * 10]),
    ("pzbs", range(5, 0, -1), [0.625, 0.425, 0.225, 0.1, 0]),
    ("pzbs", range(4, 0, -1), [0.6, 0.4, 0.2, 0.1]),
    ("pzbs", [1], [0.525]),
    ("club_points", SECTION_4, [52, 39, 26, 21, *[1] * 9]),
    # 26 and 20.8 make 23.4 each; 20.8 and 1 make 10.9.
    ("club_points", [65, 64, 60, 60, *range(50, 41, -1)], [52, 39, 23, 23, *[1] * 9]),
    ("club_points", [65, 64, 60, 55, 55, *range(50, 42, -1)], [52, 39, 26, 11, 11, *[1] * 8]),
)
def test_an_event_of_the_source(scheme: str, scores: list[float], worked_out: list[float]) -> None:
    assert points(scheme, event([*scores])) == worked_out


def test_aeb_average_may_be_given() -> None:
    assert points("aeb", event(IMPS).with_columns(average=0.0)) == [1, 0.5, 0, 0]


def test_wbf_robot_bands() -> None:
    found = points("wbf_robot", field(60))
    assert found == [1500, 1200, 1050, 900, *[825] * 15, *[750] * 11, *[0] * 30]
    ends = [1, 2, 3, 4, 5, 19, 20, 39, 40, 59, 60, 79, 80, 99, 100, 119, 120, 139, 140, 159, 160, 179, 180, 200, 201]
    percents = [100, 80, 70, 60, 55, 55, 50, 50, 45, 45, 40, 40, 35, 35, 30, 30, 25, 25, 20, 20, 15, 15, 10, 10, 0]
    of_many = points("wbf_robot", field(500))
    assert [of_many[place - 1] for place in ends] == [15 * percent for percent in percents]


@cases((49, 92, 20, 9), (50, 212, 30, 14), (99, 212, 30, 14), (100, 382, 40, 19))
def test_ebl_columns(size: int, total: int, winner: int, awarded: int) -> None:
    found = points("ebl", field(size))
    assert (sum(found), found[0], sum(each > 0 for each in found)) == (total, winner, awarded)
    assert found[1 : awarded + 1] == [*range(winner - 4, 0, -2), 0]


@pytest.mark.parametrize("scheme", COMPUTED)
def test_every_place_as_worked_out_the_long_way(scheme: str) -> None:
    fields = [field(size) for size in SIZES]
    made = awards(pl.concat(fields), [scheme], event=EVENT).collect()
    for each in fields:
        found = made.filter(event=each["event"][0])[scheme].to_list()
        assert found == pytest.approx(plain.awarded(scheme, each["score"].to_list()), rel=1e-12, abs=1e-12)


def test_ffb_and_fsb_give_out_their_totals() -> None:
    totals = {"ffb": plain.ffb_total, "fsb": plain.fsb_total}
    for sizes in (range(1, 1000), range(1000, 1500), range(1500, 2001)):
        made = awards(pl.concat(map(field, sizes)), list(totals), event=EVENT).collect()
        sums = made.group_by("event", maintain_order=True).agg(pl.col(list(totals)).sum())
        for scheme, total in totals.items():
            assert sums[scheme].to_list() == pytest.approx([float(total(size)) for size in sizes], rel=1e-9, abs=0)


@pytest.mark.long
def test_nbf_is_never_off_by_one() -> None:
    """Against thirty decimals: what is whole there is never pushed up."""
    sizes = range(1, 601)
    made = awards(pl.concat(map(field, sizes)), ["nbf"], event=EVENT).collect()
    by_event = made.group_by("event", maintain_order=True).agg("nbf")["nbf"].to_list()
    assert by_event == [plain.nbf(size) for size in sizes]


def test_every_scheme_says_who_awards_what_by_which_source() -> None:
    assert list(SCHEMES) == [
        *("funbridge", "ffb", "fsb", "ebu", "nbf", "nbf_printed", "wbf_robot", "ebl", "aeb", "pzbs", "club_points"),
        *("tbf", "fpb", "rbbf", "cbs", "acbl"),
    ]
    assert all(scheme.points and scheme.federation and scheme.source for scheme in SCHEMES.values())
    assert [name for name, scheme in SCHEMES.items() if scheme.needs_score] == ["aeb"]


@pytest.mark.parametrize(("name", "near"), [("clubpoints", "club_points"), ("FFB", "ffb"), ("wbf", "wbf_robot")])
def test_unknown_scheme_names_the_nearest(name: str, near: str) -> None:
    with pytest.raises(AwardError, match=f"{name}.*did you mean {near}"):
        computed_scheme(name)


def test_an_unknown_scheme_names_those_that_may_be_written_and_one_of_the_federation_has_no_rule() -> None:
    with pytest.raises(AwardError) as caught:
        computed_scheme("x")
    known = str(caught.value).split("write one of ")[1]
    assert [one.partition(" (")[0] for one in known.split(", ")] == COMPUTED
    assert "ffb (Fédération française de bridge), " in known
    with pytest.raises(AwardError, match="'acbl': ACBL awards its Masterpoints itself: import"):
        points("acbl", field(4))


@pytest.mark.parametrize("scheme", ["funbridge", "ffb", "fsb", "ebu", "nbf", "wbf_robot", "ebl", "aeb", "pzbs"])
def test_by_rank_a_tie_has_what_the_best_of_it_has_alone(scheme: str) -> None:
    scores = [70.0, 65.0, 65.0, 65.0, 55.0, 55.0, 52.0, 45.0, 45.0, 40.0]
    alone = awards(event([score - 1e-4 * place for place, score in enumerate(scores)]), [scheme], event=EVENT)
    tied = awards(event(scores), [scheme], event=EVENT, ties="rank").collect()
    of_rank = alone.collect().select("rank", alone=scheme)
    assert tied[scheme].to_list() == tied.join(of_rank, on="rank", maintain_order="left")["alone"].to_list()


some_events = settings(deadline=None, max_examples=by_night(40))
scores = st.lists(st.integers(30, 70).map(float), min_size=1, max_size=24)


def named(events: list[list[float]]) -> pl.DataFrame:
    return pl.concat(event(each, f"{number:02}") for number, each in enumerate(events))


def test_scores_are_compared_to_nine_decimals_and_ranks_given_count_before_them() -> None:
    assert points("ebl", event([0.1 + 0.2, 0.3, 0.1])) == [18, 18, 14]
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


def test_many_events_are_each_as_alone_also_when_written_as_they_are_made(tmp_path: Path) -> None:
    alone = event([50, 61.5, 50, 42])
    names = pl.DataFrame({"event": [f"{number:05}" for number in range(20_000)]})
    many = names.join(alone.drop("event"), how="cross").sample(fraction=1, shuffle=True, seed=1)
    awards(many, COMPUTED, event=EVENT).sink_parquet(tmp_path / "awards.parquet")
    of_one = awards(alone, COMPUTED, event=EVENT).collect().drop("event")
    each = many.select("event", "entrant").join(of_one, on="entrant", how="left", maintain_order="left")
    assert pl.read_parquet(tmp_path / "awards.parquet").equals(each)


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


@cases(
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
)
def test_faults_are_named(scheme: str, columns: dict[str, list[Any]], field: str, value: str | None, says: str) -> None:
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


def test_the_empty_field_and_the_first_event_that_cannot_be_awarded_are_named() -> None:
    (found,) = checked_entrants(field(2).clear(), ["ffb"], event=EVENT).findings.rows(named=True)
    assert (found["event"], found["message"]) == (None, "the field is empty: give the entrants")
    bad = pl.DataFrame({"event": ["c", "c", "b", "b"], "entrant": ["x", "y"] * 2, "rank": [1, 3, 1, 3]})
    with pytest.raises(AwardError, match=r"^event b: rank 3: y cannot be .* \(and 1 more such events\)$"):
        awards(bad, ["ffb"], event=EVENT)


IN_WHOLE_POINTS = ("funbridge", "ffb", "fsb")
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


@pytest.mark.parametrize("scheme", IN_WHOLE_POINTS)
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
@given(scores_of, st.sampled_from(IN_WHOLE_POINTS))
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
