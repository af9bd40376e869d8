"""Events of several sessions: what each entrant brought from all of them, added up."""

import polars as pl

from transforms.arithmetic.sums import steady_sum
from transforms.bridge.sessions import score_of
from transforms.tables import DECIMALS, ENTRANT, EVENT, SESSION, EventResults, Frame


def event_results(session_results: Frame, entries: Frame, sessions: Frame) -> pl.LazyFrame:
    """Add up the sessions of every event.

    Points and maximum of a session count for its `carry`; so do its boards where the score is IMPs per board. The
    score follows from the sums as in a session, so a board weighs as much in one session as in another. What is
    brought into an event from elsewhere is an adjustment in one of its sessions.

    A pair, or a single player, is known by its players, whatever its number; a substitute counts as the player he
    or she stands in for. A team is known by its number, as is an entrant without players; where a session of the
    event has the same number on two lines, by line and number.

    Args:
        session_results: `SessionResults`.
        entries: `Entries`.
        sessions: `Sessions`; those of one event are scored alike.

    Returns:
        `EventResults`, sorted by key. `boards` counts every board once, whatever its carry. An event is ranked as
        one field; ties share a rank.
    """
    in_events = (
        sessions.lazy()
        .filter(pl.col("event").is_not_null())
        .select(*SESSION, "kind", "event", carry=pl.col("carry").fill_null(1))
    )
    listed = (
        session_results.lazy().select(*ENTRANT, "boards", "points", "maximum", "scoring").join(in_events, on=SESSION)
    )
    counted = pl.col("boards") * pl.col("carry")
    added = (
        named_in_event(listed, entries)
        .with_columns(pl.col("points", "maximum") * pl.col("carry"), counted=counted)
        .group_by(*EVENT, "entrant")
        .agg(
            pl.col("session_id").n_unique().alias("sessions"),
            pl.col("boards").sum(),
            _sum_if_any("points"),
            _sum_if_any("maximum"),
            steady_sum(pl.col("counted")),
            # Alike in all sessions of an event.
            pl.col("scoring").min(),
        )
    )
    scored = added.with_columns(
        score=score_of(pl.col("scoring"), pl.col("points"), pl.col("maximum"), pl.col("counted"))
    )
    compared = pl.col("score").round(DECIMALS)
    ranked = scored.with_columns(rank=compared.rank("min", descending=True).over(EVENT))
    return EventResults.cast(ranked.sort(*EVENT, "entrant"))


def named_in_event(listed: pl.LazyFrame, entries: Frame) -> pl.LazyFrame:
    """Entrants by the name under which they are known in the whole event.

    Args:
        listed: entrants of sessions (`SessionResults`), with the `event` and the `kind` of their session.
        entries: `Entries`.
    """
    players = (
        entries.lazy()
        .select(*ENTRANT, player=pl.coalesce("substitutes_for", "player_id"))
        .group_by(ENTRANT)
        .agg(players=pl.col("player").sort().str.join(" + "))
    )
    on_two_lines = (pl.col("line").n_unique().over(*SESSION, "entrant") > 1).any().over(EVENT)
    number = pl.when(on_two_lines).then(pl.format("{} {}", "line", "entrant")).otherwise("entrant")
    by_players = pl.when(pl.col("kind") != "teams").then("players")
    return listed.join(players, on=ENTRANT, how="left").with_columns(entrant=pl.coalesce(by_players, number))


def _sum_if_any(column: str) -> pl.Expr:
    """The sum, null where there is nothing to add."""
    return pl.when(pl.col(column).count() > 0).then(steady_sum(pl.col(column))).alias(column)
