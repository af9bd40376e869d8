"""Ranking points of a session and the span of each line: the examples of the source, and plain fractions."""

from collections.abc import Iterable
from typing import Any

import polars as pl
import pytest
from each import items
from factories import Tables, close_to, competitions, frame
from hypothesis import given
from hypothesis import strategies as st
from rankings import plain
from rankings.plain import Row
from rankings.seasons import apart, federations, points_of, some_seasons

from transforms.explanation.formulas import worked_out
from transforms.rankings.methods import RANKING_METHODS, SCORE_FOR, of_field
from transforms.rankings.ranking_points import line_spans, ranking_points
from transforms.tables import schemas

TWELVE = [100, 96, 93, 89, 85, 82, 78, 75, 71, 67, 64, 60]
FOURTEEN = [100, 97, 94, 91, 88, 85, 82, 78, 75, 72, 69, 66, 63, 60]


def earned_in(
    results: list[Row],
    entries: Iterable[Row],
    *sessions: Row,
    matches: Iterable[Row] = (),
    players: Iterable[Row] = (),
    given: Iterable[Row] = (),
    **ranking: Any,
) -> list[Row]:
    earned = ranking_points(
        frame(schemas.SessionResults, *results),
        frame(schemas.Entries, *entries),
        frame(schemas.Sessions, *sessions),
        competitions(ranking=ranking),
        players=frame(schemas.Players, *players),
        match_results=frame(schemas.MatchResults, *({"vp_given": True, **match} for match in matches)),
        earned=frame(schemas.EarnedPoints, *given),
    )
    return schemas.RankingPoints.validate(earned.collect()).to_dicts()


def points(
    *scores: float | None,
    session: dict[str, str] | None = None,
    line: str = "A",
    lines: str = "ABC",
    field: str | None = None,
    **ranking: Any,
) -> dict[int, float]:
    """What each score of a line earns, in a session of some lines of which the others have one pair each."""
    own = [{"line": line, "entrant": str(place), "score": score} for place, score in enumerate(scores)]
    others = [{"line": other, "entrant": "0", "score": 50.0} for other in lines if other != line]
    results = [{**row, "field": (field or line) if row["line"] == line else row["line"]} for row in (*own, *others)]
    rows = earned_in(results, single_players(results), session or {}, **ranking)
    return {int(row["entrant"]): row["points"] for row in rows if row["line"] == line}


def single_players(results: Iterable[Row]) -> list[Row]:
    seats = ((row.get("line", "A"), row["entrant"]) for row in results)
    return [{"line": line, "entrant": entrant, "player_id": line + entrant.zfill(3)} for line, entrant in seats]


def descending(count: int) -> list[float]:
    return [70.0 - number for number in range(count)]


@items(
    pytest.param("place", descending(12), TWELVE, id="12 pairs"),
    pytest.param("place", descending(14), FOURTEEN, id="14 pairs"),
    pytest.param("place", [60, 55, 55, 50, 45], [100, 85, 85, 70, 60], id="places 2 and 3 shared"),
    pytest.param("place", [60, 55, 50, 50, 50], [100, 90, 70, 70, 70], id="the last three share 70"),
    pytest.param("place", [60, 0.1 + 0.2 + 49.7, 50, 40], [100, 80, 80, 60], id="equal but for rounding"),
    pytest.param("proportional", [60, 57, 45, 40], [100, 94, 70, 60], id="proportional"),
    pytest.param("balanced", [63.5, 50, 36.5, 70.25, 29.75], [100, 80, 60, 110, 50], id="balanced"),
)
def test_methods_by_hand(method: str, scores: list[float], expected: list[float]) -> None:
    assert list(points(*scores, method=method).values()) == close_to(expected)


def test_place_rounds_halves_up() -> None:
    """17 pairs, place 4: 100 - 40/16 * 3 = 92.5."""
    assert points(*descending(17), method="place")[3] == 93


@pytest.mark.parametrize("method", ["place", "proportional"])
def test_one_pair_in_a_line_earns_the_middle(method: str) -> None:
    assert points(57.0, method=method) == {0: 80}
    assert points(57.0, method=method, lines="A", width=41.0, step=0.0) == {0: 79.5}


def test_directions_are_fields_of_their_own_with_the_span_of_the_line() -> None:
    results = [
        {"entrant": f"{pair}{side}", "field": f"A {side}", "score": score}
        for side, scores in (("NS", (60.0, 40.0)), ("EW", (52.0, 51.0, 47.0)))
        for pair, score in enumerate(scores)
    ]
    rows = earned_in(results, single_players(results), {"winners": 2}, method="place", lines=1)
    assert {row["entrant"]: row["points"] for row in rows} == {
        **{"0NS": 100, "1NS": 60},
        **{"0EW": 100, "1EW": 80, "2EW": 60},
    }


@some_seasons
@given(federations())
def test_every_method_and_teams_against_plain_python(federation: Tables) -> None:
    found = schemas.RankingPoints.validate(points_of(federation)).rows(named=True)
    expected = [row for competition in apart(federation) for row in plain.season_after_season(competition)]
    key = (*schemas.SESSION, "player_id", "line", "entrant")
    assert {tuple(row[name] for name in key): row["points"] for row in found} == close_to(
        {tuple(row[name] for name in key): row["points"] for row in expected}
    )


Spans = dict[str, tuple[float, float]]


def spans(letters: Iterable[str], together: str | None = None, **ranking: float) -> Spans:
    found = line_spans(
        frame(schemas.SessionResults, *({"line": line, "entrant": "1"} for line in letters)),
        frame(schemas.Sessions, {"together": together}),
        competitions(ranking=ranking),
    ).collect()
    return {line: (high, low) for line, high, low in found.select("line", "high", "low").rows()}


def test_nominal_lines_fewer_lines_and_others_in_alphabetical_order() -> None:
    """Of two, R = 6/5: width 48, step 12."""
    assert spans("ABC") == {"A": (100, 60), "B": (90, 50), "C": (80, 40)}
    assert spans("GDX") == {"D": (100, 60), "G": (90, 50), "X": (80, 40)}
    assert spans("AB") == {"A": (100, 52), "B": (88, 40)}


def test_more_lines_rounded_as_the_source_prints_them() -> None:
    """`round_stretch`: width 34, step 9, so that the lowest line ends below or above the nominal one."""
    found = spans("ABCD", round_stretch=True)
    assert found == {"A": (100, 66), "B": (91, 57), "C": (82, 48), "D": (73, 39)}
    assert spans("ABCD", "B+C", round_stretch=True)["B"] == (91, 48)
    assert spans("AB", round_stretch=True) == spans("AB")


def test_deviating_award() -> None:
    assert spans("ABC", average_a=64.0, width=28.0, step=7.0) == {"A": (78, 50), "B": (71, 43), "C": (64, 36)}


@given(
    letters=st.sets(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), min_size=1),
    nominal=st.integers(1, 8),
    width=st.sampled_from([40.0, 28.0, 12.5]),
    step=st.sampled_from([10.0, 7.0, 2.5, 0.0]),
    together=st.sampled_from([None, "A+C", "D+X;B+E+Z", "Q+A;C+B"]),
)
def test_the_nominal_span(letters: set[str], nominal: int, width: float, step: float, together: str | None) -> None:
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


@pytest.mark.parametrize("name", schemas.METHODS)
def test_points_are_what_the_formula_gives(name: str) -> None:
    method = RANKING_METHODS[name]
    assert tuple(RANKING_METHODS) == schemas.METHODS
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
