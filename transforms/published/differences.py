"""Compare what was published with what would be published now, in the form that people read."""

import polars as pl

from transforms.published.kinds import Kind
from transforms.tables.arithmetic.rounding import short_column
from transforms.tables.schemas import PublishedCorrections, Rows
from transforms.tables.shared import natural, types_of

_KNOWN_LATER = ("since_at", "since_build", "files")

COLUMNS = [name for name in PublishedCorrections.column_names() if name not in _KNOWN_LATER]
"""The columns of a difference: as in `PublishedCorrections`, without the build that began it and its files."""


def differences(published: Rows, now: Rows, kind: Kind) -> pl.LazyFrame:
    """Return every value that was published and would be different now, in order of the key and of `kind.values`.

    Values are compared as printed: numbers that round to the same text are equal. `published` are the rows of
    `kind.table`, and `now` those that would be published (`shown.shown`); things that were not published are ignored.
    The columns are `COLUMNS`: `now` is null if a row is gone, and `published` if it is new. Two things are not
    compared: a standing that has since continued with a later session, and a list that stays published although it is
    no longer made.
    """
    published, now = published.lazy(), now.lazy()
    stood = published.join(_not_compared(published, now, kind), on=kind.thing, how="anti")
    of_thing = [*kind.as_published, "published_at", "build"]
    things = stood.select(*kind.thing, *of_thing).sort(kind.thing, of_thing).unique(kind.thing, keep="first")
    players = [name for name in ("players",) if name in kind.rows]
    before, after = (
        rows.select(
            *kind.key,
            *(printed(name, decimals).alias(f"{side}_{name}") for name, decimals in kind.values.items()),
            *(pl.col(name).alias(f"{side} {name}") for name in players),
        )
        for side, rows in (("was", stood), ("now", now.join(things, on=kind.thing, how="semi")))
    )
    both = (
        before.join(after, on=kind.key, how="full", coalesce=True)
        .join(things.rename({"build": "published_build"}), on=kind.thing, how="left")
        .with_columns(pl.coalesce(f"was {name}", f"now {name}").alias(name) for name in players)
        .with_columns(kind=pl.lit(kind.name))
    )
    each = (
        both.with_columns(field=pl.lit(field), place=pl.lit(place), published=f"was_{field}", now=f"now_{field}")
        for place, field in enumerate(kind.values)
    )
    found = pl.concat(each).filter(pl.col("published").ne_missing(pl.col("now"))).sort(*kind.key, "place")
    missing = [pl.lit(None).alias(name) for name in COLUMNS if name not in found.collect_schema().names()]
    types = types_of(PublishedCorrections)
    return found.with_columns(missing).select(pl.col(name).cast(types[name]) for name in COLUMNS)


def _not_compared(published: pl.LazyFrame, now: pl.LazyFrame, kind: Kind) -> pl.LazyFrame:
    gone = published.join(now.select(kind.thing).unique(), on=kind.thing, how="anti")
    if kind.is_kept:
        return gone.select(kind.thing).unique()
    if kind.session is None:
        return gone.select(kind.thing).clear()
    within = [name for name in kind.thing if name != kind.session]
    standings = now.filter(kind.goes_on).select(*within, latest_date="date", latest=kind.session)
    latest = standings.sort("latest_date", natural(pl.col("latest")), "latest").group_by(within).last()
    same_day = pl.col("latest_date") == pl.col("date")
    is_next = natural(pl.col("latest")) > natural(pl.col(kind.session))
    is_later = (pl.col("latest_date") > pl.col("date")) | (same_day & is_next)
    return gone.filter(kind.goes_on).join(latest, on=within).filter(is_later).select(kind.thing).unique()


def printed(name: str, decimals: int | None) -> pl.Expr:
    """Return a column as people read it: words unchanged, and numbers without trailing zeros. Null stays null."""
    column = pl.col(name)
    if decimals is None:
        return column
    return short_column(column, decimals) if decimals else column.cast(pl.String)


_ENDS = ("until_at", "until_build")


def earlier(published: Rows, past: Rows, kind: Kind) -> pl.LazyFrame:
    """Return every row of the corrected lists, as printed in each publication before the current one.

    If a list was corrected and later dropped because its standing continued, only the corrected rows are left.
    `until_at` and `until_build` are from the first publication with a different row, or null. `published` are the
    current rows of `kind.table`, and `past` is `PastCorrections`, of any kinds.
    """
    now = published.lazy().with_columns(run=pl.lit(0, pl.UInt32))
    corrected = past.lazy().drop_nulls("published_at").filter(kind=kind.name, ending="published")
    times = _times(now, corrected, kind)
    corrected = corrected.join(times.select(*kind.thing, "published_at", "run"), on=[*kind.thing, "published_at"])
    carried = [name for name in ("players",) if name in kind.rows and name not in kind.values]
    row = [*kind.key, "run"]
    values = now.select(*row, *(printed(name, decimals) for name, decimals in kind.values.items()))
    rows = (
        pl.concat([some.select(*row, *carried) for some in (now, corrected)])
        .unique(row, keep="first", maintain_order=True)
        .join(times, on=[*kind.thing, "run"])
        .join(values, on=row, how="left")
        .sort("published_at")
    )
    for field in kind.values:
        ends = {f"{name} {field}": name for name in _ENDS}
        known = corrected.filter(field=field).select(*row, "published_at", was="published", **ends).sort("published_at")
        rows = rows.join_asof(known, on="published_at", by=row, strategy="forward", check_sortedness=False)
        differs = pl.col(f"until_at {field}").is_not_null()
        rows = rows.with_columns(pl.when(differs).then("was").otherwise(field).alias(field)).drop("was")
    ends = [pl.min_horizontal(f"{name} {field}" for field in kind.values).alias(name) for name in _ENDS]
    return (
        rows.filter(pl.any_horizontal(pl.col(*kind.values).is_not_null()))
        .select(*kind.key, *carried, *kind.values, "published_at", "build", *ends)
        .sort(*kind.key, "published_at")
    )


def _times(published: pl.LazyFrame, corrected: pl.LazyFrame, kind: Kind) -> pl.LazyFrame:
    """Return the times at which each corrected list was published, each with its run. Run 0 ends in the current list.

    If a list disappears, its run ends: a list that comes back later is not a continuation.
    """
    each = corrected.group_by(*kind.thing, "published_at").agg(
        pl.col("until_at").min(), build=pl.col("published_build").min()
    )
    next_ones = pl.concat([rows.select(*kind.thing, until_at="published_at") for rows in (published, each)]).unique()
    return (
        each.join(next_ones.with_columns(goes_on=pl.lit(value=True)), on=[*kind.thing, "until_at"], how="left")
        .sort("published_at", descending=True)
        .with_columns(run=pl.col("goes_on").is_null().cum_sum().over(kind.thing))
        .drop("goes_on", "until_at")
    )
