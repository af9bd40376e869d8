"""A second reading of a movement, cell by cell, that shares no code with the functions that make movements."""

from collections import Counter, defaultdict
from fractions import Fraction

from transforms.balance.movement import Movement


def faults(movement: Movement) -> list[str]:
    """What prevents play: somebody at two tables in a round, or a board set twice; a table, number or set too many."""
    found: list[str] = []
    at, played = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    tables = Counter[tuple[int, int]]()
    for round_, table, ns, ew, board_set in movement.plays.tolist():
        tables[round_, table] += 1
        if not (
            0 <= round_ < movement.rounds and 0 <= table < movement.tables and 0 <= board_set < movement.board_sets
        ):
            found.append(f"round {round_}, table {table}, set {board_set}: out of range")
        for pair in (ns, ew):
            if not 0 <= pair < movement.pairs:
                found.append(f"pair {pair}: out of range")
            at[round_, pair] += 1
            played[pair, board_set] += 1
    for what, seen in (("round, pair", at), ("pair, set", played), ("round, table", tables)):
        found += [f"{what} {one}: {times} times" for one, times in seen.items() if times > 1]
    return found


def rounds_without(movement: Movement) -> list[tuple[int, int]]:
    """The (round, pair) in which a pair sits at no table."""
    seated = {(round_, pair) for round_, _, ns, ew, _ in movement.plays.tolist() for pair in (ns, ew)}
    return [
        (round_, pair)
        for round_ in range(movement.rounds)
        for pair in range(movement.pairs)
        if (round_, pair) not in seated
    ]


def copies(movement: Movement) -> int:
    """The most tables that play one set in one round."""
    return max(Counter((play[0], play[4]) for play in movement.plays.tolist()).values())


def most_meetings(movement: Movement) -> int:
    """How often the two pairs meet that meet most often."""
    return max(Counter(frozenset(play[2:4]) for play in movement.plays.tolist()).values())


def least_share(movement: Movement, absent: int | None) -> Fraction:
    """The part of the sets in use that every pair present plays at least; `absent` is a number from 1."""
    sets = defaultdict[int, set[int]](set)
    for _, _, ns, ew, board_set in movement.plays.tolist():
        if absent is None or absent - 1 not in (ns, ew):
            sets[ns].add(board_set)
            sets[ew].add(board_set)
    in_use = set[int]().union(*sets.values())
    present = [pair for pair in range(movement.pairs) if absent is None or pair != absent - 1]
    return min(Fraction(len(sets[pair]), len(in_use)) for pair in present)
