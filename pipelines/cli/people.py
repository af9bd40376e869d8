"""Possible duplicates among the people in the warehouse, as lines for the table `people`."""

import json
from pathlib import Path

import polars as pl

from pipelines.cli.terminal.selection import one_club
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.settings.federation import federation_of
from pipelines.warehouse import Warehouse
from pipelines.warehouse.build_record import last
from pipelines.words.desk_words import reason
from pipelines.words.shown_tables import with_names
from pipelines.words.streams import plain
from pipelines.words.suggestions import some
from transforms.federation.likely import likely_persons
from transforms.intake.people.likely_people import likely_people
from transforms.tables.federation import FederationPeople, Identities
from transforms.tables.messages import gettext
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


def of_all_clubs(path: Place) -> pl.DataFrame:
    """Return people of different clubs who may be one person, as `likely_persons` does, with the reason in words."""
    with Warehouse(path, read_only=True) as warehouse:
        found = likely_persons(
            warehouse.table(Players),
            warehouse.table(Entries),
            warehouse.table(Sessions),
            identities=warehouse.table(Identities),
            people=warehouse.table(FederationPeople),
            federation=federation_of(Path(str(last(warehouse)["landing"]))),
        )
    return found.with_columns(_why(found))


def for_federation_toml(found: pl.DataFrame) -> list[str]:
    """Return the lines for federation.toml that say of each two that they are one person."""
    if found.is_empty():
        return [gettext("Nobody of one club seems to be somebody of another.")]
    lines = list[str]()
    for row in found.iter_rows(named=True):
        ids = [row[name].partition(", ")[0] for name in ("ids", "other_ids")]
        names = " = ".join(row[name] or "-" for name in ("name", "other_name"))
        lines += ["[[person]]", plain(f"# {names}: {row['why']}"), f"ids = {json.dumps(ids, ensure_ascii=False)}", ""]
    return lines[:-1]


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
