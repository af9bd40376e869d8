"""A ranking as the mean of the points in its window; the substitute ranking fills in for sessions not yet played."""

import polars as pl

from transforms.explanation.formulas import filled_in, worked_out
from transforms.tables import schemas
from transforms.tables.schemas import COMPETITION, PLAYER, SESSION, Frame
from transforms.tables.shared import IN_TURN

_ALL_PLAYED = "(earned) / window"
_SOME_PLAYED = "(earned + missing * substitute_ranking) / window"
_CHANGE = "(came_in - dropped_out) / window"


def explained_rankings(
    ranking_points: Frame[schemas.RankingPoints],
    player_rankings: Frame[schemas.PlayerRankings],
    competitions: Frame[schemas.Competitions],
) -> pl.DataFrame:
    """The ranking of every player after the last session of the season that he or she played.

    By player and season: the key, `session_id` and `date` of that session, `ranking`, `window`, `sessions_counted`,
    `missing` (sessions not yet played), `substitute_ranking`, the `formula` and its value, `recomputed`; `came_in`,
    `dropped_out` and `dropped_date` (null: the substitute ranking did), `change_formula` and `change`.
    """
    published = (
        player_rankings.lazy()
        .group_by(PLAYER)
        .agg(
            substitute_ranking=pl.col("ranking_before").sort_by(IN_TURN).first(),
            ranking=pl.col("ranking").sort_by(IN_TURN).last(),
            session_id=pl.col("session_id").sort_by(IN_TURN).last(),
            date=pl.col("date").max(),
        )
    )
    rows = (
        in_window(ranking_points, competitions)
        .filter("in_window")
        .sort(*PLAYER, *IN_TURN)
        .group_by(PLAYER, maintain_order=True)
        .agg(earned="points", sessions_counted=pl.len().cast(pl.Int32))
        .join(published, on=PLAYER)
        .join(competitions.lazy().select(*COMPETITION, "window"), on=COMPETITION)
        .join(_in_and_out(ranking_points, competitions), on=PLAYER)
        .with_columns(
            missing=pl.col("window") - pl.col("sessions_counted"),
            dropped_out=pl.coalesce("dropped_out", "substitute_ranking"),
        )
        .sort(PLAYER)
        .collect()
    )
    change = worked_out(rows, _CHANGE)
    rows = rows.with_columns(change=change)
    rows = rows.with_columns(change_formula=filled_in(rows, _CHANGE, "change"))
    return pl.concat(
        of_some.with_columns(
            formula=filled_in(of_some, formula, "ranking"), recomputed=worked_out(of_some, formula)
        ).drop("earned")
        for formula, of_some in (
            (_ALL_PLAYED, rows.filter(pl.col("missing") == 0)),
            (_SOME_PLAYED, rows.filter(pl.col("missing") > 0)),
        )
    ).sort(PLAYER)


def in_window(ranking_points: Frame[schemas.RankingPoints], competitions: Frame[schemas.Competitions]) -> pl.LazyFrame:
    """`RankingPoints` with `in_window`: whether a session is among the last that a player's ranking counts."""
    return (
        ranking_points.lazy()
        .join(competitions.lazy().select(*COMPETITION, "window"), on=COMPETITION)
        .with_columns(in_window=_from_the_last() <= pl.col("window"))
        .drop("window")
        .sort(*SESSION, "player_id")
    )


def _from_the_last() -> pl.Expr:
    return pl.struct(IN_TURN).rank("ordinal", descending=True).over(PLAYER)


def _in_and_out(
    ranking_points: Frame[schemas.RankingPoints], competitions: Frame[schemas.Competitions]
) -> pl.LazyFrame:
    came, left = pl.col("from_the_last") == 1, pl.col("from_the_last") == pl.col("window") + 1
    return (
        ranking_points.lazy()
        .join(competitions.lazy().select(*COMPETITION, "window"), on=COMPETITION)
        .with_columns(from_the_last=_from_the_last())
        .group_by(PLAYER)
        .agg(
            came_in=pl.col("points").filter(came).first(),
            dropped_out=pl.col("points").filter(left).first(),
            dropped_date=pl.col("date").filter(left).first(),
        )
    )


def explained_championship(
    standing: Frame[schemas.IndividualChampionship], sessions: Frame[schemas.IndividualSessions], who: str
) -> pl.DataFrame:
    """The standings by key, with the formula of each average, null where no session counts; `who` is their column."""
    key = (*COMPETITION, who)
    counting = sessions.lazy().filter("counts").sort(IN_TURN).group_by(key, maintain_order=True).agg(counting="points")
    rows = standing.lazy().join(counting, on=key).collect()
    formulas = rows.select(*key, formula=filled_in(rows, "(counting) / counted", "average"))
    return standing.lazy().join(formulas.lazy(), on=key, how="left").sort(key).collect()
