"""The rules of rating seasons as whole numbers, one value per season; an absent rule is a limit that nobody reaches."""

from typing import NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.ratings.arithmetic import Integers
from transforms.ratings.newcomers_solver import Truths

NO_LIMIT = 2**31 - 1
"""More than any number of games, rating or age; also the age of somebody whose year of birth is not known."""
_FIELDS = (
    *("established_games", "turbo_deviation", "turbo_min_games", "difference_cap", "difference_at_100"),
    *("max_gain_over_performance", "k_games_cap", "overshoot_beyond"),
)


class Rules(NamedTuple):
    """The rules, with the names and numbers of `RatingSeasons`; K is a weight, twice the K of games worth 1 point."""

    established_games: Integers
    turbo_deviation: Integers
    turbo_min_games: Integers
    difference_cap: Integers
    difference_at_100: Integers
    max_gain_over_performance: Integers
    k_games_cap: Integers
    overshoot_beyond: Integers
    first_rating_games: Integers
    """0 where any number of games will do."""
    year: Integers
    """In which the season starts."""
    turbo_weight: Integers
    turbo_by_exact: Truths
    """Whether turbo depends on the exact performance, instead of the printed one."""
    rounds_change: Truths
    """Whether the change is rounded, instead of the rating."""
    games_to: Integers
    """The steps of K, like the next three: one row per step; the last step is repeated where a season has fewer."""
    rating_below: Integers
    age_to: Integers
    weight: Integers

    @classmethod
    def of(cls, seasons: pl.DataFrame) -> Self:
        """Read the rules from rows of `RatingSeasons`."""
        turbo = seasons["turbo_k"].is_not_null()
        in_numbers = seasons.with_columns(
            turbo_min_games=pl.when(turbo).then("turbo_min_games"), turbo_k=pl.col("turbo_k").fill_null(0)
        ).select(
            pl.col(_FIELDS).fill_null(NO_LIMIT).cast(pl.Int64),
            first_rating_games=pl.col("first_rating_games").fill_null(0).cast(pl.Int64),
            year=pl.col("start").dt.year().cast(pl.Int64),
            turbo_weight=_weight(pl.col("turbo_k")),
        )
        return cls(
            **{name: in_numbers[name].to_numpy() for name in in_numbers.columns},
            turbo_by_exact=(seasons["turbo_performance"] == "exact").to_numpy(),
            rounds_change=(seasons["rounded"] == "change").to_numpy(),
            **_steps(seasons),
        )

    def at(self, season: NDArray[np.integer]) -> Self:
        """The rules of the seasons in these rows, with one value for each."""
        return self._make(np.take(values, season, axis=-1) for values in self)


def _steps(seasons: pl.DataFrame) -> dict[str, Integers]:
    steps = pl.col("k_steps")
    most = max(map(len, seasons["k_steps"]), default=0)
    of_place = [steps.list.get(pl.min_horizontal(pl.lit(place), steps.list.len() - 1)).struct for place in range(most)]
    values = {
        "games_to": [step.field("games_to").fill_null(NO_LIMIT) for step in of_place],
        "rating_below": [step.field("rating_below").fill_null(NO_LIMIT) for step in of_place],
        "age_to": [step.field("age_to").fill_null(NO_LIMIT) for step in of_place],
        "weight": [_weight(step.field("k")) for step in of_place],
    }
    return {
        name: np.array([seasons.select(value.cast(pl.Int64)).to_series().to_numpy() for value in by_place])
        for name, by_place in values.items()
    }


def _weight(k: pl.Expr) -> pl.Expr:
    """Twice the K of games worth 1 point."""
    return (2 * k * pl.col("k_points")).cast(pl.Int64)
