"""What stands in the place of a file that a command is to write: it goes only where that is meant."""

from collections.abc import Iterable
from pathlib import Path

from pipelines.errors import UnusableError
from transforms.messages import Message

MADE_TO_PRINT = "Barometer movement"
"""What a PDF of ours says of its maker."""
_OF_PAGES = b'<meta name="generator" content="%s'
_AS_PDF, _OF_PDF = b"%PDF-", b"/Creator (%s"


def refuse_to_write_over(places: Iterable[Path], *, replaces: bool, kind: str | None = None) -> None:
    """Make sure that no file is lost that may be somebody's only one.

    What was made to be looked at or printed is made anew without a question: pages and PDFs that say they are of this
    kind. All else stays, until `--replace` says that it may go: results, movements, and what is not ours.

    Args:
        places: the files that are to be written; a schedule file is ours where a page beside it is.
        replaces: whether `--replace` was given.
        kind: the maker that such a page or PDF names; None: there is none.

    Raises:
        UnusableError: one of them is there already.
        OSError: one cannot be read.
    """
    if replaces:
        return
    there = [place for place in places if place.is_file()]
    ours = [place for place in there if kind is not None and _is_of(place, kind.encode())]
    for place in there:
        if place not in ours and not (ours and place.suffix == ".txt"):
            raise UnusableError(
                Message(
                    "{file}: is there already, and stays as it is; name another, or add --replace where this one may"
                    " go",
                    file=place,
                )
            )


def _is_of(place: Path, kind: bytes) -> bool:
    content = place.read_bytes()
    return _OF_PAGES % kind in content or (content.startswith(_AS_PDF) and _OF_PDF % kind in content)
