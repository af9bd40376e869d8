"""Files that the director drops: they join the competition at once, or wait for an answer.

A doubtful file waits in the desk's folder until the director decides.
"""

import datetime as dt
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from pipelines.cli.desk import beginning
from pipelines.cli.desk.answers import day_typed
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.desk.file_names import file_name, free
from pipelines.cli.desk.looked_at import DATE, TAKEN, Choice, Doubt, answers_on_date, copy_of, looked_at
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.words.languages.numbers import spoken_date
from transforms.tables.messages import gettext

_ABOUT = "about.json"
_FIRST = "first"


class Waiting(BaseModel):
    """A file that waits for an answer: its name, the doubt, and what it holds, in words.

    `folder` is the id of its competition. A first file has none yet, but the names that were typed for it.
    """

    id: str
    name: str
    doubt: Doubt
    what: list[str] = []
    folder: str = ""
    club: str = ""
    competition: str = ""


class Inbox:
    """The files that wait, in the desk's folder."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._folder = desk, desk.folder / "waiting"

    def take(self, name: str, content: bytes, to: Competition) -> None:
        """Take a file: add it to the competition and build, or let it wait. The desk says which.

        Raises:
            UnusableError: it is not a file of results.
        """
        name = file_name(name)
        if (known := copy_of(to.folder, content)) is not None:
            sentence = gettext("{name} is there already, with the same content.", name=known.name)
            self._desk.say(sentence if known.name == name else f"{name}: {sentence}")
            return
        kept = self._kept(name, content)
        try:
            what, doubt = looked_at(self._desk, kept, to)
            if doubt is None:
                self._join(kept, to.folder / name, what)
            else:
                self._wait(kept, doubt, what=what, folder=to.id)
        finally:
            if not (kept.parent / _ABOUT).exists():
                shutil.rmtree(kept.parent)

    def begin(self, name: str, content: bytes, club: str, competition: str) -> str:
        """Make a competition for its first file, or let that wait if its date is doubtful.

        Return the id of the competition; "" if the file waits.

        Raises:
            UnusableError: a name is missing, or the file has no results.
        """
        name = file_name(name)
        try:
            return self._begun(name, content, club, competition)
        except beginning.DoubtfulDayError as doubtful:
            words = gettext(
                "The file says that this evening was played on {date}. Is that right?", date=spoken_date(doubtful.day)
            )
            another = Choice(words=gettext("It was on another day"), asks=gettext("The day"), is_day=True)
            doubt = Doubt(reason=_FIRST, question=words, choices=(Choice(words=gettext("Yes")), another))
            self._wait(self._kept(name, content), doubt, club=club, competition=competition)
            return ""

    def waiting(self) -> list[Waiting]:
        """Return the files that wait for an answer, in the order in which they came."""
        notes = sorted(self._folder.glob(f"*/{_ABOUT}"), key=lambda note: (note.stat().st_mtime, note))
        return [Waiting.model_validate_json(note.read_text(encoding="utf-8")) for note in notes]

    def answer(self, wanted: str, number: int, given: str) -> None:
        """Do what the button with this number says about a waiting file; without such a button, throw it away.

        Raises:
            UnusableError: what was typed cannot be used. Then the file still waits.
        """
        about = next((one for one in self.waiting() if one.id == wanted), None)
        if about is None:
            return
        kept, to = self._folder / about.id / about.name, self._desk.competition(about.folder)
        if not 0 <= number < len(about.doubt.choices):
            self._desk.say(gettext("{name} was not added.", name=about.name))
        elif about.doubt.reason == _FIRST:
            day = day_typed(given) if about.doubt.choices[number].is_day else None
            self._begun(about.name, kept.read_bytes(), about.club, about.competition, day=day, is_right=True)
        elif to is None:
            raise UnusableError("choose the competition to which the file belongs")
        elif about.doubt.reason == DATE:
            self._dated(about, kept, to, number, given)
        elif about.doubt.reason == TAKEN and number == 0:
            self._replace(kept, to.folder / about.doubt.earlier, about.what)
        else:
            self._join(kept, free(to.folder / about.name), about.what)
        shutil.rmtree(kept.parent)

    def _begun(
        self,
        name: str,
        content: bytes,
        club: str,
        competition: str,
        *,
        day: dt.date | None = None,
        is_right: bool = False,
    ) -> str:
        of = beginning.begin(self._desk, name, content, club, competition, day=day, is_right=is_right)
        if (to := self._desk.competition(of)) is not None:
            what, _ = looked_at(self._desk, to.folder / name, to)
            self._desk.say(gettext("Added: {name}", name=name), *what)
        return of

    def _dated(self, about: Waiting, kept: Path, to: Competition, number: int, given: str) -> None:
        _, answers = answers_on_date(self._desk, kept, to)
        if not 0 <= number < len(answers):
            raise UnusableError("this question is no longer asked")
        target, answer = free(to.folder / about.name), answers[number]
        contents = [(change.path, change.content()) for change in answer.changes(given)]
        said = f"{answer.words}: {given}" if answer.asks else answer.words
        for path, content in contents:
            self._desk.journal.write(f"{about.doubt.question} → {said}", path, content)
        self._join(kept, target, about.what)

    def _replace(self, kept: Path, earlier: Path, what: Sequence[str]) -> None:
        words, target = gettext("Replaced: {name}", name=earlier.name), earlier.with_suffix(kept.suffix)
        if target != earlier:
            self._desk.journal.write(words, earlier, None)
        self._write(words, target, kept, what)

    def _join(self, kept: Path, target: Path, what: Sequence[str]) -> None:
        self._write(gettext("Added: {name}", name=target.name), target, kept, what)

    def _write(self, words: str, target: Path, kept: Path, what: Sequence[str]) -> None:
        self._desk.journal.write(words, target, kept.read_bytes())
        self._desk.say(words, *what)
        self._desk.job.start()

    def _kept(self, name: str, content: bytes) -> Path:
        kept = self._folder / secrets.token_hex(8) / name
        kept.parent.mkdir(parents=True)
        put_whole(kept, content)
        return kept

    def _wait(self, kept: Path, doubt: Doubt, **given: list[str] | str) -> None:
        about = Waiting.model_validate({"id": kept.parent.name, "name": kept.name, "doubt": doubt, **given})
        put_whole(kept.parent / _ABOUT, about.model_dump_json())
