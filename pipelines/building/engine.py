"""Which of polars' engines computes some clubs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import polars as pl

_CHOSEN = "POLARS_ENGINE_AFFINITY"
_SMALL = 4_000_000
"""Bytes of files. A build of few clubs asks thousands of questions of small tables, and each costs the engine that
streams more than the answer: without it the sample takes an eighth less of the processor. Beyond some million result
lines that one is faster, and takes less memory."""


@contextmanager
def engine_for(size: int) -> Iterator[None]:
    """Compute in memory where the files of the clubs are small, and else in a stream; both give the same numbers.

    Args:
        size: bytes of their files. What the environment says of the engine goes before.
    """
    if size > _SMALL or os.environ.get(_CHOSEN):
        yield
        return
    with pl.Config(engine_affinity="in-memory"):
        yield
