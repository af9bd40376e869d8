"""Offer the Mitchells of `transforms/balance/mitchells.py`: for many tables, one round more, or a pair too many."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from transforms.balance import mitchells
from transforms.balance.book.offers import Offer, best_switch
from transforms.balance.generators import first_rounds
from transforms.balance.movement import Movement, MovementError, rounds_turned, turned
from transforms.tables.messages import gettext

_PRIMES = (5, 7, 11, 13)
_FEWEST_TABLES, _MOST_TABLES = 4, 20
"""With more tables than this, a pair plays too small a part of the boards, except in a Web Mitchell."""

Turned = Mapping[int, NDArray[np.bool_]]
"""By number of rounds of a Web Mitchell: at which plays the pairs change places."""


def webs(tables: int, rounds: Sequence[int], turned_at: Turned) -> Iterator[Offer]:
    """Yield the Web Mitchells (and Bowmans) with so many rounds, for two winners and, with turned tables, for one."""
    for played in rounds:
        if played not in mitchells.webs_of(tables):
            continue
        sets = mitchells.sets_of_web(played)
        movement, copies = mitchells.web_mitchell(tables, played), mitchells.copies_of_web(tables, played)
        half = mitchells.first_part_of_web(tables, sets)
        moves = gettext(
            "North-South stays, East-West goes up one table; tables 1 to {half} have boards of their own, and so have "
            "the other tables; in both parts the boards go down one table",
            half=half,
        )
        is_bowman = tables == sets + 2
        name = gettext("Bowman Mitchell") if is_bowman else gettext("Web Mitchell")
        yield Offer(name, moves, movement, winners=2, copies=copies)
        if played in turned_at:
            name = gettext("Bowman Mitchell, tables turned") if is_bowman else gettext("Web Mitchell, tables turned")
            moves = gettext("{moves}; at some tables the pairs exchange directions, as the cards say", moves=moves)
            yield Offer(name, moves, turned(movement, turned_at[played]), copies=copies)


def extended(tables: int, rounds: Sequence[int], absent: int | None, *, lacks_a_pair: bool) -> Iterator[Offer]:
    """Yield the other Mitchells with so many rounds. `absent` is the number of the missing pair, from 1.

    Only if a pair is missing, the highest number may be empty: then a Rover and a Bump Mitchell fit.
    """
    if not _FEWEST_TABLES <= tables <= _MOST_TABLES:
        return
    away = None if absent is None else absent - 1
    for played in rounds:
        yield from _of_all_pairs(tables, played, away)
        if lacks_a_pair or absent == 2 * tables:
            yield from _of_a_pair_too_many(tables, played)


def _of_all_pairs(tables: int, rounds: int, away: int | None) -> Iterator[Offer]:
    sets = tables - 2
    if rounds == sets and sets % 2 == 0 and sets >= 4:
        moves = gettext(
            "North-South stays, East-West goes up one table and skips one after round {half}; the boards of tables 1 "
            "to {sets} go down one; table {next} plays the boards of table 1, and table {tables} those on the cards",
            half=sets // 2,
            sets=sets,
            next=sets + 1,
            tables=tables,
        )
        yield from _switched(Offer(gettext("Bowman Mitchell"), moves, mitchells.bowman(tables), winners=2), away)
    if rounds == tables + 1:
        moves = gettext(
            "North-South of tables 1 to {last} stays; the others go up one table, sit North-South for a round after "
            "table {tables}, and go on at table 1; the boards go down one, and rest on a stand after table {half}",
            last=tables - 1,
            tables=tables,
            half=tables // 2,
        )
        offer = Offer(gettext("Hesitation Mitchell"), moves, mitchells.hesitation_mitchell(tables))
        yield _with_switch(offer, away)
    for base in _PRIMES:
        if rounds <= base < tables <= 2 * base:
            moves = gettext(
                "table {first} shares the boards of table 1, and so on; the boards go down one in the first {base} "
                "tables, and the pairs move as the cards say",
                first=base + 1,
                base=base,
            )
            movement = first_rounds(mitchells.appendix_mitchell(base, tables - base), rounds)
            yield from _switched(Offer(gettext("Appendix Mitchell"), moves, movement, winners=2), away)


def _of_a_pair_too_many(tables: int, rounds: int) -> Iterator[Offer]:
    rover, missing = 2 * tables - 1, 2 * tables
    moves = gettext(
        "North-South stays, East-West goes up one table, the boards go down one; pair {rover} sits North-South at "
        "another table each round, and the pair of that table sits out",
        rover=rover,
    )
    bumps = gettext(
        "East-West goes up one table, the boards go down one; pair {rover} sits out, then takes table 1; the pair of "
        "that table sits out a round, then takes the next table from its pair for good, and so on",
        rover=rover,
    )
    for name, said, made in (
        (gettext("Rover Mitchell"), moves, _made(mitchells.rover_mitchell, tables, rounds)),
        (gettext("Bump Mitchell"), bumps, _made(mitchells.bump_mitchell, tables, rounds)),
    ):
        if made is not None:
            yield _with_switch(Offer(name, said, made, must_be_empty=missing), missing - 1)


def _made(of: Callable[[int, int], Movement], tables: int, rounds: int) -> Movement | None:
    try:
        return of(tables, rounds)
    except MovementError:
        return None


def _switched(offer: Offer, away: int | None) -> Iterator[Offer]:
    yield offer
    one_winner = _with_switch(offer, away)
    if one_winner.turned:
        yield one_winner


def _with_switch(offer: Offer, away: int | None) -> Offer:
    rounds = best_switch(offer.movement, away)
    movement = rounds_turned(offer.movement, rounds)
    return offer._replace(movement=movement, turned=tuple(sorted(one + 1 for one in rounds)), winners=1)
