"""The scores of every two entrants, against the same seat by seat in plain Python."""

from collections import defaultdict
from itertools import combinations, product
from unittest.mock import patch

import polars as pl
import pytest
from balance.seasons import board_scores, met_in_rounds, sessions
from balance.strategies import movements_of_any_kind
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.cli.balance.schedules import movement_named
from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played import movement_played as choosing
from transforms.balance.played.movement_played import Played, played, sums_without, two_scores
from transforms.tables.schemas import BoardScores

Seat = tuple[int, int, int]
"""(meeting, entrant, side)."""


def of_sessions(scores: pl.DataFrame) -> Played:
    return played(BoardScores.cast(scores), sessions(*scores["session_id"].unique().to_list()))


def assert_seat_by_seat(of_all: Played, scores: pl.DataFrame) -> None:
    """As in plain Python, also where entrants are absent a few at a time."""
    assert two_scores(of_all).rows() == plain_scores(of_all, scores)
    for at_once in (2_000, 10**6):
        with patch.object(choosing, "_AT_ONCE", at_once):
            assert sums_without(of_all).rows() == plain_sums(of_all)


def plain_scores(of_all: Played, scores: pl.DataFrame) -> list[tuple[int, ...]]:
    together = plain_meetings(of_all, scores)
    rows: list[tuple[int, ...]] = []
    for place, pairs, h in fields_of(of_all):
        sets = sets_of(of_all, place)
        for two in combinations(range(pairs), 2):
            score = sum(weight * worth(seats, two, h) for weight, seats in sets)
            vacant = sum(weight * worth(seats, two, max(h, 1) - 1) for weight, seats in sets)
            own_tops = sum(weight * worth(seats, two, len({seat[0] for seat in seats}) - 1) for weight, seats in sets)
            met = [[meeting for meeting, *_ in opposing(seats, two)] for _, seats in sets]
            times = sum(weight * len(meetings) for (weight, _), meetings in zip(sets, met, strict=True))
            together_on = sum(len(every_two(seats, two)) for _, seats in sets)
            rows.append((place, *two, score, vacant, own_tops, times, together.get((place, *two), 0), together_on))
    return rows


def plain_meetings(of_all: Played, scores: pl.DataFrame) -> dict[tuple[int, ...], int]:
    """(place, one, other) -> in how many rounds they met."""
    place = {session: of for of, session in of_all.fields.select("place", "session_id").iter_rows()}
    number = {(of, name): one for of, name, one in of_all.entrants.select("place", "name", "entrant").iter_rows()}
    met: dict[tuple[int, ...], set[int]] = defaultdict(set)
    for session, rounds in met_in_rounds(scores).items():
        for counted, together in rounds.items():
            for ns, ew in map(tuple, together):
                for one, other in product(ns.split("+"), ew.split("+")):
                    two = sorted(number[place[session], name] for name in (one, other))
                    met[(place[session], *two)].add(counted)
    return {two: len(rounds) for two, rounds in met.items()}


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


@pytest.mark.nightly
@settings(max_examples=by_night(30))
@given(
    st.lists(movements_of_any_kind().filter(lambda one: 0 < len(one.plays) < 100), min_size=1, max_size=3),
    st.integers(1, 2),
    st.data(),
)
def test_scores_are_those_seat_by_seat(movements: list[Movement], boards: int, data: st.DataObject) -> None:
    whole = pl.concat([board_scores(one, boards, session=f"s{number}") for number, one in enumerate(movements)])
    kept = data.draw(st.lists(st.booleans(), min_size=whole.height, max_size=whole.height))
    left = whole.filter(pl.Series(kept))
    assert_seat_by_seat(of_sessions(left), left)


def test_scores_of_two_sessions_are_those_seat_by_seat() -> None:
    whole = pl.concat([board_scores(howell(8), 2), board_scores(mitchell(3), session="other").slice(1)])
    assert_seat_by_seat(of_sessions(whole), whole)


@pytest.mark.parametrize("counted", ["by sets", "by rounds", "unknown"])
def test_who_changes_places_within_a_round_meets_once(counted: str) -> None:
    """Two sets a round, between which the pairs change places: all meet once, in five rounds."""
    by_sets = board_scores(movement_named("6-pairs-5-rounds-2-sets"), 2)
    rounds = {"by sets": pl.col("round"), "by rounds": (pl.col("round") + 1) // 2, "unknown": pl.lit(None, pl.Int32)}
    of_all = of_sessions(by_sets.with_columns(round=rounds[counted]))
    assert two_scores(of_all)["meetings"].to_list() == [1] * 15
    assert of_all.fields["rounds"].to_list() == [5]


def test_a_result_that_is_missing_makes_no_other_round() -> None:
    by_sets = board_scores(movement_named("6-pairs-5-rounds-2-sets"))
    of_all = of_sessions(by_sets.filter((pl.col("round") != 2) | (pl.col("ns") != "1")))
    assert two_scores(of_all)["meetings"].to_list() == [1] * 15


def test_who_meets_again_in_a_later_round_meets_twice() -> None:
    twice = pl.concat([board_scores(howell(4)), board_scores(howell(4)).with_columns(pl.col("round", "board") + 3)])
    of_all = of_sessions(twice)
    assert two_scores(of_all)["meetings"].to_list() == [2] * 6
    assert of_all.fields["rounds"].to_list() == [6]
