"""The balance of sessions and seasons, and each entrant's gain by the movement, with names."""

import dataframely as dy
import polars as pl

from transforms.balance.played import balances
from transforms.balance.played.movement_played import scored
from transforms.tables import report_of_deals, schemas
from transforms.tables.arithmetic.as_shown import named, names_of, shown
from transforms.tables.arithmetic.rounding import half_up, quotient, to_decimals
from transforms.tables.report import PeopleShown, SessionResultsShown
from transforms.tables.schemas import COMPETITION, ENTRANT, FIELD, PLAYER, SESSION, Frame


def session_scores(board_scores: Frame[schemas.BoardScores], sessions: Frame[schemas.Sessions]) -> pl.DataFrame:
    """Return (`SESSION`, field, line, entrant, other_line, other, score, meetings) of every two entrants of a field."""
    of_sessions, scores = scored(board_scores, sessions)
    names = of_sessions.entrants.select("place", "line", one="entrant", entrant="name")
    others = of_sessions.entrants.select("place", other_line="line", other="entrant", other_name="name")
    fields = of_sessions.fields.unique("place").select("place", *SESSION, "field")
    return (
        scores.join(fields, on="place", maintain_order="left")
        .join(names, on=("place", "one"), maintain_order="left")
        .join(others, on=("place", "other"), maintain_order="left")
        .with_columns(other="other_name")
        .select(*SESSION, "field", "line", "entrant", "other_line", "other", "score", "meetings")
    )


_BETWEEN_PLAYERS = " + "
_PERCENT = "matchpoints"


def session_balance_shown(
    balance: dy.DataFrame[schemas.SessionBalance], sessions: dy.DataFrame[schemas.Sessions]
) -> dy.LazyFrame[report_of_deals.SessionBalanceShown]:
    """Return the balance of every field, and the number of its ranking lists."""
    with_winners = balance.join(sessions.select(*SESSION, "winners"), on=SESSION, how="left")
    return shown(report_of_deals.SessionBalanceShown, with_winners.unique(FIELD).sort(FIELD))


def session_scores_shown(
    board_scores: dy.DataFrame[schemas.BoardScores],
    sessions: dy.DataFrame[schemas.Sessions],
    results: dy.DataFrame[SessionResultsShown],
) -> dy.LazyFrame[report_of_deals.SessionScoresShown]:
    """Return the score of every two entrants of a field, in order of line and number."""
    names = results.select(*ENTRANT, "names")
    of_other = names.rename({"line": "other_line", "entrant": "other", "names": "other_names"})
    scores = (
        session_scores(board_scores, sessions)
        .join(names, on=ENTRANT, how="left", maintain_order="left")
        .join(of_other, on=(*SESSION, "other_line", "other"), how="left", maintain_order="left")
    )
    return shown(report_of_deals.SessionScoresShown, scores)


def luck_shown(
    luck: dy.DataFrame[schemas.Luck],
    scores: dy.DataFrame[report_of_deals.SessionScoresShown],
    results: dy.DataFrame[SessionResultsShown],
) -> dy.LazyFrame[report_of_deals.LuckShown]:
    """Return each entrant's gain by the movement, and how far above the mean its opponents were expected to finish."""
    ways = (("line", "entrant", "other_line", "other"), ("other_line", "other", "line", "entrant"))
    opponents = pl.concat(
        scores.select(*FIELD, "meetings", line=line, entrant=entrant, other_line=other_line, other=other)
        for line, entrant, other_line, other in ways
    )
    of_others = luck.select(*SESSION, "strength", other_line="line", other="entrant")
    opposition = (
        opponents.filter(pl.col("meetings") > 0)
        .join(of_others, on=(*SESSION, "other_line", "other"))
        .sort(*ENTRANT, "other_line", "other")
        .group_by(*ENTRANT, "field", maintain_order=True)
        .agg(opposition=(pl.col("strength") * pl.col("meetings")).sum() / pl.col("meetings").sum())
    )
    order = (*FIELD, "level_score", "line", "entrant")
    of_entrants = (
        luck.join(opposition, on=ENTRANT)
        .join(results.select(*ENTRANT, "names", "players", "scoring"), on=ENTRANT)
        .sort(order, descending=[column == "level_score" for column in order])
    )
    # An estimate in percent is not exact to a hundredth, so it has one decimal. One in IMPs per board may be small.
    estimates = (
        pl.when(pl.col("scoring") == _PERCENT).then(to_decimals(pl.col(name), 1)).otherwise(name).alias(name)
        for name in ("strength", "opposition", "movement", "movement_error", "line_error", "level_score")
    )
    return shown(report_of_deals.LuckShown, of_entrants.with_columns(estimates))


def season_balance_shown(
    scores: dy.DataFrame[schemas.SeasonScores],
) -> dy.LazyFrame[report_of_deals.SeasonBalanceShown]:
    """Return how even each season was."""
    return shown(report_of_deals.SeasonBalanceShown, balances.season_balance(scores))


def season_scores_shown(
    season_scores: dy.DataFrame[schemas.SeasonScores], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[report_of_deals.SeasonScoresShown]:
    """Return the score of every two entrants of a season, also as a percentage of the score if all scores were even."""
    scores = season_scores.filter(pl.col("entrant") < pl.col("other"))
    names = (
        pl.concat([scores.select(*COMPETITION, who="entrant"), scores.select(*COMPETITION, who="other")])
        .unique()
        .with_columns(player_id=pl.col("who").str.split(_BETWEEN_PLAYERS))
        .explode("player_id", empty_as_null=True, keep_nulls=True)
        .join(people.select(*PLAYER, "name"), on=PLAYER, how="left")
        .with_columns(pl.coalesce("name", "player_id"))
        .sort(*COMPETITION, "who", "name", "player_id")
        .group_by(*COMPETITION, "who", maintain_order=True)
        .agg(names=names_of(pl.col("name")))
    )
    of_fair = half_up(quotient(100 * pl.col("score"), pl.col("fair"))).cast(pl.Int64, strict=False)
    order = (*COMPETITION, "sessions", "meetings", "names", "other_names", "entrant", "other")
    of_two = (
        scores.join(names.rename({"who": "entrant"}), on=(*COMPETITION, "entrant"))
        .join(names.rename({"who": "other", "names": "other_names"}), on=(*COMPETITION, "other"))
        .with_columns(of_fair=pl.when(pl.col("fair") > 0).then(of_fair).otherwise(100))
        .sort(order, descending=[column in ("sessions", "meetings") for column in order])
    )
    return shown(report_of_deals.SeasonScoresShown, of_two)


def next_seating_shown(
    seating: dy.DataFrame[schemas.NextSeating], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[report_of_deals.NextSeatingShown]:
    """Return the pairs of each line of the next session, in order of their new numbers."""
    number = (*COMPETITION, "line", "number")
    players = (
        seating.select(*number, player_id=pl.col("entrant").str.split(_BETWEEN_PLAYERS))
        .explode("player_id", empty_as_null=True, keep_nulls=True)
        .join(people, on=PLAYER, how="left")
        .with_columns(instead_of=pl.lit(None, pl.String))
        .sort(*number, "name", "player_id")
    )
    return shown(report_of_deals.NextSeatingShown, seating.join(named(players, number), on=number).sort(number))


def next_balance_shown(balance: dy.DataFrame[schemas.NextBalance]) -> dy.LazyFrame[report_of_deals.NextBalanceShown]:
    """Return how the new numbers of the next session change the balance of the season."""
    return shown(report_of_deals.NextBalanceShown, balance)
