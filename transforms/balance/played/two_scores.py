"""The score of every two entrants of the fields that were really played, and the sums with one of them absent."""

import numpy as np
import polars as pl

from transforms.balance.played import two_scores_matrices as matrices
from transforms.balance.played.movement_played import Played
from transforms.balance.played.seats import SQUARES, SUM, Integers, Seats

_FEW = 500_000
"""Seats, times the entrants of the largest field. For so many, matrices take as long as it takes to load the kernel."""


def two_scores(of_sessions: Played) -> pl.DataFrame:
    """The scores of every two entrants of each field.

    Returns:
        (place, one, other, score, vacant, own_tops, met, meetings, beside), in this order, with `one` before `other`;
        all but `place` are Int64. `vacant` is the score where every set is played once less. `own_tops` is the score
        with half a top of each set itself as h. `met` is how often the two met, by the weights of the sets, and
        `meetings` in how many rounds they were opponents. `beside` counts the sets on which both sat; where it is 0,
        all others are.
    """
    found = _scores_of_two(_seats(of_sessions))
    names = ("score", "vacant", "own_tops", "met", "beside")
    two = _every_two(_fields(of_sessions)).with_columns(
        **{name: pl.Series(found[:, column]) for column, name in enumerate(names)}
    )
    return (
        two.join(of_sessions.meetings, on=("place", "one", "other"), how="left", maintain_order="left")
        .with_columns(pl.col("meetings").fill_null(0))
        .select(*two.columns[:-1], "meetings", "beside")
    )


def sums_without(of_sessions: Played, scores: pl.DataFrame) -> pl.DataFrame:
    """The sums of the scores of a field with each entrant absent in turn, where every set is played once less.

    Args:
        of_sessions: what was played.
        scores: `two_scores` of it.

    Returns:
        (place, absent, sum, squares), in this order: the sum of the scores of all others, without what comes from the
        tables of who is absent, and that of their squares.
    """
    found = _scores_without(_seats(of_sessions), scores["vacant"].to_numpy())
    absent = of_sessions.entrants.select("place", absent="entrant").sort("place", "absent")
    return absent.with_columns(sum=pl.Series(found[:, SUM]), squares=pl.Series(found[:, SQUARES]))


def _fields(of_sessions: Played) -> pl.DataFrame:
    return of_sessions.fields.unique("place").sort("place").select("place", "pairs", "h")


def _scores_of_two(seats: Seats) -> Integers:
    if _is_small(seats):
        return matrices.scores_of_two(seats)
    # Imported here, since nothing else of a season needs numba, which takes a third of a second to load.
    from transforms.balance.played import two_scores_kernel as kernel

    return kernel.scores_of_two(seats)


def _scores_without(seats: Seats, vacant: Integers) -> Integers:
    if _is_small(seats):
        return matrices.scores_without(seats)
    from transforms.balance.played import two_scores_kernel as kernel

    return kernel.scores_without(seats, vacant)


def _is_small(seats: Seats) -> bool:
    return seats.entrant.size * seats.entrants.max(initial=0) <= _FEW


def _seats(of_sessions: Played) -> Seats:
    fields = _fields(of_sessions)
    seats = of_sessions.seats.sort("place", "board_set", "meeting", "entrant")
    begins_set = np.diff(seats["board_set"].to_numpy().astype(np.int64), prepend=-1) != 0
    firsts = seats.filter(begins_set)
    sets = np.append(np.flatnonzero(begins_set), len(seats))
    of_fields = np.append(np.searchsorted(firsts["place"].to_numpy(), fields["place"].to_numpy()), len(firsts))
    columns = (fields["pairs"], fields["h"], firsts["weight"], seats["entrant"], seats["side"], seats["meeting"])
    pairs, h, weight, entrant, side, meeting = (column.cast(pl.Int64).to_numpy() for column in columns)
    return Seats(of_fields, pairs, h, sets, weight, entrant, side, meeting)


def _every_two(fields: pl.DataFrame) -> pl.DataFrame:
    """(place, one, other): every two entrants of each field, in this order."""
    numbers = fields.select("place", "pairs", one=pl.int_ranges(0, pl.col("pairs") - 1)).explode(
        "one", empty_as_null=False
    )
    return numbers.select("place", "one", other=pl.int_ranges(pl.col("one") + 1, "pairs")).explode(
        "other", empty_as_null=False
    )
