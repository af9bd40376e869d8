"""Who of those entered came: in a line of which others have a result, whoever has one."""

import dataframely as dy
import polars as pl

from transforms.tables import ENTRANT, LINE, Entries, Frame, MatchResults, SessionResults
from transforms.tables.shared import in_shape


def who_came(session_results: Frame[SessionResults], match_results: Frame[MatchResults]) -> pl.LazyFrame:
    """(`ENTRANT`, came): false where others of the line have a result and this one has none, and for a slip."""
    met = match_results.lazy().select(*LINE, entrant="team", met=pl.lit(value=True)).unique()
    has_played = (pl.col("boards") > 0) | pl.col("points").is_not_null() | pl.col("met").fill_null(value=False)
    return (
        session_results.lazy()
        .join(met, on=ENTRANT, how="left")
        .select(*ENTRANT, came=~pl.col("is_nobody") & (has_played | ~has_played.any().over(LINE)))
    )


def entries_of_who_came(
    entries: Frame[Entries],
    session_results: Frame[SessionResults] | None,
    match_results: Frame[MatchResults] | None,
) -> dy.LazyFrame[Entries]:
    """The entries without those of who did not come; where there are no results yet, all."""
    if session_results is None or match_results is None:
        return in_shape(Entries, entries.lazy())
    stayed_away = who_came(session_results, match_results).filter(~pl.col("came"))
    return in_shape(Entries, entries.lazy().join(stayed_away, on=ENTRANT, how="anti", maintain_order="left"))
