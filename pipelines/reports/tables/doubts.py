"""What sessions say of themselves that their lines do not give, as the report shows it."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from transforms.tables import COMPETITION


def sessions_in_doubt(report: Mapping[str, pl.DataFrame]) -> list[dict[str, Any]]:
    """The rows of `sessions` that count though they are not what their files say, and nobody has accepted that."""
    doubts = report["doubts"].filter("severe", pl.col("accepted").is_null())
    return report["sessions"].join(doubts, on="session_id", how="semi", maintain_order="left").to_dicts()


def with_doubts(competitions: pl.DataFrame, doubts: pl.DataFrame) -> pl.DataFrame:
    """The rows of seasons with `in_doubt`, whether such a session is among theirs, and `last_in_doubt`, their last one.

    Args:
        competitions: `COMPETITION` and `last_session`.
        doubts: `Doubts`.
    """
    of_season = doubts.filter("severe", pl.col("accepted").is_null()).group_by(COMPETITION).agg(doubted="session_id")
    return (
        competitions.join(of_season, on=COMPETITION, how="left", maintain_order="left")
        .with_columns(
            in_doubt=pl.col("doubted").is_not_null(),
            last_in_doubt=pl.col("doubted").list.contains(pl.col("last_session")).fill_null(value=False),
        )
        .drop("doubted")
    )
