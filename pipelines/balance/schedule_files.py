"""Schedule files on disk, read and written."""

from pathlib import Path

from pipelines.errors import UnusableError
from transforms.balance.movement import Movement
from transforms.balance.schedule import ScheduleError, parse_schedule, write_schedule

_MOST_BYTES = 20_000_000
"""More than any movement needs."""


def read_schedule(path: Path) -> Movement:
    """The movement of a schedule file.

    Raises:
        UnusableError: with file, line, value and how to mend it.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise UnusableError(f"{path}: larger than any schedule ({_MOST_BYTES} bytes): name a schedule file")
    try:
        return parse_schedule(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableError(f"{path}: not a text file in UTF-8: name a schedule file, or save it so") from None
    except ScheduleError as error:
        raise UnusableError(f"{path}: {error}") from None


def save_schedule(movement: Movement, path: Path) -> None:
    """Write the movement as a schedule file."""
    path.write_text(write_schedule(movement), encoding="utf-8")
