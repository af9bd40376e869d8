"""The seasons of the federation: seasons of different clubs are one if their days overlap for the most part."""

import dataframely as dy
import polars as pl

from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.federation import Federation, FederationSeasons
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, Competitions, Frame
from transforms.tables.shared import in_shape

_DAYS = (pl.col("end") - pl.col("start")).dt.total_days() + 1


def federation_seasons(competitions: Frame[Competitions], federation: Federation) -> dy.LazyFrame[FederationSeasons]:
    """Return the federation's season of each season of a competition, by its days (docs/federation.md)."""
    left = competitions.lazy().select(*COMPETITION, "start", "end").collect()
    if federation.seasons.is_empty():
        placed = _by_majority(left)
    else:
        given = federation.seasons.select(federation_season="name", first="start", last="end")
        in_given = _inside(left, given).with_columns(by=pl.lit("given"))
        placed = pl.concat([in_given, _alone(left.join(in_given, on=COMPETITION, how="anti"), given)])
    return in_shape(FederationSeasons, placed.sort(COMPETITION).lazy())


def _inside(seasons: pl.DataFrame, spans: pl.DataFrame) -> pl.DataFrame:
    """Return the seasons of which more than half of the days lie in one of `spans` (federation_season, first, last)."""
    in_both = pl.min_horizontal("end", "last") - pl.max_horizontal("start", "first")
    return (
        seasons.join(spans, how="cross")
        .with_columns(inside=in_both.dt.total_days() + 1, days=_DAYS)
        .filter(2 * pl.col("inside") > pl.col("days"))
        .with_columns(share=quotient(pl.col("inside"), pl.col("days")))
        .select(*COMPETITION, "federation_season", "start", "end", "share")
    )


def _by_majority(left: pl.DataFrame) -> pl.DataFrame:
    """Take the days that most clubs have as a season of the federation, and so on until none is left."""
    placed, names = [left.clear().with_columns(federation_season=pl.lit(""), share=pl.lit(0.0))], list[str]()
    while not left.is_empty():
        counted = left.group_by("start", "end").agg(clubs=pl.col("club").n_unique()).with_columns(days=_DAYS)
        days = counted.sort("clubs", "days", "start", descending=[True, True, False]).head(1)
        names.append(_name(left.join(days, on=["start", "end"], how="semi"), names))
        spans = days.select(federation_season=pl.lit(names[-1]), first="start", last="end")
        placed.append(_inside(left, spans))
        left = left.join(placed[-1], on=COMPETITION, how="anti")
    columns = (*COMPETITION, "federation_season", "start", "end", "share")
    return pl.concat(rows.select(columns) for rows in placed).with_columns(by=pl.lit("days"))


def _name(members: pl.DataFrame, taken: list[str]) -> str:
    """Return the name that most members use and no other season of the federation has."""
    by_use = members.group_by("season").len().sort("len", "season", descending=[True, False])["season"].to_list()
    free = [name for name in by_use if name not in taken]
    return free[0] if free else f"{by_use[0]} ({members['start'][0]} - {members['end'][0]})"


def _alone(seasons: pl.DataFrame, given: pl.DataFrame) -> pl.DataFrame:
    is_taken = pl.col("season").is_in(given["federation_season"].implode())
    with_days = phrase("{} ({} - {})", "season", pl.col("start").cast(pl.String), pl.col("end").cast(pl.String))
    return seasons.select(
        *COMPETITION,
        federation_season=pl.when(is_taken).then(with_days).otherwise("season"),
        start="start",
        end="end",
        share=pl.lit(1.0),
        by=pl.lit("own"),
    )
