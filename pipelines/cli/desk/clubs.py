"""The tables of the director's pages, for the clubs of the landing folder."""

from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from pipelines.cli.desk.desk import Competition, Desk


class Club(NamedTuple):
    """A club: its id, the tables of `ClubTables`, and its competitions by id."""

    id: str
    tables: dict[str, pl.DataFrame]
    competitions: dict[str, Competition]


def clubs(desk: Desk, only: str | None = None) -> Iterator[Club]:
    """Yield the clubs that the last build knows, or `only` one of them."""
    known = desk.competitions()
    for club in sorted({one.club for one in known} & desk.tables.clubs()):
        if only is None or club == only:
            yield Club(club, desk.tables.of(club), {one.competition: one for one in known if one.club == club})
