"""The results that a strength is made of: those of pairs at matchpoints, in the order in which they were played."""

import polars as pl

from transforms.strength.filter import CONSTANTS
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    ENTRANT,
    FIELD,
    SESSION,
    Competitions,
    Entries,
    Frame,
    SessionResults,
    Sessions,
)
from transforms.tables.shared import IN_TURN

_A_PAIR = 2
_RULES = ("strength_spread", "strength_partner", "strength_form", "strength_board", "strength_drift")
RULES = dict(zip(_RULES, CONSTANTS, strict=True))
"""By rule of a season in `Competitions`, the constant of the model."""


def evenings(
    session_results: Frame[SessionResults], entries: Frame[Entries], sessions: Frame[Sessions]
) -> pl.LazyFrame:
    """Return one row per entrant and player, sorted by club, competition, `evening`, field, line, entrant and player.

    Only result lists of pairs by percentages count, and in them only fields in which two entrants or more have a score.
    An entrant without known players has one row, with null as `player_id` and 0 as `weight`.

    Returns:
        `SESSION`, line, entrant, player_id; `date`; `evening`, the number of the session in its competition, over all
            its seasons, from 1 (Int32); `field`; `weight`, 2/n for each of n players, and 1 if only one is known, so
            that `2 - sum of the weights` is the share of unknown players; `boards` (at least 1); `score`, in percent.
    """
    listed = (
        session_results.lazy()
        .filter(pl.col("scoring") == "matchpoints", pl.col("score").is_not_null())
        .join(sessions.lazy().filter(pl.col("kind") != "teams").select(*SESSION, "date"), on=SESSION)
        .select(*ENTRANT, "date", "field", pl.col("boards").clip(lower_bound=1), "score")
        .filter(pl.len().over(FIELD) > 1)
    )
    in_turn = (
        listed.select(*SESSION, "date")
        .unique()
        .select(*SESSION, evening=pl.struct(*IN_TURN, "season").rank("dense").over(CLUB).cast(pl.Int32))
    )
    players = entries.lazy().select(*ENTRANT, "player_id").with_columns(weight=weight(pl.len().over(ENTRANT)))
    return (
        listed.join(in_turn, on=SESSION)
        .join(players, on=ENTRANT, how="left")
        .select(
            *ENTRANT,
            *("player_id", "date", "evening", "field"),
            pl.col("weight").fill_null(0.0),
            *("boards", "score"),
        )
        .sort(*CLUB, "evening", "field", "line", "entrant", "player_id")
    )


def weight(players: pl.Expr) -> pl.Expr:
    """Return how much of a player each of so many players of an entrant counts as."""
    return _A_PAIR / players.clip(lower_bound=_A_PAIR)


def evenings_with_rules(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
) -> pl.DataFrame:
    """Return the rows of `evenings`, with the constants of the model (`CONSTANTS`) of each season."""
    rules = competitions.lazy().select(*COMPETITION, *RULES).rename(RULES)
    rows = evenings(session_results, entries, sessions).join(rules, on=COMPETITION, maintain_order="left")
    return rows.collect().rechunk()
