"""Every table of a warehouse in memory, from the raw ones."""

import polars as pl

from transforms.season import season_tables

Tables = dict[str, pl.DataFrame]
"""By their names in the warehouse."""


def built(raw: Tables) -> Tables:
    """The tables that an explanation reads."""
    return {f"raw.{name}": table for name, table in raw.items()} | season_tables(raw)
