"""The lines of those present as one HTML page that needs no other file: to print, or to pin up."""

from pathlib import Path

import polars as pl

from pipelines.commands.terminal.selection import one_competition, one_season
from pipelines.commands.terminal.written_over import refuse_to_write_over
from pipelines.paths import Place
from pipelines.reports.html import write_page
from pipelines.warehouse import Warehouse
from transforms.arithmetic.rounding import to_decimals
from transforms.tables import Competitions
from transforms.tables.shared import in_shape

_OURS = "Barometer lines"


def named(path: Place, competition: str, season: str | None) -> str:
    """The name of a competition and of its season, of those that `next_lines` takes."""
    with Warehouse(path, read_only=True) as warehouse:
        rules = in_shape(Competitions, one_competition(warehouse.read("raw.competitions"), competition))
    _, _, name = one_season(rules, season)
    return f"{rules['competition_name'][0]} {name}"


def write_lines(assigned: pl.DataFrame, title: str, page: Path, *, replaces: bool = False) -> None:
    """Write the lines to the file `page`; earlier ones in that file are replaced.

    Args:
        assigned: as `next_lines` returns it.
        title: of which competition.
        page: the file.
        replaces: whether another file there may go.

    Raises:
        UnusableError: the file exists, is no page of `barometer lines`, and may not go.
        OSError: the file cannot be written.
    """
    refuse_to_write_over([page], replaces=replaces, kind=_OURS)
    shown = assigned.with_columns(to_decimals(pl.col("ranking")))
    lines = [(line, pairs.to_dicts()) for (line,), pairs in shown.group_by("line", maintain_order=True)]
    write_page(page, "lines.html", title=title, lines=lines)
