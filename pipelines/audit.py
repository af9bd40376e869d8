"""What was built beside the results that the files publish themselves."""

from pathlib import Path

import polars as pl

from pipelines.warehouse import Warehouse
from transforms.official import official_agreement


def audit(path: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The share of official values that ours equal, per competition, and every value that differs.

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
        return agreement.collect(), warehouse.read("scored.official_differences")


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
