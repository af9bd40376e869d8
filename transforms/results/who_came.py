"""Who of those entered came: in a line of which others have a result, whoever has one."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.tables.schemas import BOARD, ENTRANT, LINE, Entries, Frame, MatchResults, SessionResults
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
    entries: Frame[Entries], session_results: Frame[SessionResults] | None, match_results: Frame[MatchResults] | None
) -> dy.LazyFrame[Entries]:
    """The entries without those of who did not come; where there are no results yet, all."""
    if session_results is None or match_results is None:
        return in_shape(Entries, entries.lazy())
    stayed_away = who_came(session_results, match_results).filter(~pl.col("came"))
    return in_shape(Entries, entries.lazy().join(stayed_away, on=ENTRANT, how="anti", maintain_order="left"))


def with_card(results: pl.DataFrame, sheet: pl.DataFrame, boards: pl.DataFrame) -> pl.DataFrame:
    """The rows of result lists with `has_card`: whether the entrant sat down at any board, alone or with another."""
    played = sheet.lazy().join(boards.lazy(), on=BOARD, how="semi")
    sides = pl.concat(played.select(*LINE, side=side) for side in ("ns", "ew"))
    seated = by_entrant(sides, "side").select(*ENTRANT, has_card=pl.lit(value=True)).unique().collect()
    known = results.join(seated, on=ENTRANT, how="left", maintain_order="left")
    return known.with_columns(pl.col("has_card").fill_null(value=False))
