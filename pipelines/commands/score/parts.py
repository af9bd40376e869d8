"""The parts of what a file is worth, by the names that a user gives them."""

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
