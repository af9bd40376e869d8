"""The entrants of a side: one pair or team, or the two single players of an individual (`3+7`)."""

import polars as pl

PARTNERS = "+"
"""What joins two single players who sit together."""


def by_entrant(rows: pl.LazyFrame, side: str) -> pl.LazyFrame:
    """A row for each entrant of the side that the column `side` names; `entrant` takes its place."""
    apart = rows.with_columns(pl.col(side).str.split(PARTNERS)).explode(side, empty_as_null=False, keep_nulls=False)
    return apart.rename({side: "entrant"})
