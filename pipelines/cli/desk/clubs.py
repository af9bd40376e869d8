"""The tables of the director's pages, for the clubs of the landing folder."""

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from pipelines.building.desk import tables_of_desk
from pipelines.building.hiding import asked_in
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.warehouse import Warehouse, exists

_ADJUSTMENTS = "raw.adjustments"


class Club(NamedTuple):
    """A club: its id, the tables of `tables_of_desk` and `raw.adjustments`, and its competitions by id."""

    id: str
    tables: dict[str, pl.DataFrame]
    competitions: dict[str, Competition]


def clubs(desk: Desk, only: str | None = None) -> Iterator[Club]:
    """Yield the clubs that the last build knows, or `only` one of them."""
    if not exists(desk.paths.warehouse):
        return
    known = desk.competitions()
    with Warehouse(desk.paths.warehouse, read_only=True) as warehouse:
        built = {*warehouse.read_distinct("raw.competitions", ["club"])["club"]}
        for club in sorted({one.club for one in known} & built):
            if only is None or club == only:
                tables = tables_of_desk(warehouse, [club], asked_in(warehouse))
                tables[_ADJUSTMENTS] = warehouse.read_all_seasons(_ADJUSTMENTS, [club])
                yield Club(club, tables, {one.competition: one for one in known if one.club == club})
