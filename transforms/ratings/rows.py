"""Turns the numbers of rated seasons into rows of `Elo`."""

import polars as pl

from transforms.ratings.intake import Intake
from transforms.tables.arithmetic.division import quotient
from transforms.tables.schemas import COMPETITION, RATING_FLAGS, Elo
from transforms.tables.shared import types_of

_FLAGS = pl.Series(
    [
        ",".join(word for bit, word in enumerate(RATING_FLAGS) if number >> bit & 1) or None
        for number in range(2 ** len(RATING_FLAGS))
    ]
)
"""The words of every combination of flags; the index is a number with one bit for each flag."""


def rows(lists: list[pl.DataFrame], intake: Intake) -> pl.LazyFrame:
    """Make `Elo` from what `rated_season` returned for each turn."""
    numbers = pl.concat(lists)
    # All rows of a season are in one of the lists, with its players in order.
    if not numbers["season_number"].is_sorted():
        numbers = numbers.sort("season_number", maintain_order=True)
    season, number = pl.col("season_number"), pl.col("number")
    facts = intake.season_facts.select(*COMPETITION, "system", "list_date", "k_points").rechunk()
    used, old = pl.col("used"), pl.when("has_old").then("old")
    rating = pl.when("has_new").then("rating")
    player_id = pl.lit(intake.player_id.rechunk())
    columns = {
        **{name: pl.lit(facts[name]).gather(season) for name in (*COMPETITION, "system", "list_date")},
        "player_id": player_id.gather(number),
        "rating_before": old,
        "method": pl.when("by_norm").then(pl.lit("norm")).when(used).then(pl.lit("performance")),
        "games": pl.when(used).then("games"),
        "points": pl.when(used).then(quotient(pl.col("hundredths"), 100)),
        "norm": pl.when("by_norm").then(quotient(pl.col("expected"), 50)),
        "performance": pl.when(used).then("performance"),
        "k": pl.when("by_norm").then(quotient(pl.col("weight"), 2 * pl.lit(facts["k_points"]).gather(season))),
        "change": rating - old,
        "rating": rating,
        "played": pl.col("played"),
        "recent": pl.col("recent"),
        "games_total": pl.col("games_total"),
        "flags": pl.lit(_FLAGS).gather("flags"),
        "unlinked_group": player_id.gather(pl.when(pl.col("group") >= 0).then("group")),
    }
    return numbers.lazy().select(columns[name].cast(kind).alias(name) for name, kind in types_of(Elo).items())
