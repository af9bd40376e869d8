"""No letter ends a command, whatever the console or the file knows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
SAID = "from pipelines.words.streams import make_printable as p; p(); print('4\\u2660 \\u2265 D\\u0105bek \\xe9')"


def printed(program: str, encoding: str | None, *options: str, **environment: str) -> bytes:
    """What a Python prints into a pipe that is set to these letters."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}
    told = {} if encoding is None else {"PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [sys.executable, *options, "-c", program],
        cwd=PROJECT,
        env={**usual, **told, **environment},
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("encoding", "seen"),
    [
        ("cp1252", "4? ? D?bek é".encode("cp1252")),
        ("cp437", "4? ≥ D?bek é".encode("cp437")),
        ("utf-8", "4♠ ≥ Dąbek é".encode()),
    ],
)
def test_letters_that_a_console_does_not_know_are_question_marks(encoding: str, seen: bytes) -> None:
    assert printed(SAID, encoding).rstrip() == seen


def test_into_a_file_goes_utf_8_whatever_the_machine_is_set_to() -> None:
    kept = printed(SAID, None, "-X", "utf8=0", LC_ALL="C", PYTHONCOERCECLOCALE="0")
    assert kept.rstrip() == "4♠ ≥ Dąbek é".encode()


def test_a_command_that_has_nowhere_to_print_ends_as_usual() -> None:
    """As a service may be started, or `barometer --version >&-`."""
    program = "import sys; sys.stdout = None; sys.argv = ['barometer', '--version']"
    assert printed(f"{program}; from pipelines.__main__ import main; main()", None) == b""
