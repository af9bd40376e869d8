"""Every game of the rating seasons with both players' ratings: what these made likely, and what was scored.

A season's ratings are frozen at the list before it, so each game alone shows what it adds to the norm of a player.
"""

import dataframely as dy
import polars as pl

from transforms.ratings.arithmetic import lookups
from transforms.tables.arithmetic.division import quotient
from transforms.tables.schemas import CLUB, COMPETITION, Elo, Frame, Games, RatedGames, RatingSeasons
from transforms.tables.shared import in_shape, types_of

_OF_SEASON = ("season_number", "season", "system", "start", "list_date", "difference_cap")


def rated_games(
    games: Frame[Games], elo: Frame[Elo], seasons: Frame[RatingSeasons], table: pl.DataFrame
) -> dy.LazyFrame[RatedGames]:
    """For both players of every game: what the ratings made likely, and what was scored.

    Where `Elo` rates a player by norms, the rows of a season that are `counted` for the player add up to `games`,
    `points` and `norm` of `Elo`.

    Args:
        games: `Games`, of 2 points each, between two players. Games in no season, and games of somebody without a row
            in `elo`, are left out.
        elo: `Elo`, of these games and seasons.
        seasons: `RatingSeasons`.
        table: `RatingTable`.

    Returns:
        `RatedGames`, sorted by key: percentages are whole, and norms are whole hundredths.
    """
    numbered = seasons.lazy().sort(COMPETITION).with_row_index("season_number")
    ratings = (
        elo.lazy()
        .join(numbered.select(*COMPETITION, "season_number"), on=COMPETITION)
        .select("season_number", "player_id", rating="rating_before", by_norm=pl.col("method").eq_missing("norm"))
    )
    with_ratings = (
        _in_season(games, numbered)
        .join(ratings, on=["season_number", "player_id"])
        .join(
            ratings.rename({"player_id": "opponent_id", "rating": "opponent_rating", "by_norm": "opponent_by_norm"}),
            on=["season_number", "opponent_id"],
        )
        .sort("season_number", "game_id")
        .with_row_index("row")
    )
    return in_shape(
        RatedGames,
        _both_sides(with_ratings)
        .pipe(_with_expected, table)
        .sort(2 * pl.col("row") + (pl.col("player_id") > pl.col("opponent_id")))
        .select(pl.col(name).cast(kind) for name, kind in types_of(RatedGames).items()),
    )


def _in_season(games: Frame[Games], numbered: pl.LazyFrame) -> pl.LazyFrame:
    """The games that fall in a season, with the columns of that season and its limit to a difference."""
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


def _both_sides(games: pl.LazyFrame) -> pl.LazyFrame:
    """Two rows per game, one for each of the two players; `hundredths` are that player's points, times 100."""
    hundredths = (pl.col("points") * 100).round().cast(pl.Int64)
    one = games.with_columns(hundredths=hundredths)
    other = games.with_columns(
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
            norm=quotient(pl.col("expected"), 50),
            points=quotient(pl.col("hundredths"), 100),
            counted=pl.col("by_norm") & pl.col("opponent_rating").is_not_null(),
        )
    )
