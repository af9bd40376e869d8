"""Differences from official results and doubts about evenings, for the director to settle."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.consequences import that_break_off
from transforms.official.doubts import WITH_DIFFERENCES
from transforms.official.printed import BY_THE_DIRECTOR, UNEXPLAINED
from transforms.tables.arithmetic.as_shown import shown
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.report import DoubtsShown
from transforms.tables.schemas import COMPETITION, SESSION, Doubts

_ACCEPTED = "accepted: "


def unsettled(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """A row, `club`, for each difference and doubt that a director has to settle, of any clubs.

    What a file that breaks off differs in goes when it is whole; a doubt of values with rows of their own counts once.
    `tables` has `findings`, `scored.official_differences` and `scored.doubts`.
    """
    broken = that_break_off(tables["findings"])
    differences = with_reasons(tables).filter(~is_settled())
    doubts = tables["scored.doubts"].filter(pl.col("accepted").is_null(), ~pl.col("what").is_in(WITH_DIFFERENCES))
    return pl.concat(rows.join(broken, on=broken.columns, how="anti").select("club") for rows in (differences, doubts))


def is_settled() -> pl.Expr:
    """Whether the `reason` of a difference is the director's own: what was accepted, or points given or taken."""
    return pl.col("reason").str.starts_with(_ACCEPTED) | pl.col("reason").str.starts_with(BY_THE_DIRECTOR)


def with_reasons(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """`scored.official_differences`; the `reason` is the director's where all `scored.doubts` of the evening are."""
    reasons = (
        tables["scored.doubts"]
        .group_by(SESSION)
        .agg(pl.col("accepted").first(), is_open=pl.col("accepted").is_null().any())
        .filter(~pl.col("is_open"))
        .select(*SESSION, accepted=pl.lit(_ACCEPTED) + pl.col("accepted"))
    )
    is_accepted = (pl.col("reason") == UNEXPLAINED) & pl.col("accepted").is_not_null()
    return (
        tables["scored.official_differences"]
        .join(reasons, on=SESSION, how="left")
        .with_columns(reason=pl.when(is_accepted).then("accepted").otherwise("reason"))
        .drop("accepted")
    )


def differences(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Where results in the files differ from ours, and why; last where the director settled it."""
    return (
        with_reasons(tables)
        .join(tables["raw.sessions"].select(*SESSION, "date"), on=SESSION, how="left")
        .sort(
            is_settled(),
            *("competition", "date", *SESSION[2:], "line", "board", "ns", "entrant", "value"),
            nulls_last=True,
        )
        .select(
            *("competition", "season", "session_id", "date", "line", "board", "ns", "ew", "entrant", "value"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            *("reason", "file_id", "line_no"),
        )
    )


def doubts(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """What sessions say of themselves that their lines do not give, and nobody has accepted."""
    return (
        tables["scored.doubts"]
        .filter(pl.col("accepted").is_null())
        .join(tables["raw.sessions"].select(*SESSION, "date"), on=SESSION, how="left")
        .sort(*SESSION, "what")
        .select(
            *("competition", "season", "session_id", "date", "what", "differing", "of", "first"),
            *(to_decimals(pl.col(name)) for name in ("official", "computed")),
            *("file_id", "line_no"),
        )
    )


def doubts_shown(doubts: dy.DataFrame[Doubts]) -> dy.LazyFrame[DoubtsShown]:
    """What each session says of itself that its lines do not give, settled or not."""
    return shown(DoubtsShown, doubts.with_columns(file="file_id").sort(*SESSION, "what"))


def with_doubts(competitions: pl.DataFrame, doubts: pl.DataFrame) -> pl.DataFrame:
    """Rows with `last_session`, with `in_doubt`, whether one of the season is, and `last_in_doubt`, whether that is."""
    of_season = doubts.filter("severe", pl.col("accepted").is_null()).group_by(COMPETITION).agg(doubted="session_id")
    return (
        competitions.join(of_season, on=COMPETITION, how="left", maintain_order="left")
        .with_columns(
            in_doubt=pl.col("doubted").is_not_null(),
            last_in_doubt=pl.col("doubted").list.contains(pl.col("last_session")).fill_null(value=False),
        )
        .drop("doubted")
    )
