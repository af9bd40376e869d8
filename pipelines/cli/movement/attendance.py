"""Read the names for the cards of a movement: what `barometer lines` prints, an attendance list, or table `entries`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pipelines.cli.lines import BETWEEN_NAMES
from pipelines.cli.movement.paper import Sittings
from pipelines.cli.terminal.files import lines_of_csv, placed
from pipelines.intake.readers.landing_tables import PAIR, PARTNER, PLAYER
from pipelines.machine.errors import UnusableError
from pipelines.words.suggestions import nearest, some
from transforms.balance.movement import Movement
from transforms.balance.seating.seeding import seeded
from transforms.tables.messages import Message, gettext_noop

_BETWEEN_IDS = re.compile(r"\s*[+&]\s*")
_NUMBER = ("number", "entrant")
_THIRD = ("third_id", "third")
_NAMES = ((*PLAYER, "name"), (*PARTNER, "partner_name"), _THIRD)
"""By player of a pair, the columns that name the player: the later of two columns, if both are filled in."""


class Row(NamedTuple):
    """A row of a file with names: a pair, or a player of a pair that has a row per player."""

    line_no: int
    cells: dict[str, str]

    def first(self, columns: Sequence[str]) -> str:
        """Return the first cell of these columns that is filled in, or ""."""
        return next(filter(None, map(self.cells.get, columns)), "")


class Seated(NamedTuple):
    """A pair of a file: the line of the file, the pair's number if the file has numbers, and the names."""

    line_no: int
    number: int | None
    names: str
    strength: float | None = None
    """How strong the pair is, if the file was asked."""


class Attendance(NamedTuple):
    """The pairs of one line (section), in the order of the file."""

    file: Path
    line: str | None
    pairs: list[Seated]

    def left_empty(self, pairs: int) -> int | None:
        """Return the only number from 1 to `pairs` that the file does not have; None if there is no such number."""
        free = {*range(1, pairs + 1)} - {pair.number for pair in self.pairs}
        has_numbers = any(pair.number for pair in self.pairs)
        return min(free) if has_numbers and len(free) == 1 else None

    def seated(self, pairs: int, absent: int | None) -> Sittings:
        """Return the names by number for a movement for so many pairs, in which number `absent` stays empty.

        A file without numbers has the pairs in the order of their numbers. UnusableError: they are too many or too few.
        """
        there = [number for number in range(1, pairs + 1) if number != absent]
        if all(pair.number is None for pair in self.pairs):
            self._refuse(self.pairs[len(there) :], len(there), absent)
            numbered = dict(zip(there, (pair.names for pair in self.pairs), strict=False))
        else:
            self._refuse([pair for pair in self.pairs if pair.number not in there], pairs, absent)
            numbered = {pair.number: pair.names for pair in self.pairs if pair.number is not None}
        if missing := [str(number) for number in there if number not in numbered]:
            sentence = gettext_noop(
                "{file}: the movement has {pairs} pairs, but the file names {count}: nobody has number {missing}. Add "
                "rows, give --pairs {count} instead of --tables, or name one number that stays empty with --absent"
            )
            gaps = {"pairs": len(there), "count": len(numbered), "missing": some(missing)}
            raise UnusableError(sentence, file=self.file, **gaps)
        return Sittings(numbered, self.line)

    def seeded(self, movement: Movement, winners: int, absent: int | None) -> "Attendance":
        """Return the pairs with numbers for a movement by their strength; see `seeded` there."""
        if len(self.pairs) != movement.pairs - (absent is not None):
            return self  # `seated` says what is wrong
        given = seeded(movement, [pair.strength or 0 for pair in self.pairs], winners=winners, absent=absent)
        return self._replace(
            pairs=[pair._replace(number=number) for pair, number in zip(self.pairs, given, strict=True)]
        )

    def _refuse(self, surplus: Sequence[Seated], pairs: int, absent: int | None) -> None:
        if not surplus:
            return
        first = surplus[0]
        with placed(self.file, first.line_no):
            if first.number is not None and first.number == absent:
                raise UnusableError(
                    "number {number}, {names}: this number is to stay empty; give another number with --absent",
                    number=first.number,
                    names=first.names,
                )
            number = first.number or pairs + 1
            raise UnusableError(
                "number {number}, {names}: the movement has numbers 1 to {pairs}; remove the row, or choose a movement "
                "for more pairs with --pairs {count}",
                number=number,
                names=first.names,
                pairs=pairs,
                count=max(number, len(self.pairs)),
            )


def attendance(files: Sequence[Path], line: str | None, strength: str | None = None) -> Attendance:
    """Return the pairs of a line from a file with names; `line` may be left out if the file has only one.

    `files` may also have a table with the columns player_id and name: it gives names to the ids of the other file.
    With `strength`, this column says how strong each pair is, and numbers in the file do not count.

    Raises:
        UnusableError: a file has other columns, a number twice or a row without names, or the line is unknown.
    """
    tables = {file: list(_rows(file)) for file in files}
    known = {file: rows for file, rows in tables.items() if _is_of_players(rows)}
    named = [file for file in tables if file not in known]
    if len(named) != 1 or len(known) > 1:
        sentence = gettext_noop(
            "--names {files}: give one file with the pairs, and if its players are numbers, one with the columns "
            "player_id and name"
        )
        raise UnusableError(sentence, files=", ".join(map(str, files)))
    names = {row.cells["player_id"]: row.cells["name"] for rows in known.values() for row in rows}
    (file,) = named
    rows, chosen = _of_line(file, tables[file], line)
    of_players = rows[0].cells.keys() >= {"entrant", "player_id"} and rows[0].cells.keys().isdisjoint(PARTNER)
    if of_players and strength is not None:
        raise UnusableError("{file}: to seed a field, give a file with a row for each pair", file=file)
    pairs = _by_player(file, rows, names) if of_players else [_pair(file, row, names) for row in rows]
    if strength is not None:
        of_pairs = zip(pairs, rows, strict=False)
        strong = [pair._replace(number=None, strength=_strength(file, row, strength)) for pair, row in of_pairs]
        return Attendance(file, chosen, strong)
    seen: dict[int, int] = {}
    for pair in pairs:
        with placed(file, pair.line_no):
            if pair.number in seen:
                raise UnusableError(
                    "number {number}, {names}: line {line_no} has this number too; give each pair its own number",
                    number=pair.number,
                    names=pair.names,
                    line_no=seen[pair.number],
                )
            if (pair.number is None) != (pairs[0].number is None):
                raise UnusableError("number: some rows have a number, and some have none; fill in all of them, or none")
            if pair.number is not None:
                seen[pair.number] = pair.line_no
    return Attendance(file, chosen, pairs)


def _rows(file: Path) -> Iterator[Row]:
    columns: list[str] = []
    has_rows = False
    for line_no, cells in lines_of_csv(file, Message("attendance list")):
        if line_no == 1:
            columns = [cell.lower().replace(" ", "_") for cell in cells]
            known = {*PLAYER, *PAIR} & {*columns}
            with placed(file, line_no):
                if not known:
                    sentence = gettext_noop(
                        "{columns}: the first line must name the column pair, or player_id and partner_id, or entrant "
                        "and player_id; a column line and a column number may be added"
                    )
                    raise UnusableError(sentence, columns=", ".join(cells))
        elif any(cells):
            has_rows = True
            yield Row(line_no, dict(zip(columns, cells, strict=False)))
    if not has_rows:
        raise UnusableError("{file}: this file names nobody; write a row for each pair", file=file)


def _is_of_players(rows: Sequence[Row]) -> bool:
    columns = rows[0].cells.keys()
    return {"player_id", "name"} <= columns and columns.isdisjoint((*PARTNER, *PAIR, *_NUMBER))


def _of_line(file: Path, rows: list[Row], line: str | None) -> tuple[list[Row], str | None]:
    sessions = {row.cells.get("session_id", "") for row in rows}
    if len(sessions) > 1:
        sentence = gettext_noop("{file}: session_id: this file has several sessions, {sessions}; keep the rows of one")
        raise UnusableError(sentence, file=file, sessions=some(sorted(sessions)))
    lines = sorted({row.cells.get("line", "") for row in rows})
    if line is None and len(lines) > 1:
        sentence = gettext_noop(
            "{file}: line: this file has the lines {lines}; choose one with --line, such as --line {one}"
        )
        raise UnusableError(sentence, file=file, lines=", ".join(lines), one=lines[-1])
    wanted = lines[0] if line is None else line
    of_line = [row for row in rows if row.cells.get("line", "").casefold() == wanted.casefold()]
    if not of_line:
        if lines == [""]:
            raise UnusableError("--line {line}: {file} has no column line; leave out --line", line=line, file=file)
        sentence = gettext_noop("--line {line}: {file} has no such line{near}; it has {lines}")
        gaps = {"near": nearest(wanted, lines), "lines": ", ".join(lines)}
        raise UnusableError(sentence, line=line, file=file, **gaps)
    return of_line, of_line[0].cells.get("line") or None


def _by_player(file: Path, rows: Sequence[Row], names: Mapping[str, str]) -> list[Seated]:
    pairs: dict[str, list[Row]] = {}
    for row in rows:
        pairs.setdefault(row.cells["entrant"], []).append(row)
    return [
        Seated(
            of_pair[0].line_no,
            _number(file, of_pair[0]),
            BETWEEN_NAMES.join(_person(file, row, row.first(("name", "player_id")), names) for row in of_pair),
        )
        for of_pair in pairs.values()
    ]


def _pair(file: Path, row: Row, names: Mapping[str, str]) -> Seated:
    if of_pair := row.first(PAIR):
        people = _BETWEEN_IDS.split(of_pair)
        words = BETWEEN_NAMES.join(map(names.__getitem__, people)) if names.keys() >= {*people} else of_pair
        return Seated(row.line_no, _number(file, row), words)
    one, other, third = (row.first(columns[::-1]) for columns in _NAMES)
    with placed(file, row.line_no):
        if not (one and other):
            raise UnusableError(
                "{columns}: the row does not name two players; fill in both, or remove the row",
                columns="player_id, partner_id",
            )
    people = [_person(file, row, person, names) for person in (one, other, third) if person]
    return Seated(row.line_no, _number(file, row), BETWEEN_NAMES.join(people))


def _person(file: Path, row: Row, person: str, names: Mapping[str, str]) -> str:
    with placed(file, row.line_no):
        if not person:
            raise UnusableError("player_id: the row names no player; fill in the player, or remove the row")
        if person.isdecimal() and names and person not in names:
            sentence = gettext_noop(
                "player_id {person}: the file with names has no such player{near}; add the player there"
            )
            raise UnusableError(sentence, person=person, near=nearest(person, names))
    return names.get(person) or person


def _strength(file: Path, row: Row, column: str) -> float:
    cell = row.cells.get(column.lower(), "")
    with placed(file, row.line_no):
        try:
            return float(cell)
        except ValueError:
            sentence = gettext_noop(
                "{column} {cell}: this does not say how strong the pair is; name a column with a number in each row, "
                "such as ranking or expected of barometer lines"
            )
            raise UnusableError(sentence, column=column, cell=cell) from None


def _number(file: Path, row: Row) -> int | None:
    column = next((name for name in _NUMBER if name in row.cells), None)
    cell = row.cells.get(column or "", "")
    if column is None or (column != "entrant" and not cell):
        return None
    with placed(file, row.line_no):
        if not (cell.isdecimal() and int(cell) > 0):
            sentence = gettext_noop("{column} {cell}: this is no number of a pair; write a whole number from 1")
            raise UnusableError(sentence, column=column, cell=cell)
    return int(cell)
