"""The first screen: drop a file, see what came in, answer what is asked, and take answers back."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile

from pipelines.cli.desk import names
from pipelines.cli.desk.changes import Forgotten
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.inbox import Inbox
from pipelines.cli.desk.questions import a_file_came, answered, put_off, questions
from pipelines.cli.desk.screen import Act, Fields, number_of, text_of
from pipelines.intake.landing.folders import SETTINGS
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import gettext, gettext_noop

_MOST_ENTRIES = 20


class Home:
    """The inbox of the desk."""

    path, name, template = "/", gettext_noop("Inbox"), "desk_home.html"

    def __init__(self, desk: Desk) -> None:
        self.desk, self._inbox = desk, Inbox(desk)
        self._answered = set[str]()
        """The questions that were answered since the last build ended."""

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return the files that wait, the questions of the last build, and the last answers."""
        wrong: tuple[object, ...] = ()
        if "session" in query:
            try:
                return names.form(self.desk, query)
            except UnusableError as why:
                wrong = why.args
        job, journal = self.desk.job, self.desk.journal
        entries = [entry for entry in journal.entries() if not entry.undone]
        return {
            "waiting": self._inbox.waiting(),
            "news": job.news,
            "questions": [one for one in questions(self.desk) if not (job.runs() and one.id in self._answered)],
            "entries": [(entry, journal.with_later(entry.number)) for entry in entries[:_MOST_ENTRIES]],
            **({"said": [*map(str, wrong)]} if wrong else {}),
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the buttons of this screen do."""
        return {
            "/files": self._take,
            "/waiting": self._decide,
            "/answers": self._answer,
            "/later": lambda fields: put_off(self.desk, text_of(fields, "question")),
            "/names": lambda fields: names.write(self.desk, fields),
            "/undo": self._undo,
            "/build": lambda _: self.desk.job.start(),
            "/watch": self._watch,
        }

    def _take(self, fields: Fields) -> None:
        files = [one for one in fields.getlist("file") if isinstance(one, UploadFile) and one.filename]
        if not files:
            raise UnusableError("no file was chosen")
        a_file_came(self.desk)
        new = {name: text_of(fields, name) for name in ("club", "name")}
        competition, wrong = text_of(fields, "competition"), list[object]()
        for file in files:
            try:
                competition = self._add(str(file.filename), file.file.read(), competition, new)
            except UnusableError as one:
                wrong += one.args
        if wrong:
            raise UnusableError(*wrong)

    def _add(self, name: str, content: bytes, wanted: str, new: Mapping[str, str]) -> str:
        """Add a file to a competition, or begin one with it. Return the id of the competition."""
        if (new["name"] and not wanted) or not self.desk.competitions():
            return self._inbox.begin(name, content, new["club"], new["name"])
        if (to := self.desk.competition(wanted)) is None:
            raise UnusableError("choose the competition to which the file belongs")
        self._inbox.take(name, content, to)
        return to.id

    def _watch(self, _: Fields) -> None:
        job = self.desk.job
        if self.desk.competitions() and not job.runs():
            job.watch()
            if job.runs():
                a_file_came(self.desk)

    def _decide(self, fields: Fields) -> None:
        a_file_came(self.desk)
        self._inbox.answer(text_of(fields, "file"), number_of(fields, "choice"), text_of(fields, "given"))

    def _answer(self, fields: Fields) -> None:
        if not self.desk.job.runs():
            self._answered.clear()
        wanted = text_of(fields, "question")
        answered(self.desk, wanted, number_of(fields, "answer"), text_of(fields, "given"))
        self._answered.add(wanted)

    def _undo(self, fields: Fields) -> None:
        undone = self.desk.journal.undo(number_of(fields, "entry"))
        self._answered.clear()
        for entry in undone:
            for file in entry.files:
                if file.before is None:
                    self._forget(file.path)
            self.desk.say(gettext("Taken back: {what}", what=entry.said))
        self.desk.job.start()

    def _forget(self, file: Path) -> None:
        """Take what was answered about a file out of the settings of its competition."""
        for of in self.desk.competitions():
            if file.is_relative_to(of.folder) and file.name != SETTINGS:
                name = file.relative_to(of.folder).as_posix()
                forgotten = Forgotten(of, name)
                words = gettext("Answers about {name} taken back", name=name)
                with suppress(UnusableError, OSError):  # settings that cannot be read stay as they are
                    self.desk.journal.write(words, forgotten.path, forgotten.content())
