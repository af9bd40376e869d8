"""The awards of any number of events by any number of schemes, and the faults that exclude an event."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.awards.schemes import AwardError, Floats, Integers, Places, Scheme, computed_scheme
from transforms.bridge.sessions import AVERAGES
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.phrases import phrase
from transforms.tables.rule_words import Ties
from transforms.tables.runs import key_number
from transforms.tables.schemas import DECIMALS, Rows

Rounding = Literal["scheme", "largest_remainder"]  # by the rule of the scheme, or by `whole_points` if it allows this
_ABSENT = pl.lit(None, pl.String)
_VALUES_AT_ONCE = 1 << 16  # so that they stay in the cache of the processor


def awards(
    entrants: Rows, schemes: Sequence[str], *, event: Sequence[str], rounding: Rounding = "scheme", ties: Ties = "mean"
) -> pl.LazyFrame:
    """Return the awards of every entrant, in the order given. There may be any number of events, of any size.

    `entrants` has one row per entrant: the columns of the `event`, `entrant`, and `rank`, `score` or both. An event
    without ranks is ranked by score (the highest first, compared to nine decimals), and entrants who tie get the best
    rank (1, 2, 3, 3, 5). A column `average` may give the average score; the default is 50. The result has the columns
    of the event, `entrant`, `rank` (Int32), and the points by each of the `schemes` (Float64), 0 without an award.

    Raises:
        AwardError: no scheme has this name, or an event cannot be awarded (`checked_entrants` finds such events).
    """
    chosen = [computed_scheme(name) for name in dict.fromkeys(schemes)]
    given = entrants.lazy().collect()
    numbered = _numbered(given, event)
    findings = pl.concat(_faults(numbered, given["entrant"], chosen))
    if findings.height:
        raise AwardError(_first_of(_with_event(findings, given.select(*event, numbered["event_no"]), event)))
    event_no = numbered["event_no"].to_numpy()
    is_above = (pl.col("score") >= pl.col("average")).fill_null(value=False)
    size = np.bincount(event_no)
    above = np.bincount(event_no[numbered.select(is_above).to_series().to_numpy()], minlength=len(size))
    best_first = numbered.select(pl.coalesce("rank", -pl.col("score"))).to_series().to_numpy()
    groups = TieGroups.of(event_no, best_first, size)
    # A column has the number of each row's group or case; in one query, several columns look up their values at a time.
    numbers = {"rank": pl.Series(groups.of_row)}
    values = {"rank": pl.Series(groups.rank, dtype=pl.Int32)}
    for needs_score in {scheme.needs_score for scheme in chosen}:
        cases, places = groups.cases(above if needs_score else size)
        case = pl.Series(cases.of_row[groups.of_row])
        for scheme in (each for each in chosen if each.needs_score == needs_score):
            points = points_of_groups(scheme, cases, places, ties)
            if scheme.whole_points and rounding == "largest_remainder":
                numbers[scheme.name] = pl.Series(whole_points(groups, points[cases.of_row], given["entrant"]))
            else:
                numbers[scheme.name], values[scheme.name] = case, pl.Series(points)
    looked_up = (pl.lit(of_groups).gather(pl.col(name)).alias(name) for name, of_groups in values.items())
    made = given.select(*event, "entrant", **numbers).lazy().with_columns(looked_up)
    return made.select(*event, "entrant", "rank", *(scheme.name for scheme in chosen))


class CheckedEntrants(NamedTuple):
    """The rows of the events that can be awarded, and the faults of all other events."""

    rows: pl.DataFrame
    findings: pl.DataFrame
    """Columns: row (from 0 in the order given), event (such as `session_id 7 field A`), severity, field, value,
    message. `row` and `event` are null if the input has no rows."""


def checked_entrants(entrants: Rows, schemes: Sequence[str], *, event: Sequence[str]) -> CheckedEntrants:
    """Return the rows of the events that can be awarded, and the faults of the others, sorted (docs/awards.md)."""
    chosen = [computed_scheme(name) for name in schemes]
    given = entrants.lazy().collect()
    if given.is_empty():
        nowhere = pl.DataFrame({"event_no": [None], "row": [None]}, schema={"event_no": pl.Int64, "row": pl.Int64})
        empty = _findings(nowhere, "entrant", _ABSENT, "the field is empty: give the entrants")
        return CheckedEntrants(given, _with_event(empty, given.select(*event, event_no=pl.lit(None, pl.Int64)), event))
    numbered = _numbered(given, event)
    again = numbered.select("row", "event_no", given["entrant"]).filter(
        ~pl.struct("event_no", "entrant").is_first_distinct()
    )
    twice = _findings(again, "entrant", pl.col("entrant"), "stands here twice: give every entrant once")
    findings = pl.concat([*_faults(numbered, given["entrant"], chosen), twice])
    unsound = findings["event_no"].unique().implode()
    return CheckedEntrants(
        given.filter(~numbered["event_no"].is_in(unsound)),
        _with_event(findings, given.select(*event, numbered["event_no"]), event),
    )


def _numbered(given: pl.DataFrame, event: Sequence[str]) -> pl.DataFrame:
    """Return `row`, `event_no`, `rank`, `score` (null if not finite) and `average`, rounded, in the order given."""
    columns = given.columns
    rank = pl.col("rank").cast(pl.Int64) if "rank" in columns else pl.lit(None, pl.Int64)
    score = pl.col("score").cast(pl.Float64) if "score" in columns else pl.lit(None, pl.Float64)
    average = pl.col("average").cast(pl.Float64) if "average" in columns else pl.lit(AVERAGES["matchpoints"])
    event_no = key_number(given, event)
    # If the events are in the order of their keys, each is a slice, and nothing needs to be joined.
    event_no = event_no.set_sorted() if event_no.is_sorted() else event_no
    finite = pl.when(score.is_finite()).then(score.round(DECIMALS))
    average = average.round(DECIMALS)
    return given.select(row=pl.int_range(pl.len()), event_no=event_no, rank=rank, score=finite, average=average)


def _faults(numbered: pl.DataFrame, entrant: pl.Series, schemes: Sequence[Scheme]) -> list[pl.DataFrame]:
    name, rank, score = pl.lit(entrant).gather("row").cast(pl.String), pl.col("rank"), pl.col("score")
    need_score = [scheme.name for scheme in schemes if scheme.needs_score]
    neither = phrase("{} has neither rank nor score: give one", name)
    faults = [_findings(numbered.filter(rank.is_null() & score.is_null()), "score", _ABSENT, neither)]
    if need_score:
        without = phrase(f"{{}} has none, and {' and '.join(need_score)} cannot do without: give it", name)
        faults.append(_findings(numbered.filter(score.is_null() & rank.is_not_null()), "score", _ABSENT, without))
    if numbered["rank"].null_count() == numbered.height:
        return faults
    of_event = pl.len().over("event_no"), rank.count().over("event_no")
    with_ranks = numbered.with_columns(size=of_event[0], ranked=of_event[1]).filter(pl.col("ranked") > 0)
    outside = phrase("{} cannot be at that rank among {} entrants", name, "size")
    unranked = phrase("{} has none, and others have: rank all or none", name)
    faults += [
        _findings(with_ranks.filter(~rank.is_between(1, pl.col("size"))), "rank", rank, outside),
        _findings(with_ranks.filter(rank.is_null() & score.is_not_null()), "rank", _ABSENT, unranked),
    ]
    known = pl.concat(faults).select("event_no")
    return [*faults, *_misranked(with_ranks.join(known, on="event_no", how="anti"), name)]


def _misranked(ranked: pl.DataFrame, name: pl.Expr) -> list[pl.DataFrame]:
    places = (
        ranked.group_by("event_no", "rank")
        .agg(
            pl.len().cast(pl.Int64).alias("tied"),
            pl.col("row").min(),
            best=pl.col("score").max(),
            worst=pl.col("score").min(),
        )
        .sort("event_no", "rank")
        .with_columns(
            should=pl.col("tied").cum_sum().over("event_no") - pl.col("tied") + 1,
            worst_above=pl.col("worst").shift().over("event_no"),
        )
    )
    jumps = phrase("{} must be at rank {}: one more than are ranked above", name, "should")
    beaten = phrase("{} has a better score than an entrant ranked above: correct either", name)
    return [
        _findings(places.filter(pl.col("should") != pl.col("rank")), "rank", pl.col("rank"), jumps),
        _findings(places.filter(pl.col("best") > pl.col("worst_above")), "rank", pl.col("rank"), beaten),
    ]


def _findings(rows: pl.DataFrame, field: str, value: pl.Expr, message: pl.Expr | str) -> pl.DataFrame:
    words = pl.lit(message) if isinstance(message, str) else message
    columns = {"severity": pl.lit("error"), "field": pl.lit(field), "value": value.cast(pl.String), "message": words}
    return rows.sort("row").select("event_no", "row", **columns)


def _with_event(findings: pl.DataFrame, keys: pl.DataFrame, event: Sequence[str]) -> pl.DataFrame:
    named = pl.concat_str([phrase(f"{name} {{}}", name) for name in event], separator=" ", ignore_nulls=True)
    names = keys.unique("event_no").select("event_no", event=named)
    return (
        findings.sort("event_no", maintain_order=True)
        .join(names, on="event_no", how="left", maintain_order="left")
        .select("row", "event", "severity", "field", "value", "message")
    )


def _first_of(findings: pl.DataFrame) -> str:
    first = findings.row(0, named=True)
    value = "" if first["value"] is None else f" {first['value']}"
    others = findings["event"].n_unique() - 1
    more = f" (and {others} more such events)" if others else ""
    return f"{first['event']}: {first['field']}{value}: {first['message']}{more}"


class TieGroups(NamedTuple):
    """Groups of entrants who share a rank in an event: one row per group, sorted by event and rank."""

    event: Integers
    rank: Integers
    tied: Integers
    of_row: NDArray[np.integer]  # the group of each entrant

    @classmethod
    def of(cls, event_of_row: Integers, best_first: Floats, size: Integers) -> Self:
        """Return the groups of all events: entrants of an event with equal numbers. The smallest number has rank 1.

        Each entrant has an event and a number; `size` is per event.
        """
        starts = np.cumsum(size) - size
        row = np.argsort(event_of_row, kind="stable")
        starts_group = np.empty(len(row), dtype=bool)
        for entrants in np.unique(size):  # the events of each size are sorted together
            events = starts[size == entrants]
            for some in np.array_split(events, 1 + len(events) * entrants // _VALUES_AT_ONCE):
                slots = some[:, np.newaxis] + np.arange(entrants)
                of_events = row[slots]
                order = np.argsort(best_first[of_events], axis=1)
                row[slots] = in_turn = np.take_along_axis(of_events, order, axis=1)
                starts_group[slots] = np.diff(best_first[in_turn], prepend=np.nan, axis=1) != 0
        first = np.flatnonzero(starts_group)
        event = event_of_row[row[first]]
        of_row = np.empty(len(row), dtype=np.uint32)
        of_row[row] = np.cumsum(starts_group, dtype=np.uint32) - 1
        return cls(event, first - starts[event] + 1, np.diff(first, append=len(row)), of_row)

    def cases(self, size: Integers) -> tuple["TieGroups", Places]:
        """Return each kind of group once, and the places of one field of each size."""
        # Groups with the same field size, rank and number of entrants are of the same kind. In the result, `of_row` is
        # the kind of each group.
        sizes, field = np.unique(size, return_inverse=True)
        shape = (len(sizes), self.rank.max(initial=0) + 1, self.tied.max(initial=0) + 1)
        numbers = (field[self.event] * shape[1] + self.rank) * shape[2] + self.tied
        occurring, case = _each_once(numbers, math.prod(shape))
        event, rank, tied = np.unravel_index(occurring, shape)
        return TieGroups(event, rank, tied, case), Places.of(sizes)


def _each_once(numbers: Integers, limit: int) -> tuple[Integers, Integers]:
    """Return the distinct numbers (below `limit`), sorted, and the index of each given number among them."""
    if limit > len(numbers):
        return np.unique(numbers, return_inverse=True)
    occurs = np.bincount(numbers, minlength=limit) > 0
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[numbers]


def points_of_groups(scheme: Scheme, groups: TieGroups, places: Places, ties: Ties = "mean") -> Floats:
    """Return the points of each entrant of each group. Only `places` have an award; entrants at other places get 0."""
    if scheme.places is None or not len(places.place):
        return np.zeros(len(groups.rank))
    parts = scheme.places(places)
    shared = np.clip(places.sizes[groups.event] - groups.rank + 1, 0, groups.tied if ties == "mean" else 1)
    first = np.minimum(places.starts[groups.event] + groups.rank - 1, len(parts) - 1)
    spans = Places.of(shared)
    together = spans.sums(parts[np.repeat(first, shared) + spans.place - 1])
    return scheme.share(together, groups.tied if ties == "mean" else np.ones_like(groups.tied))


# about how many array cells are in memory at once, for events whose extra points run out within a group
_CELLS_AT_ONCE = 20_000_000

Flags = NDArray[np.bool_]


class _Able(NamedTuple):
    """The groups whose points have a remainder, so that they can get an extra point; sorted by event and rank."""

    group: Integers
    event: Integers
    tied: Integers
    whole: Floats
    remainder: Floats


def whole_points(groups: TieGroups, points: Floats, entrant: pl.Series) -> Floats:
    """Return the whole points of each row (docs/awards.md). No rank may have more `points` than a better rank."""
    whole = np.floor(points + HAIR)
    remainder = points - whole
    more = np.flatnonzero(remainder > HAIR)
    able = _Able(more, groups.event[more], groups.tied[more], whole[more], remainder[more])
    total, kept = (np.bincount(groups.event, weights=groups.tied * each) for each in (points, whole))
    left = (np.floor(total + 0.5 + HAIR) - kept).astype(np.int64)
    all_get, some_get = _by_remainder(able, left)
    divided = np.unique(able.event[some_get > 0])
    together, possible = _together(able, left, divided)
    better = np.isin(able.event, divided[possible])
    one_more = np.zeros(len(points), dtype=bool)
    one_more[able.group] = np.where(better, together, all_get)
    some_of = np.zeros(len(points), dtype=np.int64)
    some_of[able.group] = np.where(better, 0, some_get)
    return whole[groups.of_row] + one_more[groups.of_row] + _is_among_first(some_of, groups.of_row, entrant)


def _by_remainder(able: _Able, left: Integers) -> tuple[Flags, Integers]:
    """Return which groups get an extra point, and how many entrants get one if too few points remain for a group."""
    in_turn = np.lexsort((np.arange(len(able.group)), -able.remainder.round(DECIMALS), able.event))
    tied, event = able.tied[in_turn], able.event[in_turn]
    so_far = np.cumsum(tied) - tied
    starts = np.flatnonzero(np.diff(event, prepend=-1))
    before = so_far - np.repeat(so_far[starts], np.diff(np.append(starts, len(event))))
    there = np.clip(left[event] - before, 0, tied)
    all_get, some_get = np.zeros(len(in_turn), dtype=bool), np.zeros(len(in_turn), dtype=np.int64)
    all_get[in_turn], some_get[in_turn] = there == tied, np.where(there < tied, there, 0)
    return all_get, some_get


def _together(able: _Able, left: Integers, events: Integers) -> tuple[Flags, Flags]:
    """Return which groups of `able` get an extra point if no group may be divided, and which events allow that."""
    first, end = np.searchsorted(able.event, events), np.searchsorted(able.event, events, side="right")
    taken, possible = np.zeros(len(able.group), dtype=bool), np.zeros(len(events), dtype=bool)
    cells = (end - first) * (left[events] + 1)
    # Events of similar size are computed together.
    by_size = np.argsort(cells, kind="stable")
    batch = np.cumsum(cells[by_size]) // _CELLS_AT_ONCE
    for batched in np.split(by_size, np.flatnonzero(np.diff(batch)) + 1) if len(events) else []:
        count = end[batched] - first[batched]
        column = np.arange(count.max())
        filled = column < count[:, None]
        row = np.where(filled, first[batched, None] + column, 0)
        fits = _best_fit(able, row, filled, left[events[batched]])
        taken[row[filled]] = fits[0][filled]
        possible[batched] = fits[1]
    return taken, possible


def _best_fit(able: _Able, row: Integers, filled: Flags, left: Integers) -> tuple[Flags, Flags]:
    """Return the groups that get an extra point, and for each event whether any choice gives out exactly `left`."""
    # `row` and `filled` have one row per event and one column per group. The groups are visited from the last to the
    # first. Adjacent groups with the same whole part form a run, in which a group may get an extra point only if the
    # group above gets one. The run is open for a group if all groups above it in the run get a point. For each number
    # of extra points, `is_open` and `is_closed` hold the largest sum of remainders if this group and all later groups
    # get exactly this number, in an open and in a closed run.
    tied = np.where(filled, able.tied[row], 0)
    gain = tied * able.remainder[row]
    starts_run = np.diff(able.whole[row], axis=1, prepend=-1) != 0
    starts_run |= ~filled
    points = np.arange(int(left.max()) + 1)
    at_end = np.where(points == 0, 0.0, -np.inf)
    is_open = np.tile(at_end, (len(row), 1))
    is_closed = is_open
    takes: list[Flags] = []
    for group in reversed(range(row.shape[1])):
        after = points - tied[:, [group]]
        rest = np.take_along_axis(is_open, np.maximum(after, 0), axis=1)
        taking = np.where(after >= 0, rest + gain[:, [group]], -np.inf)
        # Sums that are equal in exact arithmetic are equal here; then this group gets the points, for its better rank.
        takes.append(np.isfinite(taking) & (taking >= is_closed - HAIR))
        best = np.maximum(taking, is_closed)
        is_open, is_closed = best, np.where(starts_run[:, [group]], best, is_closed)
    event = np.arange(len(row))
    possible = np.isfinite(is_open[event, left])
    taken = np.zeros(row.shape, dtype=bool)
    took = np.ones(len(row), dtype=bool)
    remaining = left.copy()
    for group, take in enumerate(reversed(takes)):
        took = (took | starts_run[:, group]) & take[event, remaining]
        remaining -= took * tied[:, group]
        taken[:, group] = took
    return taken, possible


def _is_among_first(some_of: Integers, of_row: NDArray[np.integer], entrant: pl.Series) -> Flags:
    among = np.zeros(len(of_row), dtype=bool)
    rows = np.flatnonzero(some_of[of_row])
    divided = pl.DataFrame({"row": rows, "group": of_row[rows], "entrant": entrant.gather(rows)})
    in_turn = divided.sort("group", "entrant", "row").with_columns(turn=pl.int_range(pl.len()).over("group"))
    among[in_turn["row"].to_numpy()] = in_turn["turn"].to_numpy() < some_of[in_turn["group"].to_numpy()]
    return among
