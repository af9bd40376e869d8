"""Who met whom: the result lines of two pairs, whichever of them sat North-South."""

import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.tables import SESSION


def lines_of_meetings(results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """The lines of sessions that are not of teams, with `one` and `other`: the two entrants in the order of their ids.

    Lines that lack an entrant are left out, and so are those on which partners are entrants of their own.

    Args:
        results: `Results` that count.
        sessions: `Sessions`.
    """
    not_of_teams = sessions.filter(pl.col("kind") != "teams").select(SESSION)
    return (
        results.filter(
            pl.all_horizontal(pl.col("ns", "ew").is_not_null()),
            ~pl.any_horizontal(pl.col("ns", "ew").str.contains(PARTNERS, literal=True)),
        )
        .join(not_of_teams, on=SESSION, how="semi")
        .with_columns(one=pl.min_horizontal("ns", "ew"), other=pl.max_horizontal("ns", "ew"))
    )
