"""What the library already has of a size that is asked for: whoever designs a movement should know."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pipelines.cli.balance.library import LIBRARY
from pipelines.cli.balance.schedule_files import read_schedule
from transforms.balance.movement import BOARD_SET, ROUND, Movement
from transforms.balance.quality import quality
from transforms.messages import gettext
from transforms.tables.arithmetic.as_text import in_decimals

_SESSIONS = re.compile(r"^# rounds of each session:((?: \d+)+)$", re.MULTILINE)


class Size(NamedTuple):
    """What is asked for: how many pairs (or single players), the rounds of each session, whether tables may share."""

    pairs: int
    rounds: tuple[int, ...]
    shared: bool
    individual: bool = False


def better_or_equal(size: Size, designed: Movement, files: Iterable[Path] | None = None) -> str | None:
    """A sentence that names the best movement of the library that is at least as even; None where there is none.

    Args:
        size: what was asked for.
        designed: what was found.
        files: the schedule files of the library.
    """
    worth = quality(designed).qf or 0.0
    best, name = _best(size, files)
    if best < worth:
        return None
    if best > worth:
        return gettext(
            "the library's {movement} is better: Qf {best}, this one {worth}",
            movement=name,
            best=in_decimals(best, 2),
            worth=in_decimals(worth, 2),
        )
    return gettext("the library's {movement} is as even: Qf {best}", movement=name, best=in_decimals(best, 2))


def instead(size: Size) -> str:
    """`; the library has NAME, Qf 84.00`, where nothing was found; empty where the library has nothing either."""
    best, name = _best(size)
    if not name:
        return ""
    return "; " + gettext("the library has {movement}, Qf {best}", movement=name, best=in_decimals(best, 2))


def _best(size: Size, files: Iterable[Path] | None = None) -> tuple[float, str]:
    """Qf and name of the best movement of the library; -1 and no name where it has none of this size."""
    library = sorted(LIBRARY.glob("*.txt")) if files is None else files
    fitting = [
        (quality(movement).qf or 0.0, file.stem) for file in library if (movement := _of_size(file, size)) is not None
    ]
    return max(fitting, default=(-1.0, ""))


def _of_size(file: Path, size: Size) -> Movement | None:
    """The movement of a file, if it is of the size."""
    if not file.stem.startswith(f"{size.pairs}-{'players' if size.individual else 'pairs'}-{sum(size.rounds)}-rounds"):
        return None
    told = _SESSIONS.search(file.read_text(encoding="utf-8"))
    if told is None or tuple(map(int, told[1].split())) != size.rounds:
        return None
    movement = read_schedule(file)
    in_round = {(play[ROUND], play[BOARD_SET]) for play in movement.plays.tolist()}
    return movement if size.shared or len(in_round) == len(movement.plays) else None
