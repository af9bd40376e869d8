"""Result lists of sessions and events as pages show them: names, who came, numbers of entrants, spread of scores."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.results.attendance import who_came
from transforms.tables import report, report_of_deals, report_standings, schemas
from transforms.tables.arithmetic.as_shown import lines_of_field, named, place, shown, unnamed
from transforms.tables.schemas import BOARD, COMPETITION, ENTRANT, FIELD, LINE, PLAYER, SESSION
from transforms.tables.shared import IN_TURN

_JOINED = " + "


def result_lists(
    results: dy.DataFrame[schemas.SessionResults],
    match_results: dy.DataFrame[schemas.MatchResults],
    ranking_points: dy.DataFrame[schemas.RankingPoints],
    entrants: dy.DataFrame[report.EntrantsShown],
) -> dy.LazyFrame[report.SessionResultsShown]:
    """Return the result list of every session, sorted by field and rank."""
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


def last_of_players(lists: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Return each player's row of the last session in which a list names the player, with `date`; latest first.

    `lists` has one row per entrant, with `SESSION` and `players`, whose fields become columns. `sessions` are in order
    of time.
    """
    dates = sessions.select(*SESSION, "date").with_row_index("turn")
    seats = lists.drop_nulls("players").explode("players", empty_as_null=False).unnest("players")
    latest = seats.join(dates, on=SESSION, maintain_order="left").sort("turn", descending=True, maintain_order=True)
    return latest.unique("player_id", keep="first", maintain_order=True)


def winners(results: dy.DataFrame[report.SessionResultsShown]) -> dy.LazyFrame[report.WinnersShown]:
    """Return the winners of each result list."""
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
    doubts: dy.DataFrame[schemas.Doubts],
) -> dy.LazyFrame[report.SessionsShown]:
    """Return every session in order of date. Entrants who did not come are not counted."""
    seats_taken = seats.join(results.filter(~pl.col("came")), on=ENTRANT, how="anti")
    came = (
        pl.concat([seats_taken.select(ENTRANT), results.filter("came").select(ENTRANT)])
        .unique()
        .group_by(SESSION)
        .agg(pairs=pl.len(), lines=pl.col("line").unique().sort().str.join(" "))
    )
    of_first = winners.unique(SESSION, keep="first", maintain_order=True)
    doubted = doubts.filter(pl.col("accepted").is_null()).select(SESSION)
    listed = (
        sessions.join(seats_taken.group_by(SESSION).agg(players=pl.len()), on=SESSION, how="left")
        .join(came, on=SESSION, how="left")
        .join(of_first.rename({"field": "best_field", "names": "best", "score": "best_score"}), on=SESSION, how="left")
        .sort(*COMPETITION, *IN_TURN)
        .join(doubted.unique().with_columns(in_doubt=pl.lit(value=True)), on=SESSION, how="left", maintain_order="left")
        .with_columns(
            pl.col("players", "pairs").fill_null(0),
            pl.col("title").str.strip_chars().replace("", None),
            pl.col("in_doubt").fill_null(value=False),
        )
    )
    return shown(report.SessionsShown, listed)


def event_standings(
    standing: dy.DataFrame[schemas.EventResults],
    people: dy.DataFrame[report.PeopleShown],
    sessions: dy.DataFrame[schemas.Sessions],
    results: dy.DataFrame[report.SessionResultsShown],
) -> dy.LazyFrame[report.EventsShown]:
    """Return the standing of every event. A pair is identified by its players, and a team by its number."""
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
    of_team = pl.when(pl.col("scoring").is_in(["imps", "point_a_board"]))
    ranked = (
        standing.join(named(players, event_and_entrant), on=event_and_entrant, how="left")
        .join(teams, on=event_and_entrant, how="left", suffix="_of_team")
        .sort(*COMPETITION, "event", "rank", "entrant", nulls_last=True)
        .with_columns(
            rank=place(pl.col("rank"), *COMPETITION, "event"),
            **{name: of_team.then(f"{name}_of_team").otherwise(name) for name in ("names", "players")},
        )
    )
    return shown(report.EventsShown, ranked)


def with_card(results: pl.DataFrame, sheet: pl.DataFrame, boards: pl.DataFrame) -> pl.DataFrame:
    """Add `has_card` to the rows of result lists: whether the entrant sat down at any board, alone or in a pair."""
    played = sheet.lazy().join(boards.lazy(), on=BOARD, how="semi")
    sides = pl.concat(played.select(*LINE, side=side) for side in ("ns", "ew"))
    seated = by_entrant(sides, "side").select(*ENTRANT, has_card=pl.lit(value=True)).unique().collect()
    known = results.join(seated, on=ENTRANT, how="left", maintain_order="left")
    return known.with_columns(pl.col("has_card").fill_null(value=False))


def list_rows(
    results: dy.DataFrame[report.SessionResultsShown],
    sheet: dy.DataFrame[schemas.ControlSheet],
    boards: dy.DataFrame[schemas.Boards],
    points: dy.DataFrame[report_of_deals.ExplainedPointsShown],
) -> dy.LazyFrame[report_of_deals.ListRows]:
    """Return the rows of the result lists, in their order."""
    made_of = (
        points.drop_nulls("made_of").unique(ENTRANT, keep="first", maintain_order=True).select(*ENTRANT, "made_of")
    )
    rows = (
        with_card(results, sheet, boards)
        .join(made_of, on=ENTRANT, how="left", maintain_order="left")
        .with_columns(
            entrants=pl.col("score").count().over(FIELD),
            ranked=pl.col("ranking_points").is_not_null().any().over(FIELD),
        )
    )
    return shown(report_of_deals.ListRows, rows)


_SHARES = {"low": 0.05, "quarter": 0.25, "middle": 0.5, "three_quarters": 0.75, "high": 0.95}


def attendance(
    results: dy.DataFrame[report.SessionResultsShown], sessions: dy.DataFrame[report.SessionsShown]
) -> dy.LazyFrame[report_standings.AttendanceShown]:
    """Count the entrants of each line of each session. Sessions are in order of time, and lines in order of letters."""
    of_day = [*COMPETITION, "date"]
    turn = pl.struct(IN_TURN[1:]).rank("dense").over(of_day)
    team, player, pair = map(pl.lit, ("team", "player", "pair"))
    return shown(
        report_standings.AttendanceShown,
        results.group_by(*SESSION, "line")
        .agg(entrants=pl.col("came").sum(), most=pl.col("players").list.len().max())
        .join(sessions.select(*SESSION, "date", "kind"), on=SESSION)
        .with_columns(most=pl.col("most").max().over(SESSION))
        .with_columns(
            entrant_kind=pl.when(kind="teams").then(team).when(most=1).then(player).otherwise(pair),
            turn=turn,
            of_day=pl.col("session_id").n_unique().over(of_day),
        )
        .sort(*COMPETITION, *IN_TURN, "line")
        .with_columns(so_far=pl.col("entrants").cum_sum().over(SESSION)),
    )


def spread(
    results: dy.DataFrame[report.SessionResultsShown], sessions: dy.DataFrame[report.SessionsShown]
) -> dy.LazyFrame[report_standings.SpreadShown]:
    """Return percentiles of the scores of each line, from 5 % to 95 %, in sessions of pairs."""
    score = pl.col("exact_score")
    return shown(
        report_standings.SpreadShown,
        results.filter("came")
        .join(sessions.filter(kind="pairs"), on=SESSION, how="semi")
        .drop_nulls("exact_score")
        .group_by(*COMPETITION, "line")
        .agg(pl.len().alias("scores"), **{name: score.quantile(share, "linear") for name, share in _SHARES.items()})
        .sort(*COMPETITION, "line"),
    )
