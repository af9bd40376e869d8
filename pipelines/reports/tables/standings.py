"""Rankings and championships as the report shows them: names beside ids, places beside rankings."""

import polars as pl

from transforms.tables import COMPETITION, PARTNERSHIP, PLAYER, Tables
from transforms.tables.arithmetic.as_shown import place
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.shared import IN_TURN


def player_ranking(tables: Tables, people: pl.DataFrame) -> pl.DataFrame:
    """The ranking of every player who played this season, the highest first.

    `ranking_before` is that before the last session that the player played, null where it was the first, and `change`
    the difference; `in_last` whether that is the last session of the season in which anybody earned ranking points, and
    `places` how many places the player stands higher than before that session (lower where it is negative); null for
    who was in no ranking before it. `next_above` is who has the next place, `behind` how much more that is, of both as
    they are shown; null for the first.
    """
    rankings = (
        tables["rankings.player_rankings"]
        .sort(*PLAYER, *IN_TURN)
        .with_columns(last=pl.col("session_id").sort_by(*IN_TURN).last().over(COMPETITION))
        .with_columns(in_last=pl.col("session_id") == pl.col("last"))
    )
    before = (
        rankings.filter(~pl.col("in_last"))
        .group_by(PLAYER, maintain_order=True)
        .agg(pl.col("ranking").last())
        .select(*PLAYER, rank_before=_rank().cast(pl.Int64))
    )
    return (
        rankings.group_by(PLAYER, maintain_order=True)
        .agg(
            pl.col("ranking").last(),
            ranking_before=pl.col("ranking").shift(1).last(),
            sessions=pl.len(),
            last_played=pl.col("date").last(),
            in_last=pl.col("in_last").last(),
        )
        .join(people, on=PLAYER, how="left")
        .join(before, on=PLAYER, how="left")
        .with_columns(rank=_rank(), change=pl.col("ranking") - pl.col("ranking_before"))
        .sort(*COMPETITION, "rank", "name", "player_id")
        .with_columns(next_above=_next_above(pl.col("name")), higher=_next_above(pl.col("ranking")))
        .select(
            *COMPETITION,
            place(pl.col("rank"), *COMPETITION).alias("rank"),
            "player_id",
            "name",
            "guest",
            *(to_decimals(pl.col(name)) for name in ("ranking", "ranking_before", "change")),
            "sessions",
            "last_played",
            "in_last",
            places=pl.col("rank_before") - pl.col("rank").cast(pl.Int64),
            next_above="next_above",
            behind=_behind("ranking"),
        )
    )


def _next_above(column: pl.Expr) -> pl.Expr:
    """What the next higher ranking has in this column, of rows in order of rank."""
    is_lower = pl.col("rank") != pl.col("rank").shift(1)
    return pl.when(is_lower).then(column.shift(1)).forward_fill().over(COMPETITION)


def _behind(column: str) -> pl.Expr:
    """How much `higher`, what the next place has, is above the own number, of both as they are shown."""
    return to_decimals(to_decimals(pl.col("higher")) - to_decimals(pl.col(column)))


def _rank() -> pl.Expr:
    """The place by `ranking`, the highest first; equal rankings share it."""
    return pl.col("ranking").round(9).rank("min", descending=True).over(COMPETITION)


def pair_ranking(tables: Tables, partnerships: pl.DataFrame) -> pl.DataFrame:
    """The ranking of every pair and trio, the highest first: the order in which lines are filled.

    Pairs and trios without any player who has a ranking are left out: they have not played a scored session yet.
    """
    ranked = tables["rankings.partnerships"].join(tables["rankings.player_rankings"], on=PLAYER, how="semi")
    together = tables["championships.pairs"].select(*PARTNERSHIP, together="played")
    return (
        tables["rankings.pair_rankings"]
        .join(ranked, on=PARTNERSHIP, how="semi")
        .join(partnerships, on=PARTNERSHIP, how="left")
        .join(together, on=PARTNERSHIP, how="left")
        .with_columns(rank=_rank())
        .sort(*COMPETITION, "rank", "names", "partnership_id")
        .select(
            *COMPETITION,
            place(pl.col("rank"), *COMPETITION).alias("rank"),
            "partnership_id",
            "names",
            "players",
            to_decimals(pl.col("ranking")),
            "together",
        )
    )


def championship_standing(
    standing: pl.DataFrame, entrants: pl.DataFrame, entrant: str, played: list[str]
) -> pl.DataFrame:
    """The standing of a championship: the eligible by rank, then the others by the sessions they need, guests last.

    `next_above` and `behind` are as in `player_ranking`, of the averages; null also for who has no rank.

    Args:
        standing: the championship, one row per entrant and season.
        entrants: the names of the entrants.
        entrant: the column of the entrant: `player_id` or `partnership_id`.
        played: the columns of `standing` that count sessions played.
    """
    key = (*COMPETITION, entrant)
    name, guest = (["name"], ["guest"]) if entrant == "player_id" else (["names", "players"], [])
    is_ranked = pl.col("rank").is_not_null()
    upwards = [*COMPETITION, "rank", *guest, "sessions_needed"]
    return (
        standing.join(entrants, on=key, how="left")
        .sort(
            *upwards,
            "average",
            name[0],
            entrant,
            descending=[False] * len(upwards) + [True, False, False],
            nulls_last=True,
        )
        .with_columns(
            next_above=pl.when(is_ranked).then(_next_above(pl.col(name[0]))),
            higher=pl.when(is_ranked).then(_next_above(pl.col("average"))),
        )
        .select(
            *COMPETITION,
            place(pl.col("rank"), *COMPETITION).alias("rank"),
            entrant,
            *name,
            *guest,
            to_decimals(pl.col("average")),
            "next_above",
            _behind("average").alias("behind"),
            *played,
            "counted",
            "dropped",
            "eligible",
            "sessions_required",
            "evenings",
            "sessions_needed",
        )
    )
