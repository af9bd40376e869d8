"""Each reader runs in a process of its own, so that one that dies or never ends is seen and started again.

Files that made a fault are kept, to become part of the corpus.
"""

import hashlib
import multiprocessing
import random
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from bench.fuzz.corpus_files import seeds_of
from bench.fuzz.mutations import mutated
from bench.fuzz.trial import MOST_SECONDS, Trial, tried

KEPT = Path("build") / "fuzz"
_SILENCE = 6 * MOST_SECONDS
"""Seconds after which a file is given up."""


class Report(NamedTuple):
    """What became of all files of a reader."""

    executions: int
    faults: dict[str, int]
    kept: list[str]
    """The files that made a fault, with what it was."""
    slowest: float
    """Seconds."""
    most_memory: int
    """Bytes by which the process grew at most while it read one file."""


def fuzzed(reader: str, seconds: float, seed: int) -> Report:
    """Read spoiled files of a format for so many seconds of the processor; the same seed makes the same files."""
    executions, slowest, most_memory, used, run = 0, 0.0, 0, 0.0, 0
    faults: dict[str, int] = {}
    kept: list[str] = []
    while used < seconds:
        last = b""
        tried_in_run, latest = 0, 0.0
        for data, trial, seconds_in_run in _run(reader, seconds - used, f"{seed}-{run}"):
            last, latest = data, seconds_in_run
            executions, tried_in_run = executions + 1, tried_in_run + 1
            slowest, most_memory = max(slowest, trial.seconds), max(most_memory, trial.memory)
            if trial.fault:
                faults[trial.fault] = faults.get(trial.fault, 0) + 1
                kept.append(_kept(reader, last, trial))
        if not tried_in_run:
            raise RuntimeError(f"{reader}: the process that reads does not start")
        used += latest
        run += 1
    return Report(executions, faults, kept, slowest, most_memory)


def _run(reader: str, seconds: float, seed: str) -> Iterator[tuple[bytes, Trial, float]]:
    """Every file, what became of it, and the seconds used, until the process ends, dies or is silent too long."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    child = context.Process(target=_child, args=(there, reader, seconds, seed), daemon=True)
    child.start()
    there.close()
    data, used = b"", 0.0
    try:
        while here.poll(_SILENCE):
            message = here.recv()
            if message is None:
                return
            if isinstance(message, bytes):
                data = message
            else:
                trial, used = message
                yield data, trial, used
        yield data, Trial("hang", "did not end", _SILENCE, 0), used + _SILENCE
    except EOFError:
        if data:
            yield data, Trial("crash", "the process died", 0, 0), used + 1
    finally:
        child.kill()
        child.join()


def _child(there: Connection, reader: str, seconds: float, seed: str) -> None:
    chance, seeds = random.Random(seed), seeds_of(reader)  # noqa: S311 - the same files for the same seed
    tried(seeds[0], f"fuzz.{reader}")  # what is loaded on the first use is not the file's
    started, used = time.process_time(), 0.0
    while used < seconds:
        data = mutated(chance, seeds, reader)
        there.send(data)
        trial, used = tried(data, f"fuzz.{reader}"), time.process_time() - started
        there.send((trial, used))
    there.send(None)


def _kept(reader: str, data: bytes, trial: Trial) -> str:
    name = f"{reader}-{trial.fault}-{hashlib.sha256(data).hexdigest()[:12]}"
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / name).write_bytes(data)
    return f"{KEPT / name}: {trial.what}"
