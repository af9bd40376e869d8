"""A season of 6 sessions, 10 to 14 of 14 pairs present: numbers from the season so far, beside random numbers.

The rows are those of the source's table, in percent of the combinations of two. To run it over 200 seasons: `python -m
bench.season_seating 200`.
"""

import sys
import time

import numpy as np

from pipelines.cli.balance.schedules import movement_named
from transforms.balance.generators import mitchell
from transforms.balance.movement import Movement, rounds_turned
from transforms.balance.quality import of_combinations, qc_exact
from transforms.balance.seating.season_seating import (
    SOURCE_SCENARIO,
    Numbering,
    Scenario,
    at_random,
    by_the_season,
    simulated,
)

MOVEMENTS = {10: "10-pairs-6-rounds", 12: "12-pairs-6-rounds", 14: "14-pairs-6-rounds-shared"}
SOURCE = {
    "random": ([5.2, 19.5, 33.1, 27.0, 12.3, 2.7, 0.3], 88.1),
    "picolo": ([0, 12.0, 46.8, 39.8, 1.4, 0, 0], 90.4),
}
"""The source's table; it does not print its movements."""


def main(seasons: int = 20) -> None:
    """Print how often combinations met and the mean Qc of the season, for each way of numbering."""
    library = {pairs: movement_named(name) for pairs, name in MOVEMENTS.items()}
    without_sharing = library | {14: rounds_turned(mitchell(7, 6), [2])}
    for who, (shares, factor) in SOURCE.items():
        print(f"{f'the source, {who}':<44} {in_words(shares)}  Qc {factor:.2f}")
    for scenario in (SOURCE_SCENARIO, SOURCE_SCENARIO._replace(least_together=2)):
        print(f"any two present together {scenario.least_together} times at least, {seasons} seasons")
        for movements, name in ((library, "library"), (without_sharing, "library, Mitchell of 14")):
            measured(scenario, movements, at_random, f"  {name}, random", seasons)
            measured(scenario, movements, by_the_season, f"  {name}, by the season", seasons)


def measured(
    scenario: Scenario, movements: dict[int, Movement], numbering: Numbering, title: str, seasons: int
) -> None:
    """Simulate the seasons, and print one row."""
    started = time.perf_counter()
    times = np.zeros(16, dtype=np.int64)
    factors: list[float] = []
    with_unmet = 0
    for seed in range(seasons):
        between = simulated(scenario, movements, seed, numbering).between
        met, scores = of_combinations(between.meetings), of_combinations(between.scores)
        times += np.bincount(met, minlength=len(times))
        with_unmet += 0 in met
        factors.append(float(100 * (qc_exact(sum(scores), sum(one * one for one in scores), len(scores)) or 0)))
    shares = (100 * times / times.sum())[:7].tolist()
    taken = (time.perf_counter() - started) / seasons
    print(
        f"{title:<44} {in_words(shares)}  Qc {np.mean(factors):.2f}; seasons with an unmet combination: {with_unmet};"
        f" {taken:.2f} s a season"
    )


def in_words(shares: list[float]) -> str:
    """Each share as a percentage, that of 0 meetings first."""
    return " ".join(f"{share:5.2f}" for share in shares)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
