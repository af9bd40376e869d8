"""Files that the director drops: what is in them, and whether they join the competition at once or wait for an answer.

A file joins at once unless something about it is doubtful: nobody in it is known, it cannot be read, or a file of that
name is there with another content. A doubtful file waits in the desk's folder until the director decides.
"""

import json
import re
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.live.evening import Evening, Provisional
from pipelines.cli.new import new as beginning
from pipelines.cli.new.proposing import Choice, Sure
from pipelines.intake.landing.folders import SETTINGS
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.warehouse import Warehouse, exists
from pipelines.words.at_desk import at_desk
from pipelines.words.languages.numbers import spoken_date
from pipelines.words.words import counted
from transforms.privacy.names_in_texts import in_plain_letters
from transforms.tables.messages import gettext, gettext_noop, ngettext

_NOT_IN_A_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*\x7f]+')
_LONGEST_NAME = 100
_ABOUT = "about.json"
_FEWEST_PEOPLE = 8
"""With fewer people than this in the file, or known to the club, nothing is concluded from their names."""
_FEW_KNOWN = 1 / 3
STRANGERS, UNREADABLE, TAKEN = "strangers", "unreadable", "taken"
_REASONS = {
    STRANGERS: gettext_noop("Hardly anybody in this file has played here. Does it belong to {competition}?"),
    UNREADABLE: gettext_noop("This file cannot be read as results. Add it nevertheless?"),
    TAKEN: gettext_noop("A file called {name} is there with other content. Is this one its correction?"),
}


class Waiting(NamedTuple):
    """A file that waits for an answer: what it holds, in words, and the question."""

    id: str
    name: str
    competition: str
    reason: str
    what: list[str]

    @property
    def question(self) -> str:
        """The question about the file."""
        return gettext(_REASONS[self.reason], name=self.name, competition=self.competition)


class Inbox:
    """The files that wait, in the desk's folder."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._folder = desk, desk.folder / "waiting"

    def take(self, name: str, content: bytes, to: Competition) -> None:
        """Take a file: add it to the competition and build, or let it wait. The desk says which."""
        name = file_name(name)
        target = to.folder / name
        if target.is_file() and target.read_bytes() == content:
            self._desk.say(gettext("{name} is there already, with the same content.", name=name))
            return
        kept = self._folder / secrets.token_hex(8)
        kept.mkdir(parents=True)
        put_whole(kept / name, content)
        what, doubt = self._looked_at(kept / name, to)
        reason = TAKEN if target.exists() else doubt
        if reason is None:
            self._join(kept, name, target, what)
            return
        about = Waiting(kept.name, name, to.name, reason, what)._asdict() | {"folder": to.id}
        put_whole(kept / _ABOUT, json.dumps(about, ensure_ascii=False))

    def begin(self, name: str, content: bytes, club: str, competition: str) -> None:
        """Make the first competition for a file: its folder, its settings, and the file itself; then build.

        Raises:
            UnusableError: a name is missing, or the file has no results.
        """
        if not (club.strip() and competition.strip()):
            raise UnusableError("write the names of the club and of the competition")
        folder = self._desk.landing / folder_name(club) / folder_name(competition)
        if (folder / SETTINGS).exists():
            raise UnusableError("{folder}: there is a competition here already", folder=folder)
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        put_whole(folder / file_name(name), content)
        try:
            found = beginning.look_and_propose(folder, lambda *_: None)
            list(beginning.what_is_there(found.seen))  # raises if no file has results
            names = [Choice(name.strip(), Sure.SURE, gettext("written on the desk")) for name in (club, competition)]
            proposal = found.proposal._replace(club=names[0], competition=names[1])
            beginning.write(found._replace(proposal=proposal))
        except UnusableError:
            if is_new:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        self._desk.job.start()
        if (to := self._desk.competition(None)) is not None:
            what, _ = self._looked_at(folder / file_name(name), to)
            self._desk.say(gettext("Added: {name}", name=file_name(name)), *what)

    def waiting(self) -> list[Waiting]:
        """Return the files that wait for an answer, in the order in which they came."""
        notes = sorted(self._folder.glob(f"*/{_ABOUT}"), key=lambda note: (note.stat().st_mtime, note))
        return [_waiting(note) for note in notes]

    def answer(self, wanted: str, choice: str) -> None:
        """Add a waiting file to its competition (`add`), beside the file of that name (`both`), or `throw` it away."""
        note = next((note for note in self._folder.glob(f"*/{_ABOUT}") if note.parent.name == wanted), None)
        if note is None:
            return
        about, of = _waiting(note), json.loads(note.read_text(encoding="utf-8"))["folder"]
        competition = self._desk.competition(of)
        if choice == "throw" or competition is None:
            shutil.rmtree(note.parent, ignore_errors=True)
            self._desk.say(gettext("{name} was not added.", name=about.name))
            return
        target = competition.folder / about.name
        if choice == "both":
            target = _free(target)
        self._join(note.parent, about.name, target, about.what)

    def _join(self, kept: Path, name: str, target: Path, what: Sequence[str]) -> None:
        words = gettext("Added: {name}", name=target.name)
        self._desk.journal.write(words, target, (kept / name).read_bytes())
        shutil.rmtree(kept, ignore_errors=True)
        self._desk.say(words, *what)
        self._desk.job.start()

    def _looked_at(self, path: Path, to: Competition) -> tuple[list[str], str | None]:
        """Return what a file holds, in words, and why it has to wait, if it has to."""
        evening = Evening(to.folder, self._desk.paths.warehouse)
        found = evening.read(evening.files(path))
        if found.lists.is_empty():
            errors = [at_desk(row).words for row in found.errors.head(3).iter_rows(named=True)]
            return errors, UNREADABLE if errors else None
        people = {player["name"] for players in found.lists["players"].drop_nulls() for player in players}
        known = self._known(to.club)
        is_strange = min(len(people), len(known)) >= _FEWEST_PEOPLE and len(people & known) < _FEW_KNOWN * len(people)
        return list(_in_words(found)), STRANGERS if is_strange else None

    def _known(self, club: str) -> set[str]:
        if not exists(self._desk.paths.warehouse):
            return set()
        with Warehouse(self._desk.paths.warehouse, read_only=True) as warehouse:
            players = warehouse.read_all_seasons("raw.players", [club])
        return {*players.select(pl.coalesce("name", "player_id")).to_series()}


def _waiting(note: Path) -> Waiting:
    about = json.loads(note.read_text(encoding="utf-8"))
    return Waiting(**{name: about[name] for name in Waiting._fields})


def _in_words(found: Provisional) -> list[str]:
    """Return a line for each evening in a file: date, title, how many entrants and boards, and who won."""
    lines = []
    for session in found.sessions.sort("date", "session_id", nulls_last=True).iter_rows(named=True):
        of = found.lists.filter(session_id=session["session_id"], season=session["season"])
        boards = found.results.filter(session_id=session["session_id"])["board"].n_unique()
        first = of.filter(pl.col("rank").is_in(["1", "1="]))["names"].drop_nulls()
        day = spoken_date(session["date"]) if session["date"] else gettext("without a date")
        title = session.get("title") or session["session_id"]
        counts = ngettext("{number} entrant", "{number} entrants", of.height)
        won = gettext("won by {winners}", winners="; ".join(first)) if len(first) else ""
        lines.append(" · ".join(filter(None, (day, title, counts, counted(boards, "board"), won))))
    return lines


def file_name(name: str) -> str:
    """Return a name for a dropped file that is safe on every system. UnusableError: nothing is left of it."""
    last = _NOT_IN_A_NAME.sub("_", name.replace("\\", "/").rpartition("/")[2]).strip(" .")
    stem, dot, suffix = last.rpartition(".")
    short = f"{(stem or suffix)[:_LONGEST_NAME]}{dot if stem else ''}{suffix[:10] if stem else ''}"
    if not short.strip("_ .") or short.lower() in (SETTINGS, "club.toml"):
        raise UnusableError("{name}: this is not the name of a result file", name=name or '""')
    return short


def folder_name(words: str) -> str:
    """Return the name of a folder for a club or a competition: its name in plain small letters."""
    return re.sub(r"[^a-z0-9]+", "-", in_plain_letters(words)).strip("-")[:40].strip("-") or "club"


def _free(path: Path) -> Path:
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, 1000))
    return next(one for one in numbered if not one.exists())
