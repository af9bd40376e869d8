"""A worker: a separate process that reads files within its limits, and runs no code of the program that started it."""

import faulthandler
import json
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from pipelines.machine import waits
from pipelines.machine.errors import leave_out_what_is_for_others

_WRITTEN_AT_MOST = 1_000_000
"""The most bytes that a worker may write to a file: enough for its error messages, and readers write no files."""


def serve() -> None:
    """Answer each request on standard input. The argument of the process is JSON with the limits and the reader."""
    leave_out_what_is_for_others()
    from pipelines.intake.landing.limits import Limits
    from pipelines.intake.landing.one_file import READY, read_one, requested, send

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which ends its workers
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not get between the answers
    arguments = json.loads(sys.argv[1])
    limits = Limits(**arguments["limits"])
    module, _, name = arguments["reader"].partition(":")
    reader = getattr(import_module(module), name)
    last_words = sys.stderr
    limit_itself(limits.memory)
    asked = _asked()
    sys.setrecursionlimit(limits.nesting)
    answers.write(READY)
    answers.flush()
    while True:
        path, file_id = requested(asked.get())
        faulthandler.dump_traceback_later(limits.seconds + waits.READER_GRACE, exit=True, file=last_words)
        answer = read_one(path, file_id, limits, reader)
        faulthandler.cancel_dump_traceback_later()
        send(answer, answers)


def limit_itself(memory: int) -> None:
    """Limit this process to `memory` bytes more than it uses now, on systems where that is possible."""
    if sys.platform == "linux":
        import resource

        # A limit on the address space is no help: threads and allocators reserve hundreds of MB that they never use.
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
        _lower(resource, resource.RLIMIT_DATA, pages * resource.getpagesize() + memory)
        _lower(resource, resource.RLIMIT_FSIZE, _WRITTEN_AT_MOST)
        _lower(resource, resource.RLIMIT_CORE, 0)


def _lower(resource: Any, kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _asked() -> "SimpleQueue[bytes]":
    requests: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            requests.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    return requests
