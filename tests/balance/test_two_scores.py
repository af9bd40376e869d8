"""The scores of every two entrants, against the same seat by seat in plain Python."""

from collections import defaultdict
from itertools import combinations

import polars as pl
import pytest
from balance.seasons import board_scores, sessions
from balance.strategies import movements_of_any_kind
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.movement_played import Played, played
from transforms.balance.played.two_scores import sums_without, two_scores
from transforms.tables import BoardScores

Seat = tuple[int, int, int]
"""(meeting, entrant, side)."""


def of_sessions(scores: pl.DataFrame) -> Played:
    return played(BoardScores.cast(scores), sessions(*scores["session_id"].unique().to_list()))


def plain_scores(of_all: Played) -> list[tuple[int, ...]]:
    """The rows of `two_scores`."""
    rows: list[tuple[int, ...]] = []
    for place, pairs, h in fields_of(of_all):
        sets = sets_of(of_all, place)
        for two in combinations(range(pairs), 2):
            score = sum(weight * worth(seats, two, h) for weight, seats in sets)
            vacant = sum(weight * worth(seats, two, max(h, 1) - 1) for weight, seats in sets)
            own_tops = sum(weight * worth(seats, two, len({seat[0] for seat in seats}) - 1) for weight, seats in sets)
            met = [[meeting for meeting, *_ in opposing(seats, two)] for _, seats in sets]
            times = sum(weight * len(meetings) for (weight, _), meetings in zip(sets, met, strict=True))
            different = len({meeting for meetings in met for meeting in meetings})
            beside = sum(len(every_two(seats, two)) for _, seats in sets)
            rows.append((place, *two, score, vacant, own_tops, times, different, beside))
    return rows


def plain_sums(of_all: Played) -> list[tuple[int, ...]]:
    """The rows of `sums_without`: the scores of the others, without the tables of who is absent."""
    rows: list[tuple[int, ...]] = []
    for place, pairs, h in fields_of(of_all):
        for absent in range(pairs):
            left = [(weight, without(seats, absent)) for weight, seats in sets_of(of_all, place)]
            others = combinations([entrant for entrant in range(pairs) if entrant != absent], 2)
            scores = [sum(weight * worth(seats, two, max(h, 1) - 1) for weight, seats in left) for two in others]
            rows.append((place, absent, sum(scores), sum(score * score for score in scores)))
    return rows


def fields_of(of_all: Played) -> list[tuple[int, int, int]]:
    return of_all.fields.unique("place").sort("place").select("place", "pairs", "h").rows()


def sets_of(of_all: Played, place: int) -> list[tuple[int, list[Seat]]]:
    """(weight, seats) of each board set of a field."""
    sets: dict[tuple[int, int], list[Seat]] = defaultdict(list)
    columns = ("board_set", "weight", "meeting", "entrant", "side")
    for board_set, weight, *seat in of_all.seats.filter(place=place).select(columns).iter_rows():
        sets[board_set, weight].append((seat[0], seat[1], seat[2]))
    return [(weight, seats) for (_, weight), seats in sets.items()]


def every_two(seats: list[Seat], two: tuple[int, int]) -> list[tuple[Seat, Seat]]:
    return [(one, other) for one in seats for other in seats if (one[1], other[1]) == two]


def opposing(seats: list[Seat], two: tuple[int, int]) -> list[Seat]:
    return [one for one, other in every_two(seats, two) if one[0] == other[0] and one[2] != other[2]]


def worth(seats: list[Seat], two: tuple[int, int], h: int) -> int:
    """Half a top for opponents, minus that for partners; else 1 in the same direction, and -1 in opposite ones."""
    return sum(one[2] * other[2] * (-h if one[0] == other[0] else 1) for one, other in every_two(seats, two))


def without(seats: list[Seat], absent: int) -> list[Seat]:
    gone = {meeting for meeting, entrant, _ in seats if entrant == absent}
    return [seat for seat in seats if seat[0] not in gone]


@pytest.mark.slow
@settings(max_examples=30)
@given(
    st.lists(movements_of_any_kind().filter(lambda one: 0 < len(one.plays) < 100), min_size=1, max_size=3),
    st.integers(1, 2),
    st.data(),
)
def test_scores_are_those_seat_by_seat(movements: list[Movement], boards: int, data: st.DataObject) -> None:
    whole = pl.concat([board_scores(one, boards, session=f"s{number}") for number, one in enumerate(movements)])
    kept = data.draw(st.lists(st.booleans(), min_size=whole.height, max_size=whole.height))
    of_all = of_sessions(whole.filter(pl.Series(kept)))
    scores = two_scores(of_all)
    assert scores.rows() == plain_scores(of_all)
    assert sums_without(of_all, scores).rows() == plain_sums(of_all)


def test_scores_of_two_sessions_are_those_seat_by_seat() -> None:
    of_all = of_sessions(pl.concat([board_scores(howell(8), 2), board_scores(mitchell(3), session="other").slice(1)]))
    scores = two_scores(of_all)
    assert scores.rows() == plain_scores(of_all)
    assert sums_without(of_all, scores).rows() == plain_sums(of_all)


def test_where_nothing_was_played_there_are_no_scores() -> None:
    of_all = of_sessions(board_scores(mitchell(3)).clear())
    assert two_scores(of_all).is_empty()
    assert sums_without(of_all, two_scores(of_all)).is_empty()
