"""Simulate seasons with absences, and measure how even they end for each way of numbering the pairs.

The scenario is that of the source: 6 sessions of 6 rounds, 10 to 14 of 14 pairs present, and on average 2.31 meetings
of every two pairs (35 tables in six sessions). The source does not print who was present, so absences are drawn at
random. Nobody knows who will come to the next sessions, so two pairs that are seldom present together may never meet,
whatever their numbers; `least_together` sets how often any two are both present at least.

The rows are those of the source's table, in percent of the combinations of two. To run it over 200 seasons: `python -m
bench.season_seating 200`. Source: the paper on movement balance, "Competities met meerdere zittingen".
"""

import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.cli.balance.schedules import movement_named
from transforms.balance.generators import mitchell
from transforms.balance.movement import EW, NS, Movement, rounds_turned, sets_a_round
from transforms.balance.quality import of_combinations, qc_exact
from transforms.balance.seating.seating import Between, Seated, added, aims_of, brought, seated

MOVEMENTS = {10: "10-pairs-6-rounds", 12: "12-pairs-6-rounds", 14: "14-pairs-6-rounds-shared"}
SOURCE = {
    "random": ([5.2, 19.5, 33.1, 27.0, 12.3, 2.7, 0.3], 88.1),
    "picolo": ([0, 12.0, 46.8, 39.8, 1.4, 0, 0], 90.4),
}
"""The source's table. The source does not print its movements."""


class Scenario(NamedTuple):
    """The pairs of a competition, how many come to each session, and how often any two are both present at least."""

    pairs: int = 14
    present: tuple[int, ...] = (10, 10, 12, 12, 12, 14)
    least_together: int = 3


class Season(NamedTuple):
    """The end of a season: what happened between every two pairs, and how often both were present (pairs x pairs)."""

    between: Between
    together: NDArray[np.int64]


Numbering = Callable[[Movement, Between, int], Seated]
"""A function of the movement, the season so far of the pairs present, and a seed."""

SOURCE_SCENARIO = Scenario()

_DRAWS = 10_000


def by_the_season(movement: Movement, past: Between, seed: int) -> Seated:
    """Number the pairs by the season so far, as `seated` does."""
    return seated(movement, past, seed=seed)


def at_random(movement: Movement, past: Between, seed: int) -> Seated:
    """Number the pairs at random, whatever the season so far. If a number stays empty, it is the highest."""
    present = len(past.meetings)
    plays = movement.plays[(movement.plays[:, NS : EW + 1] < present).all(axis=1)]
    brings = brought(movement._replace(plays=plays), sets=sets_a_round(movement))
    numbers = np.random.default_rng(seed).permutation(present)
    each_two = np.ix_(numbers, numbers)
    tonight = Between(brings.meetings[each_two], brings.scores[each_two])
    absent = None if present == movement.pairs else present
    return Seated(numbers, absent, tonight, aims_of(added(past, tonight)))


def attendance(scenario: Scenario, seed: int) -> NDArray[np.bool_]:
    """Draw who is present: sessions x pairs. The order of the sessions is drawn too.

    Raises:
        ValueError: in each of many draws, some two pairs were present together too seldom.
    """
    random = np.random.default_rng(seed)
    for _ in range(_DRAWS):
        sizes = random.permutation(scenario.present)
        places = random.permuted(np.tile(np.arange(scenario.pairs), (len(sizes), 1)), axis=1)
        present = places < sizes[:, None]
        if together(present).min() >= scenario.least_together:
            return present
    raise ValueError(f"{scenario}: in {_DRAWS} draws some two were present together too seldom")


def together(present: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return at how many sessions two pairs were both present: pairs x pairs, each pair itself on the diagonal."""
    came = present.astype(np.int64)
    return came.T @ came


def simulated(scenario: Scenario, movements: Mapping[int, Movement], seed: int, numbering: Numbering) -> Season:
    """Simulate a season. The same seed draws the same attendance, whatever the numbering.

    `movements` are by number of pairs. An odd number of pairs takes the movement for one pair more.

    Raises:
        ValueError: as for `attendance`.
        KeyError: there is no movement for the number of pairs present.
    """
    none = np.zeros((scenario.pairs, scenario.pairs), dtype=np.int64)
    season = Between(none, none)
    present = attendance(scenario, seed)
    for session, here in enumerate(present):
        movement = movements[int(here.sum() + here.sum() % 2)]
        each_two = np.ix_(here, here)
        past = Between(season.meetings[each_two], season.scores[each_two])
        tonight = numbering(movement, past, seed * len(present) + session).tonight
        brings = Between(none.copy(), none.copy())
        brings.meetings[each_two], brings.scores[each_two] = tonight
        season = added(season, brings)
    return Season(season, together(present))


def main(seasons: int = 20) -> None:
    """Print for each way of numbering how often combinations met, and the mean Qc of the seasons."""
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
    """Return the shares as percentages, that of no meeting first."""
    return " ".join(f"{share:5.2f}" for share in shares)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
