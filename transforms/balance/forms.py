"""The forms of a movement: the same meetings on the same boards, at other tables and under other numbers.

Both forms of the TEAM movements begin with the universal start: pair 1 sits North-South against pair 2 at table 1, pair
3 against pair 4 at table 2, and so on. So the results of the first round stay valid if another movement has to be
played after all. In the form *Howell*, pair 1 sits North-South at table 1 in all rounds, and there are as few tables as
possible. In the form *Scheveningen*, the boards stay at their tables.

Source: the paper on movement balance, "TEAM schema's".
"""

from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import BOARD_SET, EW, NS, ROUND, TABLE, Movement, directions, sets_a_round, turned


def has_team_form(movement: Movement) -> bool:
    """Return whether pairs play, all in every round and every set once, with one set a round."""
    if movement.individual or movement.rounds != movement.board_sets or sets_a_round(movement) > 1:
        return False
    plays_every_set = bool(directions(movement).all())
    in_round = np.zeros((movement.rounds, movement.pairs), dtype=np.int64)
    np.add.at(in_round, (movement.plays[:, [ROUND]], movement.plays[:, [NS, EW]]), 1)
    return plays_every_set and bool((in_round == 1).all())


def team_form(movement: Movement, first_session: int) -> Movement:
    """Return the movement in the form Howell; it must have a team form. The last pair keeps its number if it can.

    `first_session` is the number of rounds of the first session; its rounds stay before the others.

    Whole sets are turned, a round becomes the first, and pairs and sets get other numbers. All of this leaves the
    balance as it is. Number 1 and the first round are the first pair and round with which the last pair can sit
    East-West at the last table.
    """
    sides, last = directions(movement), movement.pairs - 1
    set_in_round = np.zeros((movement.rounds, movement.pairs), dtype=np.int64)
    set_in_round[movement.plays[:, [ROUND]], movement.plays[:, [NS, EW]]] = movement.plays[:, [BOARD_SET]]
    first, anchor = next(
        (
            (round_, pair)
            for round_, pair in product(range(first_session), range(last))
            if (at := set_in_round[round_])[last] != at[pair] and sides[last, at[last]] != sides[pair, at[last]]
        ),
        (0, 0),
    )
    plays = turned(movement, sides[anchor, movement.plays[:, BOARD_SET]] < 0).plays
    plays = plays[np.argsort((plays[:, [NS, EW]] == last).any(axis=1), kind="stable")]
    at_anchor, at_last = set_in_round[first, [anchor, last]]
    sets = np.arange(movement.board_sets)
    not_first = ~np.isin(sets, set_in_round[first])
    order_of_sets = np.lexsort((sets, sets == at_last, not_first, sets != at_anchor))
    rounds = np.arange(movement.rounds)
    order_of_rounds = np.lexsort((rounds, rounds != first))
    plays[:, BOARD_SET] = np.argsort(order_of_sets)[plays[:, BOARD_SET]]
    plays[:, ROUND] = np.argsort(order_of_rounds)[plays[:, ROUND]]
    in_one_line = np.zeros(len(plays), dtype=np.int64)
    anchored = (plays[:, [NS, EW]] == anchor).any(axis=1)
    round_, board_set = (plays[:, column].astype(np.int64) for column in (ROUND, BOARD_SET))
    plays[:, TABLE] = few_tables(round_, board_set, line=in_one_line, anchored=anchored)
    plays = plays[np.lexsort((plays[:, TABLE], plays[:, ROUND]))]
    in_order = plays[plays[:, ROUND] == 0][:, [NS, EW]].ravel()
    plays[:, [NS, EW]] = np.argsort(in_order)[plays[:, [NS, EW]]]
    return movement._replace(tables=movement.pairs // 2, plays=plays)


def with_boards_staying(movement: Movement) -> Movement:
    """Return the movement with each set at the table of its number; tables that share a set come after these tables.

    If the same few pairs can sit at the tables that share, each of them keeps its table. Otherwise, of the tables that
    share a set, the one with the pair that shares most often in the movement comes after the others.
    """
    plays = movement.plays
    at = np.unique(plays[:, [ROUND, BOARD_SET]], axis=0, return_inverse=True)[1].reshape(-1)
    shares = np.zeros(movement.pairs, dtype=np.int64)
    np.add.at(shares, plays[:, [NS, EW]], (np.bincount(at) > 1)[at][:, None])
    table = plays[:, BOARD_SET].copy()
    who = _always_at_shared_tables(movement, np.flatnonzero(shares == movement.rounds).tolist())
    for place, pair in enumerate(who):
        table[(plays[:, [NS, EW]] == pair).any(axis=1)] = movement.board_sets + place
    if not who:
        often = shares[plays[:, [NS, EW]]].max(axis=1)
        lent = _rank(at, np.lexsort((often, at))) > 0
        turn = _rank(plays[lent, ROUND], np.lexsort((-often[lent], plays[lent, ROUND])))
        table[lent] = movement.board_sets + turn
    columns = plays.copy()
    columns[:, TABLE] = table
    columns = columns[np.lexsort((table, plays[:, ROUND]))]
    return movement._replace(tables=int(table.max()) + 1, plays=columns)


def _always_at_shared_tables(movement: Movement, pairs: list[int]) -> tuple[int, ...]:
    """Return the fewest of these pairs without whose tables no set is shared; none if there are no such pairs."""
    for many in range(1, movement.pairs // 2 - movement.board_sets + 1):
        for who in combinations(pairs, many):
            others = movement.plays[~np.isin(movement.plays[:, [NS, EW]], who).any(axis=1)]
            meet = len(movement.plays) - len(others) < many * movement.rounds
            if not meet and len(np.unique(others[:, [ROUND, BOARD_SET]], axis=0)) == len(others):
                return who
    return ()


def do_boards_stay(movement: Movement) -> bool:
    """Return whether each set stays at the table of its number, except where another table shares it."""
    table, board_set = movement.plays[:, [TABLE, BOARD_SET]].T
    return bool(((table == board_set) | (table >= movement.board_sets)).all())


def few_tables(
    round_: NDArray[np.int64], board_set: NDArray[np.int64], *, line: NDArray[np.int64], anchored: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the table of each play. A round uses one table per play, line after line."""
    # The `anchored` plays (at most one per round and line) are at the first table of the line. Tables that share a set
    # are neighbours, and the other tables are in order of their sets.
    groups = round_ * (line.max() + 1) + line
    anchor_set = np.full(groups.max() + 1, -1)
    anchor_set[groups[anchored]] = board_set[anchored]
    order = np.lexsort((board_set, board_set != anchor_set[groups], ~anchored, line, round_))
    return _rank(round_, order)


def boards_stay(
    round_: NDArray[np.int64], board_set: NDArray[np.int64], *, line: NDArray[np.int64], session: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the table of each play if every set stays at its own table throughout its session."""
    # A set that is ever shared has as many neighbouring tables as it needs, some of them empty at times. Each line has
    # its own tables.
    place = line * (board_set.max() + 1) + board_set
    group = np.unique(np.column_stack([round_, place]), axis=0, return_inverse=True)[1].reshape(-1)
    at_once = _rank(group, np.argsort(group, kind="stable"))
    tables_of_place = np.zeros(place.max() + 1, np.int64)
    np.maximum.at(tables_of_place, place, at_once + 1)
    session_of_place = np.zeros(place.max() + 1, np.int64)
    session_of_place[place] = session
    before = np.concatenate(
        [_before(tables_of_place * (session_of_place == one))[:, None] for one in np.unique(session)], axis=1
    )
    return before[place, session] + at_once


def _before(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.cumsum(counts) - counts


def _rank(group: NDArray[np.int64], order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of each row within its group; `order` sorts the rows so that each group is contiguous."""
    sizes = np.bincount(group)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order)) - _before(sizes)[group[order]]
    return rank
