"""Output on consoles and into files that do not know every letter, as many on Windows."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO


def make_printable() -> None:
    """Keep letters that a stream does not know from ending a command.

    Into a file or another program go the bytes of UTF-8, which Barometer and spreadsheets read, whatever the machine is
    set to; unless PYTHONIOENCODING says otherwise. There, and on a console, a letter that is not known is a question
    mark. What is printed where there is no stream, as in a service, or after `>&-`, nobody reads.
    """
    sys.stdout, sys.stderr = (stream or _for_nobody() for stream in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper) or stream.encoding.lower().replace("-", "").startswith("utf"):
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8")


def _for_nobody() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def plain(words: str) -> str:
    """The words on one line, without invisible characters: control characters, and marks that turn or hide text."""
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}" for letter in words
    )
