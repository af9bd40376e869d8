"""The search over directions: against its plain twin, against every choice tried, and the source's best values."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from balance.directions_twin import Splitmix, plain_run, squares
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.balance import absent
from transforms.balance import directions as search
from transforms.balance.compiled import drawn, seed_of_run
from transforms.balance.generators import double_weave, mitchell, relay_mitchell
from transforms.balance.movement import Movement, MovementError, turned
from transforms.balance.proof.prove import absent_parity_bound, parity_bound
from transforms.balance.quality import absent_sums, quality, vacancy
from transforms.balance.schedule import parse_schedule

PROJECT = Path(__file__).resolve().parents[2]

BEST = [
    *((5, 74.68), (6, 84.00), (7, 92.00), (8, 91.38), (9, 93.90), (10, 93.80), (11, 93.41)),
    *(pytest.param(*one, marks=pytest.mark.nightly) for one in ((12, 94.00), (13, 93.96), (14, 94.77), (15, 95.49))),
]
"""The source's table of complete Mitchells: tables and best value; Relay Mitchells where they are even."""


def complete(tables: int) -> Movement:
    return mitchell(tables) if tables % 2 else relay_mitchell(tables)


def read(name: str) -> Movement:
    return parse_schedule((PROJECT / "data" / "movements" / f"{name}.txt").read_text(encoding="utf-8"))


def everybody_anywhere(seed: int, individual: bool) -> Movement:
    """Tables drawn at random: some sit out, some meet twice, sets are played unequally often."""
    generator = np.random.default_rng(seed)
    a_table = 4 if individual else 2
    people, sets = int(generator.integers(2 * a_table, 13)), int(generator.integers(1, 7))
    plays: list[list[int]] = []
    for board_set in range(sets):
        seated = generator.permutation(people)[: int(generator.integers(1, people // a_table + 1)) * a_table]
        plays += [
            [board_set, table, *table_of, board_set] for table, table_of in enumerate(seated.reshape(-1, a_table))
        ]
    return Movement(people, people // a_table, sets, sets, np.array(plays, dtype=np.int32), individual)


movements = st.builds(everybody_anywhere, st.integers(0, 10**9), st.booleans())


def test_random_numbers_are_those_that_the_authors_of_splitmix_print() -> None:
    state, plain = np.zeros(1, np.uint64), Splitmix(0)
    first = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [int(drawn(state)) for _ in range(3)] == [plain.drawn() for _ in range(3)] == first


@given(movements, st.data())
@settings(max_examples=by_night(40), deadline=None)
def test_what_a_turn_changes_is_what_the_score_matrix_says(movement: Movement, data: st.DataObject) -> None:
    plays, sides = search.prepared(movement)
    ss = squares(movement, sides.way)
    for play in data.draw(st.lists(st.integers(0, len(movement.plays) - 1), min_size=1, max_size=25)):
        added = 4 * search.change(play, plays, sides)
        search.turn(play, plays, sides)
        assert squares(movement, sides.way) - ss == added
        ss += added


@pytest.mark.nightly
@given(movements, st.integers(0, 1000))
@settings(max_examples=by_night(8), deadline=None)
def test_same_decisions_as_the_plain_twin(movement: Movement, seed: int) -> None:
    free, cooling = search.free_plays(movement, (), (), 0), search.chances(3)[::10]
    plays, sides = search.prepared(movement)
    way = np.empty_like(sides.way)
    start, run_seed = squares(movement, sides.way), seed_of_run(seed, 0)
    added = search.anneal(run_seed, search.Cooling(free, cooling, 20), plays, sides, way)
    best, best_way = plain_run(movement, int(run_seed), free, cooling, 20)
    assert start + 4 * added == best
    assert way.tolist() == best_way.tolist()


@pytest.mark.parametrize(("tables", "qf"), BEST)
def test_best_values_of_the_source(tables: int, qf: float) -> None:
    found = search.optimise(complete(tables), runs=160)
    factors = quality(found.movement)
    assert factors.qf is not None
    assert round(factors.qf, 2) == qf
    assert factors.ss == found.ss
    assert sum(absent_sums(found.movement)[1]) == found.absent_ss


def test_double_weave_as_good_with_somebody_absent_as_its_best_rounds() -> None:
    """The source: any whole round is best, and of those only four with one pair absent too."""
    movement = double_weave(8)
    by_round = []
    for one in range(8):
        sitting = turned(movement, movement.plays[:, 0] == one)
        assert search.sum_of_squares(sitting) == 1792
        by_round.append(sum(absent_sums(sitting)[1]))
    found = search.optimise(movement, runs=64)
    assert found.ss == 1792
    assert by_round.count(min(by_round)) == 4
    assert found.absent_ss <= min(by_round)
    best_round = turned(movement, movement.plays[:, 0] == np.argmin(by_round))
    assert (vacancy(found.movement).pooled or 0) >= (vacancy(best_round).pooled or 100)


@given(movements)
@settings(max_examples=by_night(10), deadline=None)
def test_as_good_as_every_choice_tried(movement: Movement) -> None:
    free = search.free_plays(movement, (), (), 0)[:8]
    plays, sides = search.prepared(movement)
    way = np.empty_like(sides.way)
    least = search.sum_of_squares(movement) + 4 * search.exhaust(free, plays, sides, way)
    ways = np.ones((1 << len(free), len(movement.plays)), dtype=np.int32)
    ways[:, free] = 1 - 2 * (np.arange(1 << len(free))[:, None] >> np.arange(len(free)) & 1)
    assert least == squares(movement, way) == min(squares(movement, one) for one in ways)


def test_the_same_from_the_same_seed_however_it_is_spread() -> None:
    alone = search.optimise(complete(9), seed=3, runs=20)
    with ThreadPoolExecutor(2) as pool:
        spread = search.optimise(complete(9), seed=3, runs=20, spread=pool.map)
    assert alone.turned.tolist() == spread.turned.tolist()
    assert alone.turned.tolist() != search.optimise(complete(9), seed=4, runs=20).turned.tolist()


def test_goes_on_at_the_bound_of_ss_and_ends_at_that_with_a_pair_absent() -> None:
    """The source, "Perfecte schema's": 6 pairs in 5 rounds are perfectly balanced, with any pair absent too."""
    movement = read("6-pairs-5-rounds-2-sets")
    found = search.optimise(movement, bound=parity_bound(movement), absent_bound=absent_parity_bound(movement))
    assert (found.at_bound, found.absent_at_bound) == (True, True)
    assert found.runs < search.RUNS
    assert vacancy(found.movement).by_absent == [100.0] * 6
    kept = search.optimise(complete(7), bound=1050, absent_bound=1, runs=32)
    assert (kept.at_bound, kept.absent_at_bound, kept.runs) == (True, False, 32)


def test_ends_on_request() -> None:
    assert not search.optimise(complete(7), bound=1000, runs=32).at_bound
    reports: list[tuple[int, ...]] = []
    ended = search.optimise(complete(7), keep_going=lambda *progress: reports.append(progress) or len(reports) < 2)
    assert ended.runs == 32
    assert reports[-1] == (32, 500, 1050)


@pytest.mark.parametrize(("name", "pooled"), [("8-pairs-6-rounds", 66.00), ("8-pairs-8-rounds", 77.55)])
def test_balans_in_full_more_is_kept_with_a_pair_absent(name: str, pooled: float) -> None:
    """At the same SS; the library has 61.11 and 68.67 of these movements."""
    found = search.optimise(read(name), runs=48)
    assert found.ss == quality(read(name)).ss
    assert round(vacancy(found.movement).pooled or 0, 2) == pooled


@given(movements, st.data())
@settings(max_examples=by_night(30), deadline=None)
def test_what_a_turn_changes_with_a_pair_absent(movement: Movement, data: st.DataObject) -> None:
    plays, sides = search.prepared(movement)
    tables, scores = absent.tables_and_scores(movement, plays.rivals, sides.way)
    before = search.sum_of_squares(movement), sum(absent_sums(movement)[1])
    for play in data.draw(st.lists(st.integers(0, len(movement.plays) - 1), min_size=1, max_size=12)):
        more, lost = absent.change(play, tables, scores)
        absent.turn(play, tables, scores)
        now = turned(movement, scores.way < 0)
        after = search.sum_of_squares(now), sum(absent_sums(now)[1])
        assert (4 * more, 4 * lost) == (after[0] - before[0], after[1] - before[1])
        before = after


def test_a_set_played_twice_by_somebody_is_refused() -> None:
    twice = Movement(4, 2, 2, 1, np.array([[0, 0, 0, 1, 0], [1, 0, 0, 2, 0]], dtype=np.int32))
    with pytest.raises(MovementError, match="plays a board set twice"):
        search.optimise(twice)


def test_works_where_nothing_can_be_kept_on_disk(tmp_path: Path) -> None:
    """Neither the folder of the module nor that of the user can be written."""
    package = tmp_path / "transforms"
    shutil.copytree(PROJECT / "transforms", package, ignore=shutil.ignore_patterns("__pycache__"))
    program = (
        "import numba.core.caching as caching\n"
        "def unwritable(self): raise OSError('read-only')\n"
        "for locator in caching.CacheImpl._locator_classes: locator.ensure_cache_path = unwritable\n"
        "from transforms.balance.compiled import drawn, seed_of_run\n"
        "import numpy as np, transforms\n"
        "assert int(drawn(np.zeros(1, np.uint64))) == 0xE220A8397B1DCDAF\n"
        "print(transforms.__file__)"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.startswith(str(package))
