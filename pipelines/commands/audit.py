"""What was built beside the results that the files publish themselves."""

from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines import build_record
from pipelines.warehouse import Warehouse
from transforms.official import official_agreement


class Audit(NamedTuple):
    """What was compared."""

    shares: pl.DataFrame
    """Of each competition: how many official values there are of each kind, and how many ours equal."""
    differences: pl.DataFrame
    """Every value that differs."""
    stopped_half_way: bool
    """Whether the tables are those of a build that did not come to its end."""


def audit(path: Path) -> Audit:
    """Compare what stands in a warehouse with the official values in it.

    Raises:
        WarehouseError: there is no such warehouse.
    """
    with Warehouse(path, read_only=True) as warehouse:
        agreement = official_agreement(
            warehouse.read("scored.board_scores"),
            warehouse.read("raw.results"),
            session_results=warehouse.read("scored.session_results"),
            official_results=warehouse.read("raw.official_results"),
            competitions=warehouse.read("raw.competitions"),
            match_results=warehouse.read("scored.match_results"),
            given_matches=warehouse.read("raw.matches"),
        )
        differences = warehouse.read("scored.official_differences")
        return Audit(agreement.collect(), differences, build_record.stopped_half_way(warehouse))


def at_a_glance(differences: pl.DataFrame) -> pl.DataFrame:
    """The differences in few columns, to read: where, what, both values, and why."""
    line = pl.format("board {}, {} - {}", "board", "ns", "ew")
    return differences.select(
        where=pl.format("{}:{}", "file_id", "line_no"),
        what=pl.coalesce(line, pl.format("{} {}", "line", "entrant")),
        value="value",
        official="official",
        ours="computed",
        reason="reason",
    )
