"""The chapters of the guide as what a reader does: commands to type with what is seen, files to write, lines to change.

A block of code in a chapter is one of these, by the words behind its three backticks:

- `sh`: commands, a line each; `text` behind it: what they print. A line `…` stands for any lines, a `…` in a line for
  any letters.
- `csv PATH`, `toml PATH`, `pbn PATH`: a file to write.
- `csv PATH from`, and behind it `csv PATH to` (or `toml`, …): lines that stand in a file, and what is to stand in their
  place.
- `bws PATH`: a file that lies next to the guide, named in the block, to save there.
- `powershell`: what is typed on Windows instead.
"""

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest
from first_builds import without_pages
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.machine import paths, waits

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


class Reader:
    """Does what a block says, in the working folder, as if Barometer were installed."""

    def __init__(self, home: Path, language: str, patched: pytest.MonkeyPatch) -> None:
        """Begin in an empty folder.

        Args:
            home: the folder.
            language: that of the chapters, and of all messages.
            patched: undone at the end.
        """
        self.home = home
        self._found = ""
        for name in list(os.environ):
            if name.startswith("BAROMETER_"):
                patched.delenv(name)
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            patched.delenv(name, raising=False)
        patched.setenv("BAROMETER_LANGUAGE", language)
        patched.setattr(paths, "INSTALLED", True)
        patched.setattr(waits, "BETWEEN_LINES", float("inf"))
        patched.setenv("COLUMNS", "100")
        patched.chdir(home)

    def does(self, block: Block) -> str:
        """Do it; return what is printed, by all commands of the block."""
        if block.kind == "sh":
            return "".join(self._types(line) for line in block.text.splitlines())
        if block.path and block.kind == "bws":
            Path(block.path).parent.mkdir(parents=True, exist_ok=True)
            Path(block.path).write_bytes((GUIDE / block.text.strip()).read_bytes())
        if block.path and block.kind in FILES:
            file = Path(block.path)
            if block.part == "from":
                self._found = block.text
            elif block.part == "to":
                file.write_text(changed(file.read_text(encoding="utf-8"), self._found, block.text), encoding="utf-8")
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
        return ""

    def _types(self, line: str) -> str:
        program, *words = shlex.split(line)
        assert program == "barometer", f"{line}: nobody here knows this program"
        # The pages of the sample are looked at elsewhere; they are a sixth of all that a reader of the guide builds.
        with without_pages() if words[0] == "demo" else nullcontext():
            done = CliRunner().invoke(app, words)
        assert done.exception is None or isinstance(done.exception, SystemExit), f"{line}: {done.exception!r}"
        assert "Traceback" not in done.output
        return done.output.replace(str(self.home), "…")
