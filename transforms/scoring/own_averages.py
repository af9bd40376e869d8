"""Own averages: the mean result of a side over the boards it played, for average plus and average minus."""

import polars as pl

from transforms.bridge.rulings import needs_own_average
from transforms.bridge.sessions import by_entrant
from transforms.tables.arithmetic.sums import steady_mean


def with_own_averages(lines: pl.DataFrame, scored: pl.DataFrame, average: pl.Expr) -> pl.DataFrame:
    """Add the own averages of both sides, for the rulings that need them.

    Args:
        lines: `place`, `ns` and `ew`.
        scored: all lines of these places: `place`, `ns`, `ew`, `ruling`, `ns_points` and `ew_points` (null where not
            played) and `top`.
        average: the average of an entrant, computed from the `points` and `top` of the boards it played.

    Returns:
        The lines in the same order, with `ns_own` and `ew_own`; null for a side that played no board, or where no
        ruling needs the average. For two single players it is the mean of their own averages, over boards with any
        partner.
    """
    ruling = pl.col("ruling")
    lines_in_need = scored.filter(ruling.is_not_null()).filter(needs_own_average(ruling))
    of_their_places = scored.filter(pl.col("place").is_in(lines_in_need["place"].unique().implode()))
    played = _sides(of_their_places).filter(pl.col("points").is_not_null())
    of_entrants = by_entrant(played, "entrant").group_by("place", "entrant").agg(own=average)
    sides_in_need = by_entrant(_sides(lines_in_need).select("place", "side", "entrant").unique(), "entrant")
    own = (
        sides_in_need.join(of_entrants, on=("place", "entrant"))
        .group_by("place", "side")
        .agg(own=steady_mean(pl.col("own")))
        .collect()
    )
    for side in ("ns", "ew"):
        of_side = own.select("place", pl.col("side").alias(side), pl.col("own").alias(f"{side}_own"))
        lines = lines.join(of_side, on=("place", side), how="left", maintain_order="left")
    return lines


def _sides(lines: pl.DataFrame) -> pl.LazyFrame:
    """(place, top, side, entrant, points): two rows per line, one for each side."""
    return pl.concat(
        lines.lazy().select("place", "top", side=side, entrant=side, points=f"{side}_points") for side in ("ns", "ew")
    )
