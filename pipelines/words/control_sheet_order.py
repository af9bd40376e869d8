"""The order of the rows of a control sheet, the same on a page and in a terminal."""

import polars as pl

from transforms.tables import SESSION


def in_order_of_audit(meetings: pl.DataFrame, matches: pl.DataFrame) -> pl.DataFrame:
    """The meetings (`ControlSheet`) of every board, the best for North-South first, so that a reader can count points.

    Between teams, who have `MatchResults`, the two tables of a match stand one below the other instead.
    """
    number, of_north_south, of_east_west = (
        pl.col(side).str.extract(r"(\d+)").cast(pl.Int64, strict=False) for side in ("ns", "ns", "ew")
    )
    of_teams = matches.select(SESSION).unique().with_columns(between_teams=True)
    first, second = pl.min_horizontal(of_north_south, of_east_west), pl.max_horizontal(of_north_south, of_east_west)
    match = pl.struct("line", "round", first=first, second=second)
    return (
        meetings.join(of_teams, on=SESSION, how="left", maintain_order="left")
        .sort(
            *SESSION,
            "field",
            "board",
            pl.when("between_teams").then(match),
            pl.when(pl.col("between_teams").is_null()).then("score"),
            "line",
            number,
            "ns",
            "ew",
            descending=[*(False for _ in (*SESSION, "field", "board", "match")), True, *(False for _ in range(4))],
            nulls_last=True,
        )
        .drop("between_teams")
    )
