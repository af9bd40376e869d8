"""The tables that `barometer score` can show, by the names that users type."""

from enum import StrEnum


class Part(StrEnum):
    """A table that `barometer score` can show."""

    RESULTS = "results"
    ROUNDS = "rounds"
    MATCHES = "matches"
    EVENTS = "events"
    CONTROL_SHEET = "control-sheet"
    FREQUENCIES = "frequencies"
    BOARDS = "boards"
