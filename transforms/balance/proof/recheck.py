"""Recheck a proof in another way than it was made: with plain integers, other searches and another model.

The recheck shares no computation with the code of the proof. Bound 2 needs no solver, only the multipliers. If CP-SAT
ruled out a multiset, or the proof tried every choice play by play, the recheck tries all choices set by set. A proof
file may come from an untrusted source, so the work is limited before it starts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, product
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement
from transforms.balance.proof.prove import MOST_OF_A_SET, MOST_TABLES, MOST_TRIED, Answer, Method, Proof, RuledOut

_MOST_OF_A_MULTISET = 10**9  # choices to try for one multiset; most of them are abandoned early

_WAYS_TOGETHER = 1 << 10  # board sets are combined while together they have no more ways than this

Scores = dict[tuple[int, int], int]
_Between = dict[tuple[int, int], NDArray[np.int64]]


class Rechecked(NamedTuple):
    """The errors in a proof, and whether it holds for every complete movement with the same number of tables."""

    objections: list[str]
    of_every_complete: bool


def rechecked(movement: Movement, proof: Proof) -> Rechecked:
    """Recheck a written proof for a movement. A proof that would take too much work to check gets an objection."""
    if again := _set_twice(movement):
        return Rechecked([again], of_every_complete=False)
    wrong, of_every_complete = list[str](), False
    ss = sum(score * score for score in _scores(movement).values())
    if ss != proof.ss:
        wrong.append(f"the movement has SS {ss}, not {proof.ss}")
    if proof.bound > ss:
        wrong.append(f"the bound {proof.bound} is above the SS of the movement, {ss}")
    match proof.method:
        case Method.PARITY:
            wrong += _considered(proof, 0)
            bound = _evenest(movement)
            if bound < proof.bound:
                wrong.append(f"parity gives a bound of {bound}, not {proof.bound}")
        case Method.EVERY_CHOICE:
            played = Counter(movement.plays[:, -1].tolist())
            turned = len(movement.plays) - len(played)
            if turned > MOST_TRIED or max(played.values()) > MOST_OF_A_SET + 1:
                wrong.append(
                    f"there are more choices than can be tried: {turned} tables to turn, {max(played.values()) - 1} of"
                    f" one set; at most {MOST_TRIED} and {MOST_OF_A_SET}"
                )
                return Rechecked(wrong, of_every_complete)
            wrong += _considered(proof, 1 << turned)
            if _some_below(movement, proof.bound):
                wrong.append(f"there are directions with an SS below {proof.bound}")
        case Method.MULTISETS:
            found, of_every_complete = _of_multisets(movement, proof)
            wrong += found
    if proof.method is not Method.MULTISETS and proof.beyond_bound_1:
        wrong.append(f"a proof by {proof.method} has no multisets, but {len(proof.beyond_bound_1)} are listed")
    return Rechecked(wrong, of_every_complete)


def _set_twice(movement: Movement) -> str | None:
    seated = Counter((one, play[-1]) for play in movement.plays.tolist() for one in play[2:-1])
    (one, board_set), times = max(seated.items(), key=lambda item: item[1])
    return f"{one + 1} plays set {board_set + 1} {times} times: correct the schedule first" if times > 1 else None


def _considered(proof: Proof, number: int) -> list[str]:
    return [] if proof.considered == number else [f"{number} choices must be considered, not {proof.considered}"]


def _scores(movement: Movement) -> Scores:
    sides = _sides(movement)
    h = _half_top(movement)
    scores = dict.fromkeys(combinations(range(movement.pairs), 2), 0)
    for play, seated in sides:
        for other, others in sides:
            if play[-1] != other[-1]:
                continue
            same_table = play == other
            for one, side in seated.items():
                for two, other_side in others.items():
                    if one < two:
                        scores[one, two] += (-h if same_table else 1) * side * other_side
    return scores


def _sides(movement: Movement) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    half = 2 if movement.individual else 1
    return [
        (tuple(play), {one: 1 if place < half else -1 for place, one in enumerate(play[2:-1])})
        for play in movement.plays.tolist()
    ]


def _half_top(movement: Movement) -> int:
    return min(Counter(movement.plays[:, -1].tolist()).values()) - 1


def _evenest(movement: Movement) -> int:
    """Return the parity bound: each score starts as low as it can be, and the lowest score rises in steps of 2."""
    sides, h = _sides(movement), _half_top(movement)
    lowest = dict.fromkeys(combinations(range(movement.pairs), 2), 0)
    room = dict.fromkeys(lowest, 0)
    for play, seated in sides:
        for other, others in sides:
            for one, two in product(seated, others):
                if one < two and play == other:
                    lowest[one, two] -= h * seated[one] * seated[two]
                elif one < two and play[-1] == other[-1]:
                    lowest[one, two] -= 1
                    room[one, two] += 1
    missing = (sum(_scores(movement).values()) - sum(lowest.values())) // 2
    at = Counter((lowest[two], room[two]) for two in lowest)
    while missing:
        score, left = min(key for key in at if key[1])
        moved = min(missing, at[score, left])
        at[score, left] -= moved
        at += Counter({(score + 2, left - 1): moved})
        missing -= moved
    return sum(score * score * times for (score, _), times in at.items())


def _rows(movement: Movement) -> list[NDArray[np.int64]]:
    """Return, for each set, plays x pairs: 1 if a pair sits North-South, -1 East-West, 0 absent."""
    rows_of: dict[int, list[list[int]]] = defaultdict(list)
    for play, seated in _sides(movement):
        rows_of[play[-1]].append([seated.get(one, 0) for one in range(movement.pairs)])
    return [np.array(rows) for rows in rows_of.values()]


def _some_below(movement: Movement, bound: int) -> bool:
    signs = (np.array([*product((1,), *[(1, -1)] * (len(rows) - 1))]) for rows in _rows(movement))
    return _reached(movement, [one @ rows for one, rows in zip(signs, _rows(movement), strict=True)], bound)


def _reached(movement: Movement, ways: list[NDArray[np.int64]], bound: int) -> bool:
    """Return whether SS can be below `bound` if each set is played in one of its ways (ways x pairs)."""
    # Let W be the part of the scores that comes from meetings. Then 2 SS is |W|^2, minus the square of the number of
    # sets that each pair plays, plus a cost for each set and a cost for every two sets.
    tables = -(_half_top(movement) + 1) * np.sum([rows.T @ rows for rows in _rows(movement)], axis=0)
    np.fill_diagonal(tables, 0)
    alone = [(one**2).sum(axis=1) ** 2 + 2 * ((one @ tables) * one).sum(axis=1) for one in ways]
    between = {(one, other): 2 * (ways[one] @ ways[other].T) ** 2 for one, other in combinations(range(len(ways)), 2)}
    played = np.sum([np.abs(one[0]) for one in ways], axis=0)
    return _cheaper(*_together(alone, between), 2 * bound + int((played**2).sum()) - int((tables**2).sum()))


def _together(alone: list[NDArray[np.int64]], between: _Between) -> tuple[list[NDArray[np.int64]], _Between]:
    """Combine small sets two by two, without changing costs, and put the largest last: then less remains to try."""
    of, left = dict(enumerate(alone)), dict(between)
    while len(of) > 1:
        one, other = sorted(sorted(of, key=lambda place: (of[place].size, place))[:2])
        if of[one].size * of[other].size > _WAYS_TOGETHER:
            break
        costs = (of[one][:, None] + of.pop(other) + _from(left, one, other)).ravel()
        for third in of:
            if third != one:
                to_one, to_other = (_from(left, place, third) for place in (one, other))
                left[one, third] = (to_one[:, None, :] + to_other).reshape(-1, to_one.shape[1])
        of[one] = costs
    order = sorted(of, key=lambda place: (of[place].size, place))
    two = combinations(range(len(order)), 2)
    return [of[place] for place in order], {(a, b): _from(left, order[a], order[b]) for a, b in two}


def _from(between: _Between, one: int, other: int) -> NDArray[np.int64]:
    """Remove the costs of two sets from `between`, and return them: a row for each way of the first set."""
    return between.pop((one, other)) if (one, other) in between else between.pop((other, one)).T


def _cheaper(alone: list[NDArray[np.int64]], between: _Between, than: int) -> bool:
    """Return whether one way per set can be chosen so that the costs (`alone`, `between`) total less than `than`."""
    place = len(between) and max(two for _, two in between) + 1 - len(alone)
    if sum(int(one.min()) for one in alone) >= than:
        return False
    if len(alone) == 1:
        return True
    if len(alone) == 2:
        both = alone[0][:, None] + alone[1] + between[place, place + 1]
        return int(both.min()) < than
    first, *others = alone
    for way in np.argsort(first, kind="stable").tolist():
        left = [cost + between[place, place + 1 + further][way] for further, cost in enumerate(others)]
        if _cheaper(left, between, than - int(first[way])):
            return True
    return False


def _of_multisets(movement: Movement, proof: Proof) -> Rechecked:
    r, wrong, of_every_complete = movement.board_sets, list[str](), True
    if r > MOST_TABLES:
        words = f"there are more multisets than can be checked for {r} tables: at most {MOST_TABLES}"
        return Rechecked([words], of_every_complete=False)
    if not _complete(movement):
        return Rechecked(["the movement is not complete, so its multisets prove nothing"], of_every_complete=False)
    listed = {tuple(one.counts): one for one in proof.beyond_bound_1}
    every = list(_counts(r, r // 2))
    if len(every) != proof.considered:
        wrong.append(f"there are {len(every)} multisets, not {proof.considered}")
    if len(listed) < len(proof.beyond_bound_1) or not listed.keys() <= set(every):
        wrong.append("multisets are listed twice, or do not exist")
        return Rechecked(wrong, of_every_complete=False)
    for counts in every:
        if _greedy_bound(r, counts) >= proof.bound:
            continue
        one = listed.get(counts)
        if one is None:
            wrong.append(f"the multiset {list(counts)} is not ruled out")
        elif _dual_bound(r, one) < proof.bound:
            of_every_complete = False
            if not _impossible(movement, one, proof.bound):
                wrong.append(f"the multiset {list(counts)} is not ruled out by its multipliers or meetings")
    wrong += [words for one in proof.beyond_bound_1 for words in _untrue(r, one, proof.ss)]
    return Rechecked(wrong, of_every_complete)


def _untrue(r: int, one: RuledOut, ss: int) -> Iterator[str]:
    """Yield the errors of the proof about a multiset: in its bounds, or in whether CP-SAT was needed."""
    first, second = _greedy_bound(r, tuple(one.counts)), _dual_bound(r, one)
    if (one.bound_1, one.bound_2) != (first, second):
        yield f"the multiset {one.counts} has the bounds {first} and {second}, not {one.bound_1} and {one.bound_2}"
    if (one.answer is None) != (second >= ss):
        needed = "no answer" if second >= ss else "an answer"
        yield f"the multiset {one.counts} needs {needed}, and has {one.answer or 'none'}"


def _complete(movement: Movement) -> bool:
    """Return whether everyone plays every set once, and each pair of one field meets each pair of the other once."""
    r, plays = movement.board_sets, [tuple(play) for play in movement.plays.tolist()]
    if movement.individual or movement.pairs != 2 * r:
        return False
    everything = sorted(product(range(2 * r), range(r)))
    if sorted((pair, play[-1]) for play in plays for pair in play[2:4]) != everything:
        return False
    one_field = {0} | ({*range(2 * r)} - {pair for play in plays if 0 in play[2:4] for pair in play[2:4]})
    met = sorted(
        (min(pair, key=one_field.__contains__), max(pair, key=one_field.__contains__))
        for pair in (p[2:4] for p in plays)
    )
    return len(one_field) == r and met == sorted(product(sorted({*range(2 * r)} - one_field), sorted(one_field)))


def _counts(sets: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every tuple of the numbers of sets with k = 0, 1, ... `most`; the numbers add up to `sets`."""
    if most == 0:
        yield (sets,)
        return
    for here in range(sets + 1):
        yield from ((*rest, here) for rest in _counts(sets - here, most - 1))


def _greedy_bound(r: int, counts: tuple[int, ...]) -> int:
    """Return Bound 1. All steps of one kind are taken together, starting with the kind that adds least."""
    switched = [(k, sets) for k, sets in enumerate(counts) if sets]
    bound = r**4 + r**3 - 2 * r * sum(sets * (r - 2 * k) ** 2 for k, sets in switched)
    steps: Counter[int] = Counter()
    for place, (k, sets) in enumerate(switched):
        for other, others in switched[place:]:
            times = sets * (sets - 1) // 2 if k == other else sets * others
            value = 2 * r - 4 * (k + other)
            bound += times * value * value
            for o in range(2 * min(k, other)):
                steps[(value + 4 * o + 4) ** 2 - (value + 4 * o) ** 2] += times
    each, over = divmod(sum(k * sets for k, sets in switched), r)
    missing = 2 * sum(a * (a - 1) // 2 for a in [each + 1] * over + [each] * (r - over))
    for adds in sorted(steps):
        taken = steps[adds] if adds < 0 else min(steps[adds], max(missing, 0))
        bound += taken * adds
        missing -= taken
    return bound


def _dual_bound(r: int, ruled_out: RuledOut) -> int:
    """Return Bound 2 from its multipliers (see `bound_of`); 0 if the number of multipliers does not fit the counts."""
    classes = [(k, sets) for k, sets in enumerate(ruled_out.counts) if k and sets]
    twos = [(one, other) for one in range(len(classes)) for other in range(one, len(classes))]
    if (len(twos), len(classes)) != (len(ruled_out.both), len(ruled_out.each)):
        return 0
    prices = dict(zip(twos, ruled_out.both, strict=True))
    bound = r**4 + r**3 - 2 * r * sum(sets * (r - 2 * k) ** 2 for k, sets in enumerate(ruled_out.counts))
    unswitched = ruled_out.counts[0]
    bound += unswitched * (unswitched - 1) // 2 * 4 * r * r
    for k, sets in classes:
        bound += unswitched * sets * (2 * r - 4 * k) ** 2
    for (one, other), price in prices.items():
        (k, sets), (k_other, others) = classes[one], classes[other]
        times = sets * (sets - 1) // 2 if one == other else sets * others
        values = range(2 * min(k, k_other) + 1)
        bound += times * min((2 * r - 4 * (k + k_other) + 4 * o) ** 2 - price * o for o in values)
    on = np.meshgrid(*(np.arange(sets + 1) for _, sets in classes), indexing="ij", sparse=True)
    pays = np.zeros([sets + 1 for _, sets in classes], dtype=np.int64)
    for (one, other), price in prices.items():
        pays += price * (on[one] * (on[one] - 1) // 2 if one == other else on[one] * on[other])
    for (k, sets), number, back in zip(classes, on, ruled_out.each, strict=True):
        pays -= back * number
        bound += 2 * back * k * sets
    return bound + 2 * r * int(pays.min())


def _impossible(movement: Movement, ruled_out: RuledOut, bound: int) -> bool:
    """Return whether it is certain that no directions with these counts have an SS below `bound`."""
    if ruled_out.answer is not Answer.IMPOSSIBLE:
        return False
    r = movement.board_sets
    orders = factorial(r) // prod(factorial(sets) for sets in ruled_out.counts)
    if orders * prod(comb(r, k) ** sets for k, sets in enumerate(ruled_out.counts)) > _MOST_OF_A_MULTISET:
        return False  # too many choices to try
    of_other_field = {one for _, seated in _sides(movement) if 0 in seated for one in seated if one}
    field = np.array([-1 if one in of_other_field else 1 for one in range(2 * r)])
    rows = [np.abs(of_set) * field for of_set in _rows(movement)]
    signs = {
        k: np.array([[-1 if at in chosen else 1 for at in range(r)] for chosen in combinations(range(r), k)])
        for k, sets in enumerate(ruled_out.counts)
        if sets
    }
    return not any(
        _reached(movement, [signs[k] @ of_set for of_set, k in zip(rows, order, strict=True)], bound)
        for order in _orders(ruled_out.counts)
    )


def _orders(counts: list[int]) -> Iterator[tuple[int, ...]]:
    if not sum(counts):
        yield ()
        return
    for k, sets in enumerate(counts):
        if sets:
            left = [*counts[:k], sets - 1, *counts[k + 1 :]]
            yield from ((k, *rest) for rest in _orders(left))
