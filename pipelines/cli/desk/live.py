"""The screen of an evening while it is played: a provisional list, kept up to date until a button ends the evening."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.desk.screen import Act, Fields, text_of
from pipelines.cli.live.page import PAGE
from pipelines.cli.terminal.output import UNUSABLE
from pipelines.intake.landing.followed import state_of
from pipelines.machine.errors import UnusableError
from pipelines.reports.page_names import page_name
from pipelines.words.at_desk import without_commands
from transforms.tables.messages import gettext, gettext_noop

_MOST_FILES = 10
_FOLDERS = ("Downloads", "Documents", "Desktop", "Bridgemate", "My Documents")


class Live:
    """The evening that is followed. `barometer live` follows it, in a process of its own."""

    path, name, template = "/live", gettext_noop("Live"), "desk_follow.html"

    def __init__(self, desk: Desk) -> None:
        self._desk, self._program = desk, desk.live

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return the evening that is followed, or what is needed to begin."""
        del query
        known = self._desk.competitions()
        if not known:
            return {"template": "desk_nothing.html"}
        followed = next((one for one in known if state_of(one.folder)), None)
        runs, said = self._program.runs(), self._program.lines()
        # Lines with commands are for a terminal; a command that was stopped says only that.
        lines = [line for line in said if without_commands(line) == line]
        page = None if followed is None else "/".join((page_name(followed.club), page_name(followed.competition), PAGE))
        return {
            "competitions": known,
            "followed": followed,
            "is_followed": runs,
            "wrong": [] if runs or self._program.status != UNUSABLE else [*map(without_commands, said)],
            "page": page if page and (self._desk.paths.reports / page).is_file() else None,
            "address": page and f"/site/{quote(page)}",
            "last_line": lines[-1] if runs and lines else "",
            "files": list(_recent(self._desk.landing)),
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the buttons do."""
        return {"/live/begin": self._begin, "/live/end": self._end, "/live/pause": self._pause}

    def _begin(self, fields: Fields) -> None:
        to = self._chosen(fields)
        source = text_of(fields, "source").strip('"')
        if self._program.runs():
            raise UnusableError("an evening is followed already")
        if not source and not state_of(to.folder):
            raise UnusableError("name the file that has the results of tonight")
        self._program.start("live", to.folder, *([source] if source else []), *self._desk.job.places)

    def _end(self, fields: Fields) -> None:
        to = self._chosen(fields)
        self._program.stop()
        self._desk.job.start("live", to.folder, "--end")
        self._desk.say(gettext("The evening is over: its results come in now."))

    def _pause(self, fields: Fields) -> None:
        del fields
        self._program.stop()

    def _chosen(self, fields: Fields) -> Competition:
        if (to := self._desk.competition(text_of(fields, "competition"))) is None:
            raise UnusableError("choose the competition of tonight")
        return to


def _recent(landing: Path) -> Iterator[Path]:
    """Yield the Bridgemate files of the last days, the latest first, from the folders where programs put them."""
    folders = [landing, *(Path.home() / name for name in _FOLDERS), Path("C:/Bridgemate")]
    found = list[tuple[float, Path]]()
    for folder in folders:
        with suppress(OSError):
            found += [(file.stat().st_mtime, file) for file in folder.glob("*.bws")]
    for _, file in sorted(found, reverse=True)[:_MOST_FILES]:
        yield file
