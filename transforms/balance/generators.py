"""Movements made by a rule: Mitchells of three kinds, Scheveningen and Howell.

All of them are complete: every North-South pair meets every East-West pair (in a Howell everyone meets everyone), and
everyone plays every board set once. Which rounds are turned is a matter of `rounds_turned`, or of a search.

Source: the paper on movement balance, "Mitchells en variaties" and "Voorbeelden"; for the Howell, the theorem that a
cyclic movement whose directions form a difference set is in perfect balance (`howell`).
"""

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement
from transforms.balance.schedule import parse_schedule

_MOST_TABLES = 500

_SCHEVENINGEN_12 = """12 6 6 6 0
 1-2  A   3-4  B   5-6 C   7-8  D   9-10 E  11-12 F
11-6  A   7-12 B  1-10 C   9-4  D   5-8  E   3-2  F
 3-8  A   9-6  B   7-4 C  11-2  D   1-12 E   5-10 F
 5-4  A  11-10 B  3-12 C   1-6  D   7-2  E   9-8  F
 5-12 D   1-8  B   9-2 C   3-10 D  11-4  E   7-6  F
 9-12 A   5-2  B  11-8 C   7-10 A   3-6  E   1-4  F
"""
"""Source: the paper on movement balance, "Voorbeelden", after Groot Schemaboek 2002, page 5. In the last two rounds two
tables share boards."""

_HOWELL_FIRST_ROUNDS = {
    4: ((3, 0, 0), (1, 2, 0)),
    10: ((9, 0, 0), (1, 6, 5), (2, 8, 4), (3, 4, 1), (5, 7, 8)),
    14: ((13, 0, 0), (1, 10, 7), (2, 9, 11), (3, 5, 8), (4, 12, 3), (6, 7, 1), (8, 11, 9)),
}
"""First rounds from which everyone but the last pair, and every board set, moves up one number a round: North-South,
East-West and board set of each table, counted from 0. Found by search; at 4 tables the boards are shared."""


def mitchell(tables: int, rounds: int | None = None) -> Movement:
    """The standard Mitchell: North-South sits still, East-West goes up a table, the boards go down one.

    Pairs 1 to `tables` sit North-South. With an even number of tables boards come back after half the rounds.

    Args:
        tables: at least 2.
        rounds: as many as there are tables, where not given.

    Raises:
        ValueError: for more rounds than the tables allow; `relay_mitchell` and `double_weave` allow more.
    """
    most = tables if tables % 2 else tables // 2
    rounds = tables if rounds is None else rounds
    if not 2 <= tables <= _MOST_TABLES or not 1 <= rounds <= most:
        raise ValueError(
            f"a Mitchell of {tables} tables and {rounds} rounds: give 2 to {_MOST_TABLES} tables and at most one round"
            " a table, half of it where the tables are even; or take a Relay or Double Weave Mitchell"
        )
    round_, table = _rounds_and_tables(rounds, tables)
    return _two_fields(tables, (table - round_) % tables, (table + round_) % tables, rounds=rounds)


def relay_mitchell(tables: int) -> Movement:
    """The Relay Mitchell, for an even number of tables: as a Mitchell, with boards that rest half-way round.

    They rest on a stand between the two middle tables; the first and the last table share theirs all session.

    Raises:
        ValueError: for an odd number of tables.
    """
    if tables % 2 or not 2 <= tables <= _MOST_TABLES:
        raise ValueError(f"a Relay Mitchell of {tables} tables: give an even number from 2 to {_MOST_TABLES}")
    round_, table = _rounds_and_tables(tables, tables)
    stand = table + (table >= tables // 2)
    return _two_fields(tables, (table - round_) % tables, (stand + round_) % tables, rounds=tables)


def double_weave(tables: int) -> Movement:
    """The Double Weave Mitchell, for a multiple of 4 tables: nobody shares boards.

    The tables form two halves. East-West goes round its own half, then round the other; the boards go from one half to
    the other after every round, and down one number after every second round. It starts a quarter of the way round,
    so that East-West changes halves after the first and the third quarter. Our reconstruction, by the factors that the
    source prints for it.

    Raises:
        ValueError: where the tables are no multiple of 4.
    """
    if tables % 4 or not 4 <= tables <= _MOST_TABLES:
        raise ValueError(f"a Double Weave Mitchell of {tables} tables: give a multiple of 4 up to {_MOST_TABLES}")
    round_, table = _rounds_and_tables(tables, tables)
    half, step = tables // 2, (round_ + tables // 4) % tables
    side, place = table // half, table % half
    east_west = (side + step // half) % 2 * half + (place - step) % half
    board_set = (side + step) % 2 * half + (place - (step + 1) // 2) % half
    return _two_fields(tables, east_west, board_set, rounds=tables)


def scheveningen(tables: int) -> Movement:
    """A Scheveningen: boards stay at their tables, odd pairs sit North-South, even pairs East-West.

    With an odd number of tables it is the standard Mitchell seen from the boards: odd pairs go up one table, even pairs
    two. Otherwise it is known here for 6 tables, where two tables share boards in the last two rounds.

    Raises:
        ValueError: for other numbers of tables.
    """
    if tables == 6:
        return parse_schedule(_SCHEVENINGEN_12)
    if tables % 2 == 0 or not 3 <= tables <= _MOST_TABLES:
        raise ValueError(f"a Scheveningen of {tables} tables: give 6, or an odd number from 3 to {_MOST_TABLES}")
    round_, table = _rounds_and_tables(tables, tables)
    odd, even = 2 * ((table - round_) % tables), 2 * ((table - 2 * round_) % tables) + 1
    return _movement(2 * tables, tables, np.column_stack([round_, table, odd, even, table]))


def howell(pairs: int) -> Movement:
    """A full Howell: everyone meets everyone once, a round for each opponent; the last pair stays where it is.

    Everyone else goes up one number a round, and so do the board sets. Where `pairs - 1` is a prime one less than a
    multiple of 4, pair i plays set b in the direction of the quadratic character of i - b: these form a difference
    set, every two pairs then have the same score, and the balance is perfect. Otherwise it starts from a round that
    was found by search.

    Raises:
        ValueError: where no Howell for so many pairs is known here.
    """
    first = np.array(_HOWELL_FIRST_ROUNDS.get(pairs) or _by_quadratic_residues(pairs), dtype=np.int32)
    rounds = pairs - 1
    round_, table = _rounds_and_tables(rounds, pairs // 2)
    moved = (first[table] + round_[:, None]) % rounds
    stays = first[table] == rounds
    return _movement(pairs, rounds, np.column_stack([round_, table, np.where(stays, rounds, moved)]))


def _by_quadratic_residues(pairs: int) -> list[tuple[int, int, int]]:
    """The first round of a Howell in perfect balance: for each residue q, pair (k+1)q against (k-1)q on set kq.

    Seen from its board set, each pair but one then stands at a residue (North-South) or its opposite (East-West); k is
    chosen so that nobody sits at two tables.
    """
    prime = pairs - 1
    if (
        prime % 4 != 3
        or prime < 7
        or prime > 2 * _MOST_TABLES
        or any(prime % n == 0 for n in range(2, int(prime**0.5) + 1))
    ):
        known = ", ".join(map(str, sorted({*_HOWELL_FIRST_ROUNDS, 8, 12, 20, 24, 32})))
        raise ValueError(
            f"a Howell for {pairs} pairs is not known here: give {known}, or a prime of the form 4n+3, plus 1"
        )
    residues = {n * n % prime for n in range(1, prime)}
    k = next(k for k in range(2, prime - 1) if (k * k - 1) % prime not in residues)
    tables = [((k + 1) * q % prime, (k - 1) * q % prime, k * q % prime) for q in sorted(residues)]
    return [(prime, 0, 0), *tables]


def _rounds_and_tables(rounds: int, tables: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Round and table of every play where all tables are in use, counted from 0."""
    return np.repeat(np.arange(rounds), tables), np.tile(np.arange(tables), rounds)


def _two_fields(tables: int, east_west: NDArray[np.int64], board_set: NDArray[np.int64], *, rounds: int) -> Movement:
    """A movement in which North-South sits still: pairs 1 to `tables`, East-West numbered on from there."""
    round_, table = _rounds_and_tables(rounds, tables)
    return _movement(2 * tables, tables, np.column_stack([round_, table, table, tables + east_west, board_set]))


def _movement(pairs: int, board_sets: int, plays: NDArray[np.int64]) -> Movement:
    """The movement with these plays, all tables in use."""
    rounds, tables = plays[:, :2].max(axis=0) + 1
    return Movement(pairs, int(tables), int(rounds), board_sets, plays.astype(np.int32))
