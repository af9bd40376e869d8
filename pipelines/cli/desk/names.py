"""Who played as which pair on an evening whose file has numbers only: a form, written as table `entries`."""

import csv
import datetime as dt
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import polars as pl

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.cli.desk.file_names import file_name
from pipelines.cli.desk.screen import Fields, text_of
from pipelines.cli.desk.tonight_kept import Kept
from pipelines.cli.desk.tonight_plan import Known, Line, known_of, planned
from pipelines.cli.desk.tonight_who import LONGEST_NAME, NO_NAME, everybody
from pipelines.cli.lines import People
from pipelines.machine.errors import UnusableError
from pipelines.warehouse import Warehouse, exists
from pipelines.words.desk_words import number_said
from pipelines.words.languages.numbers import spoken_date
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.schemas import ENTRANT

_OF = ("competition", "season", "session")
_FIELDS = ("line", "entrant", "one", "other")
_COLUMNS = ("session_id", "line", "entrant", "player_id")


def address(competition: str, season: str, session: str) -> str:
    """Return the address of the form for an evening. `competition` is the id with that of the club."""
    return f"/?{urlencode(dict(zip(_OF, (competition, season, session), strict=True)))}"


class Number(NamedTuple):
    """A pair without names, the names that are typed for it so far, and for each what is wrong with it, or ""."""

    line: str
    entrant: str
    names: tuple[str, ...] = ("", "")
    faults: tuple[str, ...] = ("", "")

    @property
    def said(self) -> str:
        """The number in the current language."""
        return number_said(self.entrant)


def form(desk: Desk, query: Fields) -> Mapping[str, Any]:
    """Return what the form shows of the evening that the address names.

    Raises:
        UnusableError: everybody has a name on this evening, or there is no such evening.
    """
    competition, date, numbers = _evening(desk, query)
    known = _known(desk, competition)
    people, evening = known.so_far.people(), Kept(desk.folder).read()
    seats = dict[tuple[str, str], tuple[str, ...]]()
    if desk.competition(evening.competition) == competition:
        for line in planned(known, evening).lines:
            seats |= seated(line, {of.entrant for of in numbers if of.line == line.letter})
    typed = _typed(query)
    faults = {key: tuple(fault for _, fault in own) for key, own in _players(people, typed).items()}
    shown = {one: one if [*people.names.values()].count(name) > 1 else name for one, name in people.names.items()}
    names = {key: [shown.get(player, player) for player in players] for key, players in seats.items()} | typed
    keys = [(of.line, of.entrant) for of in numbers]
    filled = [Number(*key, (*names.get(key, ()), "", "")[:2], faults.get(key, ("", ""))) for key in keys]
    return {
        "template": "desk_names.html",
        "at": "",  # a file that is dropped on the form is asked about there
        "of": {name: text_of(query, name) for name in _OF},
        "date": date,
        "numbers": filled,
        "has_lines": len({of.line for of in numbers}) > 1,
        "everybody": everybody(people),
        "seated_on": evening.day if seats and not typed else None,
    }


def write(desk: Desk, fields: Fields) -> str | None:
    """Write the names of a filled-in form, and build. Numbers without names are asked for again.

    Return the address of the form with what was typed, if a name cannot be used.
    """
    competition, date, numbers = _evening(desk, fields)
    wanted, people = {(of.line, of.entrant) for of in numbers}, _known(desk, competition).so_far.people()
    rows, problems = list[tuple[str, ...]](), list[str]()
    for (line, entrant), own in _players(people, _typed(fields)).items():
        if (line, entrant) in wanted:
            rows += [(text_of(fields, "session"), line, entrant, player) for player, _ in own]
            problems += [f"{number_said(entrant)}: {fault}" for _, fault in own if fault]
    if problems or not rows:
        desk.say(*(problems or [gettext("no name was written")]))
        again = [(name, value) for name in (*_OF, *_FIELDS) for value in fields.getlist(name)]
        return f"/?{urlencode(again)}"
    path = competition.folder / file_name(f"entries-{text_of(fields, 'session')}.csv")
    words = gettext("Names kept for the evening of {date}", date=spoken_date(date))
    desk.journal.write(words, path, _with_rows(path, rows))
    desk.say(words)
    desk.job.start()
    return None


def _known(desk: Desk, competition: Competition) -> Known:
    if (known := known_of(desk.paths.warehouse, competition)) is None:
        raise UnusableError("this evening has names already")
    return known


def _typed(fields: Fields) -> dict[tuple[str, str], tuple[str, str]]:
    """Return both names of each number in the form, by its line and number; "" for an empty field."""
    columns = ([" ".join(str(one).split())[:LONGEST_NAME] for one in fields.getlist(name)] for name in _FIELDS)
    return {(line, entrant): (one, other) for line, entrant, one, other in zip(*columns, strict=False)}


def _players(
    people: People, typed: Mapping[tuple[str, str], Sequence[str]]
) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Return the players of each number for which a name is typed, each with what is wrong with it, or ""."""
    found = {key: [_player(people, name) for name in names] for key, names in typed.items() if any(names)}
    times = Counter(player for own in found.values() for player, _ in own if player)
    twice = gettext_noop("{name} is written twice.")
    return {
        key: [
            (player, gettext(twice, name=name) if times[player] > 1 else fault)
            for name, (player, fault) in zip(typed[key], own, strict=True)
        ]
        for key, own in found.items()
    }


def _player(people: People, name: str) -> tuple[str, str]:
    """Return the id of a known player, or the name of a new one; and what is wrong with the name, or ""."""
    found = people.called(name) if name else []
    if not name:
        return "", gettext("Write the names of both players.")
    if len(found) > 1:
        return "", gettext("Several people are called {name}. Choose one of the list.", name=name)
    if not found and NO_NAME.search(name):
        return "", gettext("{name}: this is no name.", name=name)
    return (found or [name])[0], ""


def _evening(desk: Desk, fields: Fields) -> tuple[Competition, dt.date, list[Number]]:
    """Return the competition and the date of an evening, and the numbers in its results that have no players."""
    competition = desk.competition(text_of(fields, "competition"))
    if competition is not None and exists(desk.paths.warehouse):
        of = {"club": competition.club, "competition": competition.competition}
        of |= {"season": text_of(fields, "season"), "session_id": text_of(fields, "session")}
        with Warehouse(desk.paths.warehouse, read_only=True) as warehouse:
            sessions, results, entries = (
                warehouse.read_of(f"raw.{name}", **of) for name in ("sessions", "results", "entries")
            )
        seats = pl.concat(results.select(*ENTRANT[:-1], entrant=side) for side in ("ns", "ew")).drop_nulls("entrant")
        nameless = seats.unique(ENTRANT).join(entries, on=ENTRANT, how="anti").select("line", "entrant")
        numbers = [Number(*row) for row in nameless.iter_rows()]
        if numbers and sessions.height:
            return competition, sessions["date"][0], sorted(numbers, key=lambda of: (of.line, *_in_order(of.entrant)))
    raise UnusableError("this evening has names already")


def _in_order(entrant: str) -> tuple[str, int]:
    """Sort numbers as numbers; first those of one direction, if both begin at 1."""
    number = re.match(r"\d*", entrant)
    digits = number[0] if number else ""
    return entrant.removeprefix(digits)[::-1], int(digits or 0)


def seated(line: Line, in_file: set[str]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the pairs of a line tonight by their numbers in the file, if they all fit."""
    north_south = gettext("North-South")
    by_number = {str(seat.number): seat.players for seat in line.seats}
    by_table = {
        f"{seat.table}{'NS' if seat.direction == north_south else 'EW'}": seat.players
        for seat in line.seats
        if seat.table
    }
    fit = [seats for seats in (by_number, by_table) if seats.keys() == in_file]
    return {
        (line.letter, number): players for seats in fit[:1] for number, players in seats.items() if len(players) == 2
    }


def _with_rows(path: Path, rows: list[tuple[str, ...]]) -> bytes:
    """Return the table with these rows at its end."""
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    made = io.StringIO(newline="")
    csv.writer(made, lineterminator="\n").writerows(rows if before else [_COLUMNS, *rows])
    return (before + made.getvalue()).encode()
