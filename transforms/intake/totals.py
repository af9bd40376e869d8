"""Totals: result lists that count as the result of a session of which nothing else is known."""

from collections.abc import Mapping

import polars as pl

from transforms.bridge.sessions import VICTORY_POINTS, has_maximum, scoring_of
from transforms.intake.findings import PLACE
from transforms.tables.schemas import ENTRANT, SESSION


def with_lists(of_session: Mapping[str, pl.LazyFrame]) -> dict[str, pl.LazyFrame]:
    """Add all `totals` to the official results, and keep in `totals` only those that count as results.

    If a session has result lines or matches, these count, and its totals are only compared with the computed results.
    An official list from another file stays as it is.
    """
    played = pl.concat(of_session[name].select(SESSION) for name in ("results", "matches")).unique()
    totals, official = of_session["totals"], of_session["official_results"]
    alone = totals.join(played, on=SESSION, how="anti", maintain_order="left")
    first = alone.sort(*PLACE, nulls_last=True, maintain_order=True).unique(ENTRANT, keep="first", maintain_order=True)
    lists = (
        pl.concat([first, totals.join(played, on=SESSION, how="semi", maintain_order="left")])
        .join(official, on=ENTRANT, how="anti", maintain_order="left")
        .select(*ENTRANT, "rank", *PLACE, score="percentage", points=pl.coalesce("imps", "vp"))
    )
    return {**of_session, "official_results": pl.concat([official, lists], how="diagonal"), "totals": alone}


def totals_with_scoring(totals: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Add `scoring`, `needed` (the column that this scoring needs), and `fault` (no such value, or `vp` too high)."""
    kinds = sessions.select(*SESSION, scoring=scoring_of(pl.col("kind"), pl.col("team_scoring")))
    of_matches, most = pl.col("scoring") == "imps", pl.coalesce("maximum", pl.lit(float(VICTORY_POINTS)))
    in_imps = pl.when(of_matches).then(pl.lit("vp")).otherwise(pl.lit("imps"))
    needed = pl.when(has_maximum(pl.col("scoring"))).then(pl.lit("percentage")).otherwise(in_imps)
    values = (pl.when(needed=name).then(name) for name in ("percentage", "imps", "vp"))
    too_many = pl.col("maximum").is_not_null() & (pl.col("vp") > most)
    return (
        totals.join(kinds, on=SESSION, maintain_order="left")
        .with_columns(needed=needed)
        .with_columns(value=pl.coalesce(*values))
        .with_columns(
            fault=pl.when(pl.col("value").is_null())
            .then(pl.lit("other_scoring"))
            .when(of_matches & too_many)
            .then(pl.lit("vp"))
        )
    )
