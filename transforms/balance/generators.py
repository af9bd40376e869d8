"""Movements made by a rule: four kinds of Mitchell, Scheveningen, and Howells.

Everyone plays a board set at most once. With the full number of rounds everyone plays every set, and every North-South
pair meets every East-West pair (in a Howell everyone meets everyone). Use `rounds_turned` or a search to turn rounds
(arrow switch).

Source: the paper on movement balance, "Mitchells en variaties" and "Voorbeelden"; for the Howell, the theorem that a
cyclic movement whose directions form a difference set is in perfect balance (`howell`).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import ROUND, Movement, MovementError
from transforms.balance.schedule import parse_schedule
from transforms.tables.messages import Message

_MOST_TABLES = 500

_SCHEVENINGEN_12 = """12 6 6 6 0
 1-2  A   3-4  B   5-6 C   7-8  D   9-10 E  11-12 F
11-6  A   7-12 B  1-10 C   9-4  D   5-8  E   3-2  F
 3-8  A   9-6  B   7-4 C  11-2  D   1-12 E   5-10 F
 5-4  A  11-10 B  3-12 C   1-6  D   7-2  E   9-8  F
 5-12 D   1-8  B   9-2 C   3-10 D  11-4  E   7-6  F
 9-12 A   5-2  B  11-8 C   7-10 A   3-6  E   1-4  F
"""
"""Source: the paper on movement balance, "Voorbeelden", after Groot Schemaboek 2002, page 5. Two tables share boards in
the last two rounds."""

_HOWELL_FIRST_ROUNDS = {
    4: ((3, 0, 0), (1, 2, 0)),
    10: ((9, 0, 0), (1, 6, 5), (2, 8, 4), (3, 4, 1), (5, 7, 8)),
    14: ((13, 0, 0), (1, 10, 7), (2, 9, 11), (3, 5, 8), (4, 12, 3), (6, 7, 1), (8, 11, 9)),
}
"""The first round of some Howells, by number of pairs: North-South, East-West and board set of each table, from 0.

In each later round, every board set and every pair but the last move up one number. These rounds were found by search.
With 4 pairs the two tables share boards."""


def mitchell(tables: int, rounds: int | None = None) -> Movement:
    """Return the standard Mitchell: each round East-West moves up one table, boards move down one, North-South stays.

    Pairs 1 to `tables` sit North-South. The default number of rounds is the number of tables. With an even number of
    tables, the pairs would meet the same boards again after half the rounds.

    Raises:
        MovementError: there are too few or too many tables, or more rounds than the tables allow.
    """
    rounds = tables if rounds is None else rounds
    has = Message(
        "a Mitchell has 2 tables or more, and at most as many rounds as tables; with an even number of tables "
        "it has at most half as many, unless it is a Relay or Double Weave Mitchell"
    )
    _check(tables >= 2 and 1 <= rounds <= (tables if tables % 2 else tables // 2), tables, rounds, has)
    round_, table = _rounds_and_tables(rounds, tables)
    return _two_fields(tables, (table - round_) % tables, (table + round_) % tables, rounds=rounds)


def skip_mitchell(tables: int, rounds: int | None = None) -> Movement:
    """Return the skip Mitchell for an even number of tables (4 or more): East-West skips a table half-way.

    Because of the skip nobody plays the same boards or opponents twice. The default number of rounds is one less than
    the number of tables.

    Raises:
        MovementError: the number of tables is odd or too large, or there are more rounds than the tables allow.
    """
    rounds = tables - 1 if rounds is None else rounds
    has = Message("a Mitchell with a skip has an even number of tables, 4 or more, and fewer rounds than tables")
    _check(tables % 2 == 0 and tables >= 4 and 1 <= rounds < tables, tables, rounds, has)
    round_, table = _rounds_and_tables(rounds, tables)
    passed = round_ + (round_ >= tables // 2)
    return _two_fields(tables, (table - passed) % tables, (table + round_) % tables, rounds=rounds)


def relay_mitchell(tables: int) -> Movement:
    """Return the Relay Mitchell for an even number of tables: a Mitchell whose boards rest for a round half-way.

    The boards rest on a stand between the two middle tables. The first and the last table share boards in every round.

    Raises:
        MovementError: the number of tables is odd or too large.
    """
    has = Message("a Relay Mitchell has an even number of tables")
    _check(tables % 2 == 0 and tables >= 2, tables, tables, has)
    round_, table = _rounds_and_tables(tables, tables)
    stand = table + (table >= tables // 2)
    return _two_fields(tables, (table - round_) % tables, (stand + round_) % tables, rounds=tables)


def double_weave(tables: int) -> Movement:
    """Return the Double Weave Mitchell for a multiple of 4 tables: nobody shares boards.

    East-West pairs go round their own half of the tables, then round the other half. The boards change halves after
    every round, and go down one number after every second round. The movement starts a quarter of the way through this
    cycle. The source does not print the movement: we reconstructed it, and the quality factors are those that the
    source prints.

    Raises:
        MovementError: the number of tables is not a multiple of 4, or is too large.
    """
    has = Message("a Double Weave Mitchell has a multiple of 4 tables")
    _check(tables % 4 == 0 and tables >= 4, tables, tables, has)
    round_, table = _rounds_and_tables(tables, tables)
    half, step = tables // 2, (round_ + tables // 4) % tables
    side, place = table // half, table % half
    east_west = (side + step // half) % 2 * half + (place - step) % half
    board_set = (side + step) % 2 * half + (place - (step + 1) // 2) % half
    return _two_fields(tables, east_west, board_set, rounds=tables)


def scheveningen(tables: int) -> Movement:
    """Return a Scheveningen: boards stay at their tables, odd pairs sit North-South, even pairs East-West.

    With an odd number of tables, odd pairs move up one table each round, and even pairs two. The only even number of
    tables available here is 6. With 6 tables, two tables share boards in the last two rounds.

    Raises:
        MovementError: there is no Scheveningen for this number of tables here.
    """
    if tables == 6:
        return parse_schedule(_SCHEVENINGEN_12)
    _check(
        tables % 2 == 1 and tables >= 3,
        tables,
        tables,
        Message("a Scheveningen has 6 tables, or an odd number of tables"),
    )
    round_, table = _rounds_and_tables(tables, tables)
    odd, even = 2 * ((table - round_) % tables), 2 * ((table - 2 * round_) % tables) + 1
    return _movement(2 * tables, tables, np.column_stack([round_, table, odd, even, table]))


def _check(fits: bool, tables: int, rounds: int, has: Message) -> None:
    if not fits or tables > _MOST_TABLES:
        gaps = {"tables": tables, "rounds": rounds, "has": has, "most": _MOST_TABLES}
        raise MovementError("{tables} tables, {rounds} rounds: {has}; at most {most} tables", **gaps)


def howell(pairs: int) -> Movement:
    """Return a full Howell: everyone meets everyone once, and the last pair stays at its table.

    Each round every other pair, and every board set, moves up one number. If `pairs - 1` is a prime of the form 4n + 3
    and at least 7, the direction of pair i on set b is given by the quadratic character of i - b. This is a difference
    set, so the balance is perfect. For other numbers the first round was found by search.

    Raises:
        MovementError: there is no Howell for this number of pairs here.
    """
    return cyclic(pairs, pairs - 1, _HOWELL_FIRST_ROUNDS.get(pairs) or _by_quadratic_residues(pairs))


def has_howell(pairs: int) -> bool:
    """Return whether `howell` can make a Howell for this number of pairs."""
    return pairs in _HOWELL_FIRST_ROUNDS or _is_of_form_4n_3(pairs - 1)


def cyclic(pairs: int, rounds: int, first: Sequence[tuple[int, int, int]]) -> Movement:
    """Return a Howell, or a three-quarter Howell, from its first round.

    `first` has North-South, East-West and board set of each table, from 0. Each round, all board sets and the pairs
    below `rounds` move up one number. The pairs from `rounds` on stay, each at a table of its own.
    """
    sits = np.array(first, dtype=np.int64)
    round_, table = _rounds_and_tables(rounds, pairs // 2)
    moved = (sits[table] + round_[:, None]) % rounds
    return _movement(
        pairs, rounds, np.column_stack([round_, table, np.where(sits[table] < rounds, moved, sits[table])])
    )


def first_rounds(movement: Movement, rounds: int) -> Movement:
    """Return the first `rounds` rounds of the movement. Some board sets may then not be played at all."""
    return movement._replace(rounds=rounds, plays=movement.plays[movement.plays[:, ROUND] < rounds])


def _by_quadratic_residues(pairs: int) -> list[tuple[int, int, int]]:
    """Return the first round of a Howell in perfect balance: for each residue q, pair (k+1)q plays (k-1)q on set kq.

    The number of the pair minus the number of the set is a residue for North-South, and minus a residue for East-West.
    k is chosen so that nobody sits at two tables.
    """
    prime = pairs - 1
    if not _is_of_form_4n_3(prime):
        known = ", ".join(map(str, sorted({*_HOWELL_FIRST_ROUNDS, 8, 12, 20, 24, 32})))
        raise MovementError(
            "no Howell for {pairs} pairs is known here: give {known}, or one more than a prime of the form 4n+3",
            pairs=pairs, known=known,
        )  # fmt: skip
    residues = {n * n % prime for n in range(1, prime)}
    k = next(k for k in range(2, prime - 1) if (k * k - 1) % prime not in residues)
    tables = [((k + 1) * q % prime, (k - 1) * q % prime, k * q % prime) for q in sorted(residues)]
    return [(prime, 0, 0), *tables]


def _is_of_form_4n_3(number: int) -> bool:
    is_small = 7 <= number <= 2 * _MOST_TABLES and number % 4 == 3
    return is_small and all(number % n for n in range(2, int(number**0.5) + 1))


def _rounds_and_tables(rounds: int, tables: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return np.repeat(np.arange(rounds), tables), np.tile(np.arange(tables), rounds)


def _two_fields(tables: int, east_west: NDArray[np.int64], board_set: NDArray[np.int64], *, rounds: int) -> Movement:
    """Return a movement in which North-South pairs (1 to `tables`) stay; East-West pairs have higher numbers."""
    round_, table = _rounds_and_tables(rounds, tables)
    return _movement(2 * tables, tables, np.column_stack([round_, table, table, tables + east_west, board_set]))


def _movement(pairs: int, board_sets: int, plays: NDArray[np.int64]) -> Movement:
    rounds, tables = plays[:, :2].max(axis=0) + 1
    return Movement(pairs, int(tables), int(rounds), board_sets, plays.astype(np.int32))
