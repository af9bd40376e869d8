"""Add up the results of each entrant in events of several sessions."""

import dataframely as dy
import polars as pl

from transforms.bridge.rulings import imps_of_share
from transforms.bridge.sessions import as_one_pair, score_of
from transforms.results.sit_outs import with_boards_counted
from transforms.results.ties import matches_met, with_ranks
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, EVENT, LINE, SESSION, Frame
from transforms.tables.shared import is_empty

_ENTRANT = (*EVENT, "entrant")


def event_results(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
    match_results: Frame[schemas.MatchResults],
) -> dy.LazyFrame[schemas.EventResults]:
    """Add up the sessions of every event, with all entrants in one field, sorted by key (docs/scoring_rules.md)."""
    # `boards` counts each board once; points, maximum and the boards by which IMPs are divided are multiplied by the
    # `carry` of their session. The players identify a pair or a single player; a substitute counts as the player
    # replaced. The number identifies a team, or an entrant without players, with its line if any session has a number
    # on two lines.
    in_events = (
        sessions.lazy()
        .filter(pl.col("event").is_not_null())
        .select(*SESSION, "kind", "event", "together", carry=pl.col("carry").fill_null(1))
    )
    if is_empty(in_events):
        return schemas.EventResults.create_empty(lazy=True)
    is_short = pl.col("score").is_not_null() & pl.col("rank").is_null()
    listed = (
        session_results.lazy()
        .filter(~pl.col("is_nobody"))
        .select(*ENTRANT, "boards", "points", "maximum", "scoring", number="entrant", is_short=is_short)
        .join(in_events, on=SESSION)
        .pipe(with_boards_counted, competitions)
        .pipe(named_in_event, entries)
        .with_columns(pl.col("points", "maximum", "counted") * pl.col("carry"))
    )
    rules = competitions.lazy().select(*COMPETITION, "average_plus_imps", "average_minus_imps", "ties", share="missed")
    names = listed.select(*LINE, "event", "entrant", "number").unique()
    met = (
        matches_met(match_results)
        .join(names.rename({"entrant": "name"}), left_on=ENTRANT, right_on=(*LINE, "number"))
        .join(names.select(*LINE, "number", other="entrant"), left_on=(*LINE, "opponent"), right_on=(*LINE, "number"))
        .with_columns(entrant="name", opponent="other")
    )
    attended, due = _attended_and_due(listed, rules)
    sums = {name: pl.when(pl.col(name).count() > 0).then(steady_sum(pl.col(name))) for name in ("points", "maximum")}
    score = score_of(pl.col("scoring"), pl.col("points"), pl.col("maximum"), pl.col("counted"))
    compared = pl.when((pl.col("missed") == 0) | pl.col("share").is_not_null()).then(pl.col("score").round(DECIMALS))
    replaced = listed.filter("is_short").join(due, on=_ENTRANT, how="semi").select(*_ENTRANT, "session_id")
    counting = listed.join(replaced, on=[*_ENTRANT, "session_id"], how="anti")
    ranked = (
        pl.concat([counting, due], how="diagonal_relaxed")
        .group_by(_ENTRANT)
        # All sessions of an event have the same scoring.
        .agg(pl.col("boards").sum(), pl.col("scoring").min(), steady_sum(pl.col("counted")), **sums)
        .join(attended, on=_ENTRANT, how="left")
        .join(due.group_by(_ENTRANT).agg(due=steady_sum(pl.col("points"))), on=_ENTRANT, how="left")
        .with_columns(pl.col("sessions", "missed").fill_null(0), score=score)
        .join(rules, on=COMPETITION, how="left")
        .with_columns(compared=compared)
        .pipe(with_ranks, met, _ENTRANT, EVENT)
    )
    return schemas.EventResults.cast(ranked.sort(_ENTRANT))


def _attended_and_due(listed: pl.LazyFrame, rules: pl.LazyFrame) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Return two tables: how many sessions each entrant played and missed, and the points due for each one missed."""
    # The largest number of sessions that anybody played counts as the whole event, because finals may be played side by
    # side. Points for missed sessions are spread evenly over all sessions that the entrant did not play.
    played = listed.filter(pl.col("points").is_not_null(), pl.col("carry") > 0)
    sat = played.filter(~pl.col("is_short")).select(*_ENTRANT, "session_id").unique()
    attended = (
        played.group_by(_ENTRANT)
        .agg(sessions=pl.col("session_id").filter(~pl.col("is_short")).n_unique())
        .with_columns(missed=pl.col("sessions").max().over(EVENT) - pl.col("sessions"))
    )
    full = played.group_by(*EVENT, "session_id").agg(pl.col("maximum", "counted").max(), pl.col("scoring").min())
    in_proportion = pl.col("missed") / pl.len().over(_ENTRANT)
    of_maximum = pl.col("share") * 0.01 * pl.col("maximum")
    in_imps = pl.col("counted") * imps_of_share(
        pl.col("share"), pl.col("average_plus_imps"), pl.col("average_minus_imps")
    )
    due = (
        attended.filter(pl.col("missed") > 0)
        .join(rules.filter(pl.col("share").is_not_null()), on=COMPETITION)
        .join(full, on=EVENT)
        .join(sat, on=(*_ENTRANT, "session_id"), how="anti")
        .with_columns(pl.col("maximum", "counted") * in_proportion)
        .select(*_ENTRANT, "scoring", "maximum", "counted", points=pl.coalesce(of_maximum, in_imps))
    )
    return attended, due


def named_in_event(listed: pl.LazyFrame, entries: Frame[schemas.Entries]) -> pl.LazyFrame:
    """Replace `entrant`, the number in a session, by the name that identifies the entrant in the whole event."""
    players = (
        as_one_pair(entries, listed.filter(pl.col("kind") != "teams"))
        .select(*ENTRANT, player=pl.coalesce("substitutes_for", "player_id"))
        .group_by(ENTRANT)
        .agg(players=pl.col("player").unique().sort().str.join(" + "))
    )
    on_two_lines = (pl.col("line").n_unique().over(*SESSION, "entrant") > 1).any().over(EVENT)
    number = pl.when(on_two_lines).then(phrase("{} {}", "line", "entrant")).otherwise("entrant")
    by_players = pl.when(pl.col("kind") != "teams").then("players")
    return listed.join(players, on=ENTRANT, how="left").with_columns(entrant=pl.coalesce(by_players, number))
