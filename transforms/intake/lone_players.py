"""Pairs of whom one player alone is known."""

import polars as pl

from transforms.tables import ENTRANT, SESSION


def are_of_pairs(players: pl.Expr) -> pl.Expr:
    """Whether an entrant is of a session of pairs: at least half of its entrants are two.

    Args:
        players: how many each entrant has, one row an entrant.
    """
    return (players == 2).mean().over(SESSION) >= 0.5


def lone_players(entries: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """`ENTRANT` of each pair with one player alone, in order: not of teams, nor of players who are each an entrant.

    Args:
        entries: `Entries`, of whole sessions.
        sessions: `Sessions`.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(SESSION)
    return (
        entries.join(of_pairs, on=SESSION, how="semi")
        .group_by(ENTRANT)
        .agg(players=pl.len())
        .filter(are_of_pairs(pl.col("players")), players=1)
        .select(ENTRANT)
        .sort(ENTRANT)
    )
