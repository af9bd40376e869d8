"""Which deals of a warehouse are to be solved, and which were solved since the last build of their clubs."""

from collections.abc import Collection
from pathlib import Path

import polars as pl

from pipelines.building.solving.store import Solved, StoreError
from pipelines.warehouse import Warehouse

_DEAL = ("club", "deal_id")
_NONE = pl.DataFrame(schema=dict.fromkeys(_DEAL, pl.String))


def without_table(warehouse: Warehouse, *, verify: bool = False) -> list[str]:
    """The deals of all clubs whose table is in no file, those of the last sessions first.

    Those that were solved are among them, for the file of solved deals may have lost some: it knows which it has.

    Args:
        warehouse: that of the last build.
        verify: after them, also the deals whose table is that of a file.
    """
    deals = warehouse.read("raw.deals").select("club", "competition", "season", "session_id", "board", "deal_id")
    known = warehouse.read("deals.double_dummy").select("deal_id", in_file=pl.col("source") == "file")
    by_deal = known.group_by("deal_id").agg(pl.col("in_file").all())
    days = warehouse.read("raw.sessions").select("club", "competition", "season", "session_id", day="date")
    lacking = (
        deals.join(by_deal, on="deal_id", how="left")
        .filter(~pl.col("in_file").fill_null(value=False) | pl.lit(verify))
        .with_columns(pl.col("in_file").fill_null(value=False))
        .join(days, on=["club", "competition", "season", "session_id"], how="left")
    )
    in_order = lacking.sort(
        *("in_file", "day", "club", "competition", "session_id", "board"), descending=[False, True, *[False] * 4]
    )
    return in_order["deal_id"].unique(maintain_order=True).to_list()


def newly_solved(warehouse: Warehouse, path: Path | None, clubs: Collection[str]) -> pl.DataFrame:
    """(club, deal_id) of each deal that is solved by now, where the tables of the club do not know it.

    Args:
        warehouse: that of the last build.
        path: the file of solved deals; of one that cannot be used nothing is solved.
        clubs: those of which it is asked.
    """
    if path is None or not path.exists() or not clubs:
        return _NONE
    deals = warehouse.read_distinct("raw.deals", _DEAL, clubs)
    known = warehouse.read_distinct("deals.double_dummy", (*_DEAL, "source"), clubs).filter(source="solved")
    open_ones = deals.join(known, on=_DEAL, how="anti")
    try:
        solved = Solved(path).known(open_ones["deal_id"])
    except StoreError:
        return _NONE
    return open_ones.filter(pl.col("deal_id").is_in(list(solved)))
