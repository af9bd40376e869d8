"""Every table of a warehouse in memory, from the raw ones."""

from factories import Tables, in_warehouse

from transforms.season import STANDINGS, season_tables


def built(raw: Tables) -> Tables:
    """The tables that an explanation reads."""
    given = in_warehouse(raw)
    return given | season_tables(given, (*STANDINGS, "rankings.starting_rankings"))
