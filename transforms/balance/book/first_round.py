"""Find first rounds of Howells and three-quarter Howells with an exact solver.

Source: the theory of starters and adders, modulo the number of rounds. Two moving pairs meet at most once if the
difference of their numbers is different at each table. A pair plays each set once if the number of the pair minus that
of the set is different at each seat. No two tables share boards if all sets of the round are different.
"""

import numpy as np
from ortools.sat.python import cp_model

from transforms.balance.generators import cyclic
from transforms.balance.quality import quality

FirstRound = list[tuple[int, int, int]]
_TURNS_TRIED = 4_000


def first_round(pairs: int, rounds: int, seconds: float, seed: int = 1) -> FirstRound | None:
    """Return North-South, East-West and board set of each table in the first round, from 0; None if none was found.

    `pairs` must be even, and `rounds` less than `pairs` but more than half of it. The same seed gives the same result
    if `seconds` is long enough.
    """
    tables = pairs // 2
    among_movers = rounds - tables
    model = cp_model.CpModel()

    def number() -> cp_model.IntVar:
        return model.new_int_var(0, rounds - 1, "")

    def less(one: cp_model.IntVar, other: cp_model.IntVar) -> cp_model.IntVar:
        around, rest = model.new_bool_var(""), number()
        model.add(rest == one - other + rounds * around)
        return rest

    movers, sets = [number() for _ in range(rounds)], [number() for _ in range(tables)]
    tables_of_two = [(movers[2 * table], movers[2 * table + 1], sets[table]) for table in range(among_movers)]
    alone = list(zip(movers[2 * among_movers :], sets[among_movers:], strict=True))
    at_sets = [(pair, of_table) for one, other, of_table in tables_of_two for pair in (one, other)]
    met = [both for one, other, _ in tables_of_two for both in ((one, other), (other, one))]
    model.add_all_different(movers)
    model.add_all_different(sets)
    model.add_all_different([less(*both) for both in at_sets + alone])
    model.add_all_different([less(*both) for both in met])
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.random_seed = seed
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    value = solver.value
    stay = [(rounds + place, value(one), value(at_set)) for place, (one, at_set) in enumerate(alone)]
    found = [(value(one), value(other), value(at_set)) for one, other, at_set in tables_of_two]
    return _turned(pairs, rounds, stay + found, seed)


def _turned(pairs: int, rounds: int, first: FirstRound, seed: int) -> FirstRound:
    """Turn the tables of the first round that give the best balance (Qf) if they are turned in all rounds."""
    random = np.random.default_rng(seed)

    def squares(turn: np.ndarray) -> int:
        return quality(cyclic(pairs, rounds, _at(first, turn))).ss

    best, least = np.zeros(len(first), dtype=bool), squares(np.zeros(len(first), dtype=bool))
    tried = 0
    while tried < _TURNS_TRIED:
        turn = random.integers(0, 2, len(first)).astype(bool)
        now, is_better = squares(turn), True
        while is_better:
            is_better = False
            for table in range(len(first)):
                turn[table] ^= True
                tried += 1
                if (then := squares(turn)) < now:
                    now, is_better = then, True
                else:
                    turn[table] ^= True
        if now < least:
            best, least = turn.copy(), now
    return _at(first, best)


def _at(first: FirstRound, turn: np.ndarray) -> FirstRound:
    return [(ew, ns, of) if is_turned else (ns, ew, of) for (ns, ew, of), is_turned in zip(first, turn, strict=True)]
