"""Who came to a session. Others were entered, but have no result."""

import dataframely as dy
import polars as pl

from transforms.tables import schemas
from transforms.tables.schemas import ENTRANT, LINE, Frame
from transforms.tables.shared import in_shape


def who_came(
    session_results: Frame[schemas.SessionResults], match_results: Frame[schemas.MatchResults]
) -> pl.LazyFrame:
    """Return (`ENTRANT`, came): false for slips (`is_nobody`), and for no result if others of the line have one."""
    met = match_results.lazy().select(*LINE, entrant="team", met=pl.lit(value=True)).unique()
    has_played = (pl.col("boards") > 0) | pl.col("points").is_not_null() | pl.col("met").fill_null(value=False)
    return (
        session_results.lazy()
        .join(met, on=ENTRANT, how="left")
        .select(*ENTRANT, came=~pl.col("is_nobody") & (has_played | ~has_played.any().over(LINE)))
    )


def entries_of_who_came(
    entries: Frame[schemas.Entries],
    session_results: Frame[schemas.SessionResults],
    match_results: Frame[schemas.MatchResults],
) -> dy.LazyFrame[schemas.Entries]:
    """Drop the entries of people who did not come."""
    stayed_away = who_came(session_results, match_results).filter(~pl.col("came"))
    return in_shape(schemas.Entries, entries.lazy().join(stayed_away, on=ENTRANT, how="anti", maintain_order="left"))
