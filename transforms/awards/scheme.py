"""A scheme of federation points, and the places to which it gives points."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class AwardError(ValueError):
    """Awards cannot be made. The message is one line: which event, what is wrong, which value, and how to mend it."""


class Places(NamedTuple):
    """The places of fields of different sizes, one row per place: field after field, the best place first."""

    sizes: Integers
    """The number of places of each field."""
    starts: Integers
    """The row of the first place of each field."""
    size: Integers
    """The size of the field, for each row."""
    place: Integers
    """The place, for each row; 1 is the best."""

    @classmethod
    def of(cls, sizes: Integers) -> Self:
        """The places of fields of these sizes, side by side."""
        starts = np.cumsum(sizes) - sizes
        return cls(sizes, starts, np.repeat(sizes, sizes), np.arange(sizes.sum()) - np.repeat(starts, sizes) + 1)

    def sums(self, of_places: Floats) -> Floats:
        """The sum over the places of each field; 0 for a field without places."""
        # For an empty range `reduceat` gives the first row, not 0: hence only fields with places.
        filled = self.sizes > 0
        sums = np.zeros(len(self.sizes))
        if filled.any():
            sums[filled] = np.add.reduceat(of_places, self.starts[filled])
        return sums

    def in_rows(self, of_fields: Floats) -> Floats:
        """The value of its field, for each row."""
        return np.repeat(of_fields, self.sizes)


@dataclass(frozen=True)
class Scheme:
    """Who awards which points for an event, and by which rule.

    A rule gives every place its award; entrants who tie share the awards of the places they occupy. Where all awards
    are multiples of some part of a point, they are counted in such parts, so that sums are exact.
    """

    name: str
    points: str
    """What the points are called."""
    federation: str
    """Who awards the points."""
    source: str
    places: Callable[[Places], Floats] | None = None
    """The award of each place, in parts of a point; None: the federation awards the points itself."""
    parts: int = 1
    """How many parts make one point."""
    shared: Callable[[Floats, Integers], Floats] | None = None
    """The points of each entrant of a tie, from the sum of their awards (in parts) and their number; None: the mean."""
    needs_score: bool = False
    """Whether only the entrants with the average score or more have places."""
    whole_points: bool = False
    """Whether whole points by largest remainder can be chosen; if not, the scheme's own rounding holds."""

    abbreviation: str = ""
    """The heading of a column; empty: the federation."""

    @property
    def title(self) -> str:
        """The name of the points with the federation, unless the name contains it: `Expert Points, FFB`."""
        return f"{self.points}, {self.awarded_by}" if self.awarded_by else self.points

    @property
    def awarded_by(self) -> str:
        """The federation, where the name of the points does not say it; "" where it does, and for the club itself."""
        return "" if self.abbreviation or self.federation in self.points else self.federation

    @property
    def heading(self) -> str:
        """The heading of a column: `FFB`."""
        return self.abbreviation or self.federation

    @property
    def imported(self) -> bool:
        """Whether the points arrive as a file of the federation."""
        return self.places is None

    def share(self, together: Floats, tied: Integers) -> Floats:
        """The points of each entrant of a tie.

        Args:
            together: the sum of the awards of their places, in parts of a point.
            tied: how many entrants tie.
        """
        if self.shared is not None:
            return self.shared(together, tied)
        return together / (tied * self.parts)
