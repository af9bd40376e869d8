"""Every game of the rating seasons beside the ratings that it was played with: what they made likely, what came.

A season's ratings are frozen at the list before, so a game says by itself what it adds to the norm of a player.
"""

import polars as pl

from transforms.ratings.arithmetic import lookups
from transforms.tables import CLUB, COMPETITION, Frame, RatedGames

_OF_SEASON = ("season_number", "season", "system", "start", "list_date", "difference_cap")


def rated_games(games: Frame, elo: Frame, seasons: Frame, table: pl.DataFrame) -> pl.LazyFrame:
    """Tell of every game, for both who played it, what the ratings made likely and what was scored.

    The rows that are `counted` for a player in a season add up to `games`, `points` and `norm` of `Elo`, where that
    rates the player by norms.

    Args:
        games: `Games`, of 2 points each, between two players. Left out: games in no season, and of somebody who
            has no row in `elo`.
        elo: `Elo`, of these games and seasons.
        seasons: `RatingSeasons`.
        table: `RatingTable`.

    Returns:
        `RatedGames`, sorted by key: percentages are whole, and norms whole hundredths.
    """
    numbered = seasons.lazy().sort(COMPETITION).with_row_index("season_number")
    ratings = (
        elo.lazy()
        .join(numbered.select(*COMPETITION, "season_number"), on=COMPETITION)
        .select("season_number", "player_id", rating="rating_before", by_norm=pl.col("method").eq_missing("norm"))
    )
    told = (
        _in_season(games, numbered)
        .join(ratings, on=["season_number", "player_id"])
        .join(
            ratings.rename({"player_id": "opponent_id", "rating": "opponent_rating", "by_norm": "opponent_by_norm"}),
            on=["season_number", "opponent_id"],
        )
        .sort("season_number", "game_id")
        .with_row_index("row")
    )
    return (
        _both_sides(told)
        .pipe(_with_expected, table)
        .sort(2 * pl.col("row") + (pl.col("player_id") > pl.col("opponent_id")))
        .select(pl.col(name).cast(kind) for name, kind in RatedGames.create_empty().schema.items())
    )


def _in_season(games: Frame, numbered: pl.LazyFrame) -> pl.LazyFrame:
    """The games of a season, with what it is and how far it lets a difference go."""
    ends = numbered.select(*CLUB, *_OF_SEASON).sort("list_date")
    return (
        games.lazy()
        .select(*CLUB, "game_id", "date", "event", "player_id", "opponent_id", "points")
        .sort("date")
        .join_asof(
            ends,
            left_on="date",
            right_on="list_date",
            by=list(CLUB),
            strategy="forward",
            check_sortedness=False,
        )
        .filter(pl.col("start") <= pl.col("date"))
        .drop("start")
    )


def _both_sides(told: pl.LazyFrame) -> pl.LazyFrame:
    """Two rows a game, one as each of the two played it; `hundredths` are of its points."""
    hundredths = (pl.col("points") * 100).round().cast(pl.Int64)
    one = told.with_columns(hundredths=hundredths)
    other = told.with_columns(
        hundredths=200 - hundredths,
        player_id="opponent_id",
        opponent_id="player_id",
        rating="opponent_rating",
        opponent_rating="rating",
        by_norm="opponent_by_norm",
    )
    return pl.concat([one, other])


def _with_expected(sides: pl.LazyFrame, table: pl.DataFrame) -> pl.LazyFrame:
    """The difference, what the table expects at it, and whether the game counts for the player."""
    of_higher = lookups(table).expected
    apart = pl.col("rating") - pl.col("opponent_rating")
    size = pl.when(apart.is_not_null()).then(pl.min_horizontal(apart.abs(), "difference_cap"))
    by_table = pl.lit(pl.Series(of_higher, dtype=pl.Int32)).gather(pl.col("size").clip(upper_bound=len(of_higher) - 1))
    return (
        sides.with_columns(size=size)
        .with_columns(
            difference=apart.sign() * pl.col("size"),
            expected=pl.when(apart >= 0).then(by_table).otherwise(100 - by_table),
        )
        .with_columns(
            norm=(pl.col("expected") / 50).round(2),
            points=(pl.col("hundredths") / 100).round(2),
            counted=pl.col("by_norm") & pl.col("opponent_rating").is_not_null(),
        )
    )
