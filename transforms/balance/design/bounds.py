"""The least SS (sum of squared scores) that a movement of a given size can have."""

from collections.abc import Iterator
from functools import cache

from transforms.balance.design.plan import Asked
from transforms.balance.quality import least_squares


def least_ss(asked: Asked) -> int:
    """Return a lower bound of the SS of every movement of this size. A movement with this SS is proved optimal.

    The bound assumes that everybody plays every set once and that the numbers of meetings of any two pairs differ as
    little as possible. For three rows of r signs x, y, z (r is the number of sets) every set contributes 3 or -1 to xy
    + xz + yz, so this sum is 3r modulo 4. Hence the pairs fall into two classes: two pairs of one class have an inner
    product of r modulo 4, and two pairs of different classes have r + 2. The score of two pairs is their inner product,
    plus t (the number of tables) for every meeting. So the sizes of the classes and the choice of pairs that meet once
    more determine each score modulo 4. The scores of one pair add up to r (t - 1), so the sum across the classes
    determines the sums within each class. For every choice, these sums are spread as evenly as the remainders allow.

    If several lines are scored together, half of each line sits North-South on each set and half East-West. So the
    scores of a pair with another line add up to 0, and those within its own line have the same sum as if it were alone.
    """
    # With an odd number of pairs, the bound is the SS of integers as even as their sum allows. It may be out of reach.
    if asked.pairs % 2:
        tables = asked.pairs // 2
        return least_squares(tables * (tables - 1) * asked.rounds, asked.pairs * tables)
    if asked.lines > 1:
        return _of_lines(asked)
    least = (asked.pairs * asked.rounds * asked.pairs) ** 2
    for first in range(asked.pairs // 2 + 1):
        least = _of_classes(asked.pairs, asked.pairs // 2, asked.rounds, first, least)
    return least


def _of_classes(pairs: int, tables: int, rounds: int, first: int, least: int) -> int:
    """Return the smaller of `least` and the SS with `first` pairs in class 1; each set has `tables` tables in all."""
    second = pairs - first
    within, other = first * (first - 1) // 2, second * (second - 1) // 2
    across = first * second
    usual, more = divmod(rounds, pairs - 1)
    same = rounds + tables * usual
    for once_more in _meetings(first, second, more):
        counts = tuple(zip((within, other, across), once_more, strict=True))
        too_far = 0
        for sum_across in _outwards(
            across * rounds * (tables - 1) // (pairs - 1), (rounds + tables * (usual + 1)) * across
        ):
            sums = (first * rounds * (tables - 1) - sum_across, second * rounds * (tables - 1) - sum_across)
            if _at_least(counts, (sums[0] / 2, sums[1] / 2, sum_across)) >= least:
                # The bound is lowest in the middle. Once it is too high on one side, it stays too high further out.
                too_far += 1
                if too_far == 2:
                    break
                continue
            too_far = 0
            if sums[0] % 2 or sums[1] % 2:
                continue
            totals = (sums[0] // 2, sums[1] // 2, sum_across)
            parts = [
                _spread(((count - extra, remainder % 4), (extra, (remainder + tables) % 4)), total)
                for (count, extra), remainder, total in zip(counts, (same, same, same + 2), totals, strict=True)
            ]
            least = min(least, sum(part for part in parts if part is not None)) if None not in parts else least
    return least


def _of_lines(asked: Asked) -> int:
    size, tables, rounds = asked.pairs // asked.lines, asked.pairs // 2, asked.rounds
    most = (asked.pairs * rounds * asked.pairs) ** 2
    within = [_of_classes(size, tables, rounds, first, most) for first in range(size + 1)]
    least = min(
        within[first] + within[other] + (asked.lines - 1) * _between(size, rounds, first, other)
        for first in range(size + 1)
        for other in range(size + 1)
    )
    return -(-asked.lines * least // 2)


def _between(size: int, rounds: int, first: int, other: int) -> int:
    alike = first * other + (size - first) * (size - other)
    squares = _spread(((alike, rounds % 4), (size * size - alike, (rounds + 2) % 4)), 0)
    return (size * rounds) ** 2 if squares is None else squares


def _outwards(middle: int, most: int) -> Iterator[int]:
    yield middle
    for away in range(1, most + 1):
        yield from (middle + away, middle - away)


def _at_least(counts: tuple[tuple[int, int], ...], totals: tuple[float, ...]) -> float:
    """Return a quick lower bound: the sum of squares if each total is spread evenly over its numbers, unrounded."""
    return sum(total * total / count for (count, _), total in zip(counts, totals, strict=True) if count) - 1


def _meetings(first: int, second: int, more: int) -> Iterator[tuple[int, int, int]]:
    """Yield how many combinations may meet once more than the rest: in class 1, in class 2, and across."""
    for across in range(min(first, second) * more + 1 if first else 1):
        if (first * more - across) % 2 or (second * more - across) % 2:
            continue
        within, other = (first * more - across) // 2, (second * more - across) // 2
        fits = 0 <= within <= first * (first - 1) // 2 and 0 <= other <= second * (second - 1) // 2
        if fits and across <= first * second:
            yield within, other, across


@cache
def _spread(counts: tuple[tuple[int, int], ...], total: int) -> int | None:
    """Return the least sum of squares of integers that add up to `total`; None if no such integers exist."""
    # `counts` has pairs (number, remainder): how many of the integers have this remainder modulo 4.
    number = sum(count for count, _ in counts)
    if not number:
        return None if total else 0
    if (total - sum(count * remainder for count, remainder in counts)) % 4:
        return None
    start = total // number - 8
    values = [[start + (remainder - start) % 4, count] for count, remainder in counts]
    short = total - sum(value * times for value, times in values)
    squares = sum(value * value * times for value, times in values)
    # Raising the lowest value by 4 always costs least.
    while short > 0:
        lowest = min((one for one in values if one[1]), key=lambda one: one[0])
        steps = min(lowest[1], short // 4)
        squares += steps * (8 * lowest[0] + 16)
        short -= 4 * steps
        lowest[0] += 4
    return squares
