"""What a side earned on average over the boards it played: what average plus and minus are measured by."""

import polars as pl

from transforms.arithmetic.sums import steady_mean
from transforms.bridge.rulings import needs_own_average
from transforms.bridge.sessions import by_entrant


def with_own_averages(lines: pl.DataFrame, scored: pl.DataFrame, average: pl.Expr) -> pl.DataFrame:
    """Add the own averages of both sides, where a ruling asks for them.

    Args:
        lines: `place`, `ns` and `ew`.
        scored: all lines of these places: `place`, `ns`, `ew`, `ruling`, `ns_points` and `ew_points` (null where not
            played) and `top`.
        average: the average of an entrant, of the `points` and `top` of the boards it played.

    Returns:
        The lines in the same order, with `ns_own` and `ew_own`; null for a side that played no board. That of two
        single players is the mean of what each of them earned, with whatever partners.
    """
    asked = scored.filter(needs_own_average(pl.col("ruling")))
    played = _sides(scored.join(asked, on="place", how="semi")).filter(pl.col("points").is_not_null())
    of_entrants = by_entrant(played, "entrant").group_by("place", "entrant").agg(own=average)
    wanted = by_entrant(_sides(asked).select("place", "side", "entrant").unique(), "entrant")
    own = (
        wanted.join(of_entrants, on=("place", "entrant"))
        .group_by("place", "side")
        .agg(own=steady_mean(pl.col("own")))
        .collect()
    )
    for side in ("ns", "ew"):
        of_side = own.select("place", pl.col("side").alias(side), pl.col("own").alias(f"{side}_own"))
        lines = lines.join(of_side, on=("place", side), how="left", maintain_order="left")
    return lines


def _sides(lines: pl.DataFrame) -> pl.LazyFrame:
    return pl.concat(
        lines.lazy().select("place", "top", side=side, entrant=side, points=f"{side}_points") for side in ("ns", "ew")
    )
