"""Somebody who reads the guide and does what it says, in a folder of their own."""

import os
import shlex
from contextlib import nullcontext
from pathlib import Path

import pytest
from first_builds import without_pages
from guide.chapters import FILES, GUIDE, Block, changed
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.machine import paths
from pipelines.words import progress as progress_bar


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
        patched.setattr(progress_bar, "BETWEEN_LINES", float("inf"))
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
