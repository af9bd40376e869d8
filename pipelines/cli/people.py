"""Possible duplicates among the people in the warehouse, as lines for the table `people`."""

import polars as pl

from pipelines.cli.terminal.selection import one_club
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.desk_words import reason
from pipelines.words.shown_tables import with_names
from pipelines.words.suggestions import some
from transforms.intake.people.likely_people import likely_people
from transforms.tables.schemas import Entries, Findings, People, Players, Sessions

_LINE = ("alias", "player_id", "since", "until", "why")


def people(path: Place, club: str | None = None) -> pl.DataFrame:
    """Return people who may have two ids, and ids that two people may share, sorted by strength of evidence."""
    with Warehouse(path, read_only=True) as warehouse:
        of = {} if club is None else {"club": one_club(warehouse.read("raw.competitions"), club)}
        return likely_people(
            warehouse.table(Players, **of),
            warehouse.table(Entries, **of),
            warehouse.table(Sessions, **of),
            warehouse.table(People, **of),
            Findings.cast(warehouse.read_of("raw.findings", **of)),
        )


def at_a_glance(found: pl.DataFrame) -> pl.DataFrame:
    """Return the rows for a terminal, with names after ids. Clubs and days appear only if they are needed."""
    has_several = found["club"].n_unique() > 1
    has_days = found["since"].count() + found["until"].count() > 0
    columns = {"club": has_several, "alias": True, "player_id": True, "since": has_days, "until": has_days}
    return with_names(found).select(*(name for name, is_shown in columns.items() if is_shown), _why(found))


def as_lines(found: pl.DataFrame) -> pl.DataFrame:
    """Return lines for `LANDING/<club>/people.csv`. The column `why` states the reason in the current language."""
    lines = found.drop_nulls(["alias", "player_id"])
    clubs = lines["club"].unique().sort().to_list()
    if len(clubs) > 1:
        raise UnusableError(
            "each club has its own people.csv; name one of these clubs with --club: {clubs}", clubs=some(clubs)
        )
    return lines.select(_LINE).with_columns(_why(lines))


def _why(found: pl.DataFrame) -> pl.Series:
    return pl.Series("why", [why and reason(why) for why in found["why"]], dtype=pl.String)
