"""A made-up season: numbers from the season so far, beside random numbers."""

from pathlib import Path

import numpy as np
import pytest

from bench.season_seating import SOURCE_SCENARIO, Scenario, Season, at_random, attendance, by_the_season, simulated
from transforms.balance.movement import Movement
from transforms.balance.quality import of_combinations, qc_exact
from transforms.balance.schedule import parse_schedule

LIBRARY = Path(__file__).resolve().parents[2] / "data" / "movements"


@pytest.fixture(scope="module")
def library() -> dict[int, Movement]:
    names = {10: "10-pairs-6-rounds", 12: "12-pairs-6-rounds", 14: "14-pairs-6-rounds-shared"}
    return {
        pairs: parse_schedule((LIBRARY / f"{name}.txt").read_text(encoding="utf-8")) for pairs, name in names.items()
    }


def factor(season: Season) -> float:
    scores = of_combinations(season.between.scores)
    return float(100 * (qc_exact(sum(scores), sum(score * score for score in scores), len(scores)) or 0))


def unmet(season: Season) -> int:
    return of_combinations(season.between.meetings).count(0)


def test_the_source_scenario_leaves_nobody_unmet_and_is_as_even_as_the_source(library: dict[int, Movement]) -> None:
    numbered = [simulated(SOURCE_SCENARIO, library, seed, by_the_season) for seed in range(2)]
    drawn = [simulated(SOURCE_SCENARIO, library, seed, at_random) for seed in range(2)]
    assert [unmet(season) for season in numbered] == [0, 0]
    assert np.mean([factor(season) for season in numbered]) > 90.4
    assert all(unmet(season) > 0 for season in drawn)
    assert all(factor(one) > factor(other) for one, other in zip(numbered, drawn, strict=True))


def test_a_season_has_the_tables_of_the_source(library: dict[int, Movement]) -> None:
    season = simulated(SOURCE_SCENARIO, library, 7, at_random)
    met = of_combinations(season.between.meetings)
    assert round(sum(met) / len(met), 2) == 2.31
    assert season.together.min() == 3
    assert (season.between.meetings[season.together == 0] == 0).all()


def test_a_season_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="present together too seldom"):
        attendance(Scenario(pairs=4, present=(2, 2), least_together=1), 1)
