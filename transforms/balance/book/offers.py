"""Find every known movement that fits a number of tables, with its balance.

Whole rounds may be turned (arrow switch), so that North-South and East-West can share one ranking.

Source: the paper on movement balance, "Mitchells en variaties" and "Voorbeelden".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice
from math import comb
from typing import NamedTuple

import numpy as np

from transforms.balance import generators
from transforms.balance.forms import do_boards_stay
from transforms.balance.movement import (
    BOARD_SET,
    EW,
    NS,
    ROUND,
    Movement,
    directions,
    meetings,
    rounds_turned,
    seats,
    sets_a_round,
)
from transforms.balance.quality import half_top, qf_exact, quality, score_matrix, scores_without, vacancy
from transforms.tables.messages import gettext

_TRIED_WHOLLY = 11  # with more rounds only choices of up to `_FEW` are tried, because no larger choice was best so far
_FEW = 3
_AT_ONCE = 128
_LEAST_SHARE = Fraction(2, 3)  # half would still put 24 of 40 boards at 20 tables before a Web Mitchell
_MANY_TABLES = 13  # in smaller rooms the kinds come first, whatever the share


def best_switch(movement: Movement, absent: int | None = None) -> list[int]:
    """Return the rounds (from 0) to turn as a whole for the best balance (Qf)."""
    # Of choices with equal Qf, the one with the fewest rounds is taken, and of these the one with the latest rounds.
    # The movement must be for pairs, and nobody may play a set twice. Turning all other rounds instead gives the same
    # Qf, so at most half are turned. With `absent` (from 0), the rounds are the best for the other pairs.
    weight = half_top(movement) + 1
    if absent is not None:
        there = (seats(movement) != absent).all(axis=1)
        movement, weight = movement._replace(plays=movement.plays[there]), max(weight - 1, 1)
    sides, plays = directions(movement), movement.plays
    played_in = np.full(sides.shape, movement.rounds)  # also for a set that the pair does not play
    played_in[seats(movement).T, plays[:, BOARD_SET]] = plays[:, ROUND]
    at_tables = weight * meetings(movement)
    upper = np.triu_indices(movement.pairs, k=1)
    best, least = (), np.inf
    most = movement.rounds // 2 if movement.rounds <= _TRIED_WHOLLY else _FEW
    latest_first = range(movement.rounds - 1, -1, -1)
    every = chain.from_iterable(combinations(latest_first, count) for count in range(most + 1))
    while choices := list(islice(every, _AT_ONCE)):
        signs = np.ones((len(choices), movement.rounds + 1))
        for row, choice in enumerate(choices):
            signs[row, list(choice)] = -1
        turned = sides * signs[:, played_in]
        scores = (turned @ turned.transpose(0, 2, 1) + at_tables)[:, *upper]
        squares = (scores * scores).sum(axis=1)
        if squares.min() < least:
            best, least = choices[int(squares.argmin())], squares.min()
    return list(best)


# first rounds of Howells by (pairs, rounds), in the format of `cyclic`
Tables = Mapping[tuple[int, int], Sequence[tuple[int, int, int]]]
_DECIMALS = 2


class Known(NamedTuple):
    """The movements that are stored because no rule generates them."""

    howells: Tables
    library: Mapping[str, Movement]  # by name
    proved: Mapping[int, Movement]  # Mitchells by number of tables, with directions that are proved to be the best


class LeftEmpty(NamedTuple):
    """The number that is best left empty if a pair is missing; if several are equally good, the highest one."""

    number: int  # from 1
    qf: float  # the balance (0 to 100) with this number empty
    least: float  # with the worst number empty

    @property
    def is_any(self) -> bool:
        """Whether it makes no difference which number is left empty."""
        return round(self.qf, _DECIMALS) == round(self.least, _DECIMALS)


class Offer(NamedTuple):
    """A movement that can be played tonight."""

    name: str
    moves: str  # how pairs and boards move, as a director would explain it
    movement: Movement
    turned: tuple[int, ...] = ()  # the rounds turned as a whole, from 1
    winners: int = 1  # 2 if North-South and East-West are ranked separately
    shared: int = 0  # how often a table plays the same set as another table in the same round
    qf: float | None = None  # of the pairs present (0 to 100), within directions if there are two winners
    left_empty: LeftEmpty | None = None  # this and `qf` are None if too few tables play a board to compare results
    copies: int = 1  # how many identical sets of boards are in play; only tables that have no copy share
    must_be_empty: int | None = None  # the number of a pair that is not there, if it cannot be another

    @property
    def board_sets(self) -> int:
        """The number of board sets that are played."""
        return len(np.unique(self.movement.plays[:, BOARD_SET]))

    @property
    def sets_a_round(self) -> int:
        """The number of board sets that two pairs play when they meet."""
        return sets_a_round(self.movement)

    @property
    def rounds(self) -> int:
        """The number of rounds as players count them: a round may have several sets."""
        return self.movement.rounds // self.sets_a_round


def offers(
    tables: int, rounds: Sequence[int], known: Known, absent: int | None = None, more: Iterable[Offer] = ()
) -> list[Offer]:
    """Return all movements that fit, and `more`, sorted by kind (see `kind`), then the most even first.

    Movements in which a pair plays too small a part of the boards come after all others.
    """
    away = None if absent is None else absent - 1
    fitting = chain(chain.from_iterable(_fitting(tables, played, known, away) for played in rounds), more)
    return sorted(
        (judged(offer, away) for offer in fitting), key=lambda offer: (plays_little(offer, absent), _best_first(offer))
    )


def each_with_one_missing(found: Sequence[Offer]) -> list[Offer]:
    """Return the offers, each with its best number left empty, sorted as in `offers`."""
    with_number = sorted(map(with_one_missing, found), key=lambda one: (plays_little(*one), _best_first(one[0])))
    return [offer for offer, _ in with_number]


def with_one_missing(offer: Offer) -> tuple[Offer, int]:
    """Return the offer with its best number left empty (or the highest, if the best is unknown), and this number."""
    number = offer.left_empty.number if offer.left_empty else offer.movement.pairs
    return judged(offer, number - 1), number


def kind(offer: Offer) -> tuple[int, bool, bool]:
    """Return the key by which offers are sorted into kinds.

    It has the number of winners, whether tables share boards, and whether several identical sets are in play.
    """
    return offer.winners, offer.shared > 0, offer.copies > 1


def share(offer: Offer, absent: int | None = None) -> Fraction:
    """Return the part of the boards in use that each pair present plays, if it plays the fewest. `absent` is from 1.

    A pair does not play the boards during which it sits out.
    """
    movement = offer.movement
    away = movement.pairs if absent is None else absent - 1
    plays = movement.plays[(seats(movement) != away).all(axis=1)]
    in_use = len(np.unique(plays[:, BOARD_SET]))
    played = np.bincount(seats(movement._replace(plays=plays)).ravel(), minlength=movement.pairs)
    return Fraction(int(np.delete(played, [] if absent is None else away).min()), in_use)


def plays_little(offer: Offer, absent: int | None = None) -> bool:
    """Return whether some pair plays so few of the boards in use that results hardly compare. `absent` is from 1."""
    return offer.movement.tables >= _MANY_TABLES and share(offer, absent) < _LEAST_SHARE


def _best_first(offer: Offer) -> tuple[tuple[int, bool, bool], float, int, int]:
    return kind(offer), -round(-1 if offer.qf is None else offer.qf, _DECIMALS), offer.shared, len(offer.turned)


def _fitting(tables: int, rounds: int, known: Known, absent: int | None) -> Iterator[Offer]:
    for of_two in _of_two_fields(tables, rounds):
        yield of_two
        if turned := best_switch(of_two.movement, absent):
            movement = rounds_turned(of_two.movement, turned)
            yield of_two._replace(movement=movement, turned=tuple(sorted(one + 1 for one in turned)), winners=1)
    if rounds == tables and tables in known.proved:
        moves = gettext(
            "as on the cards; at some tables the pairs exchange directions, in the way that is proved to be the best"
        )
        yield Offer(gettext("Mitchell, tables turned"), moves, known.proved[tables])
    yield from _howells(2 * tables, rounds, known)
    for name, movement in known.library.items():
        if movement.individual or movement.pairs != 2 * tables:
            continue
        if movement.rounds // sets_a_round(movement) == rounds:
            yield Offer(gettext("Library: {name}", name=name), _as_on_the_cards(movement), movement)


def _as_on_the_cards(movement: Movement) -> str:
    if do_boards_stay(movement):
        return gettext("the boards stay at their tables; the pairs move as the cards say")
    return gettext("pairs and boards move as the cards say")


def _of_two_fields(tables: int, rounds: int) -> Iterator[Offer]:
    if rounds <= (tables if tables % 2 else tables // 2):
        moves = gettext("North-South stays, East-West goes up one table, the boards go down one")
        yield Offer(gettext("Mitchell"), moves, generators.mitchell(tables, rounds), winners=2)
    if rounds <= tables and tables % 2:
        moves = gettext("the boards stay at their tables; North-South goes up one table, East-West goes down one")
        staying = generators.mitchell_boards_stay(tables, rounds)
        yield Offer(gettext("Mitchell, boards stay"), moves, staying, winners=2)
    if rounds == tables and generators.has_scheveningen(tables):
        moves = gettext("the boards stay at their tables; odd pairs go up one table, even pairs two")
        movement = generators.scheveningen(tables)
        yield Offer(gettext("Scheveningen"), moves if tables % 2 else _as_on_the_cards(movement), movement, winners=2)
    half = tables // 2
    if tables % 2 or not half < rounds <= tables:
        return
    if rounds < tables:
        moves = gettext(
            "North-South stays, East-West goes up one table, the boards go down one; after round {half} "
            "East-West skips a table",
            half=half,
        )
        yield Offer(gettext("Mitchell with a skip"), moves, generators.skip_mitchell(tables, rounds), winners=2)
    moves = gettext(
        "North-South stays, East-West goes up one table, the boards go down one; between tables {half} and {next} "
        "boards rest a round on a stand, and tables 1 and {tables} share boards",
        half=half,
        next=half + 1,
        tables=tables,
    )
    relay = generators.first_rounds(generators.relay_mitchell(tables), rounds)
    yield Offer(gettext("Relay Mitchell"), moves, relay, winners=2)
    if tables % 4 == 0:
        weave = generators.first_rounds(generators.double_weave(tables), rounds)
        yield Offer(gettext("Double Weave Mitchell"), _as_on_the_cards(weave), weave, winners=2)


def _howells(pairs: int, rounds: int, known: Known) -> Iterator[Offer]:
    is_full = rounds == pairs - 1
    moves = (
        gettext(
            "pair {pairs} stays; each other pair follows the pair one number lower, and each set of boards the set "
            "before it",
            pairs=pairs,
        )
        if is_full
        else gettext(
            "pairs {first} to {pairs} stay; each other pair follows the pair one number lower, and each set of boards "
            "the set before it",
            first=rounds + 1,
            pairs=pairs,
        )
    )
    name = gettext("Howell") if is_full else gettext("Three-quarter Howell")
    if (pairs, rounds) in known.howells:
        yield Offer(name, moves, generators.cyclic(pairs, rounds, known.howells[pairs, rounds]))
    elif is_full and generators.has_howell(pairs):
        yield Offer(name, moves, generators.howell(pairs))


def judged(offer: Offer, absent: int | None = None) -> Offer:
    """Return the offer with its shared sets, its balance and its best number to leave empty. `absent` counts from 0."""
    movement, plays = offer.movement, offer.movement.plays
    if absent is not None:
        plays = plays[(seats(movement) != absent).all(axis=1)]
    at_once = np.unique(plays[:, [ROUND, BOARD_SET]], axis=0, return_counts=True)[1]
    shared = int(np.maximum(at_once - offer.copies, 0).sum())
    if offer.winners == 2:
        of_all, *by_absent = _within_directions(movement)
    else:
        of_all, by_absent = quality(movement).qf, vacancy(movement).by_absent
    offer = offer._replace(shared=shared, qf=of_all if absent is None else by_absent[absent], left_empty=None)
    known = {number: qf for number, qf in enumerate(by_absent, 1) if qf is not None}
    if not known:
        return offer
    best = max(known, key=lambda number: (round(known[number], _DECIMALS), number))
    if offer.must_be_empty in known:
        best = offer.must_be_empty
    return offer._replace(left_empty=LeftEmpty(best, known[best], min(known.values())))


def _within_directions(movement: Movement) -> list[float | None]:
    """Return Qf with pairs compared only within their own direction: for all pairs, then with each pair absent."""
    half, pairs = movement.pairs // 2, movement.pairs
    scores = np.stack([score_matrix(movement), *(scores_without(movement, absent) for absent in range(pairs))])
    of_fields = (np.unique(movement.plays[:, side]) for side in (NS, EW))
    fields = np.stack([scores[:, one[:, None], one] for one in of_fields])
    sums, squares = (of_two.sum(axis=(0, 2, 3)) // 2 for of_two in (fields, fields * fields))
    within = [2 * comb(half, 2), *[comb(half, 2) + comb(half - 1, 2)] * pairs]
    factors = [qf_exact(*of_one) for of_one in zip(sums.tolist(), squares.tolist(), within, strict=True)]
    return [None if factor is None else float(100 * factor) for factor in factors]
