"""One movement over several sessions, renumbered: against a plain twin, and never worse than with numbers kept."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest
from balance.directions_twin import Splitmix
from balance.strategies import movements_of_any_kind
from each import cases
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.balance.schedules import movement_named
from transforms.balance.generators import mitchell
from transforms.balance.movement import Movement, meetings, partnerships
from transforms.balance.quality import quality, score_matrix
from transforms.balance.schedule import parse_schedule, schedule_findings
from transforms.balance.seating.renumbering import Evenness, brought, cooling_of, evenness, renumbered, repeated
from transforms.balance.seating.seating import Cooling, anneal_numbers


def squares(matrix: NDArray[np.int64]) -> int:
    return int((np.triu(matrix, k=1) ** 2).sum())


def plain_evenness(movement: Movement, numbers: NDArray[np.int64]) -> Evenness:
    played = repeated(movement, numbers)
    met = meetings(played)
    unmet = sum(met[one, other] == 0 for one, other in combinations(range(played.pairs), 2))
    return Evenness(squares(partnerships(played)), squares(met), unmet, squares(score_matrix(played)))


def plain_run(seed: int, cooling: Cooling, brings: NDArray[np.int64], sessions: int) -> list[list[int]]:
    """The annealing once more, slow and plain: all aims anew for each proposal, the same random numbers."""
    random, pairs = Splitmix(seed), brings.shape[1]

    def below(choices: int) -> int:
        return (random.drawn() >> 32) * choices >> 32

    def aims(numbers: list[list[int]]) -> list[int]:
        return [squares(sum((aim[np.ix_(number, number)] for number in numbers), np.zeros_like(aim))) for aim in brings]

    numbers = [list(range(pairs)) for _ in range(sessions)]
    for number in numbers[1:]:
        for pair in range(pairs - 1, 0, -1):
            other = below(pair + 1)
            number[pair], number[other] = number[other], number[pair]
    now = aims(numbers)
    best, best_numbers = now, [list(number) for number in numbers]
    for temperature in cooling.temperatures:
        for _ in range(cooling.proposals):
            number = numbers[1 + below(sessions - 1)]
            one, other = below(pairs), below(pairs - 1)
            other += other >= one
            number[one], number[other] = number[other], number[one]
            new = aims(numbers)
            cost = 0.0
            for weight, after, before in zip(cooling.weights, new, now, strict=True):
                cost += float(weight) * (after - before)
            if cost > cooling.leeway[below(cooling.leeway.size)] * temperature:
                number[one], number[other] = number[other], number[one]
                continue
            now = new
            if now < best:
                best, best_numbers = now, [list(number) for number in numbers]
    return best_numbers


@pytest.mark.nightly
@given(movements_of_any_kind(), st.integers(2, 4), st.integers(0, 1000))
@settings(max_examples=by_night(15), deadline=None)
def test_same_decisions_as_the_plain_twin(movement: Movement, sessions: int, seed: int) -> None:
    brings = brought(movement)
    usual = cooling_of(brings, sessions)
    cooling = usual._replace(temperatures=usual.temperatures[::25], proposals=8)
    numbers = np.tile(np.arange(movement.pairs), (sessions, 1))
    anneal_numbers(np.uint64(seed), cooling, brings, brings, numbers[1:])
    assert numbers.tolist() == plain_run(seed, cooling, brings, sessions)


@given(movements_of_any_kind(), st.integers(1, 4), st.integers(0, 1000))
@settings(max_examples=by_night(25), deadline=None)
def test_never_worse_than_with_numbers_kept(movement: Movement, sessions: int, seed: int) -> None:
    kept = np.tile(np.arange(movement.pairs), (sessions, 1))
    without = plain_evenness(movement, kept)
    found = renumbered(movement, sessions=sessions, seed=seed, runs=1)
    assert found.evenness <= without
    assert found.evenness.score_squares <= without.score_squares
    assert found.evenness == plain_evenness(movement, found.numbers) == evenness(brought(movement), found.numbers)
    assert found.numbers[0].tolist() == list(range(movement.pairs))
    assert np.sort(found.numbers, axis=1).tolist() == kept.tolist()
    assert quality(found.movement).ss == found.evenness.score_squares


def test_each_session_is_the_movement_under_other_numbers() -> None:
    movement = movement_named("8-pairs-6-rounds")
    found = renumbered(movement, sessions=3, runs=2)
    for session, numbers in enumerate(found.numbers.tolist()):
        plays = found.movement.plays[found.movement.plays[:, 0] // 6 == session]
        assert (plays[:, 0] - 6 * session).tolist() == movement.plays[:, 0].tolist()
        assert (plays[:, 4] - 6 * session).tolist() == movement.plays[:, 4].tolist()
        assert [[numbers[pair] for pair in play] for play in plays[:, 2:4]] == movement.plays[:, 2:4].tolist()
    assert (found.movement.rounds, found.movement.board_sets) == (18, 18)
    assert schedule_findings(found.movement) == []


def test_as_good_as_every_numbering_tried() -> None:
    """Four pairs in one round, three sessions: everybody meets everybody once, and of those the most even scores."""
    movement = mitchell(2, rounds=1)
    every = [
        evenness(brought(movement), np.array([range(4), second, third]))
        for second, third in product(permutations(range(4)), repeat=2)
    ]
    assert renumbered(movement, sessions=3, runs=4).evenness == min(every)


@pytest.mark.nightly
@cases(("8-pairs-6-rounds", 5, 99.4, 4, 5), ("10-pairs-6-rounds", 5, 100, 3, 4), ("12-pairs-6-rounds", 5, 98.0, 2, 3))
def test_meetings_as_even_as_they_can_be(name: str, sessions: int, qf: float, least_met: int, most_met: int) -> None:
    """The source: most of its movements of one session are fit for 5 or 6, in meetings and in balance."""
    found = renumbered(movement_named(name), sessions=sessions)
    met = meetings(found.movement)[np.triu_indices(found.movement.pairs, k=1)]
    assert (met.min(), met.max()) == (least_met, most_met)
    assert (quality(found.movement).qf or 0) >= qf


def test_sixteen_pairs_in_eight_rounds_fall_short_in_meetings() -> None:
    """The source says so of its movement too: half of the field meets the other half only."""
    found = renumbered(movement_named("16-pairs-8-rounds"), sessions=5, runs=4)
    balance = quality(found.movement)
    assert (balance.qf or 0) > 99
    assert round(balance.qo or 0, 2) == 88.89


def test_the_same_from_the_same_seed_however_it_is_spread() -> None:
    movement = movement_named("10-pairs-7-rounds")
    alone = renumbered(movement, sessions=3, seed=5, runs=4)
    with ThreadPoolExecutor(2) as pool:
        spread = renumbered(movement, sessions=3, seed=5, runs=4, spread=pool.map)
    assert alone.numbers.tolist() == spread.numbers.tolist()
    assert alone.numbers.tolist() != renumbered(movement, sessions=3, seed=6, runs=4).numbers.tolist()


def test_the_command_writes_all_sessions_and_their_numbers(tmp_path: Path) -> None:
    out = tmp_path / "five.txt"
    done = CliRunner().invoke(
        app, ["balance", "renumber", "10-pairs-6-rounds", "--sessions", "5", "--runs", "2", "--out", str(out)]
    )
    assert (done.exit_code, done.stdout) == (0, "")
    assert "; every two pairs meet 3 to 4 times\n" in done.stderr
    text = out.read_text(encoding="utf-8")
    movement = parse_schedule(text)
    assert (movement.pairs, movement.rounds, movement.board_sets) == (10, 30, 30)
    assert "# rounds of each session: 6 6 6 6 6\n" in text
    assert f"# Qf: {quality(movement).qf:.2f}\n" in text
    assert "# numbers in session 1: 1 2 3 4 5 6 7 8 9 10\n" in text
    assert text.count("# numbers in session") == 5
