"""What sessions say of themselves that their lines do not give, as the report shows it."""

import polars as pl

from transforms.arithmetic.rounding import to_decimals
from transforms.tables import SESSION, Tables


def doubts_shown(tables: Tables) -> pl.DataFrame:
    """What each session says of itself that its lines do not give, settled or not."""
    return (
        tables["scored.doubts"]
        .sort(*SESSION, "what")
        .select(
            *SESSION,
            *("what", "differing", "of", "first"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            "accepted",
            *("severe", "line_no"),
            file="file_id",
        )
    )
