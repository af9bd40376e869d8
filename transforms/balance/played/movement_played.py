"""Derive the movement that was really played in each field of a session, and the scores of every two entrants in it.

docs/balance.md ("Sessions as they were played") defines fields, board sets and rounds, and lists the results that do
not count. Each form of a fouled board is a separate board.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.bridge.rulings import has_outcomes, is_played, is_reversed
from transforms.bridge.sessions import NOBODY, PARTNERS, TEAMS, places
from transforms.tables.kept import kept_with_tables
from transforms.tables.runs import facts_of_runs, first_of_runs, where_known
from transforms.tables.schemas import LINE, BoardScores, Frame, Sessions

_MEETING = ("place", "meeting")
_FEW_RESULTS = 200_000  # of which the movement is kept for later steps; the movement of more would take much memory


class Played(NamedTuple):
    """The plays of every field. `place` numbers the fields, and `entrant` the entrants of a field, both from 0."""

    fields: pl.DataFrame
    """(place, club, competition, season, session_id, field, line, pairs, rounds, h, uneven, unit), one row per line; a
    weight of 1 stands for `unit` boards."""
    entrants: pl.DataFrame  # (place, line, name, entrant), in order of line and number
    seats: pl.DataFrame
    """(place, board_set, weight, meeting, entrant, side), one row per seat. `side` is 1 for North-South, -1 for
    East-West. Everybody at one table on a set has the same `meeting`."""
    meetings: pl.DataFrame  # (place, one, other, meetings): the rounds in which the two met; `one` is less than `other`


def played(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> Played:
    """Return the movement of every field of every session. Sessions of teams are left out."""
    columns = (*LINE, "round", "board", "subfield", "ns", "ew", "ruling")
    compared = board_scores.lazy().filter(was_compared()).select(columns).collect()
    of_lines = places(first_of_runs(compared, LINE).lazy(), sessions)
    lines = _in_rounds(_seated(compared, of_lines))
    meetings = lines.unique(_MEETING).select(*_MEETING, "line", "ns", "ew", "both", number=pl.int_range(pl.len()))
    sets = _board_sets(lines)
    sides = pl.concat(
        meetings.select(*_MEETING, "number", "line", "both", name=pl.col(side).str.split(PARTNERS), side=pl.lit(sign))
        for side, sign in (("ns", 1), ("ew", -1))
    ).explode("name", empty_as_null=True, keep_nulls=True)
    entrants = _entrants(sides)
    seated = sides.join(entrants, on=("place", "line", "name")).select(*_MEETING, "number", "both", "entrant", "side")
    seats = sets.explode("meeting", empty_as_null=True, keep_nulls=True).join(seated, on=_MEETING)
    times = pl.col("meeting").list.len().cast(pl.Int64)
    # `h` is half a top, from the set that was played least.
    h_of_field = sets.group_by("place").agg(h=times.min() - 1, uneven=times.min() < times.max())
    of_field = (
        entrants.group_by("place")
        .agg(pairs=pl.len().cast(pl.Int64))
        .join(h_of_field, on="place")
        .join(sets.select("place", "unit").unique("place"), on="place")
        .join(_rounds(lines, seated), on="place")
    )
    return Played(
        of_lines.join(of_field, on="place", maintain_order="left"),
        entrants,
        seats.select("place", "board_set", "weight", "entrant", pl.col("side").cast(pl.Int64), meeting="number"),
        _meetings(lines, seated),
    )


def was_compared() -> pl.Expr:
    """Return whether a row of `BoardScores` has two sides and was compared with other results: Boolean."""
    has_both_sides = (pl.col("ns") != NOBODY) & (pl.col("ew") != NOBODY)
    is_compared = is_played(pl.col("ruling")) | has_outcomes(pl.col("ruling"))
    return ~pl.col("scoring").is_in(TEAMS) & has_both_sides & is_compared


def _seated(compared: pl.DataFrame, of_lines: pl.DataFrame) -> pl.DataFrame:
    """Return result lines with the pairs as they really sat: place, line, round, board, form, ns, ew, meeting, both."""
    # `meeting` numbers each combination of line, North-South and East-West. `both` is a number for the two pairs, equal
    # in both directions.
    is_turned = is_reversed(pl.col("ruling"))
    facts = of_lines.select(*LINE, "place", nth_line=pl.int_range(pl.len(), dtype=pl.UInt64).over("place"))
    known = pl.concat([compared, facts_of_runs(compared, LINE, facts)], how="horizontal")
    return (
        where_known(known, "place")
        .lazy()
        .select(
            *("place", "line", "nth_line", "round", "board"),
            form=_number(pl.col("subfield").fill_null("")),
            ns=pl.when(is_turned).then("ew").otherwise("ns"),
            ew=pl.when(is_turned).then("ns").otherwise("ew"),
        )
        .with_columns(north_south=_number(pl.col("ns")), east_west=_number(pl.col("ew")))
        .with_columns(
            meeting=_of_two(pl.col("north_south"), pl.col("east_west")),
            both=_of_two(*(of("north_south", "east_west") for of in (pl.min_horizontal, pl.max_horizontal))),
        )
        .drop("nth_line", "north_south", "east_west")
        .collect()
    )


def _number(texts: pl.Expr) -> pl.Expr:
    """Number the distinct texts. The numbers are below 2**29, because no process has memory for more texts."""
    return texts.cast(pl.Categorical).to_physical().cast(pl.UInt64)


def _of_two(one: pl.Expr, other: pl.Expr) -> pl.Expr:
    return pl.col("nth_line") * 2**58 + one * 2**29 + other


def _in_rounds(lines: pl.DataFrame) -> pl.DataFrame:
    """Replace `round` by the number of the round as players count it."""
    # Consecutive rounds of the file count as one if nobody meets a new opponent, even if results are missing in one of
    # them. `round` is null throughout a field if any of its lines has no round.
    before = pl.col("both").shift().over("place")
    stays = [
        one.list.set_difference(other).list.len() == 0
        for one, other in ((pl.col("both"), before), (before, pl.col("both")))
    ]
    begins = ~pl.any_horizontal(stays).fill_null(value=False)
    rounds = (
        lines.filter(pl.col("round").is_not_null().all().over("place"))
        .group_by("place", "round")
        .agg(pl.col("both").unique())
        .sort("place", "round")
        .select("place", "round", counted=begins.cum_sum().over("place"))
    )
    return (
        lines.join(rounds, on=("place", "round"), how="left", maintain_order="left")
        .with_columns(round="counted")
        .drop("counted")
    )


def _board_sets(lines: pl.DataFrame) -> pl.DataFrame:
    """Return one row per board set: place, board_set, weight, meeting (the list of its meetings) and unit."""
    sets = (
        lines.group_by("place", "board", "form")
        .agg(pl.col("meeting").sort())
        .group_by("place", "meeting")
        .agg(boards=pl.len().cast(pl.Int64))
        .sort("place")
        .with_row_index("board_set")
    )
    if sets.is_empty():
        return sets.select("place", "board_set", pl.col("boards").alias("weight"), "meeting", unit="boards")
    starts = np.flatnonzero(np.diff(sets["place"].to_numpy(), prepend=-1))
    in_common = np.gcd.reduceat(sets["boards"].to_numpy(), starts)
    divisors = pl.DataFrame({"place": sets["place"].gather(starts), "in_common": in_common})
    return sets.join(divisors, on="place", maintain_order="left").select(
        "place", "board_set", (pl.col("boards") // pl.col("in_common")).alias("weight"), "meeting", unit="in_common"
    )


def _entrants(sides: pl.DataFrame) -> pl.DataFrame:
    order = (pl.col("place"), pl.col("line"), pl.col("name").str.extract(r"(\d{1,18})").cast(pl.Int64), pl.col("name"))
    return (
        sides.select("place", "line", "name")
        .unique()
        .sort(order, nulls_last=False)
        .with_columns(entrant=pl.int_range(pl.len()).over("place"))
    )


def _rounds(lines: pl.DataFrame, seated: pl.DataFrame) -> pl.DataFrame:
    met = seated.group_by("place", "entrant").agg(pl.col("both").n_unique()).group_by("place").agg(pl.col("both").max())
    recorded = lines.group_by("place").agg(recorded=pl.col("round").max())
    return met.join(recorded, on="place").select("place", rounds=pl.coalesce("recorded", "both").cast(pl.Int64))


def _meetings(lines: pl.DataFrame, seated: pl.DataFrame) -> pl.DataFrame:
    """Return in how many rounds every two opponents met: place, one, other and meetings."""
    of_rounds = lines.select(*_MEETING, "round").unique()
    sides = (seated.filter(side=side).select(*_MEETING, "entrant") for side in (1, -1))
    north_south, east_west = sides
    return (
        north_south.join(east_west, on=_MEETING, suffix="_ew")
        .join(of_rounds, on=_MEETING)
        .group_by(
            "place", one=pl.min_horizontal("entrant", "entrant_ew"), other=pl.max_horizontal("entrant", "entrant_ew")
        )
        .agg(meetings=pl.col("round").n_unique().cast(pl.Int64))
    )


_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_AT_ONCE = 1 << 20  # numbers in memory at once (8 MB) for the sums with each entrant absent


class _Field(NamedTuple):
    """The plays of a field: all seats, sorted by set, table and entrant, which count from 0."""

    h: int
    entrants: int  # the number of entrants
    board_set: _Integers  # of each seat, like the next fields
    table: _Integers
    entrant: _Integers
    side: _Integers
    weight: _Integers  # of the set
    tables: _Integers  # that played the set

    def on_sets(self, worth: _Integers) -> _Numbers:
        """Return the sum of `worth` over the seats of each set and entrant: sets x entrants."""
        return _summed((self.board_set, self.entrant), worth, (int(self.board_set[-1]) + 1, self.entrants))

    def of_two(self, one: _Integers, other: _Integers, worth: _Integers) -> _Numbers:
        """Return, for every two entrants, the sum of `worth` over seats `one` and `other`: entrants x entrants."""
        return _summed((self.entrant[one], self.entrant[other]), worth, (self.entrants, self.entrants))

    def met(self) -> tuple[_Integers, _Integers, _Integers]:
        """Return every two seats at one table, in both orders, and a sign: 1 for opponents, -1 for partners."""
        one, other = _members(self.table, self.table)
        differ = self.entrant[one] != self.entrant[other]
        one, other = one[differ], other[differ]
        return one, other, -self.side[one] * self.side[other]


def two_scores(of_sessions: Played) -> pl.DataFrame:
    """Return the scores of every two entrants of each field, sorted by place, one and other; one is less than other.

    Int64 columns: `score`; `vacant`, the score if every set is played once less; `own_tops`, the score if each set has
    an h of its own; `met` (how often the two met, by the weights of the sets); `meetings` (the rounds in which they
    were opponents); and `together` (the sets on which both sat; if it is 0, all other numbers are 0).
    """
    # The products of the sides (1, -1, 0) of two entrants, summed over the sets, count how often they sat the same way,
    # minus how often they sat opposite ways. For sets on which the two sat at the same table, the score is corrected
    # table by table. All is computed in floating point, which is fastest, and exact for integers as small as these.
    found = [np.empty((5, 0))]
    for field in _fields(of_sessions):
        one, other, opposite = field.met()
        weight = field.weight[one]
        against = field.of_two(one, other, opposite * weight)
        sat = field.on_sets(np.ones_like(field.side))
        scores = field.on_sets(field.side).T @ field.on_sets(field.side * field.weight)
        columns = (
            scores + (field.h + 1) * against,
            scores + max(field.h, 1) * against,
            scores + field.of_two(one, other, opposite * weight * field.tables[one]),
            field.of_two(one, other, opposite.clip(0) * weight),
            sat.T @ sat,
        )
        every_two = np.triu_indices(field.entrants, 1)
        found.append(np.stack([column[every_two] for column in columns]))
    names = ("score", "vacant", "own_tops", "met", "together")
    numbers = np.concatenate(found, axis=1).astype(np.int64)
    two = _every_two(of_sessions).with_columns(pl.Series(name, of) for name, of in zip(names, numbers, strict=True))
    return (
        two.join(of_sessions.meetings, on=("place", "one", "other"), how="left", maintain_order="left")
        .with_columns(pl.col("meetings").fill_null(0))
        .select(*two.columns[:-1], "meetings", "together")
    )


@kept_with_tables(most_rows=_FEW_RESULTS)
def scored(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> tuple[Played, pl.DataFrame]:
    """Return the movement of every field of every session, and `two_scores` of it."""
    of_sessions = played(board_scores, sessions)
    return of_sessions, two_scores(of_sessions)


def sums_without(of_sessions: Played) -> pl.DataFrame:
    """Return (place, absent, sum, squares), sorted: the sums of the other entrants' scores and of their squares."""
    parts = [part for field in _fields(of_sessions) for part in _without(field)]
    numbers = np.concatenate([np.empty((2, 0)), *parts], axis=1).astype(np.int64)
    absent = of_sessions.entrants.select("place", absent="entrant").sort("place", "absent")
    return absent.with_columns(sum=pl.Series(numbers[0]), squares=pl.Series(numbers[1]))


def _without(field: _Field) -> Iterator[_Numbers]:
    """Yield the sums of scores and of squares with each entrant absent in turn, for a batch of entrants at a time."""
    entrants, sides = field.entrants, field.on_sets(field.side)
    weight = np.zeros((len(sides), 1))
    weight[field.board_set, 0] = field.weight
    one, other, opposite = field.met()
    worth = max(field.h, 1) * opposite * field.weight[one]
    against = field.of_two(one, other, worth)
    # Combine each entrant once per table with every seat of the table, and with every two of its other entrants.
    once = (np.diff(field.table, prepend=-1) != 0) | (np.diff(field.entrant, prepend=-1) != 0)
    sat, seat = _members(field.table, field.table[once])
    absent = field.entrant[once][sat]
    two, third = _members(field.table, field.table[one])
    is_third = once[third] & (field.entrant[third] != field.entrant[one[two]])
    two, third = two[is_third], field.entrant[third[is_third]]
    at_once = min(entrants, max(1, _AT_ONCE // (entrants * (len(sides) + entrants))))
    each = np.arange(entrants)
    for first in range(0, entrants, at_once):
        of_seat, of_two = absent // at_once * at_once == first, third // at_once * at_once == first
        seats, twos = seat[of_seat], two[of_two]
        at = (absent[of_seat] - first, field.board_set[seats], field.entrant[seats])
        left = sides - _summed(at, field.side[seats], (at_once, *sides.shape))
        scores = left.transpose(0, 2, 1) @ (left * weight)
        scores += against
        at = (third[of_two] - first, field.entrant[one[twos]], field.entrant[other[twos]])
        np.subtract.at(scores, at, worth[twos])
        away = each[first : first + at_once]
        scores[away - first, away] = scores[away - first, :, away] = scores[:, each, each] = 0
        both = np.stack([scores.sum(axis=(1, 2)), np.einsum("aij,aij->a", scores, scores)]) / 2
        yield both[:, : len(away)]


def _members(group: _Integers, of: _Integers) -> tuple[_Integers, _Integers]:
    """Return all members of the groups in `of`: for each member, the position of its group in `of`, and its index."""
    size = np.bincount(group)
    many = size[of]
    place = np.repeat(np.arange(len(of)), many)
    return place, np.arange(len(place)) + (np.cumsum(size)[of] - np.cumsum(many))[place]


def _summed(at: tuple[_Integers, ...], worth: _Integers, shape: tuple[int, ...]) -> _Numbers:
    """Return an array of this shape with the sum of `worth` at each position."""
    sums = np.bincount(np.ravel_multi_index(at, shape), worth, int(np.prod(shape)))
    return sums.reshape(shape).astype(np.float64, copy=False)


def _fields(of_sessions: Played) -> Iterator[_Field]:
    seats = of_sessions.seats.sort("place", "board_set", "meeting", "entrant")
    names = ("place", "board_set", "meeting", "entrant", "side", "weight")
    place, board_set, meeting, entrant, side, weight = (seats[name].cast(pl.Int64).to_numpy() for name in names)
    begins_set = np.diff(board_set, prepend=-1) != 0
    begins_table = begins_set | (np.diff(meeting, prepend=-1) != 0)
    of_set, table = np.cumsum(begins_set) - 1, np.cumsum(begins_table) - 1
    tables = np.bincount(of_set[begins_table])[of_set] if len(of_set) else of_set
    for number, entrants, h in _sizes(of_sessions).iter_rows():
        first, last = np.searchsorted(place, (number, number + 1))
        here = slice(first, last)
        columns = (of_set[here] - of_set[first], table[here] - table[first], entrant, side, weight, tables)
        yield _Field(h, entrants, *columns[:2], *(column[here] for column in columns[2:]))


def _sizes(of_sessions: Played) -> pl.DataFrame:
    return of_sessions.fields.unique("place").sort("place").select("place", "pairs", "h")


def _every_two(of_sessions: Played) -> pl.DataFrame:
    """Return every two entrants of each field: place, one and other, sorted by these columns."""
    one, other = pl.int_ranges(0, pl.col("pairs") - 1), pl.int_ranges(pl.col("one") + 1, "pairs")
    numbers = _sizes(of_sessions).select("place", "pairs", one=one).explode("one", empty_as_null=False)
    return numbers.select("place", "one", other=other).explode("other", empty_as_null=False)
