"""Movements made by a rule: four kinds of Mitchell, Scheveningen, Howells and whist.

With the full number of rounds everyone plays every set once, and every North-South pair meets every East-West pair (in
a Howell everyone meets everyone). With fewer rounds nobody plays a set twice.

Source: the paper on movement balance, "Mitchells en variaties" and "Voorbeelden"; for the Howell, the theorem that a
cyclic movement whose directions form a difference set is in perfect balance (`howell`).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, EW, NS, ROUND, TABLE, Movement, MovementError
from transforms.balance.schedule import parse_schedule
from transforms.balance.scheveningen import EVEN_TABLES, of_even_tables
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

    With an even number of tables, the pairs would meet the same boards again after half the rounds.

    Raises:
        MovementError: here and in all functions below, the tables are too few or too many, or the rounds too many.
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
    """Return the Mitchell for an even number of tables (4 or more) in which East-West skips a table half-way."""
    rounds = tables - 1 if rounds is None else rounds
    has = Message("a Mitchell with a skip has an even number of tables, 4 or more, and fewer rounds than tables")
    _check(tables % 2 == 0 and tables >= 4 and 1 <= rounds < tables, tables, rounds, has)
    round_, table = _rounds_and_tables(rounds, tables)
    passed = round_ + (round_ >= tables // 2)
    return _two_fields(tables, (table - passed) % tables, (table + round_) % tables, rounds=rounds)


def relay_mitchell(tables: int) -> Movement:
    """Return the relay Mitchell (even tables): boards rest a round in the middle, and the end tables share boards."""
    has = Message("a Relay Mitchell has an even number of tables")
    _check(tables % 2 == 0 and tables >= 2, tables, tables, has)
    round_, table = _rounds_and_tables(tables, tables)
    stand = table + (table >= tables // 2)
    return _two_fields(tables, (table - round_) % tables, (stand + round_) % tables, rounds=tables)


def double_weave(tables: int) -> Movement:
    """Return the Double Weave Mitchell for a multiple of 4 tables: nobody shares boards."""
    # East-West pairs go round their own half of the tables, then round the other half. The boards change halves after
    # every round, and go down one number after every second round. The movement starts a quarter of the way through
    # this cycle. The source does not print the movement. We reconstructed it, and its factors are those in the source.
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

    With an odd number of tables, odd pairs move up one table each round, and even pairs two. With 6 tables, two tables
    share boards in the last two rounds.
    """
    if tables == 6:
        return parse_schedule(_SCHEVENINGEN_12)
    if tables in EVEN_TABLES:
        return _movement(2 * tables, tables, of_even_tables(tables))
    has = Message("a Scheveningen has 6, 8, 10, 12 or 14 tables, or an odd number of tables")
    _check(tables % 2 == 1 and tables >= 3, tables, tables, has)
    round_, table = _rounds_and_tables(tables, tables)
    odd, even = 2 * ((table - round_) % tables), 2 * ((table - 2 * round_) % tables) + 1
    return _movement(2 * tables, tables, np.column_stack([round_, table, odd, even, table]))


def has_scheveningen(tables: int) -> bool:
    """Return whether `scheveningen` can make a Scheveningen for this number of tables."""
    return tables == 6 or tables in EVEN_TABLES or (tables % 2 == 1 and tables >= 3)


def mitchell_boards_stay(tables: int, rounds: int) -> Movement:
    """Return the Mitchell in which North-South goes up one table, East-West down one, and the boards stay."""
    movement = mitchell(tables, rounds)
    plays = movement.plays.copy()
    round_, table = plays[:, ROUND], plays[:, TABLE]
    plays[:, [NS, EW, BOARD_SET]] = np.column_stack(
        [(table - round_) % tables, tables + (table + round_) % tables, table]
    )
    return movement._replace(plays=plays)


def _check(fits: bool, tables: int, rounds: int, has: Message) -> None:
    if not fits or tables > _MOST_TABLES:
        gaps = {"tables": tables, "rounds": rounds, "has": has, "most": _MOST_TABLES}
        raise MovementError("{tables} tables, {rounds} rounds: {has}; at most {most} tables", **gaps)


def howell(pairs: int) -> Movement:
    """Return a full Howell: everyone meets everyone once, and the last pair stays at its table."""
    # Each round every other pair, and every board set, moves up one number. If `pairs - 1` is a prime of the form 4n +
    # 3 and at least 7, the direction of pair i on set b is given by the quadratic character of i - b. This is a
    # difference set, so the balance is perfect. For other numbers the first round was found by search.
    return cyclic(pairs, pairs - 1, _HOWELL_FIRST_ROUNDS.get(pairs) or _by_quadratic_residues(pairs))


def has_howell(pairs: int) -> bool:
    """Return whether `howell` can make a Howell for this number of pairs."""
    return pairs in _HOWELL_FIRST_ROUNDS or _is_of_form_4n_3(pairs - 1)


def cyclic(pairs: int, rounds: int, first: Sequence[tuple[int, int, int]]) -> Movement:
    """Return a Howell, or a three-quarter Howell, from its first round.

    `first` has North-South, East-West and board set of each table, from 0. Each round, all board sets and the pairs
    numbered below `rounds` move up one number. The pairs from `rounds` on stay, each at a table of its own.
    """
    sits = np.array(first, dtype=np.int64)
    round_, table = _rounds_and_tables(rounds, pairs // 2)
    seated = np.where(sits[table] < rounds, (sits[table] + round_[:, None]) % rounds, sits[table])
    return _movement(pairs, rounds, np.column_stack([round_, table, seated]))


def first_rounds(movement: Movement, rounds: int) -> Movement:
    """Return the first `rounds` rounds of the movement. Some board sets may then not be played at all."""
    return movement._replace(rounds=rounds, plays=movement.plays[movement.plays[:, ROUND] < rounds])


def _by_quadratic_residues(pairs: int) -> list[tuple[int, int, int]]:
    """Return a first round in perfect balance: for each quadratic residue q, pair (k+1)q plays (k-1)q on set kq."""
    # The pair minus the set is a residue for North-South, and minus a residue for East-West. With this k nobody sits
    # at two tables.
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
    round_, table = _rounds_and_tables(rounds, tables)
    return _movement(2 * tables, tables, np.column_stack([round_, table, table, tables + east_west, board_set]))


def _movement(pairs: int, board_sets: int, plays: NDArray[np.int64]) -> Movement:
    rounds, tables = plays[:, :2].max(axis=0) + 1
    return Movement(pairs, int(tables), int(rounds), board_sets, plays.astype(np.int32))


PLAY = ("round", "table", "ns", "ew", "board_set")
# more tables than any line of a club has, and more movements than are known for any number of tables
MOST_TABLES, MOST_MOVEMENTS = 40, 10


def known_plays(tables: list[int]) -> pl.DataFrame:
    """Return (tables, movement, *`PLAY`), all Int32 and from 1: every known movement for these numbers of tables."""
    return pl.concat([_plays(0), *(_plays(many) for many in tables if 2 <= many <= MOST_TABLES)])


@cache
def _plays(tables: int) -> pl.DataFrame:
    plays = dict.fromkeys(PLAY, pl.Int32)
    rows = [
        pl.DataFrame(movement.plays + 1, schema=plays).with_columns(
            tables=pl.lit(tables, pl.Int32), movement=pl.lit(MOST_MOVEMENTS * tables + number, pl.Int32)
        )
        for number, movement in enumerate(_movements(tables) if tables else ())
    ]
    empty = pl.DataFrame(schema={"tables": pl.Int32, "movement": pl.Int32, **plays})
    return pl.concat([empty, *rows], how="diagonal")


def _movements(tables: int) -> Iterator[Movement]:
    if tables % 2:
        yield mitchell(tables)
    else:
        yield relay_mitchell(tables)
        if tables > 2:
            yield skip_mitchell(tables)
        if tables % 4 == 0:
            yield double_weave(tables)
    if has_scheveningen(tables):
        yield scheveningen(tables)
    if has_howell(2 * tables):
        yield howell(2 * tables)


MOST_PLAYERS = 16  # for whom the first round is found quickly

_Table = tuple[int, int, int, int]


def whist(players: int) -> Movement | None:
    """Return the first whist movement found; None if there is none in one circle. All tables play one set in a round.

    Everybody partners each other player once and opposes each twice. All players but the last stand in a circle. Every
    round is the previous one, moved one place along the circle. In the first round, each distance along the circle must
    occur once between partners and twice between opponents; the last player has distance 0 to everybody (E. H. Moore,
    "Tactical Memoranda I-III", 1896).

    Raises:
        MovementError: the number of players is not a multiple of 4, or there are too many of them.
    """
    if not can_be_whist(players):
        raise MovementError(
            "{players} players: give a multiple of 4, at most {most}", players=players, most=MOST_PLAYERS
        )
    circle = players - 1
    first = next(_first_rounds(list(range(players)), circle, [], []), None)
    if first is None:
        return None
    round_, table = np.divmod(np.arange(circle * len(first)), len(first))
    seated = np.array(first)[table]
    seated = np.where(seated < circle, (seated + round_[:, None]) % circle, seated)
    plays = np.column_stack([round_, table, seated, round_]).astype(np.int32)
    return Movement(players, len(first), circle, circle, plays, individual=True)


def can_be_whist(players: int) -> bool:
    """Return whether this number of players is a multiple of 4 and small enough for the search."""
    return players % 4 == 0 and 4 <= players <= MOST_PLAYERS


def _first_rounds(seated: list[int], circle: int, partners: list[int], opponents: list[int]) -> Iterator[list[_Table]]:
    """Yield every way to seat the players who are left, if `partners` and `opponents` are the distances used so far."""
    if not seated:
        yield []
        return
    one = seated[-1]
    for three in combinations(seated[:-1], 3):
        left = [player for player in seated[:-1] if player not in three]
        for partner in three:
            first, second = (player for player in three if player != partner)
            together = [*partners, _apart(one, partner, circle), _apart(first, second, circle)]
            against = opponents + [_apart(us, them, circle) for us in (one, partner) for them in (first, second)]
            if len(set(together)) == len(together) and max(map(against.count, against)) <= 2:
                for others in _first_rounds(left, circle, together, against):
                    yield [(one, partner, first, second), *others]


def _apart(one: int, other: int, circle: int) -> int:
    return 0 if circle in (one, other) else min((one - other) % circle, (other - one) % circle)
