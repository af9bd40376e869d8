"""What an answer changes in the files: keys of a settings file, or a row of a table. Everything else in them stays."""

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pipelines.cli.desk.desk import Competition, Desk
from pipelines.intake.landing.folders import PEOPLE, SETTINGS
from pipelines.machine.errors import UnusableError
from pipelines.settings.changing import changed
from pipelines.settings.toml_files import read_text


class Settings(NamedTuple):
    """Keys of a competition.toml with their new values, as `barometer set` takes them."""

    competition: Competition
    values: tuple[tuple[str, str], ...]

    @property
    def path(self) -> Path:
        """The path of the competition.toml."""
        return self.competition.folder / SETTINGS

    def content(self) -> bytes:
        """Return the file with the new values. UnusableError: a value is not allowed, or the file is faulty."""
        text, letters = read_text(self.path)
        for key, value in self.values:
            text = changed(text, self.path, key, value).text
        return text.encode(letters)


class Row(NamedTuple):
    """A new row of a CSV table."""

    path: Path
    cells: Mapping[str, str]

    def content(self) -> bytes:
        """Return the table with the row at its end. If the table lacks a column, every row gets it.

        Raises:
            UnusableError: the file is there and has no headings.
        """
        if not self.path.is_file():
            return _as_csv([[*self.cells], [*self.cells.values()]], ",", "\n").encode()
        text, letters = read_text(self.path)
        first = text.partition("\n")[0]
        comma = ";" if first.count(";") > first.count(",") else ","
        rows = list(csv.reader(io.StringIO(text), delimiter=comma))
        if not rows:
            raise UnusableError("{path}: the first line of this table must name its columns", path=self.path)
        names = [cell.strip().lower() for cell in rows[0]]
        end = "\r\n" if "\r\n" in text else "\n"
        lacking = [name for name in self.cells if name not in names]
        new = [self.cells.get(name, "") for name in [*names, *lacking]]
        if not lacking:  # nothing else in the file changes, not even its quotes
            return f"{text.rstrip()}{end}{_as_csv([new], comma, end)}".encode(letters)
        width = len(names)
        wider = [[*row, *[""] * (width - len(row)), *(lacking if number == 0 else [""] * len(lacking))]
                 for number, row in enumerate(rows) if row]  # fmt: skip
        return _as_csv([*wider, new], comma, end).encode(letters)


Change = Settings | Row


def _as_csv(rows: list[list[str]], comma: str, end: str) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=comma, lineterminator=end).writerows(rows)
    return written.getvalue()


def people_of(desk: Desk, competition: Competition) -> Path:
    """Return the path of the table that says who is who: the club's, or that of a competition that stands alone."""
    alone = competition.folder == desk.landing
    return (competition.folder if alone else competition.folder.parent) / PEOPLE
