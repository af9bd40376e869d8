"""The span of every line: the examples of the source, and any number of lines; and the methods as objects."""

from collections.abc import Iterable

import polars as pl
import pytest
from factories import close_to, competitions, frame
from hypothesis import given
from hypothesis import strategies as st
from rankings import plain

from transforms.explanation.formulas import worked_out
from transforms.rankings.methods import RANKING_METHODS, SCORE_FOR, of_field
from transforms.rankings.ranking_points import line_spans
from transforms.tables.schemas import METHODS, SessionResults, Sessions

Spans = dict[str, tuple[float, float]]


def spans(letters: Iterable[str], together: str | None = None, **ranking: float) -> Spans:
    found = line_spans(
        frame(SessionResults, *({"line": line, "entrant": "1"} for line in letters)),
        frame(Sessions, {"together": together}),
        competitions(ranking=ranking),
    ).collect()
    return {line: (high, low) for line, high, low in found.select("line", "high", "low").rows()}


def test_nominal_lines_fewer_lines_and_others_in_alphabetical_order() -> None:
    """Of two, R = 6/5: width 48, step 12."""
    assert spans("ABC") == {"A": (100, 60), "B": (90, 50), "C": (80, 40)}
    assert spans("GDX") == {"D": (100, 60), "G": (90, 50), "X": (80, 40)}
    assert spans("AB") == {"A": (100, 52), "B": (88, 40)}


def test_more_lines_are_squeezed() -> None:
    """R = 6/7: width 34 2/7, step 8 4/7, exact and not as the source prints them."""
    found = spans("ABCD")
    width, step = 240 / 7, 60 / 7
    assert found["B"] == close_to((100 - step, 100 - step - width))
    assert found["D"] == (close_to(100 - 3 * step), 40)


def test_more_lines_rounded_as_the_source_prints_them() -> None:
    """`round_stretch`: width 34, step 9, so that the lowest line ends below or above the nominal one."""
    found = spans("ABCD", round_stretch=True)
    assert found == {"A": (100, 66), "B": (91, 57), "C": (82, 48), "D": (73, 39)}
    assert spans("ABCD", "B+C", round_stretch=True)["B"] == (91, 48)
    assert spans("AB", round_stretch=True) == spans("AB")


@pytest.mark.parametrize(
    ("together", "expected"),
    [
        ("A+B+C", dict.fromkeys("ABC", (100, 40))),
        ("A+B", {"A": (100, 50), "B": (100, 50), "C": (80, 40)}),
        ("B+C", {"A": (100, 60), "B": (90, 40), "C": (90, 40)}),
        *((together, {"A": (100, 50), "B": (80, 40), "C": (100, 50)}) for together in ("A+C", "C + A")),
    ],
)
def test_lines_scored_as_one_field(together: str | None, expected: Spans) -> None:
    assert spans("ABC", together) == expected


def test_deviating_award() -> None:
    assert spans("ABC", average_a=64.0, width=28.0, step=7.0) == {"A": (78, 50), "B": (71, 43), "C": (64, 36)}


@given(
    letters=st.sets(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), min_size=1),
    nominal=st.integers(1, 8),
    width=st.sampled_from([40.0, 28.0, 12.5]),
    step=st.sampled_from([10.0, 7.0, 2.5, 0.0]),
    together=st.sampled_from([None, "A+C", "D+X;B+E+Z", "Q+A;C+B"]),
)
def test_lines_span_what_the_nominal_lines_span(
    letters: set[str], nominal: int, width: float, step: float, together: str | None
) -> None:
    found = spans(sorted(letters), together, lines=nominal, width=width, step=step)
    rule = {"lines": nominal, "width": width, "step": step, "top": 100}
    expected = plain.spans(letters, together, rule)
    assert found == {line: close_to((float(high), float(low))) for line, (high, low) in expected.items()}
    assert max(high for high, _ in found.values()) == 100
    assert min(low for _, low in found.values()) == 100 - width - (nominal - 1) * step


FIELD = pl.DataFrame({"score": [61.25, 52.0, 52.0, 47.5, 37.25]}).with_columns(
    field=1, high=90.0, low=50.0, middle=71.5, average_score=50.0, top_score=63.5, width=40.0
)
SCORES = FIELD.with_columns(**of_field("field"))


@pytest.mark.parametrize("name", METHODS)
def test_points_are_what_the_formula_gives(name: str) -> None:
    method = RANKING_METHODS[name]
    assert tuple(RANKING_METHODS) == METHODS
    assert (method.points is None) != (method.above is None)
    points = SCORES.select(method.points if method.above is None else pl.col("middle") + method.above).to_series()
    by_formula = worked_out(SCORES, method.formula)
    in_whole_points = (by_formula + 0.5).floor()
    assert any(points.to_list() == close_to(worth.to_list()) for worth in (by_formula, in_whole_points))


@pytest.mark.parametrize("name", SCORE_FOR)
def test_the_score_for_points_earns_them(name: str) -> None:
    points = RANKING_METHODS[name].points
    assert points is not None
    assert SCORES.select(SCORE_FOR[name](points)).to_series().to_list() == close_to(SCORES["score"].to_list())
