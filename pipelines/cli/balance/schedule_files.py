"""Schedule files on disk, read and written."""

from bisect import bisect_right
from pathlib import Path

from pipelines.cli.terminal.given_file import read_at_most
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from transforms.balance.movement import Movement
from transforms.balance.schedule import ScheduleError, parse_schedule, write_schedule
from transforms.balance.vacancy import MOST_WORK, work
from transforms.messages import Message

_MOST_BYTES = 20_000_000
"""More than any movement needs."""


def read_schedule(path: Path) -> Movement:
    """Read the movement of a schedule file.

    Raises:
        UnusableError: the file cannot be read as a schedule; the message gives file, line and value, and how to correct
            it.
    """
    try:
        return parse_schedule(read_at_most(_MOST_BYTES, path, Message("schedule")).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableError(
            "{path}: not a text file in UTF-8: name a schedule file, or save it so", path=path
        ) from None
    except ScheduleError as error:
        raise UnusableError("{label}: {what}", label=path, what=error) from None


def check_absent(movement: Movement, path: Path) -> None:
    """Refuse a movement that is too large to check with each pair absent in turn.

    Raises:
        UnusableError: for such a movement; the message gives the number of pairs that it may have.
    """
    sets, plays = movement.board_sets, len(movement.plays)
    if work(movement.pairs, sets, plays) > MOST_WORK:
        most = bisect_right(range(movement.pairs), MOST_WORK, key=lambda pairs: work(pairs, sets, plays)) - 1
        raise UnusableError(
            "{path}: {pairs} pairs, {sets} board sets: more than can be checked with each absent in turn:"
            " with so many board sets and {plays} plays give at most {most} pairs",
            path=path,
            pairs=movement.pairs,
            sets=sets,
            plays=plays,
            most=most,
        )


def save_schedule(movement: Movement, path: Path) -> None:
    """Write the movement as a schedule file.

    Raises:
        OSError: the file cannot be written.
    """
    put_whole(path, write_schedule(movement))
