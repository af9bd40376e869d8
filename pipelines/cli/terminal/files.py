"""Files that a command is given to read, and those it writes: one that is there goes only where that is meant."""

import re
from collections.abc import Iterable, Mapping
from html import unescape
from pathlib import Path

from pipelines.machine.errors import UnusableError
from transforms.tables.messages import Message


def read_at_most(most: int, path: Path, kind: Message) -> bytes:
    """The content of a file or a pipe; reads no more bytes than are allowed, so a device without an end does no harm.

    `kind` is what the file is to be.

    Raises:
        UnusableError: the file is larger than `most` bytes.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise UnusableError(
            "{path}: larger than any {kind} ({most} bytes): name a {kind}", path=path, kind=kind, most=most
        )
    return content


MADE_TO_PRINT = "Barometer movement"
"""What a page, PDF or schedule file of ours says of its maker."""
_AS_PDF, _OF_PDF, _OF_OLD_PDF = b"%PDF-", b"/Creator (%s", b"/Creator (Matplotlib"
_TITLE, _ESCAPED = re.compile(rb"/Title \(((?:\\.|[^\\)])*)\)", re.DOTALL), re.compile(rb"\\(.)", re.DOTALL)
_OF_SCHEDULE = b"\n# %s\n"


def refuse_to_write_over(
    places: Iterable[Path], *, replaces: bool, kind: str | None = None, schedules: Mapping[Path, str] | None = None
) -> None:
    """Make sure that no file is lost that may be somebody's only one.

    What was made to be looked at or printed is made anew without a question: pages, PDFs and schedule files that say
    they are of this kind. So is what looks as ours did before it named its maker, where nothing can be lost by it: the
    same schedule under another title, and a PDF with the title of our page beside it. All else stays, until `--replace`
    says that it may go: results, movements, and what is not ours.

    Args:
        places: the files that are to be written.
        replaces: whether `--replace` was given.
        kind: the maker that such a file names; None: there is none.
        schedules: of these files the schedules that are to be written.

    Raises:
        UnusableError: one of them is there already.
        OSError: one cannot be read.
    """
    if replaces:
        return
    there = {place: place.read_bytes() for place in places if place.is_file()}
    maker = None if kind is None else kind.encode()
    pages: list[bytes] = (
        [] if maker is None else [content for content in there.values() if _names_maker(content, maker)]
    )
    for place, content in there.items():
        is_same = _is_schedule(content, (schedules or {}).get(place))
        if maker is None or not (is_same or _is_of(content, maker) or _is_printed(content, pages)):
            raise UnusableError(
                "{file}: is there already, and stays as it is; name another, or add --replace where this one may go",
                file=place,
            )


def schedule_of(maker: str, title: str, schedule: str) -> str:
    """The text of a schedule file that names its maker, so that it may be made anew; `title` is one line."""
    return f"# {title}\n# {maker}\n{schedule}"


def _names_maker(content: bytes, maker: bytes) -> bool:
    from pipelines.intake.landing.our_pages import GENERATOR

    return GENERATOR + maker in content


def _is_of(content: bytes, maker: bytes) -> bool:
    return (
        _names_maker(content, maker)
        or (content.startswith(_AS_PDF) and _OF_PDF % maker in content)
        or (content.startswith(b"# ") and _OF_SCHEDULE % maker in content)
    )


def _is_schedule(content: bytes, schedule: str | None) -> bool:
    title, _, rest = content.partition(b"\n")
    return schedule is not None and title.startswith(b"# ") and rest == schedule.encode()


def _is_printed(content: bytes, pages: Iterable[bytes]) -> bool:
    """Whether a PDF has the title of one of our pages, and was made as ours were."""
    if not content.startswith(_AS_PDF) or _OF_OLD_PDF not in content or not (found := _TITLE.search(content)):
        return False
    raw = _ESCAPED.sub(_unescaped, found[1])
    title = raw.decode("utf-16" if raw.startswith(b"\xfe\xff") else "latin-1", errors="replace")
    return title != "" and any(f">{title}<" in unescape(page.decode(errors="replace")) for page in pages)


def _unescaped(escaped: re.Match[bytes]) -> bytes:
    return {b"n": b"\n", b"r": b"\r"}.get(escaped[1], escaped[1])
