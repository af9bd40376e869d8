"""Write to consoles and files that cannot show every character, as is common on Windows."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path


def make_printable() -> None:
    """Make sure that no command ends because an output stream cannot encode a character.

    A file or another program gets UTF-8, which Barometer and spreadsheets read, unless PYTHONIOENCODING sets another
    encoding. In such an encoding, and on a console, a character that it lacks becomes a question mark. Without a
    stream, as in a service or after `>&-`, the output is discarded.
    """
    nowhere = Path(os.devnull)
    sys.stdout, sys.stderr = (one or nowhere.open("w", encoding="utf-8") for one in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper) or stream.encoding.lower().replace("-", "").startswith("utf"):
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8")


def plain(words: str) -> str:
    """Return a text on one line, without control characters or marks that reverse or hide text."""
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}" for letter in words
    )
