"""What a scheme of federation points is, and the places that it gives points to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class AwardError(ValueError):
    """Awards that cannot be made as asked; one line: which event, what, with which value, how to mend it."""


class Places(NamedTuple):
    """The places of fields of different sizes, one row a place: those of a field together, the best first."""

    sizes: Integers
    """Places in each field."""
    starts: Integers
    """The row of the first place of each field."""
    size: Integers
    """Of the field, by row."""
    place: Integers
    """1 is the best, by row."""

    @classmethod
    def of(cls, sizes: Integers) -> Self:
        """The places of fields of these sizes, side by side."""
        starts = np.cumsum(sizes) - sizes
        return cls(sizes, starts, np.repeat(sizes, sizes), np.arange(sizes.sum()) - np.repeat(starts, sizes) + 1)

    def sums(self, of_places: Floats) -> Floats:
        """The sum over the places of each field; 0 for a field without places."""
        # Of a range from a row to itself `reduceat` gives that row, not nothing: hence only fields with places.
        filled = self.sizes > 0
        sums = np.zeros(len(self.sizes))
        if filled.any():
            sums[filled] = np.add.reduceat(of_places, self.starts[filled])
        return sums

    def in_rows(self, of_fields: Floats) -> Floats:
        """What belongs to the fields, by row."""
        return np.repeat(of_fields, self.sizes)


@dataclass(frozen=True)
class Scheme:
    """Who awards which points for an event, and by which rule.

    A rule gives every place its award, however the entrants got there; entrants who tie share the awards of the places
    they occupy. Awards that are whole in some part of a point are counted in those parts, so that sums are exact.
    """

    name: str
    points: str
    """What the points are called."""
    federation: str
    """Who awards them."""
    source: str
    places: Callable[[Places], Floats] | None = None
    """The award of each place, in parts of a point; none: the federation awards the points itself."""
    parts: int = 1
    """Of a point."""
    shared: Callable[[Floats, Integers], Floats] | None = None
    """What each of so many who tie gets of the sum of their awards, parts in and points out; none: the mean."""
    needs_score: bool = False
    """The places are those of the entrants with the average score or more, not of all."""
    whole_points: bool = False
    """Whether the points can be had whole, by largest remainder; elsewhere the scheme's own rounding holds."""

    abbreviation: str = ""
    """What stands over a column; none: the federation."""

    @property
    def title(self) -> str:
        """The points with the federation, where their name does not say it already: `Expert Points, FFB`."""
        if self.abbreviation or self.federation in self.points:
            return self.points
        return f"{self.points}, {self.federation}"

    @property
    def heading(self) -> str:
        """A word to stand over a column: `FFB`."""
        return self.abbreviation or self.federation

    @property
    def imported(self) -> bool:
        """The points arrive as a file of the federation."""
        return self.places is None

    def share(self, together: Floats, tied: Integers) -> Floats:
        """The points of each of so many who tie, from the sum of the awards of their places in parts of a point."""
        if self.shared is not None:
            return self.shared(together, tied)
        return together / (tied * self.parts)
