"""The awards of any number of events by any number of schemes, and the faults that exclude an event."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import polars as pl

from transforms.awards.schemes import AwardError, Scheme, computed_scheme
from transforms.awards.shares import TieGroups, points_of_groups, whole_points
from transforms.bridge.sessions import AVERAGES
from transforms.tables.phrases import phrase
from transforms.tables.rule_words import Ties
from transforms.tables.runs import key_number
from transforms.tables.schemas import DECIMALS, Rows

Rounding = Literal["scheme", "largest_remainder"]
"""How points are rounded. `scheme`: by the rule of the scheme; most schemes do not round. `largest_remainder`: to whole
points, if the scheme allows this, that add up to the total of the event (itself rounded to the nearest whole point)."""
_ABSENT = pl.lit(None, pl.String)


def awards(
    entrants: Rows, schemes: Sequence[str], *, event: Sequence[str], rounding: Rounding = "scheme", ties: Ties = "mean"
) -> pl.LazyFrame:
    """Return the awards of every entrant, in the order given. There may be any number of events, of any size.

    `entrants` has one row per entrant: the columns of the `event`, `entrant`, and `rank`, `score` or both. An event
    without ranks is ranked by score (the highest first, compared to nine decimals), and entrants who tie get the best
    rank (1, 2, 3, 3, 5). A column `average` may give the average score; the default is 50. The result has the columns
    of the event, `entrant`, `rank` (Int32), and the points by each of the `schemes` (Float64), 0 for an entrant without
    an award.

    Raises:
        AwardError: no scheme has this name, or an event cannot be awarded (`checked_entrants` finds such events).
    """
    chosen = [computed_scheme(name) for name in dict.fromkeys(schemes)]
    given = entrants.lazy().collect()
    numbered = _numbered(given, event)
    findings = pl.concat(_faults(numbered, given["entrant"], chosen))
    if findings.height:
        raise AwardError(_first_of(_with_event(findings, given.select(*event, numbered["event_no"]), event)))
    event_no, rank = numbered["event_no"].to_numpy(), numbered["rank"]
    if rank.has_nulls():  # no ranks are given: rank by score
        by_score = pl.col("score").round(DECIMALS).rank("min", descending=True).over("event_no").cast(pl.Int64)
        rank = numbered.select(pl.coalesce("rank", by_score))["rank"]
    is_above = (pl.col("score").round(DECIMALS) >= pl.col("average").round(DECIMALS)).fill_null(value=False)
    size = np.bincount(event_no)
    above = np.bincount(event_no[numbered.select(is_above).to_series().to_numpy()], minlength=len(size))
    groups = TieGroups.of(event_no, rank.to_numpy(), size)
    columns = [pl.Series("rank", rank, dtype=pl.Int32)]
    for needs_score in {scheme.needs_score for scheme in chosen}:
        cases, places = groups.cases(above if needs_score else size)
        of_row = cases.of_row[groups.of_row]
        for scheme in (each for each in chosen if each.needs_score == needs_score):
            points = points_of_groups(scheme, cases, places, ties)
            is_whole = scheme.whole_points and rounding == "largest_remainder"
            of_rows = whole_points(groups, points[cases.of_row], given["entrant"]) if is_whole else points[of_row]
            columns.append(pl.Series(scheme.name, of_rows))
    made = given.select(*event, "entrant").with_columns(columns)
    return made.lazy().select(*event, "entrant", "rank", *(scheme.name for scheme in chosen))


class CheckedEntrants(NamedTuple):
    """The rows of the events that can be awarded, and the faults of all other events."""

    rows: pl.DataFrame
    findings: pl.DataFrame
    """The faults, with the columns row, event, severity, field, value, message. `row` counts from 0 in the order given;
    `event` has the names and values of the columns that identify the event (`session_id 7 field A`). `row` and `event`
    are null if the input has no rows."""


def checked_entrants(entrants: Rows, schemes: Sequence[str], *, event: Sequence[str]) -> CheckedEntrants:
    """Return the rows of the events that can be awarded, unchanged, and the faults of all other events.

    A whole event is left out if an entrant has neither rank nor score, has an impossible rank, has no score although a
    scheme needs one, or occurs twice. It is also left out if only a part of the field has ranks, or if the ranks
    contradict the scores. Findings are sorted by event, kind of fault, and row. AwardError is raised for a scheme that
    has no rule.
    """
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
    """Return `row`, `event_no`, `rank`, `score` and `average`, in the order given.

    A score that is not finite becomes null.
    """
    columns = given.columns
    rank = pl.col("rank").cast(pl.Int64) if "rank" in columns else pl.lit(None, pl.Int64)
    score = pl.col("score").cast(pl.Float64) if "score" in columns else pl.lit(None, pl.Float64)
    average = pl.col("average").cast(pl.Float64) if "average" in columns else pl.lit(AVERAGES["matchpoints"])
    event_no = key_number(given, event)
    # If the events are in the order of their keys, each is a slice, and nothing needs to be joined.
    in_order = event_no.is_sorted()
    return given.select(
        row=pl.int_range(pl.len()),
        event_no=event_no.set_sorted() if in_order else event_no,
        rank=rank,
        score=pl.when(score.is_finite()).then(score),
        average=average,
    )


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
            best=pl.col("score").max().round(DECIMALS),
            worst=pl.col("score").min().round(DECIMALS),
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
    return rows.sort("row").select(
        "event_no",
        "row",
        severity=pl.lit("error"),
        field=pl.lit(field),
        value=value.cast(pl.String),
        message=pl.lit(message) if isinstance(message, str) else message,
    )


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
