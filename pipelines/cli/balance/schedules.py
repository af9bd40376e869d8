"""Read schedule files, and find the movements of the project's library by name."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from pipelines.cli.terminal.files import read_whole
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import DATA
from transforms.balance.movement import Movement
from transforms.balance.quality import MOST_WORK, work
from transforms.balance.schedule import ScheduleError, parse_schedule
from transforms.tables.messages import Message, gettext_noop


def read_schedule(path: Path) -> Movement:
    """Read the movement of a schedule file."""
    try:
        return parse_schedule(read_whole(path, Message("schedule")).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnusableError(
            "{path}: this is not a text file in UTF-8; name a schedule file, or save this one in UTF-8", path=path
        ) from None
    except ScheduleError as error:
        raise UnusableError("{label}: {what}", label=path, what=error) from None


def check_absent(movement: Movement, path: Path) -> None:
    """Raise UnusableError for a movement that is too large to be checked with each pair absent in turn."""
    sets, plays = movement.board_sets, len(movement.plays)
    if work(movement.pairs, sets, plays) > MOST_WORK:
        most = bisect_right(range(movement.pairs), MOST_WORK, key=lambda pairs: work(pairs, sets, plays)) - 1
        sentence = gettext_noop(
            "{path}: {pairs} pairs and {sets} board sets are too many to check with each pair absent in turn; "
            "with this number of board sets and {plays} plays, give at most {most} pairs"
        )
        raise UnusableError(sentence, path=path, pairs=movement.pairs, sets=sets, plays=plays, most=most)


LIBRARY = DATA / "movements"
CERTIFICATES = LIBRARY / "certificates"
"""The folder of the project's certificates and the movements they prove: `complete-<tables>.json` and `.txt`."""


def movement_named(words: str) -> Movement:
    """Return the movement of a schedule file, or of the library by its name, such as `12-pairs-6-rounds`."""
    file = Path(words)
    if file.exists():
        return read_schedule(file)
    if re.fullmatch(r"[A-Za-z0-9-]+", words) and (LIBRARY / f"{words}.txt").is_file():
        return read_schedule(LIBRARY / f"{words}.txt")
    from pipelines.words.suggestions import nearest  # this import loads all tables

    near = nearest(words, (path.stem for path in LIBRARY.glob("*.txt")))
    sentence = gettext_noop(
        "{words}: there is no such schedule file or library movement{near}; name a schedule file or a movement "
        "of the library"
    )
    raise UnusableError(sentence, words=words, near=near)


def number_left_empty(given: Sequence[str] | None) -> int | None:
    """Return the number that `--absent` gives; None without this option."""
    words = [word for text in given or () for word in re.split(r"[\s,;+]+", text) if word]
    if len(words) > 1:
        raise UnusableError(
            "--absent {words}: only one number can stay empty. If two pairs are missing, play with one table "
            "fewer; if three are missing, play with one table fewer and give one number with --absent",
            words=", ".join(words),
        )
    if given and not (words and words[0].isdecimal() and int(words[0])):
        raise UnusableError("--absent {given}: write the number of a pair, such as --absent 3", given=" ".join(given))
    return int(words[0]) if words else None
