"""Who is which entrant of a session, with names; of a pair of one player alone, that there was a partner."""

import polars as pl

from pipelines.reports.tables.columns import named
from transforms.intake.entrants import lone_players
from transforms.messages import gettext
from transforms.tables import ENTRANT


def named_entrants(seats: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """`names` and `players` of each entrant, as `named` makes them.

    Args:
        seats: `Entries` of whole sessions, in order, with name, instead_of and linked.
        sessions: `Sessions`.
    """
    partners = lone_players(seats, sessions).with_columns(
        player_id=pl.lit(""),
        name=pl.lit(unnamed_partner()),
        instead_of=pl.lit(None, pl.String),
        linked=pl.lit(value=False),
    )
    return named(pl.concat([seats.select(partners.columns), partners]), ENTRANT)


def unnamed_partner() -> str:
    """What stands for the name of a partner whom no file names."""
    return gettext("a partner not named")
