"""The movements that come with the project: its library, proved Mitchells, and first rounds of Howells."""

from pathlib import Path

from pipelines.cli.balance.library import CERTIFICATES, LIBRARY
from transforms.balance.book.offers import Known
from transforms.balance.movement import BOARD_SET, EW, NS, Movement
from transforms.balance.schedule import parse_schedule

_FIRST_ROUNDS = LIBRARY / "howells" / "first-rounds.txt"
_SESSIONS = "-sessions"


def known(tables: int) -> Known:
    """What is known of movements for this many tables."""
    of_so_many = LIBRARY.glob(f"{2 * tables}-pairs-*.txt")
    proved = CERTIFICATES / f"complete-{tables}.txt"
    return Known(
        howells=first_rounds(),
        library={file.stem: _read(file) for file in sorted(of_so_many) if _SESSIONS not in file.stem},
        proved={tables: _read(proved)} if proved.exists() else {},
    )


def first_rounds() -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """First rounds of Howells by (pairs, rounds), for `cyclic`."""
    lines = [
        line for line in _FIRST_ROUNDS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    rounds = (parse_schedule(f"{head}\n{first}") for head, first in zip(lines[::2], lines[1::2], strict=True))
    return {
        (one.pairs, one.board_sets): [(ns, ew, of) for ns, ew, of in one.plays[:, [NS, EW, BOARD_SET]].tolist()]
        for one in rounds
    }


def _read(file: Path) -> Movement:
    return parse_schedule(file.read_text(encoding="utf-8"))
