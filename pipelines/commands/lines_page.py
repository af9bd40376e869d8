"""The lines of those present as one HTML page that needs no other file: to print, or to pin up.

Who asked not to be shown is "a member" there, as on all pages.
"""

from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.commands.attendance import BETWEEN_NAMES
from pipelines.commands.terminal.selection import one_competition, one_season
from pipelines.commands.terminal.written_over import refuse_to_write_over
from pipelines.paths import Place
from pipelines.reports.html import write_page
from pipelines.reports.tables.columns import said_names
from pipelines.warehouse import Warehouse
from transforms.arithmetic.rounding import to_decimals
from transforms.privacy.hidden_people import with_public_names
from transforms.tables import Competitions
from transforms.tables.shared import in_shape

_OURS = "Barometer lines"


class Heading(NamedTuple):
    """Of which competition the lines are, and the name under which each of its players is shown, by id."""

    title: str
    names: dict[str, str]


def heading(path: Place, competition: str, season: str | None) -> Heading:
    """That of the competition and season which `next_lines` takes."""
    with Warehouse(path, read_only=True) as warehouse:
        rules = in_shape(Competitions, one_competition(warehouse.read("raw.competitions"), competition))
        everybody = with_public_names(*map(warehouse.read_all_seasons, ("raw.players", "raw.people")))
    club, competition_id, name = one_season(rules, season)
    players = everybody.filter(club=club, competition=competition_id)
    names = players.select("player_id", said_names(pl.col("name")))
    title = f"{rules['competition_name'][0]}, {rules['club_name'][0]}, {name}"
    return Heading(title, dict(names.iter_rows()))


def write_lines(assigned: pl.DataFrame, heading: Heading, page: Path, *, replaces: bool = False) -> None:
    """Write the lines to the file `page`; earlier ones in that file are replaced.

    Args:
        assigned: as `next_lines` returns it.
        heading: what stands above them, and who is shown how.
        page: the file.
        replaces: whether another file there may go.

    Raises:
        UnusableError: the file exists, is no page of `barometer lines`, and may not go.
        OSError: the file cannot be written.
    """
    refuse_to_write_over([page], replaces=replaces, kind=_OURS)
    people = [pl.col(one).replace(heading.names) for one in ("player_id", "partner_id", "third_id")]
    shown = assigned.with_columns(
        to_decimals(pl.col("ranking")), pair=pl.concat_str(people, separator=BETWEEN_NAMES, ignore_nulls=True)
    )
    lines = [(line, pairs.to_dicts()) for (line,), pairs in shown.group_by("line", maintain_order=True)]
    has_trios = bool(assigned["third_id"].count())
    write_page(page, "lines.html", title=heading.title, lines=lines, has_trios=has_trios)
