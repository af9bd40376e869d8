"""Write the tables of a publication, the copy of the record and the desk; findings that it settles end."""

from collections.abc import Callable, Collection
from pathlib import Path

import polars as pl

from pipelines.building.desk import redraw
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.warehouse.record_copy import keep_copy
from transforms.published.kinds import RESULTS
from transforms.published.rules import RULE_CHANGED
from transforms.published.trail import RULES
from transforms.published.vanished import still_open
from transforms.tables.schemas import Tables

_FINDINGS = "raw.findings"


def write_publication(
    warehouse: Warehouse,
    place: Place,
    site: Path | None,
    before: Tables,
    after: Tables,
    *,
    clubs: Collection[str] | None = None,
) -> Callable[[], object]:
    """Write the tables of a publication of these clubs (None: all); return a function that puts their desk in place.

    `before` and `after` are tables of these clubs alone.
    """
    warehouse.replace(after, clubs)
    findings = warehouse.read_all_seasons(_FINDINGS, clubs)
    left = still_open(findings, warehouse.read_all_seasons(RESULTS.table, clubs))
    if RULES in after:
        left = left.filter(pl.col("code") != RULE_CHANGED)
    if left.height < findings.height:
        warehouse.replace({_FINDINGS: left}, clubs)
    differing = set[str]()
    for name, rows in after.items():
        was, new = (set(each.select("club", sum=each.hash_rows()).iter_rows()) for each in (before[name], rows))
        differing |= {club for club, _ in was ^ new}
    keep_copy(warehouse, place)
    return redraw(warehouse, differing, site)
