"""Add up the results of each entrant in events of several sessions."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import score_of
from transforms.results.sit_outs import with_boards_counted
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.phrases import phrase
from transforms.tables.schemas import DECIMALS, ENTRANT, EVENT, SESSION, Frame


def event_results(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.EventResults]:
    """Add up the sessions of every event, with all entrants in one field, sorted by key.

    Points and maximum are multiplied by the `carry` of their session, and so is the number of boards by which IMPs are
    divided. `boards` counts each board once. The players identify a pair or a single player; a substitute counts as the
    player replaced. The number identifies a team, or an entrant without players. If a session has that number on two
    lines, the line is added.
    """
    in_events = (
        sessions.lazy()
        .filter(pl.col("event").is_not_null())
        .select(*SESSION, "kind", "event", "together", carry=pl.col("carry").fill_null(1))
    )
    listed = (
        session_results.lazy()
        .filter(~pl.col("is_nobody"))
        .select(*ENTRANT, "boards", "points", "maximum", "scoring")
        .join(in_events, on=SESSION)
        .pipe(with_boards_counted, competitions)
    )
    counted = pl.col("counted") * pl.col("carry")
    sums = {name: pl.when(pl.col(name).count() > 0).then(steady_sum(pl.col(name))) for name in ("points", "maximum")}
    score = score_of(pl.col("scoring"), pl.col("points"), pl.col("maximum"), pl.col("counted"))
    ranked = (
        named_in_event(listed, entries)
        .with_columns(pl.col("points", "maximum") * pl.col("carry"), counted=counted)
        .group_by(*EVENT, "entrant")
        # All sessions of an event have the same scoring.
        .agg(
            pl.col("boards").sum(),
            pl.col("scoring").min(),
            steady_sum(pl.col("counted")),
            sessions=pl.col("session_id").n_unique(),
            **sums,
        )
        .with_columns(score=score)
        .with_columns(rank=pl.col("score").round(DECIMALS).rank("min", descending=True).over(EVENT))
    )
    return schemas.EventResults.cast(ranked.sort(*EVENT, "entrant"))


def named_in_event(listed: pl.LazyFrame, entries: Frame[schemas.Entries]) -> pl.LazyFrame:
    """Replace `entrant`, the number in a session, by the name that identifies the entrant in the whole event."""
    players = (
        entries.lazy()
        .select(*ENTRANT, player=pl.coalesce("substitutes_for", "player_id"))
        .group_by(ENTRANT)
        .agg(players=pl.col("player").sort().str.join(" + "))
    )
    on_two_lines = (pl.col("line").n_unique().over(*SESSION, "entrant") > 1).any().over(EVENT)
    number = pl.when(on_two_lines).then(phrase("{} {}", "line", "entrant")).otherwise("entrant")
    by_players = pl.when(pl.col("kind") != "teams").then("players")
    return listed.join(players, on=ENTRANT, how="left").with_columns(entrant=pl.coalesce(by_players, number))
