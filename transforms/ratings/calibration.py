"""Whether what ratings made likely is what came: by percentage expected, and as two numbers a season.

Log-loss and the Brier score are sums over as many terms as there are percentages and scores, counted in whole
numbers: the order of the games changes no bit of them.
"""

import math

import polars as pl

from transforms.arithmetic.sums import steady_sum
from transforms.tables import RATING_SEASON, Calibration, Foretelling, Frame

_SURE = 0.005
"""How far from 0 and from 1 an expectation stays in the log-loss, where being wrong would cost without end."""
_EVEN = math.log(2)
"""Log-loss of 50 % on a game, whatever came."""


def calibration(rated_games: Frame) -> pl.LazyFrame:
    """What the higher rated scored, for each percentage that was expected of them.

    Args:
        rated_games: `RatedGames`. A game counts where both had a rating; at 50 %, the player with the lower id
            stands for the higher rated.

    Returns:
        `Calibration`, sorted by key.
    """
    expected, lower_id = pl.col("expected"), pl.col("player_id") < pl.col("opponent_id")
    higher = rated_games.lazy().filter((expected > 50) | ((expected == 50) & lower_id))
    return (
        higher.group_by(*RATING_SEASON, "expected")
        .agg(games=pl.len(), hundredths=_hundredths().sum())
        .with_columns(scored=pl.col("hundredths") / (2 * pl.col("games")))
        .sort(Calibration.primary_key())
        .select(pl.col(name).cast(kind) for name, kind in Calibration.create_empty().schema.items())
    )


def foretelling(rated_games: Frame) -> pl.LazyFrame:
    """How well the ratings foretold the games of each season: log-loss and Brier score, and those of 50 % each time.

    Args:
        rated_games: `RatedGames`. A game counts, once, where both had a rating; points count as a share of 2.

    Returns:
        `Foretelling`, sorted by key: a season without such games has no row. Less is better in all four.
    """
    share = (pl.col("expected") / 100).clip(_SURE, 1 - _SURE)
    hundredths, games = pl.col("hundredths"), pl.col("games")
    # 200 times the loss of all games with this expectation: what was scored at log share, the rest at log (1 - share).
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
            log_loss=pl.col("loss") / (200 * games),
            brier=pl.col("squared") / (40_000 * games),
            log_loss_even=pl.lit(_EVEN),
            brier_even=pl.col("squared_even") / (40_000 * games),
        )
        .pipe(Foretelling.cast)
    )


def _hundredths() -> pl.Expr:
    """Points in whole hundredths."""
    return (pl.col("points") * 100).round().cast(pl.Int64)
