"""Games and ratings as numbers: players, federations and seasons numbered, games in the order of their seasons.

A federation is a competition whose players rate one another. A game that belongs to no season, or names somebody
who is neither a player of the competition nor rated before, has no place here.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.tables import COMPETITION, Frame

FEDERATION = ("club", "competition")

Codes = NDArray[np.int32]

_DAYS = 2**32
"""More than any two dates are apart."""


class Season(NamedTuple):
    """What is played side by side: the games of one season of each federation."""

    rules: pl.DataFrame
    """Rows of `RatingSeasons`, with the number of the `federation`, and `season_number`."""
    player: Codes
    opponent: Codes
    hundredths: NDArray[np.int16]
    """Points of the player, times 100; the opponent has the rest of 200."""


class Intake(NamedTuple):
    """Everything that the seasons need, the players by number."""

    players: pl.DataFrame
    """`federation`, `player_id`: a row each, in order; the number of a player is that of the row."""
    given: pl.DataFrame
    """A row each player: `rating` and `games_total` before the first season, and whether it is `rated`."""
    season_facts: pl.DataFrame
    """Club, competition, season, system and list date; the number of a season is that of the row."""
    seasons: list[Season]

    @classmethod
    def of(cls, games: Frame, ratings: Frame, players: Frame, seasons: Frame) -> Self:
        """Number everybody, and put each game in its season."""
        in_order = _seasons_in_order(seasons)
        federations = in_order.group_by("federation", *FEDERATION, maintain_order=True).agg(
            pl.col("start", "games_if_unknown").first()
        )
        before = _latest_given(ratings, federations)
        numbered = (
            pl.concat(
                [
                    players.lazy().join(federations.lazy(), on=FEDERATION).select("federation", "player_id").collect(),
                    before.select("federation", "player_id"),
                ]
            )
            .unique()
            .sort("federation", "player_id")
            .with_row_index("number")
            .with_columns(pl.col("number").cast(pl.Int32))
        )
        given = numbered.join(before, on=["federation", "player_id"], how="left", maintain_order="left").select(
            rated=pl.col("rating").is_not_null(),
            rating=pl.col("rating").fill_null(0),
            games_total=pl.col("games").fill_null(0),
        )
        facts = in_order.sort("season_number").select(*COMPETITION, "system", "list_date")
        return cls(numbered, given, facts, list(_played(games, numbered, federations, in_order)))


def _seasons_in_order(seasons: Frame) -> pl.DataFrame:
    """Seasons with their federation and themselves numbered by key, and `turn`: 0 for the first of a federation."""
    return (
        seasons.lazy()
        .sort(COMPETITION)
        .with_row_index("season_number")
        .with_columns(federation=pl.struct(FEDERATION).rle_id().cast(pl.Int32))
        .sort("federation", "list_date")
        .with_columns(turn=pl.int_range(pl.len()).over("federation", order_by="list_date"))
        .collect()
    )


def _latest_given(ratings: Frame, federations: pl.DataFrame) -> pl.DataFrame:
    """`federation`, `player_id`, `rating`, `games`: the last list before the first season."""
    rating = pl.col("rating")
    return (
        ratings.lazy()
        .join(federations.lazy(), on=FEDERATION)
        .filter(pl.col("list_date") <= pl.col("start"))
        .group_by("federation", "player_id")
        .agg(pl.col("rating", "games", "games_if_unknown").max_by("list_date"))
        .select(
            "federation",
            "player_id",
            rating=(rating.sign() * (rating.abs() + 0.5).floor()).cast(pl.Int64),
            games=pl.coalesce("games", "games_if_unknown").cast(pl.Int64),
        )
        .collect()
    )


def _played(games: Frame, players: pl.DataFrame, federations: pl.DataFrame, seasons: pl.DataFrame) -> Iterator[Season]:
    """The seasons in turn, each with its games."""
    if seasons.is_empty():
        return
    rows = games.lazy().select(*FEDERATION, "date", "player_id", "opponent_id", "points").collect()
    federation = _federation(rows, federations)
    number = players.select("federation", "player_id", "number")
    one, other = (_numbers(rows[name], federation, number) for name in ("player_id", "opponent_id"))
    day = rows["date"].to_physical().to_numpy()
    row = _season_of(federation.to_numpy(), day, seasons)
    hundredths = (rows["points"] * 100).round().cast(pl.Int16).to_numpy()
    turns = seasons["turn"].to_numpy()
    sound = (row >= 0) & (one >= 0) & (other >= 0)
    turn = np.where(sound, turns[row], -1).astype(np.int16)
    order = np.argsort(turn, kind="stable")
    last = int(turns.max(initial=-1))
    ends = np.searchsorted(turn[order], np.arange(last + 2))
    for current in range(last + 1):
        now = order[ends[current] : ends[current + 1]]
        yield Season(seasons.filter(turn=current), one[now], other[now], hundredths[now])


def _federation(rows: pl.DataFrame, federations: pl.DataFrame) -> pl.Series:
    """The number of the federation of each row, -1 where there is none: looked up once for rows that stand together."""
    run = rows.select(pl.struct(FEDERATION).rle_id()).to_series()
    of_runs = rows.select(FEDERATION).filter(run.is_first_distinct())
    found = of_runs.join(federations, on=FEDERATION, how="left", maintain_order="left")["federation"].fill_null(-1)
    return found.gather(run)


def _numbers(names: pl.Series, federation: pl.Series, numbered: pl.DataFrame) -> Codes:
    """The number of each player, -1 for those not known."""
    keys = pl.LazyFrame({"federation": federation, "player_id": names})
    found = keys.join(numbered.lazy(), on=["federation", "player_id"], how="left", maintain_order="left")
    return found.select(pl.col("number").fill_null(-1)).collect().to_series().to_numpy()


def _season_of(federation: Codes, day: Codes, seasons: pl.DataFrame) -> Codes:
    """The row of the season in which each day falls, -1 where there is none."""
    start, end = (seasons[name].to_physical().to_numpy().astype(np.int64) for name in ("start", "list_date"))
    of_season = seasons["federation"].to_numpy().astype(np.int64)
    ends = of_season * _DAYS + end
    row = np.searchsorted(ends, federation.astype(np.int64) * _DAYS + day)
    found = np.minimum(row, len(ends) - 1)
    inside = (row < len(ends)) & (of_season[found] == federation) & (start[found] <= day)
    return np.where(inside, found, -1).astype(np.int32)
