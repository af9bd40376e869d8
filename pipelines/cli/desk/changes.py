"""What an answer changes in the landing folder: settings, a row of a table, or the place of a file. All else stays."""

import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.intake.landing.folders import PEOPLE, SETTINGS
from pipelines.intake.readers.lines import SEPARATORS
from pipelines.intake.readers.words_abroad import in_our_words
from pipelines.machine.errors import UnusableError
from pipelines.settings.changing import changed, with_section
from pipelines.settings.toml_files import read_text

_SEPARATOR_NAMED = re.compile(rf'\s*"?sep=([{"".join(SEPARATORS)}])"?[^\S\n]*\n', re.IGNORECASE)
"""The line with which Excel names the separator, above the headings."""


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
        text, letters = read_text(self.path)
        named = _SEPARATOR_NAMED.match(text)
        above, body = (text[: named.end()], text[named.end() :]) if named else ("", text)
        comma = named[1] if named else max(SEPARATORS, key=body.lstrip().partition("\n")[0].count)
        end = "\r\n" if "\r\n" in text else "\n"
        rows = self._rows(body, comma)
        if not rows:
            raise UnusableError("{path}: the first line of this table must name its columns", path=self.path)
        names = in_our_words([cell.strip().lower() for cell in rows[0]], [*self.cells])
        lacking = [name for name in self.cells if name not in names]
        new = [self.cells.get(name, "") for name in [*names, *lacking]]
        if lacking:
            width, more = len(names), [lacking, *([[""] * len(lacking)] * (len(rows) - 1))]
            wider = [[*row, *[""] * (width - len(row)), *cells] for row, cells in zip(rows, more, strict=True)]
            made = _as_csv([*wider, new], comma, end)
        else:  # nothing else in the file changes, not even its quotes
            wider, made = rows, body.rstrip("\r\n") + end + _as_csv([new], comma, end)
        if self._rows(made, comma) != [*wider, new]:
            raise UnusableError("{path}: the last row of this table is not complete; correct it first", path=self.path)
        return f"{above}{made}".encode(letters)

    def _rows(self, text: str, comma: str) -> list[list[str]]:
        try:
            return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=comma) if row]
        except csv.Error as wrong:
            raise UnusableError("{path}: this table cannot be read ({why})", path=self.path, why=wrong) from None


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
