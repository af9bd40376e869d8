"""What was published before what is published now: whole rows again, from what was corrected of them since."""

import polars as pl

from transforms.published.differences import printed
from transforms.published.kinds import Kind
from transforms.tables.schemas import Rows

_ENDS = ("until_at", "until_build")


def earlier(published: Rows, past: Rows, kind: Kind) -> pl.LazyFrame:
    """Every row of a list that was published otherwise since, as it was in each publication before the one that stands.

    A list that was corrected, and then forgotten since its standing went on, is told by its corrected rows alone.

    Args:
        published: the rows of `kind.table`, as published now.
        past: `PastCorrections`, of any kinds.
        kind: what is told.

    Returns:
        The columns of `kind.table` that the key, the values and the players are, `published_at` and `build`; the values
        as they are printed. `until_at`, `until_build`: the publication in which the row was another first; null where
        it never was, since other rows of its list were corrected.
    """
    corrected = past.lazy().filter(
        pl.col("kind") == kind.name, pl.col("ending") == "published", pl.col("published_at").is_not_null()
    )
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
        known = corrected.filter(pl.col("field") == field).select(
            *row, "published_at", was="published", **{_of(name, field): name for name in _ENDS}
        )
        told = told.join_asof(
            known.sort("published_at"), on="published_at", by=row, strategy="forward", check_sortedness=False
        )
        told = told.with_columns(
            pl.when(pl.col(_of("until_at", field)).is_not_null()).then("was").otherwise(field).alias(field)
        ).drop("was")
    return (
        told.with_columns(pl.min_horizontal(_of(name, field) for field in kind.values).alias(name) for name in _ENDS)
        .filter(pl.any_horizontal(pl.col(name).is_not_null() for name in kind.values))
        .select(*kind.key, *carried, *kind.values, "published_at", "build", *_ENDS)
        .sort(*kind.key, "published_at")
    )


def _times(published: pl.LazyFrame, corrected: pl.LazyFrame, kind: Kind) -> pl.LazyFrame:
    """When each list was published that is published otherwise now, and its run: 0 leads to what is published now.

    Of values that lasted until different lists the first of these counts: the list goes on in it. What was published
    until its list was gone is of a run of its own, since what came back says nothing of it.
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


def _of(name: str, field: str) -> str:
    return f"{name}_of_{field}"
