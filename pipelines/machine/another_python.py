"""Run our code in another process of this Python, with pipes to it."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from pipelines.machine import stopping

_SAME_MODULES = "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); "
_AROUND = {"POLARS_MAX_THREADS": "1", "RUST_BACKTRACE": "0"}
"""One thread is as fast for the small jobs of such a process, and leaves the other cores free."""


def another_python(code: str, *arguments: str) -> list[str]:
    """Return the command that runs this code with the modules of this process, none from the working folder.

    The arguments of the code are in `sys.argv`. `multiprocessing` would run the main module of this process again.
    """
    here = json.dumps([str(Path(folder or ".").resolve()) for folder in sys.path])
    return [sys.executable, "-P", "-c", _SAME_MODULES + code, *arguments, here]


def start_python(code: str, *arguments: str, last_words: IO[bytes] | None = None) -> "subprocess.Popen[bytes]":
    """Start such a process with pipes for input and output; raise `OSError` if the machine has no room.

    The process is killed when ours ends without time for more. Its standard error goes to the file `last_words`, or to
    ours.
    """
    process = subprocess.Popen(  # noqa: S603 - this Python, with words of our own
        another_python(code, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=last_words,
        env=os.environ | _AROUND,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    stopping.ends_with_us(process)
    return process


def end_python(process: "subprocess.Popen[bytes]") -> None:
    """Kill the process, and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # unwritten output to a process that has ended
                pipe.close()
