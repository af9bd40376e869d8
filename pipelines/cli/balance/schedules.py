"""Movements by name: read and write schedule files, and use the project's library."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from pipelines.cli.terminal.files import read_at_most
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import DATA
from transforms.balance.movement import Movement
from transforms.balance.quality import MOST_WORK, work
from transforms.balance.schedule import ScheduleError, parse_schedule
from transforms.tables.messages import Message

_MOST_BYTES = 20_000_000
"""More bytes than any movement needs."""


def read_schedule(path: Path) -> Movement:
    """Read the movement of a schedule file.

    Raises:
        UnusableError: it is not a schedule; the message gives file, line and value, and how to correct the file.
    """
    try:
        return parse_schedule(read_at_most(_MOST_BYTES, path, Message("schedule")).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableError(
            "{path}: not a text file in UTF-8: name a schedule file, or save it in UTF-8", path=path
        ) from None
    except ScheduleError as error:
        raise UnusableError("{label}: {what}", label=path, what=error) from None


def check_absent(movement: Movement, path: Path) -> None:
    """Refuse a movement that is too large to check with each pair absent in turn."""
    sets, plays = movement.board_sets, len(movement.plays)
    if work(movement.pairs, sets, plays) > MOST_WORK:
        most = bisect_right(range(movement.pairs), MOST_WORK, key=lambda pairs: work(pairs, sets, plays)) - 1
        raise UnusableError(
            "{path}: {pairs} pairs, {sets} board sets: more than can be checked with each pair absent in turn:"
            " with this number of board sets and {plays} plays give at most {most} pairs",
            path=path,
            pairs=movement.pairs,
            sets=sets,
            plays=plays,
            most=most,
        )


LIBRARY = DATA / "movements"
CERTIFICATES = LIBRARY / "certificates"
"""The certificates of the project, with their movements: `complete-<tables>.json` and `.txt`."""
_NAME = re.compile(r"[A-Za-z0-9-]+")


def movement_named(words: str) -> Movement:
    """Return the movement of a schedule file, or of this name in the library, such as `12-pairs-6-rounds`.

    Raises:
        UnusableError: there is no such file or name, or the file is not a schedule.
    """
    file = Path(words)
    if file.exists():
        return read_schedule(file)
    if _NAME.fullmatch(words) and (LIBRARY / f"{words}.txt").is_file():
        return read_schedule(LIBRARY / f"{words}.txt")
    from pipelines.words.suggestions import nearest  # loads all tables

    near = nearest(words, (path.stem for path in LIBRARY.glob("*.txt")))
    raise UnusableError(
        "{words}: neither a schedule file nor a library movement{near}; name one of these", words=words, near=near
    )


_BETWEEN = re.compile(r"[\s,;+]+")


def number_left_empty(given: Sequence[str] | None) -> int | None:
    """Return the number after `--absent`; None if none is given."""
    words = [word for text in given or () for word in _BETWEEN.split(text) if word]
    if len(words) > 1:
        raise UnusableError(
            "--absent {words}: at most one number stays empty; if two pairs are missing, play with one table"
            " less; if three are missing, do so too and give one --absent",
            words=", ".join(words),
        )
    if given and not (words and words[0].isdecimal() and int(words[0])):
        raise UnusableError("--absent {given}: write the number of a pair, like --absent 3", given=" ".join(given))
    return int(words[0]) if words else None
