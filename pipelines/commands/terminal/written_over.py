"""What stands in the place of a file that a command is to write: it goes only where that is meant."""

from collections.abc import Iterable
from pathlib import Path

from pipelines.errors import UnusableError
from pipelines.page_marks import GENERATOR
from transforms.messages import Message

MADE_TO_PRINT = "Barometer movement"
"""What a page, PDF or schedule file of ours says of its maker."""
_AS_PDF, _OF_PDF, _OF_OLD_PDF = b"%PDF-", b"/Creator (%s", b"/Creator (Matplotlib"
_OF_SCHEDULE = b"\n# %s\n"


def refuse_to_write_over(places: Iterable[Path], *, replaces: bool, kind: str | None = None) -> None:
    """Make sure that no file is lost that may be somebody's only one.

    What was made to be looked at or printed is made anew without a question: pages, PDFs and schedule files that say
    they are of this kind. All else stays, until `--replace` says that it may go: results, movements, and what is not
    ours.

    Args:
        places: the files that are to be written.
        replaces: whether `--replace` was given.
        kind: the maker that such a file names; None: there is none.

    Raises:
        UnusableError: one of them is there already.
        OSError: one cannot be read.
    """
    if replaces:
        return
    there = {place: place.read_bytes() for place in places if place.is_file()}
    maker = None if kind is None else kind.encode()
    has_page = maker is not None and any(GENERATOR + maker in content for content in there.values())
    for place, content in there.items():
        if maker is None or not (_is_of(content, maker) or (has_page and _was_of(place, content))):
            raise UnusableError(
                Message(
                    "{file}: is there already, and stays as it is; name another, or add --replace where this one may"
                    " go",
                    file=place,
                )
            )


def schedule_of(maker: str, title: str, schedule: str) -> str:
    """The text of a schedule file that says who made it, so that it may be made anew.

    Args:
        maker: the kind of `refuse_to_write_over`.
        title: one line.
        schedule: the movement.
    """
    return f"# {title}\n# {maker}\n{schedule}"


def _is_of(content: bytes, maker: bytes) -> bool:
    return (
        GENERATOR + maker in content
        or (content.startswith(_AS_PDF) and _OF_PDF % maker in content)
        or (content.startswith(b"# ") and _OF_SCHEDULE % maker in content)
    )


def _was_of(place: Path, content: bytes) -> bool:
    """Whether a file looks as ours did beside a page, before these files named their maker."""
    if place.suffix == ".txt":
        return content.startswith(b"# ") and content.count(b"#") == 1
    return content.startswith(_AS_PDF) and _OF_OLD_PDF in content
