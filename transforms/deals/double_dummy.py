"""Double-dummy tables of the deals of a competition: solved here, or else from the file if its table can be right."""

import dataframely as dy
import polars as pl

from transforms.bridge.tricks_as_digits import can_be_right, tricks_in
from transforms.tables.deals import TABLE
from transforms.tables.schemas import COMPETITION, Deals, DoubleDummy, Frame, Rows
from transforms.tables.shared import in_shape

_DEAL = (*COMPETITION, "deal_id")


def double_dummy(deals: Frame[Deals], solved: Rows) -> dy.LazyFrame[DoubleDummy]:
    """The table of every deal of which there is one.

    Args:
        deals: `Deals`.
        solved: `deal_id` and the columns `TABLE`, of deals that were solved; others than those of `deals` may be there.

    Returns:
        `DoubleDummy`; a solved table before one of a file, and of several files the first that can be right.
    """
    every = deals.lazy()
    known = every.select(_DEAL).unique().join(solved.lazy().select("deal_id", *TABLE), on="deal_id")
    of_files = (
        first_of_files(every)
        .join(known, on=_DEAL, how="anti")
        .select(*_DEAL, *tricks_in("double_dummy"), source=pl.lit("file"))
    )
    both = pl.concat([known.with_columns(source=pl.lit("solved")), of_files], how="vertical_relaxed")
    return in_shape(DoubleDummy, both.sort(_DEAL))


def first_of_files(deals: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of `Deals` with the table of a deal that is taken where none was solved, a row a deal."""
    return (
        deals.filter(pl.col("double_dummy").is_not_null(), can_be_right(pl.col("double_dummy")))
        .sort(*_DEAL, "file_id", "line_no", "session_id", "board", nulls_last=True)
        .unique(_DEAL, keep="first", maintain_order=True)
    )
