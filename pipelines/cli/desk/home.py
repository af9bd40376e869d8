"""The first screen: drop a file, see what came in, answer what is asked, and take answers back."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import UploadFile

from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.inbox import Inbox
from pipelines.cli.desk.questions import answered, put_off, questions
from pipelines.cli.desk.screen import Act, Fields, number_of, text_of
from pipelines.machine.errors import UnusableError
from transforms.tables.messages import gettext, gettext_noop

_MOST_ENTRIES = 20


class Home:
    """The inbox of the desk."""

    path, name, template = "/", gettext_noop("Inbox"), "desk_home.html"

    def __init__(self, desk: Desk) -> None:
        self._desk, self._inbox = desk, Inbox(desk)

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return the files that wait, the questions of the last build, and the last answers."""
        del query
        job, journal = self._desk.job, self._desk.journal
        entries = [entry for entry in journal.entries() if not entry.undone]
        return {
            "waiting": self._inbox.waiting(),
            "news": job.news,
            "questions": [] if job.runs() else questions(self._desk),
            "entries": [(entry, journal.with_later(entry.number)) for entry in entries[:_MOST_ENTRIES]],
        }

    def acts(self) -> Mapping[str, Act]:
        """Return what the buttons of this screen do."""
        return {
            "/files": self._take,
            "/waiting": self._decide,
            "/answers": self._answer,
            "/later": lambda fields: put_off(self._desk, text_of(fields, "question")),
            "/undo": self._undo,
            "/build": lambda _: self._desk.job.start(),
            "/watch": self._watch,
        }

    def _take(self, fields: Fields) -> None:
        files = [one for one in fields.getlist("file") if isinstance(one, UploadFile) and one.filename]
        if not files:
            raise UnusableError("no file was chosen")
        wrong = list[object]()
        for file in files:
            try:
                self._add(str(file.filename), file.file.read(), fields)
            except UnusableError as one:
                wrong += one.args
        if wrong:
            raise UnusableError(*wrong)

    def _add(self, name: str, content: bytes, fields: Fields) -> None:
        if (to := self._desk.competition(text_of(fields, "competition"))) is not None:
            self._inbox.take(name, content, to)
        elif self._desk.competitions():
            raise UnusableError("choose the competition to which the file belongs")
        else:
            self._inbox.begin(name, content, text_of(fields, "club"), text_of(fields, "name"))

    def _watch(self, _: Fields) -> None:
        if self._desk.competitions():
            self._desk.job.watch()

    def _decide(self, fields: Fields) -> None:
        self._inbox.answer(text_of(fields, "file"), text_of(fields, "choice"))

    def _answer(self, fields: Fields) -> None:
        answered(self._desk, text_of(fields, "question"), number_of(fields, "answer"), text_of(fields, "given"))

    def _undo(self, fields: Fields) -> None:
        for entry in self._desk.journal.undo(number_of(fields, "entry")):
            self._desk.say(gettext("Taken back: {what}", what=entry.said))
        self._desk.job.start()
