"""Whoever waits sees that the work goes on, and no letter ends a command, whatever the console knows."""

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pipelines.machine import waits
from pipelines.words import progress as shown
from pipelines.words.languages import speaking
from pipelines.words.progress import progress_bar


def test_off_a_terminal_lines_are_written(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([100.0, 101.0, 109.9, 110.0, 119.0, 121.0])
    monkeypatch.setattr(waits, "BETWEEN_LINES", 10.0)
    monkeypatch.setattr(shown, "time", SimpleNamespace(monotonic=lambda: next(times)))
    with progress_bar() as progress, speaking("nl"):
        for done in range(1, 6):
            progress("bestanden lezen", done, 9)
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err == "bestanden lezen: 3 van 9, 10 s\nbestanden lezen: 5 van 9, 21 s\n"


def test_on_a_terminal_a_bar_shows_what_is_done_with_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("searching") as progress:
        begun = screen.getvalue()
        progress("drawing the pages", 1, 3)
    assert "searching" in begun
    assert "drawing the pages" in screen.getvalue()
    assert "1/3" in screen.getvalue()
    assert "0:00:0" in screen.getvalue()


PROJECT = Path(__file__).resolve().parents[2]
SAID = "from pipelines.words.streams import make_printable as p; p(); print('4\\u2660 \\u2265 D\\u0105bek \\xe9')"


def printed(program: str, encoding: str | None, *options: str, **environment: str) -> bytes:
    """What a Python prints into a pipe that is set to these letters."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}
    named = {} if encoding is None else {"PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [sys.executable, *options, "-c", program],
        cwd=PROJECT,
        env={**usual, **named, **environment},
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    return done.stdout


def test_letters_that_a_console_does_not_know_are_question_marks_and_into_a_file_goes_utf_8() -> None:
    for encoding, seen in {"cp1252": "4? ? D?bek é", "cp437": "4? ≥ D?bek é", "utf-8": "4♠ ≥ Dąbek é"}.items():
        assert printed(SAID, encoding).rstrip() == seen.encode(encoding)
    kept = printed(SAID, None, "-X", "utf8=0", LC_ALL="C", PYTHONCOERCECLOCALE="0")
    assert kept.rstrip() == "4♠ ≥ Dąbek é".encode()


def test_a_command_that_has_nowhere_to_print_ends_as_usual() -> None:
    """As a service may be started, or `barometer --version >&-`."""
    program = "import sys; sys.stdout = None; sys.argv = ['barometer', '--version']"
    assert printed(f"{program}; from pipelines.__main__ import main; main()", None) == b""
