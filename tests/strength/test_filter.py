"""The filter: a small example by hand, a plain twin, and what must hold whatever was played."""

import datetime as dt
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strength.plain import Entrant, strengths

from transforms.strength.filter import CONSTANTS, Asked, Forecast, Played, Strengths, chances, filtered

USUAL = {"spread": 3.2, "partner": 0.7, "form": 2.0, "board": 26.0, "drift": 0.0}
START = dt.date(2025, 9, 2)
Evening = list[Entrant]


def rows_of(evenings: list[Evening], club: str = "club") -> pl.DataFrame:
    """The rows of `transforms.strength.evenings` of one competition, an evening a week."""
    rows: list[dict[str, Any]] = [
        {
            **{"club": club, "competition": "evening", "season": "2025-26", "session_id": str(number), "line": "A"},
            **{"entrant": str(place), "player_id": player, "date": START + dt.timedelta(weeks=number)},
            **{"evening": number, "field": one.field, "boards": one.boards, "score": one.score},
            "weight": 2 / max(len(one.players), 2) if player else 0.0,
        }
        for number, evening in enumerate(evenings, start=1)
        for place, one in enumerate(sorted(evening, key=lambda one: one.field))
        for player in one.players or (None,)
    ]
    keys = ("club", "evening", "field", "line", "entrant", "player_id")
    return pl.DataFrame(rows, schema_overrides={"evening": pl.Int32, "player_id": pl.String}).sort(keys)


def went(rows: pl.DataFrame, **constants: float) -> tuple[Played, Forecast, Strengths]:
    """All forecasts, and the strength of everybody after every evening."""
    played = Played.of(rows)
    every = [(night, one, one) for night, seen in enumerate(played.seen.tolist()) for one in range(seen)]
    asked = Asked(*np.array(every or np.zeros((0, 3)), dtype=np.int64).T)
    values = {name: np.full(len(played.rows), (USUAL | constants)[name]) for name in CONSTANTS}
    return played, *filtered(played, values, asked)


TWO = [Entrant("A", ("ann", "bob"), 24, 55.0), Entrant("A", ("cy", "dee"), 24, 45.0)]


def test_the_example_of_the_docs() -> None:
    _, forecast, found = went(rows_of([TWO, TWO]))
    assert forecast.expected.tolist() == pytest.approx([50, 50, 51.41, 48.59], abs=0.005)
    assert forecast.variance[:2].tolist() == pytest.approx([61.658, 61.658])
    assert forecast.chance.tolist() == pytest.approx([0.5, 0.5, 0.5728, 0.4272], abs=5e-5)
    ann, variance = 10 * 17.408 / 246.632, 10.24 - 17.408**2 / 246.632
    assert found.mean[:4].tolist() == pytest.approx([ann, ann, -ann, -ann], rel=1e-12)
    assert found.covariance[:4].tolist() == pytest.approx([variance] * 4, rel=1e-12)


@st.composite
def competitions(draw: st.DrawFn) -> list[Evening]:
    """Some evenings, with fields, pairs, threes, single players and players who are not known."""
    evenings = []
    for _ in range(draw(st.integers(1, 4))):
        players = draw(st.permutations([f"p{number}" for number in range(16)]))
        sizes = draw(st.lists(st.sampled_from((2, 2, 2, 3, 1, 0)), min_size=2, max_size=6))
        fields = ["A"] * 2 + [draw(st.sampled_from("AB")) for _ in sizes[2:]]
        fields = fields if fields.count("B") != 1 else ["A"] * len(sizes)
        ends = np.cumsum(sizes).tolist()
        evenings.append(
            [
                Entrant(field, tuple(sorted(players[end - size : end])), draw(st.integers(12, 30)), score)
                for field, size, end in zip(fields, sizes, ends, strict=True)
                for score in [draw(st.integers(300, 700)) / 10]
            ]
        )
    return evenings


def placed(evenings: list[Evening]) -> list[Evening]:
    return [sorted(evening, key=lambda one: one.field) for evening in evenings]


@given(competitions(), st.sampled_from([0.0, 1.5]))
def test_a_plain_filter_finds_the_same(evenings: list[Evening], drift: float) -> None:
    years = [0.0, *[7 / 365.25] * (len(evenings) - 1)]
    plain = strengths(placed(evenings), years, **(USUAL | {"drift": drift}))
    played, forecast, found = went(rows_of(evenings), drift=drift)
    for name in ("expected", "variance"):
        expected = [value for one in plain for value in getattr(one, name)]
        assert getattr(forecast, name).tolist() == pytest.approx(expected, rel=0, abs=1e-9)
    assert forecast.chance.tolist() == pytest.approx([each for one in plain for each in one.chance], abs=1e-6)
    assert found.mean.tolist() == pytest.approx([value for one in plain for value in one.mean.values()], abs=1e-9)
    variances = [one.covariance[name, name] for one in plain for name in one.mean]
    assert found.covariance.tolist() == pytest.approx(variances, rel=0, abs=1e-9)
    assert forecast.likelihood.sum() == pytest.approx(sum(one.likelihood for one in plain), rel=0, abs=1e-9)
    for field in np.unique(played.field):
        assert forecast.expected[played.field == field].mean() == pytest.approx(50)
        assert forecast.chance[played.field == field].sum() == pytest.approx(1)


def full_rooms(players: int, nights: int, seed: int) -> list[Evening]:
    """Evenings of a club whose players, as they come, sit down in two fields."""
    random = np.random.default_rng(seed)
    return [
        [
            Entrant("AB"[place % 2], tuple(f"p{one}" for one in sorted(two)), 24, score)
            for place, (two, score) in enumerate(zip(seats, random.normal(50, 7, len(seats)).tolist(), strict=True))
        ]
        for seats in (random.permutation(players)[: 8 + 4 * night].reshape(-1, 2).tolist() for night in range(nights))
    ]


FULL = [full_rooms(70, 12, 1), full_rooms(40, 8, 2), full_rooms(70, 10, 3)]


@example(FULL)
@given(st.lists(competitions(), min_size=2, max_size=3))
def test_neither_other_clubs_nor_later_evenings_change_a_bit(clubs: list[list[Evening]]) -> None:
    frames = [rows_of(evenings, f"club {number}") for number, evenings in enumerate(clubs)]
    played, together, found = went(pl.concat(frames))
    night = 0
    for evenings, rows in zip(clubs, frames, strict=True):
        for last in {1, len(evenings)}:
            _, alone, of_club = went(rows.filter(pl.col("evening") <= last))
            here = (played.night >= night) & (played.night < night + last)
            for name in ("expected", "variance", "chance"):
                assert np.array_equal(getattr(together, name)[here], getattr(alone, name))
            first, seen = played.seen[:night].sum(), played.seen[night : night + last].sum()
            assert np.array_equal(found.mean[first : first + seen], of_club.mean)
            assert np.array_equal(found.covariance[first : first + seen], of_club.covariance)
        night += len(evenings)


def test_chances_sum_to_one_for_a_favourite_and_for_a_hopeless_pair() -> None:
    together = np.ones((1, 3, 3), dtype=bool)
    (found,) = chances(np.array([[0.0, 40.0, -40.0]]), np.array([[30.0, 30.0, 60.0]]), together)
    assert found.sum() == pytest.approx(1)
    assert found[1] == pytest.approx(1, abs=1e-6)
    (level,) = chances(np.zeros((1, 3)), np.full((1, 3), 9.0), together)
    assert level == pytest.approx([1 / 3] * 3)
