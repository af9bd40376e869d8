"""Readers that do what no reader should: the tests put them in place of the real one."""

import ctypes
import os
import signal
import sys
import time

from pipelines.intake.readers import Reading, read_bytes


def read(data: bytes, file_id: str) -> Reading:  # noqa: PLR0912 - a branch for each thing that can go wrong
    match file_id.partition(".")[0]:
        case "loops":
            while True:
                pass
        case "sleeps-in-native-code":
            ctypes.PyDLL(None).sleep(1_000)  # holds the interpreter's lock
        case "eats":
            hoard = [bytearray(10_000_000) for _ in range(10_000)]
            return read_bytes(b"".join(hoard), file_id)
        case "eats-with-others" if _has_read:
            raise MemoryError
        case "aborts":
            os.abort()
        case "leaves":
            os._exit(0)
        case "is-killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "raises":
            raise ZeroDivisionError
        case "sinks":
            return read(data, file_id)
        case "says":
            sys.stdout.write("no answer at all" * 1_000)
            sys.stdout.flush()
        case "waits":
            time.sleep(0.5)
        case _:
            pass
    _has_read.append(file_id)
    return read_bytes(data, file_id)


_has_read: list[str] = []
