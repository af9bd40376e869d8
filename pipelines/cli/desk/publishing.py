"""The screen that publishes: what will differ for whom, what speaks against it, and the button."""

import datetime as dt
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.building import brake
from pipelines.cli.desk.clubs import Club, clubs
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.questions import questions
from pipelines.cli.desk.screen import Act, Fields, Typed, number_of, text_of
from pipelines.cli.publish.site_copy import NO_PARENT, Server
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.reports.desk import changes
from pipelines.warehouse import Warehouse, exists
from pipelines.words.at_desk import without_commands
from pipelines.words.languages.numbers import spoken_date
from pipelines.words.shown_tables import as_on_pages
from transforms.published.kinds import KINDS
from transforms.tables.messages import gettext, gettext_noop, ngettext
from transforms.tables.schemas import SESSION

_MOST = 50
FOLDER, SERVER, RECORD = "folder", "server", "record"
_EXAMPLES = {"win32": "E:\\bridge", "darwin": "/Volumes/STICK/bridge"}
_PERSON = ("competition", "player_id")


class Publishing:
    """The preview of a publication, with the brake of `barometer publish`."""

    path, name, template = "/publish", gettext_noop("Publish"), "desk_publish.html"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._target, self._names = desk.folder / "target.txt", desk.folder / "names.json"
        self._tried, self._after = Typed(), list[str]()

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return the new evenings, who would see other numbers, what speaks against it, and how it went last."""
        del query
        if not exists(self._desk.paths.warehouse):
            return {"template": "desk_nothing.html"}
        job = self._desk.job
        job.runs()  # notes what has just ended
        build = self._desk.build_number()  # read first: if a build comes between, publishing what is shown is refused
        new, changed = list[dict[str, Any]](), list[pl.DataFrame]()
        for club in clubs(self._desk):
            new += club.tables["new"].with_columns(club=pl.lit(club.id)).to_dicts()
            changed.append(changes(club.tables["corrections"], club.tables["raw.players"]))
        with Warehouse(self._desk.paths.warehouse, read_only=True) as warehouse:
            stops = [without_commands(stop.said) for stop in brake.stops(warehouse, self._desk.paths)]
            times = pl.concat(warehouse.read_distinct(kind.table, ["published_at"]) for kind in KINDS)["published_at"]
            doubtful = warehouse.read("scored.doubts").filter(pl.col("accepted").is_null())
            days = warehouse.read("raw.sessions").join(doubtful, on=SESSION, how="semi")["date"].drop_nulls()
        last = times.max()
        local = last.astimezone() if isinstance(last, dt.datetime) else None
        has_failed = job.publication.status not in (0, None)
        publishes = job.publication.runs()
        ended = [] if publishes else [*map(without_commands, job.publication.lines())]
        return {
            "build": build,
            "new": new,
            "people": _by_person(pl.concat(changed)).to_dicts() if changed else [],
            "changes": sum(rows.height for rows in changed),
            "names": [*self._names_in_words()],
            "doubtful": [spoken_date(day) for day in days.unique().sort()],
            "open": len(questions(self._desk)),
            "most": _MOST,
            "stops": stops,
            "form": self._tried if has_failed or publishes else self._before(),
            "example": _EXAMPLES.get(sys.platform, f"/media/{Path.home().name}/STICK/bridge"),
            "ended": ended if has_failed else [*ended, *self._after] if self._tried["build"] == str(build) else [],
            "has_failed": has_failed,
            "published_at": local and local.date(),
            "published_time": local and f"{local:%H:%M}",
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the button does."""
        return {"/publish": self._publish}

    def _publish(self, fields: Fields) -> None:
        target, accepts = _target_of(fields), text_of(fields, "accepts")
        options = ["--build", number_of(fields, "build"), *([f"--accept={accepts}"] if accepts else [])]
        names = {club.id: sorted(_names_of(club)) for club in clubs(self._desk)}
        gone, _ = self._other_names()
        then = partial(self._published, target, names, gone)
        self._desk.job.publish(*([target] if target else []), *options, then=then)
        self._tried = Typed(fields)

    def _published(self, target: str, names: Mapping[str, list[str]], gone: Sequence[str]) -> None:
        self._after = []
        if target and gone:
            self._after += [
                ngettext(
                    "{number} name is gone from the pages: {names}.",
                    "{number} names are gone from the pages: {names}.",
                    len(gone),
                    names=", ".join(gone),
                )
            ]
        if Path(target).is_absolute():
            self._after += [gettext("Open {file} there to look.", file="index.html")]
        put_whole(self._target, target)
        put_whole(self._names, json.dumps(names, ensure_ascii=False))

    def _before(self) -> Typed:
        """Return where the last publication went, as the form has it."""
        if not self._target.is_file():
            return Typed()
        target = self._target.read_text(encoding="utf-8").strip()
        where = RECORD if not target else FOLDER if Path(target).is_absolute() else SERVER
        return Typed({"where": where, where: target})

    def _other_names(self) -> tuple[list[str], list[str]]:
        """Return the names that disappear and those that appear, if the last publication was made here."""
        if not self._names.is_file():
            return [], []
        before: dict[str, list[str]] = json.loads(self._names.read_text(encoding="utf-8"))
        now = {club.id: sorted(_names_of(club)) for club in clubs(self._desk)}
        gone, new = (
            sorted(name for club, names in one.items() for name in {*names} - {*other.get(club, ())})
            for one, other in ((before, now), (now, before))
        )
        return gone, new

    def _names_in_words(self) -> Iterator[str]:
        gone, new = self._other_names()
        if gone:
            yield ngettext(
                "{number} name will disappear: {names}.",
                "{number} names will disappear: {names}.",
                len(gone),
                names=", ".join(gone),
            )
        if new:
            yield ngettext(
                "{number} name is new on the web: {names}.",
                "{number} names are new on the web: {names}.",
                len(new),
                names=", ".join(new),
            )


def _target_of(fields: Fields) -> str:
    """Return where the form says that the pages are to be copied; "" for nowhere. UnusableError: it does not say."""
    where = text_of(fields, "where")
    target = text_of(fields, where).strip('"')
    if where == FOLDER and not Path(target).is_absolute():
        sentence = gettext_noop("{folder}: write the whole path of the folder, with all folders around it")
        raise UnusableError(sentence, folder=target or '""')
    if where == FOLDER and not Path(target).parent.is_dir():
        raise UnusableError(NO_PARENT, target=target)
    if where == SERVER and Server.named(target) is None:
        raise UnusableError(
            "{server}: write LOGIN@SERVER:FOLDER, as the person who keeps the site gave it", server=target or '""'
        )
    if where not in (FOLDER, SERVER, RECORD):
        raise UnusableError("choose where the pages go")
    return "" if where == RECORD else target


def _names_of(club: Club) -> set[str]:
    """Return the names of those who played at a club, except those whom the pages do not name."""
    played = club.tables["raw.players"].join(club.tables["raw.entries"], on=_PERSON, how="semi")
    named = played.join(club.tables["hidden"], on="player_id", how="anti")
    return {*named.select(pl.coalesce("name", "player_id")).to_series()}


def _by_person(changed: pl.DataFrame) -> pl.DataFrame:
    """Return a row for each player or pair: how many numbers change, and the first of them."""
    shown = changed.with_columns(as_on_pages("published"), as_on_pages("now"))
    first = pl.col("kind", "field", "date", "published", "now").first()
    return shown.group_by("named", maintain_order=True).agg(first, number=pl.len()).sort("number", descending=True)
