"""Any number of events side by side: ranks, ties, order, and events that cannot be awarded."""

from typing import Any

import polars as pl
import pytest
from awards import plain
from awards.events import COMPUTED, EVENT, event, field, points
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.awards import AwardError, awards, checked_entrants

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
