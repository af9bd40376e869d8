"""Makes the mistakes, each in a fresh copy of the same folder, and writes down what is said: docs/mistakes.md."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from mistakes import of_commands, of_files, of_settings, of_wrong_files
from mistakes.folder import lay_out
from mistakes.mistake import Mistake

from pipelines.cli.app import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "mistakes.md"
MISTAKES: list[Mistake] = [*of_settings.LISTED, *of_files.LISTED, *of_wrong_files.LISTED, *of_commands.LISTED]
"""In the order of the page."""
BUILT = ("built.duckdb", "reports")
_HEAD = """\
# What is said of mistakes

Mistakes that users make, each the only one in a folder that is sound otherwise, and what Barometer says of it. `…` is
that folder. `PYTHONPATH=tests python -m mistakes` writes this page, and a test holds it to what is said.
"""


def build_once(folder: Path) -> None:
    with in_folder(folder):
        lay_out()
        places = ["--warehouse", BUILT[0], "--reports", BUILT[1]]
        with pytest.MonkeyPatch.context() as patched:
            status, words = typed(shlex.join(["build", "club/tuesday", *places]), patched)
        assert status == 0, words


def said_of(made: Mistake, sound: Path, folder: Path) -> str:
    """Make a mistake in a copy of the sound folder; what is said of it, as its part of the page."""
    shutil.copytree(sound, folder)
    with in_folder(folder), pytest.MonkeyPatch.context() as patched:
        made.prepare(patched)
        status, words = typed(made.typed, patched)
        of_commands.end_other()
    words = re.sub(r"(?m)^[a-z ]+: \d+ s\n", "", words)  # what a slow machine says while it works
    words = re.sub(
        r"(?<=has it open: )\S+, process \d+", "python, process …", words.replace(str(folder.resolve()), "…")
    )
    lines = "\n".join(line.rstrip() for line in words.strip().split("\n"))
    return f"```\n$ barometer {made.typed}\n{lines}\n```\n\nExit status {status or 0}.\n"


def typed(words: str, patched: pytest.MonkeyPatch) -> tuple[object, str]:
    """The exit status of a command and all that it prints, on both streams, in order."""
    for name in list(os.environ):
        if name.startswith("BAROMETER_"):
            patched.delenv(name)
    patched.setenv("COLUMNS", "100")
    patched.setattr("sys.argv", ["barometer", *shlex.split(words)])
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        status = run()
    return status, printed.getvalue()


@contextmanager
def in_folder(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def page(parts: list[str]) -> str:
    numbered = enumerate(zip(MISTAKES, parts, strict=True), start=1)
    return _HEAD + "".join(f"\n## {number}. {made.done}\n\n{part}" for number, (made, part) in numbered)
