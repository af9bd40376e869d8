"""What is in a file that was dropped, in words, and the doubt because of which it has to wait."""

from pathlib import Path
from typing import Any

import polars as pl
from pydantic import BaseModel

from pipelines.cli.desk.answers import Answer, answered_by_buttons
from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.live.evening import Evening, Provisional
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse, exists
from pipelines.words.at_desk import at_desk
from pipelines.words.languages.numbers import spoken_date
from pipelines.words.words import counted
from transforms.rankings.rankings import IN_PAIRS
from transforms.tables.messages import gettext, ngettext
from transforms.tables.schemas import SESSION

STRANGERS, PARTS, TAKEN, DATE = "strangers", "parts", "taken", "date"
"""Why a file waits: nobody is known, it is no whole evening, its evening is there already, or its date is doubtful."""
_FEWEST_PEOPLE = 8
"""With fewer people than this in the file, or known to the club, nothing is concluded from their names."""
_FEW_KNOWN = 1 / 3
_SAME = 1 / 2
"""The least share of the same boards, pairs and people in two files of one evening."""
_NOT_READ = "unread."
"""How the codes of findings on files begin that are no results at all."""


class Choice(BaseModel, frozen=True):
    """A button: its words, and the label of a field to fill in before, if any."""

    words: str
    asks: str = ""
    is_day: bool = False


class Doubt(BaseModel, frozen=True):
    """What is asked about a file, and the buttons below. `earlier` is the file that has its evening."""

    reason: str
    question: str
    choices: tuple[Choice, ...]
    earlier: str = ""


def looked_at(desk: Desk, path: Path, to: Competition) -> tuple[list[str], Doubt | None]:
    """Return a line for each evening in a file, and why the file has to wait, if it has to.

    Raises:
        UnusableError: it is not a file of results.
    """
    found = _read(desk, path, to)
    what = list(_in_words(found))
    if found.lists.is_empty():
        return _without_evening(desk, path, to, found)
    if (earlier := _earlier(desk, path, to, found)) is not None:
        words = gettext("{earlier} has other results of this evening. Is this file its correction?", earlier=earlier)
        choices = gettext("Yes, it replaces the earlier one"), gettext("No, keep both")
        return what, Doubt(reason=TAKEN, question=words, choices=_choices(*choices), earlier=earlier)
    people = _people(found)
    known = _known(desk.paths.warehouse, to.club)
    if min(len(people), len(known)) >= _FEWEST_PEOPLE and len(people & known) < _FEW_KNOWN * len(people):
        words = gettext(
            "Hardly anybody in this file has played here. Does it belong to {competition}?", competition=to.name
        )
        return what, Doubt(reason=STRANGERS, question=words, choices=_choices(gettext("Yes, add it")))
    return what, None


def answers_on_date(desk: Desk, path: Path, to: Competition) -> tuple[str, tuple[Answer, ...]]:
    """Return the question about the date of a file that is in no season, and its answers; ("", ()) without any."""
    return _on_date(desk, to, _read(desk, path, to))


def copy_of(folder: Path, content: bytes) -> Path | None:
    """Return a file of a competition that has this content."""
    files = (one for one in folder.rglob("*") if one.is_file() and one.stat().st_size == len(content))
    return next((one for one in sorted(files) if one.read_bytes() == content), None)


def _read(desk: Desk, path: Path, to: Competition) -> Provisional:
    evening = Evening(to.folder, desk.paths.warehouse)
    return evening.read(evening.files(path))


def _on_date(desk: Desk, to: Competition, found: Provisional) -> tuple[str, tuple[Answer, ...]]:
    for row in found.errors.filter(field="date").iter_rows(named=True):
        return answered_by_buttons(desk, {**row, "session_id": None, "settles": None}, to, is_evening=True)
    return "", ()


def _without_evening(desk: Desk, path: Path, to: Competition, found: Provisional) -> tuple[list[str], Doubt | None]:
    question, answers = _on_date(desk, to, found)
    if answers:
        choices = (Choice(words=one.words, asks=one.asks, is_day=one.is_day) for one in answers)
        return [], Doubt(reason=DATE, question=question, choices=tuple(choices))
    errors = [at_desk(row).words for row in found.errors.head(3).iter_rows(named=True)]
    if not found.errors.filter(pl.col("code").str.starts_with(_NOT_READ)).is_empty():
        raise UnusableError("{name}: {why}", name=path.name, why=errors[0])
    if not errors:
        return [], None
    words = gettext("This file alone has no evening with results. Add it nevertheless?")
    return errors, Doubt(reason=PARTS, question=words, choices=_choices(gettext("Yes, add it")))


def _choices(*words: str) -> tuple[Choice, ...]:
    return tuple(Choice(words=one) for one in words)


def _earlier(desk: Desk, path: Path, to: Competition, found: Provisional) -> str | None:
    """Return the file of the competition that has the evening of this one, and no other: by name, or by what it has."""
    if (to.folder / path.name).is_file():
        return path.name
    if found.sessions.height != 1 or not exists(desk.paths.warehouse):
        return None
    of = {"club": to.club, "competition": to.competition}
    with Warehouse(desk.paths.warehouse, read_only=True) as warehouse:
        sessions = warehouse.read_of("raw.sessions", **of)
        alone = sessions.filter(pl.len().over("file_id") == 1, date=found.sessions["date"][0])
        results, entries = (
            warehouse.read_of(name, **of).join(alone.select(*SESSION, of_file="file_id"), on=SESSION)
            for name in ("raw.results", "raw.entries")
        )
        names = warehouse.read_all_seasons("raw.players", [to.club]).select("player_id", "name").drop_nulls()
    people, by_id = _people(found), dict(names.iter_rows())
    for file in alone["file_id"]:
        theirs = {by_id.get(one, one) for one in entries.filter(of_file=file)["player_id"].drop_nulls()}
        same_boards = _share(_played(found.results), _played(results.filter(of_file=file))) >= _SAME
        if (
            same_boards
            and (not people or not theirs or _share(people, theirs) >= _SAME)
            and (to.folder / file).is_file()
        ):
            return str(file)
    return None


def _played(results: pl.DataFrame) -> set[Any]:
    return {*results.select("board", "ns", "ew").iter_rows()}


def _share(some: set[Any], others: set[Any]) -> float:
    return len(some & others) / max(1, min(len(some), len(others)))


def _people(found: Provisional) -> set[str]:
    return {player["name"] for players in found.lists["players"].drop_nulls() for player in players}


def _known(place: Place, club: str) -> set[str]:
    if not exists(place):
        return set()
    with Warehouse(place, read_only=True) as warehouse:
        players = warehouse.read_all_seasons("raw.players", [club])
    return {*players.select(pl.coalesce("name", "player_id")).to_series()}


def _in_words(found: Provisional) -> list[str]:
    """Return a line for each evening in a file: date, title, how many pairs and boards, and who won."""
    lines = []
    for session in found.sessions.sort("date", "session_id", nulls_last=True).iter_rows(named=True):
        of = found.lists.filter(session_id=session["session_id"], season=session["season"])
        boards = found.results.filter(session_id=session["session_id"])["board"].n_unique()
        first = of.filter(pl.col("rank").is_in(["1", "1="]))["names"].drop_nulls()
        first = first.filter(first != "")
        day = spoken_date(session["date"]) if session["date"] else gettext("without a date")
        title = session.get("title") or session["session_id"]
        entrants = ngettext("{number} entrant", "{number} entrants", of.height)
        counts = counted(of.height, "pair") if session["kind"] in IN_PAIRS else entrants
        won = gettext("won by {winners}", winners="; ".join(first)) if len(first) else ""
        lines.append(" · ".join(filter(None, (day, title, counts, counted(boards, "board"), won))))
    return lines
