"""Every table of a warehouse in memory, from the raw ones."""

import polars as pl
from factories import in_warehouse

from transforms.season import season_tables

Tables = dict[str, pl.DataFrame]
"""By their names in the warehouse."""


def built(raw: Tables) -> Tables:
    """The tables that an explanation reads."""
    given = in_warehouse(raw)
    return given | season_tables(given)
