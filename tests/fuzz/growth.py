"""Whether the time to read a file grows as the file does. It is measured, so it is no test: `make fuzz` reports it."""

from collections.abc import Callable

from fuzz.growing import GROWING, grown
from fuzz.trial import tried

SMALLER, LARGER = 2**18, 2**19
"""Bytes of the two files compared."""
STEEPEST = 3
"""Twice the size may take so many times the time."""
_TOO_SHORT = 0.25
"""Seconds of the smaller one below which its growth is not measured: the square of it, at 1 MB, is far from a hang."""
_MEASURED = 3
"""Times at most, since a busy machine makes some of them longer."""


def seconds_of(file_format: str, what: str, size: int) -> float:
    """Processor seconds to read a file of so many bytes in which one thing grows."""
    return tried(grown(file_format, what, size), f"fuzz.{file_format}").seconds


def steep(file_format: str, seconds: Callable[[str, str, int], float] = seconds_of) -> list[str]:
    """What may stand in a file of this format so often that the time to read it grows faster than the file.

    A database of Access is written by its program alone, so nothing is known to grow in it.
    """
    return [what for what in GROWING.get(file_format, {}) if _is_steep(file_format, what, seconds)]


def _is_steep(file_format: str, what: str, seconds: Callable[[str, str, int], float]) -> bool:
    if seconds(file_format, what, SMALLER) < _TOO_SHORT:
        return False
    pairs = ((seconds(file_format, what, SMALLER), seconds(file_format, what, LARGER)) for _ in range(_MEASURED))
    return all(larger > STEEPEST * smaller for smaller, larger in pairs)
