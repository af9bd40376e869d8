"""The lines of those present as one HTML page that needs no other file: to print, or to pin up.

Who asked not to be shown is "a member" there, as on all pages.
"""

from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.cli.lines import IDS, who_sit_down
from pipelines.cli.terminal.selection import one_competition, one_season
from pipelines.cli.terminal.written_over import refuse_to_write_over
from pipelines.machine.paths import Place
from pipelines.reports.html import write_page
from pipelines.warehouse import Warehouse
from transforms.messages import gettext
from transforms.privacy.hidden_people import A_MEMBER, hidden_people
from transforms.tables import Competitions
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.shared import in_shape

_OURS = "Barometer lines"


class Heading(NamedTuple):
    """Of which competition the lines are, and the name under which each of its players is shown, by id."""

    title: str
    names: dict[str, str]


def heading(path: Place, competition: str, season: str | None, assigned: pl.DataFrame) -> Heading:
    """That of the competition and season which `next_lines` takes, and of whom it assigned."""
    with Warehouse(path, read_only=True) as warehouse:
        rules = in_shape(Competitions, one_competition(warehouse.read("raw.competitions"), competition))
        players, people = map(warehouse.read_all_seasons, ("raw.players", "raw.people"))
    club, competition_id, name = one_season(rules, season)
    present = pl.concat(assigned[one].alias("player_id") for one in IDS).drop_nulls().unique()
    ids = present.to_frame().with_columns(
        club=pl.lit(club),
        competition=pl.lit(competition_id),
        file_id=pl.lit(None, pl.String),
        line_no=pl.lit(None, pl.Int64),
    )
    hidden = hidden_people(players, people, ids).filter(club=club)["player_id"]
    known = players.filter(club=club, competition=competition_id).select("player_id", pl.coalesce("name", "player_id"))
    names = dict(known.iter_rows()) | dict.fromkeys(hidden, gettext(A_MEMBER))
    row = rules.filter(season=name).row(0, named=True)
    return Heading(f"{row['competition_name']}, {row['club_name']}, {name}", names)


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
    shown = assigned.with_columns(to_decimals(pl.col("ranking")), pair=who_sit_down(heading.names))
    lines = [(line, pairs.to_dicts()) for (line,), pairs in shown.group_by("line", maintain_order=True)]
    has_trios = bool(assigned["third_id"].count())
    write_page(page, "lines.html", title=heading.title, lines=lines, has_trios=has_trios)
