"""Records what is published: rounded as printed, with the time and the build."""

import datetime as dt

import polars as pl

from transforms.published.differences import differences
from transforms.published.kinds import Kind
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.schemas import Rows


def recorded(
    before: Rows, now: Rows, kind: Kind, published_at: dt.datetime | pl.Expr, build: int | None
) -> pl.LazyFrame:
    """The rows of `kind.table`, sorted by key, once `now` is published; what is no longer shown is forgotten, or kept.

    A list or standing that reads as before keeps the time and build of its first publication.

    Args:
        before: the rows of `kind.table`, as published so far.
        now: all rows that people are shown from here on (`shown.shown`).
        kind: what is published.
        published_at: the time, in UTC.
        build: the number of the build that made these rows, if it has one.
    """
    before, now = before.lazy(), now.lazy()
    others = differences(before, now, kind).select(kind.thing).unique()
    same = before.select(kind.thing).unique().join(others, on=kind.thing, how="anti")
    stays = [before.join(now, on=kind.thing, how="semi").join(same, on=kind.thing, how="semi")]
    if kind.is_kept:
        stays.append(before.join(now, on=kind.thing, how="anti"))
    new = (
        now.join(same, on=kind.thing, how="anti")
        .filter(pl.any_horizontal(pl.col(name).is_not_null() for name in kind.values))
        .with_columns(to_decimals(pl.col(name), decimals) for name, decimals in kind.values.items() if decimals)
        .with_columns(
            published_at=published_at if isinstance(published_at, pl.Expr) else pl.lit(published_at),
            build=pl.lit(build, pl.Int64),
        )
    )
    return pl.concat([kind.schema.cast(rows) for rows in (*stays, new)]).sort(kind.schema.primary_key())
