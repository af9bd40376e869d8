"""Read and write files for commands. An existing file is overwritten only on request."""

import csv
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelines.machine.errors import UnusableError, why
from pipelines.machine.files import NotAFileError, TooLargeError, bytes_of
from transforms.tables.messages import Message, gettext_noop

_MOST_BYTES = 50_000_000


def read_whole(path: Path, kind: Message) -> bytes:
    """Return the content of a file of this kind, or of the standard input for `-`. A pipe or device is refused."""
    try:
        content = sys.stdin.buffer.read(_MOST_BYTES + 1) if str(path) == "-" else bytes_of(path, _MOST_BYTES)
    except TooLargeError:
        content = bytes(_MOST_BYTES + 1)
    except NotAFileError as wrong:
        sentence = gettext_noop("{path}: this is {is_what}, not a file; name a file, or - to read the standard input")
        raise UnusableError(sentence, path=path, is_what=why(wrong)) from None
    if len(content) > _MOST_BYTES:
        sentence = gettext_noop(
            "{path}: this file has more than {most} bytes, too many for this kind of file: {kind}. Name the right file"
        )
        raise UnusableError(sentence, path=path, kind=kind, most=_MOST_BYTES)
    return content


def lines_of_csv(path: Path, kind: Message) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each line of a CSV file. No cell may continue on the next line."""
    from pipelines.intake.readers.decoding import decoded

    lines = decoded(read_whole(path, kind))[0].split("\n")
    separator = max((",", ";", "\t"), key=next(filter(str.strip, lines), "").count)
    for line_no, line in enumerate(lines, start=1):
        with placed(path, line_no):
            try:
                cells = next(csv.reader([line], delimiter=separator, strict=True))
            except csv.Error as error:
                raise UnusableError(
                    "this file cannot be read as CSV ({error}); close every quotation mark on the line on "
                    "which it is opened",
                    error=error,
                ) from None
        yield line_no, [cell.strip() for cell in cells]


@contextmanager
def placed(path: Path, line_no: int) -> Iterator[None]:
    """Add the file and the line to an UnusableError that is raised inside."""
    try:
        yield
    except UnusableError as fault:
        raise UnusableError("{path}, line {line_no}: {fault}", path=path, line_no=line_no, fault=fault) from None


def refuse_to_write_over(places: Iterable[Path], *, replaces: bool, kind: str | None = None) -> None:
    """Refuse to overwrite somebody's file. Barometer may overwrite its own pages, PDFs and schedules of this `kind`."""
    from pipelines.intake.landing.our_pages import GENERATOR

    maker = (kind or "").encode()
    ours = (GENERATOR + maker, b"/Creator (%s" % maker, b"\n# %s\n" % maker)
    for place in (one for one in places if not replaces and one.is_file()):
        if kind is None or not any(mark in place.read_bytes() for mark in ours):
            raise UnusableError(
                "{file} already exists, and stays as it is; name another file, or add --replace to overwrite this one",
                file=place,
            )
