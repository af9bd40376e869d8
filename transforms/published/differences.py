"""Compares what was published with what it would be now, as people read both."""

import polars as pl

from transforms.published.kinds import Kind
from transforms.tables.arithmetic.columns_as_text import short_column
from transforms.tables.schemas import PublishedCorrections, Rows
from transforms.tables.shared import natural, types_of

_KNOWN_LATER = ("since_at", "since_build", "files")

COLUMNS = [name for name in PublishedCorrections.column_names() if name not in _KNOWN_LATER]
"""Those of a difference: of `PublishedCorrections` without since when and from where."""


def differences(published: Rows, now: Rows, kind: Kind) -> pl.LazyFrame:
    """Every value that was published and would now be another.

    Values are compared as they are printed: a number that rounds to the same is the same.

    Args:
        published: the rows of `kind.table`.
        now: the rows that would be published (`shown.shown`). Things that were not published are ignored.
        kind: what is compared.

    Returns:
        `COLUMNS`, a row a value, in order of the key and of `kind.values`. Nobody is left out: of a row that is gone
        every value has null for `now`, and of one that is new null for `published`. A standing that has gone on since,
        and a list that is kept though nothing makes it any more, are compared with nothing.
    """
    stood = published.lazy().join(_not_compared(published.lazy(), now.lazy(), kind), on=kind.thing, how="anti")
    thing = (*kind.told, "published_at", "build")
    things = stood.select(*kind.thing, *thing).sort(*kind.thing, *thing).unique(kind.thing, keep="first")
    carried = [name for name in ("players",) if name in kind.rows]
    both = (
        stood.select(*kind.key, *_as_printed(kind), *_named(carried, "of_published"))
        .join(
            now.lazy()
            .join(things, on=kind.thing, how="semi")
            .select(*kind.key, *_as_printed(kind, "now_"), *_named(carried, "of_now")),
            on=kind.key,
            how="full",
            coalesce=True,
        )
        .join(things, on=kind.thing, how="left")
        .with_columns(pl.coalesce(f"of_published_{name}", f"of_now_{name}").alias(name) for name in carried)
        .rename({"build": "published_build"})
        .with_columns(kind=pl.lit(kind.name))
    )
    known = {*kind.key, *kind.told, *carried, "kind", "published_at", "published_build"}
    each = [
        both.with_columns(field=pl.lit(field), place=pl.lit(place), published=f"read_{field}", now=f"now_{field}")
        .filter(pl.col("published").ne_missing(pl.col("now")))
        .with_columns(pl.lit(None).alias(name) for name in COLUMNS if name not in {*known, "field", "published", "now"})
        .select(*COLUMNS, "place")
        for place, field in enumerate(kind.values)
    ]
    types = types_of(PublishedCorrections)
    found = pl.concat(each).sort(*kind.key, "place")
    return found.select(pl.col(name).cast(types[name]) for name in COLUMNS)


def _not_compared(published: pl.LazyFrame, now: pl.LazyFrame, kind: Kind) -> pl.LazyFrame:
    """The things that were published and are compared with nothing: the key of each."""
    gone = published.join(now.select(kind.thing).unique(), on=kind.thing, how="anti")
    if kind.is_kept:
        return gone.select(kind.thing).unique()
    if kind.session is None:
        return gone.select(kind.thing).clear()
    within = [name for name in kind.thing if name != kind.session]
    latest = (
        now.filter(kind.goes_on)
        .select(*within, latest_date="date", latest=kind.session)
        .sort("latest_date", natural(pl.col("latest")), "latest", nulls_last=False)
        .group_by(within)
        .last()
    )
    same_day = pl.col("latest_date") == pl.col("date")
    is_next = natural(pl.col("latest")) > natural(pl.col(kind.session))
    is_later = (pl.col("latest_date") > pl.col("date")) | (same_day & is_next)
    return gone.filter(kind.goes_on).join(latest, on=within).filter(is_later).select(kind.thing).unique()


def _as_printed(kind: Kind, prefix: str = "read_") -> list[pl.Expr]:
    return [printed(name, decimals).alias(f"{prefix}{name}") for name, decimals in kind.values.items()]


def printed(name: str, decimals: int | None) -> pl.Expr:
    """A column as people read it: words as they are, numbers without zeros at the end; null for null."""
    column = pl.col(name)
    if decimals is None:
        return column
    return short_column(column, decimals) if decimals else column.cast(pl.String)


def _named(names: list[str], prefix: str) -> list[pl.Expr]:
    return [pl.col(name).alias(f"{prefix}_{name}") for name in names]
