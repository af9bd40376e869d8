"""What an answer changes in the landing folder: settings, a row of a table, or the place of a file. All else stays."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.intake.landing.folders import PEOPLE, SETTINGS
from pipelines.intake.readers.lines import SEPARATORS
from pipelines.intake.readers.words_abroad import in_our_words
from pipelines.machine.errors import UnusableError
from pipelines.settings.changing import changed, with_section
from pipelines.settings.toml_files import parsed, read_text

_SEPARATOR_NAMED = re.compile(rf'\s*"?sep=([{"".join(SEPARATORS)}])"?[^\S\n]*\n', re.IGNORECASE)
"""The line with which Excel names the separator, above the headings."""


_SESSION = re.compile(r"^\[\[session\]\].*\n(?:[^\s\[#].*\n?)*\n?", re.MULTILINE)
"""Matches a `[[session]]` with its keys, and the empty line below it."""


class Change(Protocol):
    """The new content of one file."""

    @property
    def path(self) -> Path:
        """The path of the file."""
        ...

    def content(self) -> bytes | None:
        """Return the new content; None removes the file. UnusableError: the change is not allowed."""
        ...


class Settings(NamedTuple):
    """Keys of a competition.toml with their new values, as `barometer set` takes them, and sections to add at its end.

    Entries of lists are added to those that are there.
    """

    competition: Competition
    values: tuple[tuple[str, str], ...]
    sections: tuple[tuple[str, Mapping[str, str]], ...] = ()

    @property
    def path(self) -> Path:
        """The path of the competition.toml."""
        return self.competition.folder / SETTINGS

    def content(self) -> bytes:
        """Return the file with the new values. UnusableError: a value is not allowed, or the file is faulty."""
        text, letters = read_text(self.path)
        for name, keys in self.sections:
            text = with_section(text, self.path, name, keys)
        for key, value in self.values:
            text = changed(text, self.path, key, value, adds=True).text
        return text.encode(letters)


class Forgotten(NamedTuple):
    """A competition.toml without what it says about the evening of one file, which is taken out."""

    competition: Competition
    file: str

    @property
    def path(self) -> Path:
        """The path of the competition.toml."""
        return self.competition.folder / SETTINGS

    def content(self) -> bytes:
        """Return the file without the sections `[[session]]` of this file alone. UnusableError: the file is faulty."""
        text, letters = read_text(self.path)
        sections, stem = parsed(text, self.path).get("session", []), Path(self.file).stem
        written = [found.span() for found in _SESSION.finditer(text)]
        for of, (start, end) in reversed([*zip(sections, written, strict=False)]):
            is_of_file = of.get("files", [self.file]) == [self.file] and of.get("session", stem) == stem
            if is_of_file and len(written) == len(sections):
                text = text[:start] + text[end:]
        return text.encode(letters)


class Row(NamedTuple):
    """A new row of a CSV table."""

    path: Path
    cells: Mapping[str, str]

    def content(self) -> bytes:
        """Return the table with the row at its end. If the table lacks a column, every row gets it.

        Raises:
            UnusableError: the file has no headings, or its last row is not complete.
        """
        if not self.path.is_file():
            return _as_csv([[*self.cells], [*self.cells.values()]], ",", "\n").encode()
        table = _Table.read(self.path)
        rows, names = table.rows, table.names(self.cells)
        lacking = [name for name in self.cells if name not in names]
        new = [self.cells.get(name, "") for name in [*names, *lacking]]
        if lacking:
            wider = table.wider(lacking)
            made = _as_csv([*wider, new], table.comma, table.end)
        else:  # nothing else in the file changes, not even its quotes
            wider, made = rows, table.body.rstrip("\r\n") + table.end + _as_csv([new], table.comma, table.end)
        if _rows(self.path, made, table.comma) != [*wider, new]:
            raise UnusableError("{path}: the last row of this table is not complete; correct it first", path=self.path)
        return table.encoded(made)


class Cells(NamedTuple):
    """The rows of a CSV table whose `column` has a `value`: with other `cells`, or (None) without these rows.

    If there is no such row, a new one is added.
    """

    path: Path
    column: str
    value: str
    cells: Mapping[str, str] | None

    def content(self) -> bytes:
        """Return the table after the change.

        Raises:
            UnusableError: rows are to be removed, but the table has none of them.
        """
        table = _Table.read(self.path) if self.path.is_file() else None
        names = [] if table is None else table.names([self.column, *(self.cells or ())])
        place = names.index(self.column) if self.column in names else None
        found = [
            number
            for number, row in enumerate(table.rows[1:] if table else (), 1)
            if place is not None and row[place : place + 1] == [self.value]
        ]
        if table is None or not found:
            if self.cells is None:
                sentence = "{path}: this table has no row for {value}; look in the other tables of the club"
                raise UnusableError(sentence, path=self.path, value=self.value)
            return Row(self.path, {self.column: self.value, **self.cells}).content()
        if self.cells is None:
            rows = [row for number, row in enumerate(table.rows) if number not in found]
        else:
            lacking = [name for name in self.cells if name not in names]
            rows, names = table.wider(lacking), [*names, *lacking]
            for number in found:
                rows[number] = [self.cells.get(name, cell) for name, cell in zip(names, rows[number], strict=False)]
        return table.encoded(_as_csv(rows, table.comma, table.end))


class LineRemoved(NamedTuple):
    """A CSV table without the row on one line of the file, if the file still has the content of which `sha256` is."""

    path: Path
    line_no: int
    sha256: str

    def content(self) -> bytes | None:
        """Return the table without the row; None if no other row is left.

        Raises:
            UnusableError: the file has another content now, or the row is on several lines.
        """
        if not self.path.is_file() or sha256(self.path.read_bytes()).hexdigest() != self.sha256:
            raise UnusableError("this table has changed since the pages were made; try again when they are made anew")
        table = _Table.read(self.path)
        lines, above = table.body.splitlines(keepends=True), table.above.count("\n")
        del lines[self.line_no - above - 1]
        rows = _rows(self.path, "".join(lines), table.comma)
        if len(rows) != len(table.rows) - 1:
            raise UnusableError("{path}: this row cannot be removed here; remove it in the file", path=self.path)
        return table.encoded("".join(lines)) if rows[1:] else None


class _Table(NamedTuple):
    """A CSV table as it is in its file: what is above the headings, its rows, and how it is written."""

    letters: str
    above: str
    body: str
    comma: str
    end: str
    rows: list[list[str]]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a table. UnusableError: it has no headings, or cannot be read."""
        text, letters = read_text(path)
        named = _SEPARATOR_NAMED.match(text)
        above, body = (text[: named.end()], text[named.end() :]) if named else ("", text)
        comma = named[1] if named else max(SEPARATORS, key=body.lstrip().partition("\n")[0].count)
        rows = _rows(path, body, comma)
        if not rows:
            raise UnusableError("{path}: the first line of this table must name its columns", path=path)
        return cls(letters, above, body, comma, "\r\n" if "\r\n" in text else "\n", rows)

    def names(self, wanted: Iterable[str]) -> list[str]:
        """Return the names of the columns, in our words for those that are `wanted`."""
        return list(in_our_words([cell.strip().lower() for cell in self.rows[0]], [*wanted]))

    def wider(self, lacking: Sequence[str]) -> list[list[str]]:
        """Return the rows with these columns added at their end, all of the same width."""
        width, more = len(self.rows[0]), [[*lacking], *([[""] * len(lacking)] * (len(self.rows) - 1))]
        return [[*row, *[""] * (width - len(row)), *cells] for row, cells in zip(self.rows, more, strict=True)]

    def encoded(self, body: str) -> bytes:
        """Return another body of this table as bytes."""
        return f"{self.above}{body}".encode(self.letters)


def _rows(path: Path, text: str, comma: str) -> list[list[str]]:
    try:
        return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=comma) if row]
    except csv.Error as wrong:
        raise UnusableError("{path}: this table cannot be read ({why})", path=path, why=wrong) from None


class Removed(NamedTuple):
    """A file that is taken out of its competition."""

    path: Path

    def content(self) -> None:
        """Return None. UnusableError: the file is no longer there."""
        if not self.path.is_file():
            raise UnusableError("{path} is no longer there", path=self.path)


class Copied(NamedTuple):
    """A copy of a file in another place."""

    path: Path
    of: Path

    def content(self) -> bytes:
        """Return the content of the file. UnusableError: another file has its place."""
        if self.path.exists():
            raise UnusableError("{path} is there already, so the file stays where it is", path=self.path)
        return self.of.read_bytes()


def _as_csv(rows: list[list[str]], comma: str, end: str) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=comma, lineterminator=end).writerows(rows)
    return written.getvalue()


def people_of(desk: Desk, competition: Competition) -> Path:
    """Return the path of the table that says who is who: the club's, or that of a competition that stands alone."""
    alone = competition.folder == desk.landing
    return (competition.folder if alone else competition.folder.parent) / PEOPLE
