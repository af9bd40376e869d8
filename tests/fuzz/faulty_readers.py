"""Readers with faults, to show that the harness notices each kind."""

import dataclasses
import os
import time
from collections.abc import Callable

from pipelines.intake.readers import Reading, read_bytes


def raises(_: bytes, __: str) -> Reading:
    raise IndexError("place 7")


def dies(_: bytes, __: str) -> Reading:
    os._exit(11)


def never_ends(_: bytes, __: str) -> Reading:
    while True:
        time.sleep(60)


def takes_long(data: bytes, name: str) -> Reading:
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    return read_bytes(data, name)


def takes_memory(data: bytes, name: str) -> Reading:
    taken = bytearray(b"1") * (300 * 2**20)
    return read_bytes(data[: len(taken)], name)


def loses_a_row(table: str) -> Callable[[bytes, str], Reading]:
    def read(data: bytes, name: str) -> Reading:
        reading = read_bytes(data, name)
        return dataclasses.replace(reading, tables={**reading.tables, table: reading.tables[table].head(-1)})

    return read


def says_nothing(data: bytes, name: str) -> Reading:
    reading = read_bytes(data, name)
    return dataclasses.replace(reading, findings=reading.findings.clear())
