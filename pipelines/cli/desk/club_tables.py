"""The tables of clubs, each read once after every change of the warehouse."""

from pathlib import Path

import polars as pl

from pipelines.building.desk import tables_of_desk
from pipelines.building.hiding import asked_in
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse, exists

_MORE = ("raw.adjustments", "raw.files")


class ClubTables:
    """The tables of `tables_of_desk`, `raw.adjustments` and `raw.files`, of the clubs that the last build knows."""

    def __init__(self, place: Place) -> None:
        self._place, self._at = place, object()
        self._clubs, self._tables = set[str](), dict[str, dict[str, pl.DataFrame]]()

    def clubs(self) -> set[str]:
        """Return the clubs; none before the first build."""
        if not exists(self._place):
            return set()
        at = self._place.stat().st_mtime_ns if isinstance(self._place, Path) else object()  # a lake is read anew
        if self._at != at:
            with Warehouse(self._place, read_only=True) as warehouse:
                self._clubs = {*warehouse.read_distinct("raw.competitions", ["club"])["club"]}
            self._at, self._tables = at, dict[str, dict[str, pl.DataFrame]]()
        return self._clubs

    def of(self, club: str) -> dict[str, pl.DataFrame]:
        """Return the tables of one of the `clubs`."""
        tables = self._tables
        if club not in tables:
            with Warehouse(self._place, read_only=True) as warehouse:
                read = tables_of_desk(warehouse, [club], asked_in(warehouse))
                tables[club] = read | {name: warehouse.read_all_seasons(name, [club]) for name in _MORE}
        return tables[club]
