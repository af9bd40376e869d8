"""The chapters of the guide as what a reader does: commands to type with what is seen, files to write, lines to change.

A block of code in a chapter is one of these, by the words behind its three backticks:

- `sh`: commands, a line each; `text` behind it: what they print. A line `…` stands for any lines, a `…` in a line for
  any letters.
- `csv PATH`, `toml PATH`, `pbn PATH`: a file to write.
- `csv PATH from`, and behind it `csv PATH to` (or `toml`, …): lines that stand in a file, and what is to stand in their
  place.
- `bws PATH`: a file that lies beside the guide, named in the block, to save there.
- `powershell`: what is typed on Windows instead.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide"
LANGUAGES = ("en", "nl")
FILES = ("csv", "toml", "pbn")
_BLOCK = re.compile(
    r"^```(?P<kind>\w+)(?: (?P<path>\S+))?(?: (?P<part>from|to))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A block of code: where it begins in its chapter, its kind, the file it is about, and what it says."""

    at: int
    kind: str
    path: str | None
    part: str | None
    """`from`: lines of the file; `to`: what is to stand in their place; None: the whole file."""
    text: str


def chapters(language: str) -> list[Path]:
    """The chapters in the order in which they are read."""
    return sorted((GUIDE / language).glob("*.md"))


def blocks(chapter: str) -> Iterator[Block]:
    """The blocks of the text of a chapter, in order."""
    for found in _BLOCK.finditer(chapter):
        yield Block(found.start("text"), found["kind"], found["path"], found["part"], found["text"])


def is_seen(shown: str, printed: str) -> bool:
    """Whether what was printed is what a chapter shows."""
    pattern = ""
    for line in shown.rstrip("\n").split("\n"):
        if line == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(map(re.escape, line.rstrip().split("…"))) + r"[ ]*\n"
    return re.fullmatch(pattern, f"{printed.rstrip()}\n") is not None


def changed(text: str, before: str, after: str) -> str:
    """A text in which some of its lines are others.

    Raises:
        ValueError: the lines that go are not there, or more than once.
    """
    found = [place.start() for place in re.finditer(f"^{re.escape(before)}", text, re.MULTILINE)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} times in the file: {before!r}")
    return text[: found[0]] + after + text[found[0] + len(before) :]
