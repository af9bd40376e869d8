"""Compare every game of the rating seasons with the result expected from the ratings; measure how well they predict.

The ratings of a season are fixed at the list before it, so each game alone shows what it adds to a player's norm. To
measure the predictions, games are first counted by percentage expected. Log-loss and the Brier score are sums over
these few counts, so the order of the games does not change them by a single bit.
"""

import math

import dataframely as dy
import polars as pl

from transforms.ratings.arithmetic import lookups
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import CLUB, COMPETITION, RATING_SEASON, Frame

_CAP = ("difference_cap", "difference_cap_below", "difference_cap_below_since")
_OF_SEASON = ("season_number", "season", "system", "start", "list_date", *_CAP)
_HUNDREDTHS = (pl.col("points") * 100).round().cast(pl.Int64)


def rated_games(
    games: Frame[schemas.Games], elo: Frame[schemas.Elo], seasons: Frame[schemas.RatingSeasons], table: pl.DataFrame
) -> dy.LazyFrame[schemas.RatedGames]:
    """Return, for both players of every game, the expected result by `RatingTable` and the actual result."""
    # Games in no season, and games of somebody without a row in `elo`, are left out. If `Elo` rates a player by norms,
    # the `counted` rows of a season add up to its `games`, `points` and `norm` (in hundredths).
    numbered = seasons.lazy().sort(COMPETITION).with_row_index("season_number")
    ratings = (
        elo.lazy()
        .join(numbered.select(*COMPETITION, "season_number"), on=COMPETITION)
        .select("season_number", "player_id", rating="rating_before", by_norm=pl.col("method").eq_missing("norm"))
    )
    ends = numbered.select(*CLUB, *_OF_SEASON).sort("list_date")
    with_ratings = (
        games.lazy()
        .select(*CLUB, "game_id", "date", "event", "player_id", "opponent_id", "points")
        .sort("date")
        .join_asof(ends, by=CLUB, left_on="date", right_on="list_date", strategy="forward", check_sortedness=False)
        .filter(pl.col("start") <= pl.col("date"))
        .drop("start")
        .join(ratings, on=["season_number", "player_id"])
        .join(
            ratings.rename({"player_id": "opponent_id", "rating": "opponent_rating", "by_norm": "opponent_by_norm"}),
            on=["season_number", "opponent_id"],
        )
        .sort("season_number", "game_id")
        .with_row_index("row")
    )
    turned = {"player_id": "opponent_id", "rating": "opponent_rating", "by_norm": "opponent_by_norm"}
    both_ways = turned | {other: one for one, other in turned.items() if one != "by_norm"}
    as_given = with_ratings.with_columns(hundredths=_HUNDREDTHS)
    sides = pl.concat([as_given, with_ratings.with_columns(hundredths=200 - _HUNDREDTHS, **both_ways)])
    in_order = 2 * pl.col("row") + (pl.col("player_id") > pl.col("opponent_id"))
    return schemas.RatedGames.cast(_with_expected(sides, table).sort(in_order))


def _with_expected(sides: pl.LazyFrame, table: pl.DataFrame) -> pl.LazyFrame:
    of_higher = lookups(table).expected
    apart = pl.col("rating") - pl.col("opponent_rating")
    since = pl.col("difference_cap_below_since")
    is_free = (pl.col("rating") >= pl.col("difference_cap_below")) & (since.is_null() | (pl.col("date") >= since))
    cap = pl.when(is_free.fill_null(value=False)).then(None).otherwise("difference_cap")
    size = pl.when(apart.is_not_null()).then(pl.min_horizontal(apart.abs(), cap))
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


_SURE = 0.005  # the least distance of an expectation from 0 and 1; without it an error could cost infinitely much
_EVEN = math.log(2)  # log-loss of expecting 50 % of a game, whatever its result


def calibration(rated_games: Frame[schemas.RatedGames]) -> dy.LazyFrame[schemas.Calibration]:
    """Return, by expected percentage, what the higher rated players (at 50 %, those with the lower id) scored."""
    expected, lower_id = pl.col("expected"), pl.col("player_id") < pl.col("opponent_id")
    higher = rated_games.lazy().filter((expected > 50) | ((expected == 50) & lower_id))
    return schemas.Calibration.cast(
        higher.group_by(*RATING_SEASON, "expected")
        .agg(games=pl.len(), hundredths=_HUNDREDTHS.sum())
        .with_columns(scored=quotient(pl.col("hundredths"), 2 * pl.col("games")))
        .sort(schemas.Calibration.primary_key())
    )


def foretelling(rated_games: Frame[schemas.RatedGames]) -> dy.LazyFrame[schemas.Foretelling]:
    """Return how well the ratings predicted each season's games, by log-loss and Brier score: smaller is better."""
    # Both are also returned for a prediction of 50 % in every game. A game counts once, if both players had a rating.
    # Points count as a share of 2. A season without such games has no row.
    share = quotient(pl.col("expected"), 100).clip(_SURE, 1 - _SURE)
    hundredths, games = pl.col("hundredths"), pl.col("games")
    # 200 times the loss of all games with this expectation: points scored cost -log(share), the rest -log(1 - share).
    loss = -(hundredths * share.log() + (200 * games - hundredths) * (1 - share).log())
    squared, squared_even = ((2 * pl.col(name) - _HUNDREDTHS) ** 2 for name in ("expected", "even"))
    return (
        rated_games.lazy()
        .filter(pl.col("expected").is_not_null(), pl.col("player_id") < pl.col("opponent_id"))
        .with_columns(pl.col("expected").cast(pl.Int64), even=pl.lit(50, pl.Int64))
        .group_by(*RATING_SEASON, "expected")
        .agg(
            games=pl.len().cast(pl.Int64),
            hundredths=_HUNDREDTHS.sum(),
            squared=squared.sum(),
            squared_even=squared_even.sum(),
        )
        .with_columns(loss=loss)
        .sort(*RATING_SEASON, "expected")
        .group_by(RATING_SEASON, maintain_order=True)
        .agg(pl.col("games", "squared", "squared_even").sum(), steady_sum(pl.col("loss")))
        .select(
            *RATING_SEASON,
            games=games.cast(pl.Int32),
            log_loss=quotient(pl.col("loss"), 200 * games),
            brier=quotient(pl.col("squared"), 40_000 * games),
            log_loss_even=pl.lit(_EVEN),
            brier_even=quotient(pl.col("squared_even"), 40_000 * games),
        )
        .pipe(schemas.Foretelling.cast)
    )
