"""The screen that publishes: what will differ for whom, what speaks against it, and the button."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.building import brake
from pipelines.cli.desk.clubs import clubs
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.screen import Act, Fields, number_of, text_of
from pipelines.cli.publish.publish import publish
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.reports.desk import changes
from pipelines.warehouse import Warehouse, exists
from pipelines.words.at_desk import without_commands
from pipelines.words.shown_tables import as_on_pages
from transforms.published.kinds import KINDS
from transforms.tables.messages import gettext, gettext_noop

_MOST = 50
_TARGET = "target.txt"


class Publishing:
    """The preview of a publication, with the brake of `barometer publish`."""

    path, name, template = "/publish", gettext_noop("Publish"), "desk_publish.html"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._target = desk.folder / _TARGET

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return the new evenings, who would see other numbers, what speaks against it, and when it was done last."""
        del query
        if not exists(self._desk.paths.warehouse):
            return {"template": "desk_nothing.html"}
        build = self._desk.build_number()  # read first: if a build comes between, publishing what is shown is refused
        new, changed = list[dict[str, Any]](), list[pl.DataFrame]()
        for club in clubs(self._desk):
            new += club.tables["new"].with_columns(club=pl.lit(club.id)).to_dicts()
            changed.append(changes(club.tables["corrections"], club.tables["raw.players"]))
        with Warehouse(self._desk.paths.warehouse, read_only=True) as warehouse:
            stops = [without_commands(stop.said) for stop in brake.stops(warehouse, self._desk.paths)]
            times = pl.concat(warehouse.read_distinct(kind.table, ["published_at"]) for kind in KINDS)["published_at"]
        last = times.max()
        local = last.astimezone() if isinstance(last, dt.datetime) else None
        return {
            "build": build,
            "new": new,
            "people": _by_person(pl.concat(changed)).to_dicts() if changed else [],
            "changes": sum(rows.height for rows in changed),
            "most": _MOST,
            "stops": stops,
            "target": self._target.read_text(encoding="utf-8").strip() if self._target.is_file() else "",
            "published_at": local and local.date(),
            "published_time": local and f"{local:%H:%M}",
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the button does."""
        return {"/publish": self._publish}

    def _publish(self, fields: Fields) -> None:
        if self._desk.job.runs():
            raise UnusableError("the pages are being made; publish when that is done")
        target, accepts = text_of(fields, "target"), text_of(fields, "accepts")
        put_whole(self._target, target)
        where = None if not target else target if ":" in target else str(Path(target).expanduser())
        try:
            said = publish(
                self._desk.paths.warehouse,
                where,
                accepts=accepts or None,
                build=number_of(fields, "build"),
                say=self._desk.say,
            )
        except brake.BrakeError as stopped:
            raise UnusableError(gettext("Not everything was published."), *stopped.args[:-1]) from None
        self._desk.say(*said)


def _by_person(changed: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each player or pair: how many numbers change, and the first of them."""
    shown = changed.with_columns(as_on_pages("published"), as_on_pages("now"))
    first = pl.col("kind", "field", "published", "now").first()
    return shown.group_by("named", maintain_order=True).agg(first, number=pl.len()).sort("number", descending=True)
