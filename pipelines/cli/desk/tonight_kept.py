"""What the director has chosen for tonight, kept in the desk's folder, so that a closed browser loses nothing."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ValidationError

from pipelines.machine import clock
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole

BY_LINE, BY_DRAW, BY_SEASON = "line", "draw", "season"
"""How the numbers of the pairs are given: in the order of the line, by lot, or so that over the season all meet."""


class Here(BaseModel, frozen=True):
    """A pair or trio that is here: the ids of its players. The id of a guest is the name."""

    players: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id of the pair, whatever the order of its players."""
        return " + ".join(sorted(self.players))


class Seating(BaseModel, frozen=True):
    """How the numbers of a line are given. `seed` is that of the lot or the search.

    Numbers that were searched for the season are kept, by pair. They hold as long as the same pairs are in the line.
    """

    by: str = BY_LINE
    seed: int = 0
    numbers: Mapping[str, int] = {}


class Evening(BaseModel, frozen=True):
    """The choices for tonight. Before there are lines, `lines` is 0. `movements` and `seatings` are by line."""

    day: dt.date
    competition: str = ""
    pairs: tuple[Here, ...] = ()
    lines: int = 0
    sizes: tuple[int, ...] = ()
    by_strength: bool = False
    boards: int = 24
    rounds: int | None = None
    movements: Mapping[str, str] = {}
    seatings: Mapping[str, Seating] = {}

    def pair_of(self, player: str) -> Here | None:
        """Return the pair in which a player is."""
        return next((pair for pair in self.pairs if player in pair.players), None)

    def without(self, wanted: str) -> "Evening":
        """Return the evening without the pair that has this id."""
        return self.model_copy(update={"pairs": tuple(pair for pair in self.pairs if pair.id != wanted)})


class Kept:
    """The file with the choices for tonight, and the one with those before the director began again."""

    def __init__(self, folder: Path) -> None:
        self._now, self._before = folder / "tonight.json", folder / "tonight-before.json"

    @property
    def can_be_taken_back(self) -> bool:
        """Whether the director began again, and nobody is here since."""
        return self._before.is_file() and not self.read().pairs

    def read(self) -> Evening:
        """Return the choices; those of an empty evening before the first."""
        try:
            return Evening.model_validate_json(self._now.read_bytes())
        except (OSError, ValidationError):
            return Evening(day=clock.today())

    def write(self, evening: Evening) -> None:
        """Keep the choices. The day is that on which the first pair came."""
        day = evening.day if self.read().pairs else clock.today()
        self._now.parent.mkdir(parents=True, exist_ok=True)
        put_whole(self._now, evening.model_copy(update={"day": day}).model_dump_json())

    def begin_again(self) -> None:
        """Forget the choices, except for the competition and how much is played."""
        old = self.read()
        if old.pairs:
            put_whole(self._before, old.model_dump_json())
        kept = old.model_dump(include={"competition", "boards", "rounds"})
        self.write(Evening(day=clock.today(), **kept))

    def take_back(self) -> None:
        """Return to the choices before the director began again."""
        if not self.can_be_taken_back:
            raise UnusableError("somebody is here already, so the earlier evening cannot come back")
        put_whole(self._now, self._before.read_text(encoding="utf-8"))
        self._before.unlink()
