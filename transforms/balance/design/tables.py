"""The tables of a movement whose rounds are known: as few tables as possible, or boards that stay at their tables."""

import numpy as np
from numpy.typing import NDArray


def few_tables(
    round_: NDArray[np.int64], board_set: NDArray[np.int64], *, line: NDArray[np.int64], anchored: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """The table of each play; a round uses as many tables as it has plays, line after line.

    All arguments have one value for each play. Those that are `anchored` (at most one per round and line) are at the
    first table of the line. Tables that share a set are neighbours; otherwise the sets lie in order.
    """
    groups = round_ * (line.max() + 1) + line
    anchor_set = np.full(groups.max() + 1, -1)
    anchor_set[groups[anchored]] = board_set[anchored]
    order = np.lexsort((board_set, board_set != anchor_set[groups], ~anchored, line, round_))
    return _rank(round_, order)


def boards_stay(
    round_: NDArray[np.int64], board_set: NDArray[np.int64], *, line: NDArray[np.int64], session: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The table of each play, where every set stays at its own table throughout its session.

    All arguments have one value for each play. A set that is ever shared has as many neighbouring tables as it needs;
    some of these are empty at times. Each line has its own tables.
    """
    place = line * (board_set.max() + 1) + board_set
    at_once = _rank_within(np.column_stack([round_, place]))
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
    """The place of each row within its group; `order` is the order of all rows, with the rows of a group together."""
    sizes = np.bincount(group)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order)) - _before(sizes)[group[order]]
    return rank


def _rank_within(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """The place of each row among the rows with equal keys."""
    group = np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)
    return _rank(group, np.argsort(group, kind="stable"))
