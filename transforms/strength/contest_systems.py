"""The systems of the contest: before every evening, each gives every entrant an index, from earlier evenings only.

docs/contest.md defines each. An index is a number above or below that of a newcomer, which is 0; what a point of it is
worth is measured afterwards, for all systems in the same way (`contest_measures`).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.runs import first_rows, run_of_rows
from transforms.tables.schemas import CLUB

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SYSTEMS = ("fifty", "last_six", "pair_mean", "all_sessions", "elo_32", "elo_100", "project52", "grade")
BY_EVENING = ("evening", *CLUB, "field", "line", "entrant")
AVERAGE = 50.0
_LAST = 6
"""How many sessions count in `last_six`."""
_AT_AVERAGE = 2
"""With how many sessions of 50 % the mean of a pair is mixed."""
_WINDOW = 2000
"""How many boards count in a grade."""
_A_POINT, _STEP, _RANGE = 0.6, 0.25, 26
"""Project 52: the percentage that a point of handicap is worth, the share of a surprise by which a handicap moves, and
how far it may move away from the 26 points of a newcomer."""


class _Seats(NamedTuple):
    """All seats as arrays, sorted by evening, so that those of an evening of all competitions are next to each other.

    A player who is not known has the last number, and the weight 0.
    """

    player: Integers  # per seat
    weight: Floats  # per seat
    entrant: Integers  # per seat
    field: Integers  # per entrant
    score: Floats  # per entrant, in percent
    seats: Integers  # per evening: its first seat, and the number of all seats
    entrants: Integers  # per evening: its first entrant, and the number of all entrants

    def evenings(self) -> Iterator[tuple[slice, slice]]:
        """Yield the seats and the entrants of each evening."""
        ends = (zip(first.tolist(), first[1:].tolist(), strict=False) for first in (self.seats, self.entrants))
        yield from ((slice(*seats), slice(*entrants)) for seats, entrants in zip(*ends, strict=True))

    def of_entrants(self, values: Floats, seats: slice, entrants: slice) -> Floats:
        """Return the mean of each entrant from a value of each of its players, or of each of its seats."""
        of_seats = self.weight[seats] * values
        return np.bincount(self.entrant[seats] - entrants.start, of_seats, entrants.stop - entrants.start) / 2

    def of_fields(self, values: Floats, entrants: slice) -> Floats:
        """Return, for each entrant, the mean of its field."""
        field = self.field[entrants] - self.field[entrants.start]
        return (np.bincount(field, values) / np.bincount(field))[field]


def indices(evenings: pl.DataFrame) -> pl.DataFrame:
    """Return one row per entrant, sorted by `BY_EVENING`, with a column for the index by each system of `SYSTEMS`.

    `evenings` has the rows of `transforms.strength.evenings`, in any order. The columns of an entrant stay, and
    `sessions` is added: how many sessions the least known of its players had played before, 0 if one is not known.
    """
    rows = evenings.sort(*BY_EVENING, "player_id")
    first = first_rows(rows, BY_EVENING)
    entrant = run_of_rows(first, rows.height)
    field = run_of_rows(first_rows(rows[first], BY_EVENING[:4]), len(first))
    number = rows.select(pl.struct(*CLUB, "player_id").rank("dense").cast(pl.Int64) - 1).to_series()
    known = rows["player_id"].is_not_null().to_numpy()
    seats = _Seats(
        player=np.where(known, number.to_numpy(), len(rows)),
        weight=rows["weight"].to_numpy(),
        entrant=entrant.to_numpy().astype(np.int64),
        field=field.to_numpy().astype(np.int64),
        score=rows["score"].gather(first).to_numpy(),
        seats=_starts(rows),
        entrants=_starts(rows[first]),
    )
    whole = slice(0, rows.height), slice(0, len(first))
    by_player = {name: seats.of_entrants(values, *whole) for name, values in _means_of_players(rows).items()}
    found = pl.DataFrame(
        {
            "fifty": np.zeros(len(first)),
            **by_player,
            "elo_32": _walk(seats, lambda own, field, score: 32 * (score / 100 - _chance(own - field))),
            "elo_100": _walk(seats, lambda own, field, score: 100 * (score / 100 - _chance(own - field))),
            "project52": _walk(seats, _moved_handicap, _RANGE),
            "grade": _grades(seats, rows),
        }
    )
    of_entrants = rows[first].drop("player_id", "weight")
    return pl.concat([of_entrants, _of_pairs(rows), found], how="horizontal").select(
        *of_entrants.columns, "sessions", *SYSTEMS
    )


def _starts(rows: pl.DataFrame) -> Integers:
    return np.append(first_rows(rows, ("evening",)).to_numpy().astype(np.int64), rows.height)


def _means_of_players(rows: pl.DataFrame) -> dict[str, Floats]:
    """Return the mean of each player's earlier scores, less 50 %: of the last ones, and of all; 0 for a newcomer."""
    above, who = (pl.col("score") - AVERAGE).shift(), (*CLUB, "player_id")
    earlier = pl.int_range(pl.len())
    of_all = quotient(above.cum_sum(), earlier).over(who)
    of_last = above.rolling_mean(_LAST, min_samples=1).over(who)
    found = rows.select(last_six=of_last, all_sessions=of_all).fill_null(0).fill_nan(0)
    return {name: found[name].to_numpy() for name in found.columns}


def _of_pairs(rows: pl.DataFrame) -> pl.DataFrame:
    """Return `sessions` and `pair_mean`: the mean of the same players' earlier scores, mixed with some of 50 %."""
    sessions = pl.int_range(pl.len()).over(*CLUB, "player_id")
    pairs = (
        rows.with_columns(sessions=sessions)
        .group_by(BY_EVENING, maintain_order=True)
        .agg("player_id", pl.col("sessions").min(), pl.col("score").first(), both=pl.col("weight").sum() > 1)
    )
    above = (pl.col("score") - AVERAGE).shift(fill_value=0).cum_sum()
    mean = quotient(above, pl.int_range(pl.len()) + _AT_AVERAGE).over(*CLUB, "player_id")
    return pairs.select(
        sessions=pl.when("both").then("sessions").otherwise(0),
        pair_mean=pl.when(pl.col("player_id").list.first().is_not_null()).then(mean).otherwise(0.0),
    )


def _walk(seats: _Seats, change: Callable[[Floats, Floats, Floats], Floats], most: float = np.inf) -> Floats:
    """Return the index of each entrant where every player moves by `change` of the means of entrant and field."""
    value, found = np.zeros(int(seats.player.max(initial=0)) + 1), np.zeros(len(seats.score))
    for these, entrants in seats.evenings():
        player = seats.player[these]
        found[entrants] = own = seats.of_entrants(value[player], these, entrants)
        moved = change(own, seats.of_fields(own, entrants), seats.score[entrants])
        value[player] = np.clip(value[player] + moved[seats.entrant[these] - entrants.start], -most, most)
    return found


def _chance(difference: Floats) -> Floats:
    return 1 / (1 + 10 ** (-difference / 400))


def _moved_handicap(own: Floats, field: Floats, score: Floats) -> Floats:
    expected = AVERAGE + _A_POINT * (own - field)
    return (score - expected) / _A_POINT * _STEP


def _grades(seats: _Seats, rows: pl.DataFrame) -> Floats:
    """Return the mean grade of each entrant: the mean of what its players made of their last `_WINDOW` boards."""
    # What a player makes of a session is added up over all sessions. A grade is the sum at its end minus that where the
    # window starts, which is in a session of the player, at a share of its boards that does not depend on the grades.
    who = (*CLUB, "player_id")
    boards = pl.col("boards").cast(pl.Float64)
    played = rows.with_row_index("seat").with_columns(
        before=(boards.cum_sum() - boards).over(who),
        last=pl.col("seat").shift().over(who),
    )
    starts = played.select(*who, "seat", boards, "before", at=pl.col("before")).sort("at", maintain_order=True)
    window = (
        played.select(*who, "before", asked="seat", at=(pl.col("before") - _WINDOW).clip(lower_bound=0))
        .sort("at", maintain_order=True)
        .join_asof(starts, on="at", by=who, check_sortedness=False)
        .sort("asked")
    )
    start, counted = window["seat"].fill_null(0).to_numpy(), np.minimum(window["before"].to_numpy(), _WINDOW)
    into = ((window["at"] - window["before_right"]) / window["boards"]).fill_null(0).to_numpy()
    last = played["last"].fill_null(-1).cast(pl.Int64).to_numpy()
    of_seat = rows["boards"].cast(pl.Float64).to_numpy()
    earned, summed, found = np.zeros(rows.height), np.zeros(rows.height + 1), np.zeros(len(seats.score))
    for these, entrants in seats.evenings():
        # `summed` is up to and with a seat; its last item, of nobody, stays 0. A newcomer has counted no boards.
        begin = summed[last[start[these]]] + into[these] * earned[start[these]]
        grade = np.where(last[these] < 0, 0.0, (summed[last[these]] - begin) / np.maximum(counted[these], 1))
        found[entrants] = own = seats.of_entrants(grade, these, entrants)
        above = seats.score[entrants] - AVERAGE + seats.of_fields(own, entrants) - own
        made = above[seats.entrant[these] - entrants.start] + grade
        earned[these] = made * of_seat[these]
        summed[:-1][these] = summed[last[these]] + earned[these]
    return found
