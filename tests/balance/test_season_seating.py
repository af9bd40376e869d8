"""A made-up season: numbers from the season so far, beside random numbers."""

import numpy as np

from bench.season_seating import SOURCE_SCENARIO, Season, at_random, by_the_season, simulated
from pipelines.cli.balance.schedules import movement_named
from transforms.balance.quality import of_combinations, qc_exact


def factor(season: Season) -> float:
    scores = of_combinations(season.between.scores)
    return float(100 * (qc_exact(sum(scores), sum(score * score for score in scores), len(scores)) or 0))


def test_the_source_scenario_leaves_nobody_unmet_and_is_as_even_as_the_source() -> None:
    names = {10: "10-pairs-6-rounds", 12: "12-pairs-6-rounds", 14: "14-pairs-6-rounds-shared"}
    library = {pairs: movement_named(name) for pairs, name in names.items()}
    numbered = [simulated(SOURCE_SCENARIO, library, seed, by_the_season) for seed in range(2)]
    drawn = [simulated(SOURCE_SCENARIO, library, seed, at_random) for seed in range(2)]
    assert [of_combinations(season.between.meetings).count(0) for season in numbered] == [0, 0]
    assert np.mean([factor(season) for season in numbered]) > 90.4
    assert all(0 in of_combinations(season.between.meetings) for season in drawn)
    assert all(factor(one) > factor(other) for one, other in zip(numbered, drawn, strict=True))
