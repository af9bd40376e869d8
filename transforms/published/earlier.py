"""The rows of earlier publications, from those of now and what was corrected since."""

import polars as pl

from transforms.published.differences import printed
from transforms.published.kinds import Kind
from transforms.tables.schemas import Rows

_ENDS = ("until_at", "until_build")


def earlier(published: Rows, past: Rows, kind: Kind) -> pl.LazyFrame:
    """Every row of the lists that were corrected, as it was in each publication before the one that stands.

    Of a list that was corrected, and then forgotten since its standing went on, there are the corrected rows alone.
    Values are as printed; `until_at`, `until_build` are of the first publication in which the row was another, or null.

    Args:
        published: the rows of `kind.table`, as published now.
        past: `PastCorrections`, of any kinds.
        kind: which lists.
    """
    corrected = past.lazy().filter(pl.col("published_at").is_not_null(), kind=kind.name, ending="published")
    times = _times(published.lazy(), corrected, kind)
    corrected = corrected.join(times.select(*kind.thing, "published_at", "run"), on=[*kind.thing, "published_at"])
    now = published.lazy().with_columns(run=pl.lit(0, pl.UInt32))
    carried = [name for name in ("players",) if name in kind.rows and name not in kind.values]
    row = [*kind.key, "run"]
    told = (
        pl.concat([rows.select(*row, *carried) for rows in (now, corrected)])
        .unique(row, keep="first", maintain_order=True)
        .join(times, on=[*kind.thing, "run"])
        .join(
            now.select(*row, *(printed(name, decimals) for name, decimals in kind.values.items())), on=row, how="left"
        )
        .sort("published_at")
    )
    for field in kind.values:
        ends = {f"{name} {field}": name for name in _ENDS}
        known = corrected.filter(field=field).select(*row, "published_at", was="published", **ends).sort("published_at")
        told = told.join_asof(known, on="published_at", by=row, strategy="forward", check_sortedness=False)
        is_other = pl.col(f"until_at {field}").is_not_null()
        told = told.with_columns(pl.when(is_other).then("was").otherwise(field).alias(field)).drop("was")
    return (
        told.with_columns(pl.min_horizontal(f"{name} {field}" for field in kind.values).alias(name) for name in _ENDS)
        .filter(pl.any_horizontal(pl.col(name).is_not_null() for name in kind.values))
        .select(*kind.key, *carried, *kind.values, "published_at", "build", *_ENDS)
        .sort(*kind.key, "published_at")
    )


def _times(published: pl.LazyFrame, corrected: pl.LazyFrame, kind: Kind) -> pl.LazyFrame:
    """When each list that was corrected was published, and its run: 0 leads to what is published now.

    A list goes on in the first of those until which its values lasted. One that was gone ends a run, since what came
    back says nothing of it.
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
