"""Movements by name: a schedule file, or a movement of the project's library."""

import re
from pathlib import Path

from pipelines.cli.balance.schedule_files import read_schedule
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import DATA
from transforms.balance.movement import Movement

LIBRARY = DATA / "movements"
CERTIFICATES = LIBRARY / "certificates"
"""The certificates that come with the project, with their movements: `complete-<tables>.json` and `.txt`."""
_NAME = re.compile(r"[A-Za-z0-9-]+")


def movement_named(words: str) -> Movement:
    """The movement of a schedule file, or the one with this name in the library, such as `12-pairs-6-rounds`.

    Raises:
        UnusableError: there is neither, or the file is no schedule.
    """
    file = Path(words)
    if file.exists():
        return read_schedule(file)
    if _NAME.fullmatch(words) and (LIBRARY / f"{words}.txt").is_file():
        return read_schedule(LIBRARY / f"{words}.txt")
    from pipelines.words.suggestions import nearest  # loads all tables

    near = nearest(words, (path.stem for path in LIBRARY.glob("*.txt")))
    raise UnusableError(
        "{words}: neither a schedule file nor a movement of the library{near}; name one of them", words=words, near=near
    )
