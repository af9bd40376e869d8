"""Follow an evening until it ends: a loop that asks the source, scores what it has, and writes one page."""

import datetime as dt
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from filelock import FileLock

from pipelines.cli.build import Outcome, build
from pipelines.cli.live.evening import Evening, Provisional
from pipelines.cli.live.page import PAGE, Look, how_far, page_that_leads_on, provisional_page, put
from pipelines.cli.live.sources import OnDisk, SilentError, Source, is_address
from pipelines.intake.landing.folders import SETTINGS
from pipelines.intake.landing.followed import STATE, State, is_handed_over, keep, state_of
from pipelines.machine import clock, stopping, waits
from pipelines.machine.errors import UnusableError, why
from pipelines.machine.files import aside_of, patiently, put_whole
from pipelines.machine.paths import Paths
from pipelines.reports.page_names import page_name
from pipelines.warehouse import Warehouse
from pipelines.words.languages import speaking, usual_language
from pipelines.words.plain_text import finding_in_words, to_type
from pipelines.words.progress import Progress
from transforms.tables.messages import Message, gettext, gettext_noop

Say = Callable[[str], None]
_LOCK = f"{STATE}.lock"


class Following:
    """An evening that is followed, with its source and its page. Its state in the folder survives a restart."""

    def __init__(self, folder: Path, source: str | None, page: Path | None, paths: Paths) -> None:
        if not (folder / SETTINGS).is_file():
            raise UnusableError(
                "{folder}: name the folder of a competition, with its {file}", folder=folder, file=SETTINGS
            )
        state = state_of(folder) or {}
        if not (source := source or state.get("source")):
            raise UnusableError(
                "{folder}: no evening is followed here; name the file, the folder or the address that has its "
                "results, as in: {command}",
                folder=folder,
                command=to_type("live", folder, "evening.bws"),
            )
        source = source if is_address(source) else str(Path(source).absolute())
        if state.get("has_begun") and state["source"] != source:
            raise UnusableError(
                "{folder}: an evening is followed here already, from {source}; end it with {command} or, to give it "
                "up, delete {file} in this folder",
                folder=folder,
                source=state["source"],
                command=to_type("live", folder) + " --end",
                file=STATE,
            )
        self.folder, self.evening, self._place = folder.absolute(), Evening(folder, paths.warehouse), paths.warehouse
        rules = self.evening.rules
        self.ids = rules["club"], rules["competition"]
        self.look = Look(rules["competition_name"], rules["language"] or usual_language())
        own = paths.reports.joinpath(*map(page_name, self.ids), PAGE)
        self.page = (page or Path(state.get("page") or own)).absolute()
        self.known: Provisional | None = None
        self._source = _source(source, folder)
        self._silent_since: dt.datetime | None = None
        self._read, self._seen, self._unreadable = ({"": ""} for _ in range(3))
        self._seen_at = 0.0
        self._said: set[str] = set()
        inside = None if is_address(source) or not Path(source).is_relative_to(self.folder) else Path(source)
        followed = inside and not is_handed_over(state) and inside.relative_to(self.folder).as_posix()
        self._goes_on = bool(state) and self.page.is_file()
        self._note(source=source, page=str(self.page), followed=followed or None)

    def _note(self, **more: Any) -> State:
        state: State = (state_of(self.folder) or {}) | more
        keep(self.folder, state)
        return state

    @property
    def can_end(self) -> bool:
        """Whether the source was readable at the last look, and had results."""
        return self.known is not None and self._silent_since is None

    def turn(self, say: Say) -> None:
        """Ask the source once. If something changed, score it, write the page, and say how far the evening is."""
        before = how_far(self.known)
        try:
            if (path := self._source.look()) is not None:
                self._take(path, say)
        except SilentError as silent:
            if self._silent_since is None:
                self._silent_since = dt.datetime.now(dt.UTC).astimezone()
                say(
                    gettext("{why}: what is known stays on the page, and the source is asked again", why=silent.args[0])
                )
        else:
            if self._silent_since is not None:
                say(gettext("the source answers again"))
            self._silent_since = None
        if how_far(self.known) != before:
            say(how_far(self.known))
        if self.known is not None or not self._goes_on:  # after a restart, the page stays until there is a better one
            put(self.page, provisional_page(self.look, self.known, self._silent_since))

    def _take(self, path: Path, say: Say) -> None:
        files = self.evening.files(path)
        if not self.evening.is_current(files):
            self.evening = Evening(self.folder, self._place)
            self._read, self._unreadable = {"": ""}, {"": ""}
        now = {name: file.sha256 for name, file in files.items()}
        if now == self._read:
            return
        if now != self._unreadable:
            with speaking(self.look.language):
                found = self.evening.read(files)
            for error in map(finding_in_words, found.errors.iter_rows(named=True)):
                if error not in self._said:
                    say(error)
                self._said.add(error)
            if not found.is_unreadable:
                self._count(found, now)
                return
        self._unreadable = now
        if self.known is not None:
            raise SilentError(gettext_noop("{path} cannot be read now"), path=path)

    def _count(self, found: Provisional, now: dict[str, str]) -> None:
        if now != self._seen:
            self._seen, self._seen_at = now, time.monotonic()
        is_fewer = self.known is not None and found.results.height < self.known.results.height
        if self.known is None:
            self._note(has_begun=True)
        if not is_fewer or time.monotonic() - self._seen_at >= waits.BEFORE_FEWER:
            self.known, self._read = found, now

    def hand_over(self) -> str:
        """Put the evening as a file or folder into the competition's folder, if it is not there; return its id.

        The place is noted first, so a second call after a crash writes to the same place.
        """
        state = state_of(self.folder) or {}
        source = state["source"]
        if not (ends := state.get("ends") or state.get("followed")):
            days = [] if self.known is None else self.known.sessions["date"].to_list()
            day = max(days, default=clock.today())
            suffix = ".json" if is_address(source) else "" if Path(source).is_dir() else Path(source).suffix
            names = (f"{day}{suffix}" if number == 1 else f"{day}-{number}{suffix}" for number in count(1))
            ends = next(name for name in names if not (self.folder / name).exists())
            state = self._note(ends=ends)
        if not state.get("followed"):
            self._copy(source, self.folder / ends, state)
        self._note(ends=ends, followed=None, handed_over=True)
        return str(ends)

    def _copy(self, source: str, place: Path, state: State) -> None:
        aside = aside_of(place)
        if is_address(source):
            from pipelines.cli.live.connector import document_of

            put_whole(place, document_of(state))
        elif Path(source).is_dir():
            shutil.rmtree(aside, ignore_errors=True)
            shutil.copytree(source, aside)
            shutil.rmtree(place, ignore_errors=True)
            patiently(lambda: aside.rename(place), place)
        else:
            put_whole(place, Path(source).read_bytes())


def _source(name: str, competition: Path) -> Source:
    if is_address(name):
        from pipelines.cli.live.connector import DataConnector  # not at the top: files need nothing of it

        return DataConnector(name, competition)
    return OnDisk(Path(name))


def _alone(folder: Path) -> FileLock:
    return FileLock(folder / _LOCK, is_singleton=False)


def follow(folder: Path, source: str | None, page: Path | None, paths: Paths, say: Say) -> None:
    """Follow an evening until `end` ends it in another process, or a signal stops this one."""
    command = to_type("live", folder)
    stopping.leaves(Message("the evening goes on: to follow it again, run: {command}", command=command))
    with _alone(folder):
        following = Following(folder, source, page, paths)
    say(gettext("Page: {page}", page=following.page))
    say(gettext("When the evening is over, run: {command}", command=f"{command} --end"))
    trouble = ""
    while True:
        try:
            with _alone(folder):
                if (state := state_of(folder)) is None or is_handed_over(state):
                    say(gettext("The evening is over."))
                    return
                following.turn(say)
            trouble = ""
        except (OSError, UnusableError) as wrong:  # for example, the folder is on a network that is gone for a while
            before, trouble = trouble, str(why(wrong) if isinstance(wrong, OSError) else wrong.args[0])
            if trouble != before:
                say(gettext("{why}: this is tried again", why=trouble))
        time.sleep(waits.LOOK_AT_SOURCE)


def end(folder: Path, page: Path | None, paths: Paths, progress: Progress, say: Say) -> Outcome:
    """End an evening: look once more, put it into the competition's folder, build, and lead on from its page."""
    with _alone(folder):
        following = Following(folder, None, page, paths)
        if not is_handed_over(state_of(folder)):
            following.turn(say)
            if not following.can_end:
                raise UnusableError(
                    "{folder}: the evening cannot end now, because its source cannot be read or has no results; "
                    "correct that, or delete {file} in this folder to give the evening up",
                    folder=folder,
                    file=STATE,
                )
        file_id = following.hand_over()
    outcome = build(paths, None, progress, say=say)
    own = _page_of(following, file_id, paths)
    put(following.page, page_that_leads_on(following.look, own or outcome.index, following.page))
    (folder / STATE).unlink()
    with suppress(OSError):
        (folder / _LOCK).unlink()
    return outcome


def _page_of(following: Following, file_id: str, paths: Paths) -> Path | None:
    club, competition = following.ids
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        results = warehouse.read("raw.results", [club]).filter(competition=competition)
    own = results.filter((results["file_id"] + "/").str.starts_with(f"{file_id}/")).sort("season", "session_id")
    for season, session in own.select("season", "session_id").tail(1).iter_rows():
        folder = paths.reports.joinpath(*map(page_name, (club, competition, season)))
        return folder / "sessions" / f"{page_name(session)}.html"
    return None
