"""Add up what each person played over the seasons and competitions of a club: an id is one person in the whole club."""

from typing import NamedTuple

import polars as pl

from transforms.results.company import best_sessions
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.schemas import COMPETITION, ENTRANT, PLAYER, Tables

CAREER = ("club", "player_id")
_MOST_PARTNERS = 8
_FEWEST = 5  # the fewest scores whose mean has a standard error
_PERCENT = pl.col("percent").drop_nulls()
_OF_BEST = (("best", "percent"), ("best_session", "session_id"), ("best_date", "date"))


class Careers(NamedTuple):
    """What people played who took part in more than one season or competition of their club."""

    seasons: pl.DataFrame
    """One row per person and season, the last first: `sessions`; `score`, the mean percentage at matchpoints, with its
    standard error `error`; `ranking`, `rank` and `ranked` at the end; `champion`, the rank in the individual
    championship; `best`, `best_session` and `best_date` of the best percentage; and the `change` of the mean since the
    season before in that competition, with its standard error `change_error`. `several`: in several competitions."""
    partners: pl.DataFrame
    """One row per person and partner, the most frequent first: `sessions`, `score`, and a season of the partner."""
    best: pl.DataFrame
    """One row per person and session with one of the highest scores, the highest first."""


def careers(report: Tables, competitions: pl.DataFrame) -> Careers:
    """Return the careers of all clubs, from the tables of the report and those of the competitions."""
    of_seasons = competitions.select(*COMPETITION, "competition_name", "start")
    scores = report["session_results"].select(*ENTRANT, "exact_score")
    played = (
        report["player_sessions"]
        .filter("came", pl.struct("competition", "season").n_unique().over(CAREER) > 1)
        .join(scores, on=ENTRANT, how="left", maintain_order="left")
        .join(of_seasons, on=COMPETITION, how="left", maintain_order="left")
        .with_columns(percent=pl.when(scoring="matchpoints").then("exact_score"))
        .sort(*CAREER, "date", "start", "competition", "session_id")
    )
    return Careers(_seasons(played, report), _partners(played), best_sessions(played, CAREER))


def in_all(seasons: pl.DataFrame) -> pl.DataFrame:
    """Return one row per person, with the sum of `sessions` and the number of `different` seasons.

    Of the last season, it has `name`, `competition`, `season`, `change` and `change_error`.
    """
    last = pl.col("name", "competition", "season", "change", "change_error").first()
    different = pl.col("season").n_unique()
    return seasons.group_by(CAREER, maintain_order=True).agg(last, pl.col("sessions").sum(), different=different)


def _seasons(played: pl.DataFrame, report: Tables) -> pl.DataFrame:
    times, off = _PERCENT.count(), (_PERCENT - steady_mean(_PERCENT)).pow(2)
    best = {name: pl.col(of).sort_by("percent", descending=True, nulls_last=True).first() for name, of in _OF_BEST}
    before = {name: pl.col(name).shift(1).over(*CAREER, "competition") for name in ("score", "error")}
    ranked = report["player_ranking"].select(*PLAYER, "ranking", "rank", ranked=pl.len().over(COMPETITION))
    champions = report["individual_championship"].select(*PLAYER, champion="rank")
    return (
        played.group_by(PLAYER, maintain_order=True)
        .agg(
            pl.col("name", "competition_name", "start").last(),
            sessions=pl.len(),
            score=steady_mean(_PERCENT),
            error=pl.when(times >= _FEWEST).then(quotient(steady_sum(off), times * (times - 1)).sqrt()),
            **best,
        )
        .sort(*CAREER, "start", "season", "competition")
        .with_columns(
            several=pl.col("competition").n_unique().over(CAREER) > 1,
            change=pl.col("score") - before["score"],
            change_error=(pl.col("error").pow(2) + before["error"].pow(2)).sqrt(),
        )
        .join(ranked, on=PLAYER, how="left", maintain_order="left")
        .join(champions, on=PLAYER, how="left", maintain_order="left")
        .reverse()
    )


def _partners(played: pl.DataFrame) -> pl.DataFrame:
    partner = pl.col("partner").struct
    return (
        played.select(*PLAYER, "percent", partner="partners")
        .explode("partner", empty_as_null=False, keep_nulls=False)
        .with_columns(partner_id=partner.field("player_id"), linked=partner.field("linked"), name=partner.field("name"))
        .group_by(*CAREER, "partner_id")
        .agg(pl.col("competition", "season", "name", "linked").last(), sessions=pl.len(), score=steady_mean(_PERCENT))
        .sort(*CAREER, "sessions", "name", "partner_id", descending=[False, False, True, False, False])
        .filter(pl.int_range(pl.len()).over(CAREER) < _MOST_PARTNERS)
    )
