"""Which of polars' engines computes some clubs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import polars as pl

_CHOSEN = "POLARS_ENGINE_AFFINITY"
_SMALL = 12_000_000
"""Bytes of files, as many as clubs that are computed together usually have. A build asks thousands of questions of
tables that are small, and each costs the engine that streams more than the answer: without it the sample, and five
clubs of 30,000 result lines, take an eighth less of the processor and as much memory. Beyond some million result lines
that one is faster, and takes less memory."""


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
