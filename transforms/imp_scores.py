"""From a comparison in IMPs to `BoardScores`: reversed boards, weighted and split scores, awards."""

import polars as pl

from transforms.imp_awards import awarded_imps
from transforms.own_averages import with_own_averages
from transforms.rulings import Direction
from transforms.sums import steady_mean
from transforms.tables import BoardScores


def imp_scores(compared: pl.DataFrame, ruled: pl.DataFrame, scoring: str) -> pl.LazyFrame:
    """Give both sides of every line their IMPs.

    Args:
        compared: lines with their rules; `points` from the comparison, seen from North-South; `award_times`, how
            many times an award counts; `datum`.
        ruled: `number`, `ns_ruled`, `ew_ruled`, for lines with a weighted or split score.
        scoring: its name.

    Returns:
        `BoardScores`, in the order of the lines.
    """
    is_reversed = (pl.col("ruling") == "reversed").fill_null(False)
    points = pl.when(is_reversed).then(-pl.col("points")).otherwise("points")
    earned = compared.join(ruled, on="number", how="left", maintain_order="left").with_columns(
        ns_points=pl.coalesce("ns_ruled", points),
        ew_points=pl.coalesce("ew_ruled", 0 - points),
        top=pl.lit(None, pl.Float64),
    )
    return (
        with_own_averages(earned, earned, steady_mean(pl.col("points")))
        .lazy()
        .with_columns(
            ns_points=pl.coalesce("ns_points", _award("NS")),
            ew_points=pl.coalesce("ew_points", _award("EW")),
            table_no="table",
            scoring=pl.lit(scoring),
        )
        .select(BoardScores.column_names())
    )


def _award(direction: Direction) -> pl.Expr:
    own = pl.col(f"{direction.lower()}_own")
    plus, minus = (pl.col("award_times") * pl.col(f"average_{which}_imps") for which in ("plus", "minus"))
    return awarded_imps(pl.col("ruling"), direction, own, plus, minus)
