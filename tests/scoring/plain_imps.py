"""IMPs as one would work them out by hand: outcome by outcome, in exact fractions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import dataframely as dy
import polars as pl
from hypothesis import strategies as st
from scoring.boards import Outcome, results, scored

from transforms.tables.schemas import Results

Weighted = tuple[Fraction, int]
"""A weight, and the score that has it."""
Points = tuple[Fraction | None, Fraction | None]
"""Of North-South and East-West."""

TENS = st.integers(-200, 200).map(lambda tens: 10 * tens)
SCORES = st.tuples(TENS, TENS)
WEIGHTED = st.tuples(st.integers(1, 99), SCORES).map(
    lambda drawn: f"w{drawn[0]}:{drawn[1][0]}/{100 - drawn[0]}:{drawn[1][1]}"
)
SPLIT = st.one_of(
    SCORES.map(lambda scores: f"s{scores[0]}_{scores[1]}"),
    st.tuples(st.integers(1, 99), SCORES).map(
        lambda drawn: f"s{drawn[1][0]}_{drawn[0]}:{drawn[1][0]}/{100 - drawn[0]}:{drawn[1][1]}"
    ),
    st.tuples(WEIGHTED, WEIGHTED).map(lambda sides: f"s{sides[0][1:]}_{sides[1][1:]}"),
    st.sampled_from(["s420_a40", "sa70_-100", "s420_a-", "s30:420/70:-50_100"]),
)
AWARD = st.sampled_from(["average", "a60_40", "a70_55", "a+_-"])
OUTCOME: st.SearchStrategy[Outcome] = st.one_of(TENS, WEIGHTED, SPLIT, AWARD, st.sampled_from(["not_played", None]))


def law_78b(difference: Fraction | int) -> int:
    """IMPs, from the largest difference for each number as the Law prints it: what follows is ten more."""
    most = [10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290]
    most += [1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990]
    size = sum(abs(difference) >= largest + 10 for largest in most)
    return size if difference > 0 else -size


def of_side(outcome: Outcome, side: int) -> list[Weighted]:
    """The scores of one side (0 North-South, 1 East-West) with their weights; none where it was awarded a share."""
    if isinstance(outcome, int):
        return [(Fraction(1), outcome)]
    if outcome is None or outcome[0] not in "ws":
        return []
    of_both = outcome[1:].split("_")
    of_this = of_both[side % len(of_both)]
    if of_this.startswith("a"):
        return []
    if ":" not in of_this:
        return [(Fraction(1), int(of_this))]
    pairs = (written.split(":") for written in of_this.split("/"))
    return [(Fraction(int(weight), 100), int(score)) for weight, score in pairs]


def stands_as(outcome: Outcome) -> list[Weighted]:
    """What a line is to the others: half what it is to each side."""
    return [(weight / 2, score) for side in (0, 1) for weight, score in of_side(outcome, side)]


def awarded(outcome: Outcome, side: int, *, times: Fraction | int = 1) -> Fraction | None:
    """What the director gave a side with no boards of its own: 3 IMPs for 60 %, and so many times as there are."""
    if outcome == "average":
        return Fraction(0)
    if not isinstance(outcome, str) or outcome[0] not in "as":
        return None
    share = outcome[1:].split("_")[side]
    if outcome[0] == "s":
        if not share.startswith("a"):
            return None
        share = share[1:]
    return (Fraction({"+": "60", "-": "40"}.get(share, share)) - 50) * 3 / 10 * times


def both_sides(outcome: Outcome, worth: Callable[[int], Fraction | None], *, times: Fraction | int = 1) -> Points:
    """The points of both sides, from what a score is worth to North-South."""
    points: list[Fraction | None] = []
    for side, sign in ((0, 1), (1, -1)):
        weighted = [(weight, worth(score)) for weight, score in of_side(outcome, side)]
        known = [weight * value for weight, value in weighted if value is not None]
        earned = sign * sum(known, Fraction(0)) if known else None
        points.append(awarded(outcome, side, times=times) if earned is None else earned)
    return points[0], points[1]


def imp_points(kind: str, *outcomes: Outcome, **rules: Any) -> list[tuple[float | None, float | None]]:
    """(North-South, East-West) at each table of one board."""
    return scored(results(*outcomes), {"kind": kind}, **rules).select("ns_points", "ew_points").rows()


def boards_of(*boards: list[Outcome], **others: Any) -> dy.DataFrame[Results]:
    """Boards 1, 2 ... with these outcomes; a reversed line has the score 50."""
    lines = pl.concat(results(*outcomes, board=board, **others) for board, outcomes in enumerate(boards, start=1))
    return Results.cast(
        lines.with_columns(
            score=pl.when(pl.col("ruling") == "reversed").then(50).otherwise("score"), line_no=pl.int_range(pl.len())
        )
    )
