"""How well ratings predicted the results: by percentage expected, and as two numbers per season.

Games are first counted in whole numbers, by percentage expected. Log-loss and the Brier score are sums over these few
counts, so the order of the games does not change a single bit of them.
"""

import math

import dataframely as dy
import polars as pl

from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import RATING_SEASON, Calibration, Foretelling, Frame, RatedGames
from transforms.tables.shared import in_shape, types_of

_SURE = 0.005
"""How far an expectation stays from 0 and from 1 in the log-loss, where an error would otherwise cost without limit."""
_EVEN = math.log(2)
"""Log-loss of expecting 50 % of a game, whatever its result."""


def calibration(rated_games: Frame[RatedGames]) -> dy.LazyFrame[Calibration]:
    """What the higher rated scored, for each percentage that was expected of them.

    Args:
        rated_games: `RatedGames`. A game counts where both players had a rating; at 50 %, the player with the lower id
            counts as the higher rated.
    """
    expected, lower_id = pl.col("expected"), pl.col("player_id") < pl.col("opponent_id")
    higher = rated_games.lazy().filter((expected > 50) | ((expected == 50) & lower_id))
    return in_shape(
        Calibration,
        higher.group_by(*RATING_SEASON, "expected")
        .agg(games=pl.len(), hundredths=_hundredths().sum())
        .with_columns(scored=quotient(pl.col("hundredths"), 2 * pl.col("games")))
        .sort(Calibration.primary_key())
        .select(pl.col(name).cast(kind) for name, kind in types_of(Calibration).items()),
    )


def foretelling(rated_games: Frame[RatedGames]) -> dy.LazyFrame[Foretelling]:
    """How well the ratings foretold the games of each season: log-loss and Brier score, and those of 50 % each time.

    Args:
        rated_games: `RatedGames`. A game counts, once, where both players had a rating; points count as a share of 2.

    Returns:
        `Foretelling`, sorted by key: a season without such games has no row. Of all four numbers, a smaller one is
        better.
    """
    share = quotient(pl.col("expected"), 100).clip(_SURE, 1 - _SURE)
    hundredths, games = pl.col("hundredths"), pl.col("games")
    # 200 times the loss of all games with this expectation: points scored cost -log(share), the rest -log(1 - share).
    loss = -(hundredths * share.log() + (200 * games - hundredths) * (1 - share).log())
    squared, squared_even = ((2 * pl.col(name) - _hundredths()) ** 2 for name in ("expected", "even"))
    return (
        rated_games.lazy()
        .filter(pl.col("expected").is_not_null(), pl.col("player_id") < pl.col("opponent_id"))
        .with_columns(pl.col("expected").cast(pl.Int64), even=pl.lit(50, pl.Int64))
        .group_by(*RATING_SEASON, "expected")
        .agg(
            games=pl.len().cast(pl.Int64),
            hundredths=_hundredths().sum(),
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
        .pipe(Foretelling.cast)
    )


def _hundredths() -> pl.Expr:
    """Points in whole hundredths."""
    return (pl.col("points") * 100).round().cast(pl.Int64)
