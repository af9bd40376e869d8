"""Number players, federations and seasons, and sort the games by season.

A federation is a competition whose players are rated against one another. A game is left out if it belongs to no
season, or names somebody who is neither a player of the competition nor rated before.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.tables.arithmetic.rounding import half_away
from transforms.tables.runs import facts_of_runs
from transforms.tables.schemas import CLUB, COMPETITION, Frame, Games, Players, Ratings, RatingSeasons

Codes = NDArray[np.int32]

_DAYS = np.int64(2**32)  # more days than lie between any two dates
_NEVER = np.iinfo(np.int64).max
_BLOCK = 2**14  # games whose seasons are looked up together: few enough for the processor's cache
_SIDES = ("player_id", "opponent_id")


class Season(NamedTuple):
    """The games that are rated together: the games of one season in each federation."""

    number: Codes  # the number of the season, by federation; -1 for a federation that has none
    player: Codes
    opponent: Codes
    hundredths: NDArray[np.int16]  # points of the player, times 100; the opponent has the rest of 200
    day: Codes  # of the game, in days since 1970


class Intake(NamedTuple):
    """Everything that the seasons need. Players are numbers here."""

    player_id: pl.Series  # the ids of all players, by federation and id; the row is the number of the player
    federation: Codes  # the federation of each player
    given: pl.DataFrame
    """One row per player: `rating` and `games_total` before the first season, `rated` (whether the player has a
    rating), and `birth_year`, null if not known."""
    season_facts: pl.DataFrame  # `RatingSeasons`, sorted by key; the number of a season is its row
    seasons: list[Season]

    @classmethod
    def of(
        cls, games: Frame[Games], ratings: Frame[Ratings], players: Frame[Players], seasons: Frame[RatingSeasons]
    ) -> Self:
        """Number all players, and assign each game to its season."""
        rules = seasons.lazy().sort(COMPETITION).collect()
        in_order = (
            rules.with_row_index("season_number")
            .with_columns(federation=pl.struct(CLUB).rle_id().cast(pl.Int32))
            .sort("federation", "list_date")
            .with_columns(turn=pl.int_range(pl.len()).over("federation"))
        )
        federations = in_order.group_by("federation", *CLUB, maintain_order=True).agg(
            pl.col("start", "games_if_unknown").first()
        )
        before = _latest_given(ratings, federations)
        who, known = ["federation", "player_id"], players.lazy().join(federations.lazy(), on=CLUB)
        numbered = pl.concat([known.select(who), before.lazy().select(who)]).unique().sort(who).collect()
        born = known.drop_nulls("birth_year").select(*who, "birth_year").collect()
        given = (
            numbered.join(before, on=who, how="left", maintain_order="left")
            .join(born, on=who, how="left", maintain_order="left")
            .select(
                rated=pl.col("rating").is_not_null(),
                rating=pl.col("rating").fill_null(0),
                games_total=pl.col("games").fill_null(0),
                birth_year="birth_year",
            )
        )
        of_player = numbered["federation"].to_numpy()
        return cls(
            numbered["player_id"], of_player, given, rules, list(_played(games, numbered, federations, in_order))
        )


def _latest_given(ratings: Frame[Ratings], federations: pl.DataFrame) -> pl.DataFrame:
    """Return (federation, player_id, rating, games) of each player's last list up to the start of the first season."""
    rating = pl.col("rating")
    return (
        ratings.lazy()
        .join(federations.lazy(), on=CLUB)
        .filter(pl.col("list_date") <= pl.col("start"))
        .group_by("federation", "player_id")
        .agg(pl.col("rating", "games", "games_if_unknown").max_by("list_date"))
        .select(
            "federation",
            "player_id",
            rating=half_away(rating).cast(pl.Int64),
            games=pl.coalesce("games", "games_if_unknown").cast(pl.Int64),
        )
        .collect()
    )


def _played(
    games: Frame[Games], players: pl.DataFrame, federations: pl.DataFrame, seasons: pl.DataFrame
) -> Iterator[Season]:
    if seasons.is_empty():
        return
    rows = games.lazy().select(*CLUB, "date", *_SIDES, "points").collect()
    of_club = facts_of_runs(rows, CLUB, federations.select(*CLUB, "federation"))["federation"]
    federation, points = of_club.fill_null(-1).to_numpy(), rows["points"].to_numpy()
    one, other = _numbers(rows, federation, players)
    day = rows["date"].to_physical().to_numpy()
    turn = _turn_of(federation, day, seasons)
    # A number below 0 has its highest bit set, so one check covers both sides.
    turn[(one | other) < 0] = -1
    if (turn[1:] < turn[:-1]).any():
        order = np.argsort(turn, kind="stable")
        turn, one, other, points, day = turn[order], one[order], other[order], points[order], day[order]
    last = int(seasons["turn"].to_numpy().max())
    number = np.full((last + 1, len(federations)), -1, dtype=np.int32)
    number[seasons["turn"].to_numpy(), seasons["federation"].to_numpy()] = seasons["season_number"].to_numpy()
    ends = np.searchsorted(turn, np.arange(last + 2, dtype=np.int16))
    for current in range(last + 1):
        now = slice(ends[current], ends[current + 1])
        yield Season(number[current], one[now], other[now], np.rint(points[now] * 100).astype(np.int16), day[now])


def _numbers(rows: pl.DataFrame, federation: Codes, players: pl.DataFrame) -> list[Codes]:
    ids = pl.Enum(players["player_id"].unique(maintain_order=True))
    place = rows.select(pl.col(_SIDES).cast(ids, strict=False).to_physical())
    # In a single federation, the place of an id is the player's number; several federations each have their own places.
    if players["federation"].n_unique() > 1:
        own = pl.col("federation").cast(pl.Int64) * len(ids.categories)
        number = players.lazy().select(key=pl.col("player_id").cast(ids).to_physical() + own).with_row_index("number")
        keys = place.lazy().with_columns(federation=pl.lit(pl.Series(federation))).select(pl.col(_SIDES) + own)
        found = [
            keys.select(key=name)
            .join(number, on="key", how="left", maintain_order="left")
            .select(pl.col("number").alias(name))
            for name in _SIDES
        ]
        place = pl.concat(pl.collect_all(found), how="horizontal")
    return [side.to_numpy() for side in place.select(pl.col(_SIDES).cast(pl.Int32).fill_null(-1))]


def _turn_of(federation: Codes, day: Codes, seasons: pl.DataFrame) -> NDArray[np.int16]:
    """Return the turn (the number in order of time) of the season to which each day belongs; -1 for a day in none."""
    # Turns change only where a season starts or ends. So each day has the turn of the last such change up to that day.
    start, end = (
        seasons["federation"].to_numpy() * _DAYS + seasons[name].to_physical().to_numpy()
        for name in ("start", "list_date")
    )
    changes = np.unique(np.concatenate([start, end + 1]))
    row = np.searchsorted(end, changes)
    turns = np.append(seasons["turn"].to_numpy(), _NEVER)
    turn = np.where(np.append(start, _NEVER)[row] <= changes, turns[row], -1)
    from_change = np.append(-1, turn).astype(np.int16)
    blocks = (np.array_split(of_game, len(day) // _BLOCK + 1) for of_game in (federation, day))
    return np.concatenate(
        [
            from_change[np.searchsorted(changes, of_federation * _DAYS + days, side="right")]
            for of_federation, days in zip(*blocks, strict=True)
        ]
    )
