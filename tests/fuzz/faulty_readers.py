"""Readers with faults, to show that the harness notices each kind."""

import dataclasses
import os
from collections.abc import Callable

from pipelines.intake.readers import Reading, read_bytes


def raises(_: bytes, __: str) -> Reading:
    raise IndexError("place 7")


def dies(_: bytes, __: str) -> Reading:
    os._exit(11)


def loses_a_row(table: str) -> Callable[[bytes, str], Reading]:
    def read(data: bytes, name: str) -> Reading:
        reading = read_bytes(data, name)
        return dataclasses.replace(reading, tables={**reading.tables, table: reading.tables[table].head(-1)})

    return read


def says_nothing(data: bytes, name: str) -> Reading:
    reading = read_bytes(data, name)
    return dataclasses.replace(reading, findings=reading.findings.clear())
