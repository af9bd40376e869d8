"""Result lists of sessions and events, with names, as pages show them."""

import dataframely as dy
import polars as pl

from transforms.results.who_came import who_came
from transforms.tables import report, schemas
from transforms.tables.arithmetic.as_shown import lines_of_field, named, place, shown, unnamed
from transforms.tables.schemas import COMPETITION, ENTRANT, FIELD, PLAYER, SESSION
from transforms.tables.shared import IN_TURN

_JOINED = " + "


def result_lists(
    results: dy.DataFrame[schemas.SessionResults],
    match_results: dy.DataFrame[schemas.MatchResults],
    ranking_points: dy.DataFrame[schemas.RankingPoints],
    entrants: dy.DataFrame[report.EntrantsShown],
) -> dy.LazyFrame[report.SessionResultsShown]:
    """The result list of every session, by field and in order of rank."""
    earned = ranking_points.group_by(ENTRANT).agg(ranking_points=pl.col("points").max())
    lists = (
        results.join(entrants, on=ENTRANT, how="left")
        .join(earned, on=ENTRANT, how="left")
        .join(who_came(results, match_results).collect(), on=ENTRANT, how="left")
        .sort(
            *(*SESSION, lines_of_field(), pl.col("field").str.ends_with(" EW"), "rank", "line", "entrant"),
            nulls_last=True,
        )
        .with_columns(pl.col("names").fill_null(""), rank=place(pl.col("rank"), *SESSION, "field"), exact_score="score")
    )
    return shown(report.SessionResultsShown, lists)


def winners(results: dy.DataFrame[report.SessionResultsShown]) -> dy.LazyFrame[report.WinnersShown]:
    """Who is first in each result list."""
    first = (
        results.filter(pl.col("rank").str.strip_chars_end("=") == "1")
        .with_columns(names=pl.when(pl.col("names") == "").then(unnamed(pl.col("entrant"))).otherwise("names"))
        .group_by(FIELD, maintain_order=True)
        .agg(pl.col("names").str.join(", "), pl.col("score", "scoring").first(), sharing=pl.len())
    )
    return shown(report.WinnersShown, first)


def session_list(
    sessions: dy.DataFrame[schemas.Sessions],
    seats: dy.DataFrame[report.SeatsShown],
    results: dy.DataFrame[report.SessionResultsShown],
    winners: dy.DataFrame[report.WinnersShown],
) -> dy.LazyFrame[report.SessionsShown]:
    """Every session in order of date; entrants who did not come are not counted."""
    seats_taken = seats.join(results.filter(~pl.col("came")), on=ENTRANT, how="anti")
    came = (
        pl.concat([seats_taken.select(ENTRANT), results.filter("came").select(ENTRANT)])
        .unique()
        .group_by(SESSION)
        .agg(pairs=pl.len(), lines=pl.col("line").unique().sort().str.join(" "))
    )
    of_first = winners.unique(SESSION, keep="first", maintain_order=True)
    listed = (
        sessions.join(seats_taken.group_by(SESSION).agg(players=pl.len()), on=SESSION, how="left")
        .join(came, on=SESSION, how="left")
        .join(of_first.rename({"field": "best_field", "names": "best", "score": "best_score"}), on=SESSION, how="left")
        .sort(*COMPETITION, *IN_TURN)
        .with_columns(pl.col("players", "pairs").fill_null(0), pl.col("title").str.strip_chars().replace("", None))
    )
    return shown(report.SessionsShown, listed)


def event_standings(
    standing: dy.DataFrame[schemas.EventResults],
    people: dy.DataFrame[report.PeopleShown],
    sessions: dy.DataFrame[schemas.Sessions],
    results: dy.DataFrame[report.SessionResultsShown],
) -> dy.LazyFrame[report.EventsShown]:
    """The standing of every event: a pair is known by its players, a team by its number."""
    event_and_entrant = (*COMPETITION, "event", "entrant")
    players = (
        standing.select(*event_and_entrant, player_id=pl.col("entrant").str.split(_JOINED))
        .explode("player_id", empty_as_null=False, keep_nulls=False)
        .join(people, on=PLAYER, maintain_order="left")
        .with_columns(instead_of=pl.lit(None, pl.String))
    )
    teams = (
        sessions.drop_nulls("event")
        .select(*SESSION, "event", "date")
        .join(results, on=SESSION)
        .sort(*COMPETITION, "event", "entrant", *IN_TURN)
        .group_by(event_and_entrant)
        .agg(pl.col("names", "players").last())
    )
    is_team = pl.col("scoring").is_in(["imps", "point_a_board"])
    ranked = (
        standing.join(named(players, event_and_entrant), on=event_and_entrant, how="left")
        .join(teams, on=event_and_entrant, how="left", suffix="_of_team")
        .sort(*COMPETITION, "event", "rank", "entrant", nulls_last=True)
        .with_columns(
            pl.when(is_team).then(f"{name}_of_team").otherwise(name).alias(name) for name in ("names", "players")
        )
        .with_columns(rank=place(pl.col("rank"), *COMPETITION, "event"))
    )
    return shown(report.EventsShown, ranked)
