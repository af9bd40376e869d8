"""Words and sentences by code, from `lists.csv`. `make messages` adds them to the catalogues."""

import csv
from pathlib import Path
from typing import NamedTuple


class Entry(NamedTuple):
    """A line of `lists.csv`. Without a key: one of several sentences. With a plural: a text that counts something."""

    list: str
    key: str
    context: str
    text: str
    plural: str


with Path(__file__).with_name("lists.csv").open(encoding="utf-8", newline="") as _table:
    ENTRIES = tuple(Entry(**line) for line in csv.DictReader(_table))


def texts(name: str) -> dict[str, str]:
    """Return the English texts of a list, by key."""
    return {entry.key: entry.text for entry in ENTRIES if entry.list == name}


def sentences(name: str, key: str = "") -> tuple[str, ...]:
    """Return the English texts of a list that have this key, in their order."""
    return tuple(entry.text for entry in ENTRIES if entry.list == name and entry.key == key)
