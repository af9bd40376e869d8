"""The files that a command reads and writes. It overwrites an existing file only if asked to."""

import csv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelines.machine.errors import UnusableError
from transforms.tables.messages import Message


def read_at_most(most: int, path: Path, kind: Message) -> bytes:
    """Return the content of a file or pipe of a `kind`. Endless devices do no harm: only `most` bytes are read."""
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise UnusableError(
            "{path}: larger than any {kind} ({most} bytes): name a {kind}", path=path, kind=kind, most=most
        )
    return content


def lines_of_csv(most: int, path: Path, kind: Message) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each line of a CSV from any spreadsheet; a row ends with its line."""
    from pipelines.intake.readers.decoding import decoded

    lines = decoded(read_at_most(most, path, kind))[0].split("\n")
    separator = max((",", ";", "\t"), key=next(filter(str.strip, lines), "").count)
    for line_no, line in enumerate(lines, start=1):
        with placed(path, line_no):
            try:
                cells = next(csv.reader([line], delimiter=separator, strict=True))
            except csv.Error as error:
                raise UnusableError(
                    "not readable as CSV ({error}); close every quote on its own line", error=error
                ) from None
        yield line_no, [cell.strip() for cell in cells]


@contextmanager
def placed(path: Path, line_no: int) -> Iterator[None]:
    """Add the file and the line to an error about a line."""
    try:
        yield
    except UnusableError as fault:
        raise UnusableError("{path}, line {line_no}: {fault}", path=path, line_no=line_no, fault=fault) from None


MADE_TO_PRINT = "Barometer movement"
"""The maker that our pages, PDFs and schedule files name."""


def refuse_to_write_over(places: Iterable[Path], *, replaces: bool, kind: str | None = None) -> None:
    """Refuse to overwrite what may be somebody's only copy; our pages, PDFs and schedules of this `kind` may go."""
    from pipelines.intake.landing.our_pages import GENERATOR

    maker = (kind or "").encode()
    ours = (GENERATOR + maker, b"/Creator (%s" % maker, b"\n# %s\n" % maker)
    for place in (one for one in places if not replaces and one.is_file()):
        content = place.read_bytes()
        if kind is None or not any(mark in content for mark in ours):
            raise UnusableError(
                "{file}: already exists, and stays as it is; name another, or add --replace to overwrite this one",
                file=place,
            )


def schedule_of(maker: str, title: str, schedule: str) -> str:
    """Return the text of a schedule file that names its maker, so that we may overwrite it; `title` is one line."""
    return f"# {title}\n# {maker}\n{schedule}"
