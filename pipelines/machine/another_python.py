"""Run our code in another process with the same Python, connected by pipes."""

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
"""Environment variables of such a process. One thread is as fast for its small jobs, and leaves other cores free."""


def another_python(code: str, *arguments: str) -> list[str]:
    """Return the command that runs this code in a new Python, with the `sys.path` of this process and no other folder.

    The code gets its arguments in `sys.argv`. `multiprocessing` is not used: it would run our main module again.
    """
    here = json.dumps([str(Path(folder or ".").resolve()) for folder in sys.path])
    return [sys.executable, "-P", "-c", _SAME_MODULES + code, *arguments, here]


def start_python(code: str, *arguments: str, last_words: IO[bytes] | None = None) -> "subprocess.Popen[bytes]":
    """Start a process of `another_python` with pipes for input and output; `OSError`: the machine has no room for it.

    The process is killed if ours has to end at once. Its standard error goes to the file `last_words`, or else to ours.
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
    """Kill the process and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # the process may have ended before it read all its input
                pipe.close()
