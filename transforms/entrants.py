"""The entrants of a side: one pair, or the two single players of an individual (`3+7`)."""

import polars as pl

PARTNERS = "+"
"""What joins two single players who sit together."""


def by_entrant(rows: pl.LazyFrame, side: str) -> pl.LazyFrame:
    """A row for each entrant of the side that the column `side` names: `entrant` takes its place, in any order."""
    single_players = pl.col(side).str.contains(PARTNERS, literal=True)
    apart = pl.col(side).str.split(PARTNERS)
    of_two = rows.filter(single_players).with_columns(apart).explode(side, empty_as_null=False, keep_nulls=False)
    return pl.concat([rows.filter(~single_players), of_two]).rename({side: "entrant"})
