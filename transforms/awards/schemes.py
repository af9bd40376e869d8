"""The schemes of federation points: who awards points, and by which rule; docs/awards.md explains how to add a scheme.

The rule of a scheme gives every place of a field an award; entrants who tie share the awards of their places. The
source of all schemes except the club's own is "How federation points are calculated" by Funbridge.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from transforms.results.session_results import CLUB_POINT_TENTHS
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.nearest_words import nearest_words

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class AwardError(ValueError):
    """Awards cannot be made. The one-line message names the event, the fault, the wrong value, and the remedy."""


class Places(NamedTuple):
    """The places of fields of different sizes: one row per place, sorted by field, with the best place first."""

    sizes: Integers  # the number of places of each field
    starts: Integers  # the row of the first place of each field
    size: Integers  # the size of the field, for each row
    place: Integers  # the place, for each row; 1 is the best

    @classmethod
    def of(cls, sizes: Integers) -> Self:
        """Return the places 1, 2, 3 and so on for each of these field sizes, one field after another."""
        starts = np.cumsum(sizes) - sizes
        return cls(sizes, starts, np.repeat(sizes, sizes), np.arange(sizes.sum()) - np.repeat(starts, sizes) + 1)

    def sums(self, of_places: Floats) -> Floats:
        """Return each field's sum of `of_places`, which has one value per place; 0 for a field without places."""
        # For an empty range `reduceat` gives the first row, not 0, so only fields with places are summed.
        filled = self.sizes > 0
        sums = np.zeros(len(self.sizes))
        if filled.any():
            sums[filled] = np.add.reduceat(of_places, self.starts[filled])
        return sums


@dataclass(frozen=True)
class Scheme:
    """Who awards points for an event, and by which rule. The rule counts parts of a point, so that sums are exact."""

    name: str
    points: str  # what the points are called
    federation: str  # who awards the points
    source: str
    places: Callable[[Places], Floats] | None = None  # the award of each place, in parts; None if the federation awards
    parts: int = 1  # how many parts make one point
    shared: Callable[[Floats, Integers], Floats] | None = None  # sum of parts, entrants who tie -> points; None: mean
    needs_score: bool = False  # whether only the entrants with the average score or more have places
    whole_points: bool = False  # whether a competition can choose whole points by largest remainder
    abbreviation: str = ""  # the heading of a column; empty for the name of the federation

    @property
    def awarded_by(self) -> str:
        """Return the federation; "" if the name of the points already contains it, or if the club awards the points."""
        return "" if self.abbreviation or self.federation in self.points else self.federation

    @property
    def heading(self) -> str:
        """Return the heading of the column of this scheme, such as `FFB`."""
        return self.abbreviation or self.federation

    @property
    def imported(self) -> bool:
        """Return whether the points come from a file of the federation."""
        return self.places is None

    def share(self, together: Floats, tied: Integers) -> Floats:
        """Return the points of each of `tied` entrants; `together` is the sum of their places' awards, in parts."""
        if self.shared is not None:
            return self.shared(together, tied)
        return together / (tied * self.parts)


def _curve(places: Places, total: Floats, a: Fraction, exponent: float) -> Floats:
    """Return the awards by the curve of FFB and FSB: A(r) = K * ((N + a) / r - a)^m."""
    # K makes the awards of a field add up to `total`. A place with a base of 0 or less gets nothing. In fields of up to
    # 50 entrants m is `exponent`; in larger fields m is smaller by ln(N / 4) / 60. Write (N + a) / r - a as one
    # fraction of whole numbers, so that the base is 0 only if it is exactly 0.
    above = a.denominator * places.size + a.numerator * (1 - places.place)
    base = np.maximum(above, 0) / (a.denominator * places.place)
    flatter = np.where(places.size > 50, np.log(places.size / 4) / 60, 0)
    height = base ** (exponent - flatter)
    return np.repeat(total / places.sums(height), places.sizes) * height


def _ffb_total(entrants: Integers) -> Floats:
    """Return N * BV * 5/18. BV rises from X (N <= 25) to X + 60 (N >= 100), where X = 100 (afternoon tournaments)."""
    x = 100
    fifths_of_bv = np.select(
        [entrants <= 25, entrants <= 50, entrants < 100],
        [np.full_like(entrants, 5 * x), 8 * entrants + 5 * (x - 40), 2 * entrants + 5 * (x + 20)],
        default=5 * (x + 60),
    )
    return fifths_of_bv * entrants / 18


def _fsb_total(entrants: Integers) -> Floats:
    return 2 * entrants.astype(float)


def _ebu_places(places: Places) -> Floats:
    awards = -(-places.size // 3)
    by_place = np.maximum(3 * (awards - places.place + 1), 6)
    return np.where(places.place <= awards, by_place, 0).astype(float)


def _ebu_shared(together: Floats, tied: Integers) -> Floats:
    rounded_up = 3 * -(-together // (3 * tied))
    return np.where(together > 0, np.maximum(rounded_up, 6), 0)


def _nbf_places(places: Places, beyond: int = 0) -> Floats:
    """Return the awards of NBF, computed one place at a time for all fields in which that place has an award."""
    # Before halving, the winner has 1.5 points per entrant. The last place with an award has 4, or 2/3 of the place
    # above if that is more. The places are those up to (N + beyond) / 3.
    points = np.zeros(len(places.size))
    large_enough = np.argsort(places.sizes)[::-1]
    large_enough = large_enough[places.sizes[large_enough] > 0]
    previous = 1.5 * places.sizes[large_enough]
    points[places.starts[large_enough]] = previous
    for place in range(2, (int(places.sizes.max(initial=0)) + beyond) // 3 + 1):
        count = np.count_nonzero(3 * place <= places.sizes[large_enough] + beyond)
        large_enough, previous = large_enough[:count], previous[:count]
        left = (places.sizes[large_enough] - 3 * place + 3) / 3
        towards_last = np.exp(np.log(4 / previous) / left)
        previous = previous * np.minimum(place / (place + 1), np.maximum(2 / 3, towards_last))
        points[places.starts[large_enough] + place - 1] = previous
    return np.ceil(points / 2 - HAIR)


_WBF_LAST_PLACES = np.array([1, 2, 3, 4, 19, 39, 59, 79, 99, 119, 139, 159, 179, 200])  # the last place of each band
_WBF_PERCENT = np.array([100, 80, 70, 60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 0])
"""The percentage of 1,500 points for each band of places; the last value is for the places beyond all bands."""


def _wbf_places(places: Places) -> Floats:
    band = np.searchsorted(_WBF_LAST_PLACES, places.place)
    return np.where(places.place <= places.size // 2, _WBF_PERCENT[band] * 1500 / 100, 0)


def _ebl_places(places: Places) -> Floats:
    """Return the awards of EBL. The winner gets 20, or 30 in a field of at least 50 entrants, or 40 from 100 on."""
    # The second place gets 4 less than the winner, and each later place 2 less than the place above.
    winner = np.array([20, 30, 40])[np.searchsorted(np.array([50, 100]), places.size, side="right")]
    others = np.maximum(winner - 2 * places.place, 0)
    return np.where(places.place == 1, winner, others).astype(float)


def _pzbs_places(places: Places) -> Floats:
    """Return the awards of PZBS in fortieths of a point."""
    # The first four places get N plus a bonus, and each later place 2 less than the place above. The first place for
    # which this gives 4 or less gets 4, and all later places get 0.

    def value(place: Integers) -> Integers:
        bonus = np.array([20, 12, 4, -4])
        named = np.minimum(place, len(bonus))
        return places.size + bonus[named - 1] - 2 * (place - named)

    above = value(np.maximum(places.place - 1, 1))
    return np.where(above > 4, np.maximum(value(places.place), 4), 0).astype(float)


_TENTHS = 10
_CLUB_KEY = np.array(CLUB_POINT_TENTHS)


def _club_places(places: Places) -> Floats:
    rewarded = places.place <= np.minimum(places.size // 3, len(_CLUB_KEY))
    key = _CLUB_KEY[np.minimum(places.place, len(_CLUB_KEY)) - 1]
    return np.where(rewarded, key * places.size, _TENTHS).astype(float)


def _club_shared(together: Floats, tied: Integers) -> Floats:
    return (2 * together + _TENTHS * tied) // (2 * _TENTHS * tied)


_FUNBRIDGE = "Funbridge, How federation points are calculated"
FUNBRIDGE = Scheme(
    "funbridge",
    gettext_noop("Funbridge Points"),
    "Funbridge",
    f"{_FUNBRIDGE}: Funbridge Points",
    lambda places: 2 * (places.size + 1 - places.place) / np.log10(places.place + 2),
    whole_points=True,
)
"""All places r from 1 to N get 2 * (N + 1 - r) / log10(r + 2). Entrants who tie share the mean. Points are not rounded.
"""
FFB = Scheme(
    "ffb",
    gettext_noop("Expert Points"),
    "FFB",
    f"{_FUNBRIDGE}: Expert Points (FFB); it prints 25>N<=50 for 25<N<=50",
    lambda places: _curve(places, _ffb_total(places.sizes), Fraction(3, 2), 1 / 2),
    whole_points=True,
)
"""The first ceil(2N/3) places get points. Entrants who tie share the mean, where places beyond the last award count as
0. Points are not rounded."""
FSB = Scheme(
    "fsb",
    gettext_noop("Green Points"),
    "FSB",
    f"{_FUNBRIDGE}: Green Points (FSB)",
    lambda places: _curve(places, _fsb_total(places.sizes), Fraction(2), 1 / 1.9),
    whole_points=True,
)
"""The first ceil(N/2) places share 2N points. Entrants who tie share the mean, where places beyond the last award count
as 0. Points are not rounded."""
EBU = Scheme(
    "ebu", gettext_noop("Master Points"), "EBU", f"{_FUNBRIDGE}: Master Points (EBU)", _ebu_places, shared=_ebu_shared
)
"""There are ceil(N/3) awards. Each is 3 * (awards - place + 1), but at least 6. Entrants who tie share the mean,
rounded up to a multiple of 3."""
NBF = Scheme("nbf", gettext_noop("Masterpoints"), "NBF", f"{_FUNBRIDGE}: Masterpoints (NBF)", _nbf_places)
"""The winner and every place up to N/3 get points, which are halved and rounded up. Entrants who tie share the mean of
these whole awards."""
NBF_PRINTED = Scheme(
    "nbf_printed",
    gettext_noop("Masterpoints"),
    "NBF",
    f"{_FUNBRIDGE}: Masterpoints (NBF), for every place where the printed formula has a value",
    lambda places: _nbf_places(places, beyond=2),
)
"""As `NBF`, but also the last place r below N/3 + 1 gets points: one more than in `NBF` if 3 does not divide N."""
WBF_ROBOT = Scheme(
    "wbf_robot", gettext_noop("Robot Bridge Points"), "WBF", f"{_FUNBRIDGE}: Robot Bridge Points (WBF)", _wbf_places
)
"""The first floor(N/2) places get points, at most 200 places. Entrants who tie share the mean."""
EBL = Scheme("ebl", gettext_noop("Master Points"), "EBL", f"{_FUNBRIDGE}: Master Points (EBL)", _ebl_places)
"""The first 9, 14 or 19 places get points, depending on the size of the field. Entrants who tie share the mean."""
AEB = Scheme(
    "aeb",
    gettext_noop("Federation Points"),
    "AEB",
    f"{_FUNBRIDGE}: Federation Points (AEB)",
    lambda places: (places.size + 1 - places.place).astype(float),
    parts=2,
    needs_score=True,
)
"""The lowest entrant at or above the average gets 0.5, and each place above gets 0.5 more. Entrants who tie share the
mean."""
PZBS = Scheme(
    "pzbs", gettext_noop("Masterpoints"), "PZBS", f"{_FUNBRIDGE}: Masterpoints (PZBS)", _pzbs_places, parts=40
)
"""The first four places get N/40 and a bonus. Each later place gets 0.05 less than the place above, down to 0.10.
Entrants who tie share the mean."""
CLUB_POINTS = Scheme(
    "club_points",
    gettext_noop("Club Points"),
    "the club",
    "'t Fonteintje, Puntentelling in parentornooi, section 4: CP of Clubpunten",
    _club_places,
    parts=_TENTHS,
    shared=_club_shared,
    abbreviation=gettext_noop("CP"),
)
"""Club points as in MesserBridge (`SessionResults.club_points`). Of N entrants, the first floor(N/3), at most nine, get
N times the factor of their place, and all others get 1. Entrants who tie share the mean, rounded to whole points,
halves up."""

_ITSELF = f"{_FUNBRIDGE}: awarded by the federation directly"
SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        *(FUNBRIDGE, FFB, FSB, EBU, NBF, NBF_PRINTED, WBF_ROBOT, EBL, AEB, PZBS, CLUB_POINTS),
        Scheme("tbf", gettext_noop("Masterpoints"), "TBF", _ITSELF),
        Scheme("fpb", gettext_noop("Experience Points"), "FPB", _ITSELF),
        Scheme("rbbf", gettext_noop("Expert Points"), "RBBF", _ITSELF),
        Scheme("cbs", gettext_noop("Master Points"), "ČBS", _ITSELF),
        Scheme("acbl", gettext_noop("Masterpoints"), "ACBL", _ITSELF),
    )
}
"""Every scheme by name, in the order of docs/awards.md."""
# The schemes whose awards add up to a total that depends only on the size of the field.
CURVED: dict[str, Callable[[Integers], Floats]] = {"ffb": _ffb_total, "fsb": _fsb_total}
COMPUTED = [name for name, scheme in SCHEMES.items() if not scheme.imported]


FEDERATIONS = {
    "FFB": "Fédération française de bridge",
    "FSB": "Fédération suisse de bridge",
    "EBU": "English Bridge Union",
    "NBF": "Norsk Bridgeforbund",
    "WBF": "World Bridge Federation",
    "EBL": "European Bridge League",
    "AEB": "Asociación Española de Bridge",
    "PZBS": "Polski Związek Brydża Sportowego",
    "TBF": "Türkiye Briç Federasyonu",
    "FPB": "Federação Portuguesa de Bridge",
    "RBBF": "Royal Belgian Bridge Federation",
    "ČBS": "Český bridžový svaz",
    "ACBL": "American Contract Bridge League",
}
"""The full name of each federation in its own language, by abbreviation."""
# Federations without a scheme. Their names must not be taken for misspellings of other names.
_OTHERS = frozenset(("nbb", "dbv", "figb", "sbf", "dbf", "abf", "nzb"))


def nearest_scheme(name: str, among: Collection[str]) -> str | None:
    """Return the scheme that begins with `name` or has a similar spelling, ignoring case; None if there is none."""
    lowered = name.lower()
    if lowered in _OTHERS:
        return None
    begins = [known for known in among if name and known.startswith(lowered)]
    return next(iter(begins or nearest_words(lowered, among)), None)


def computed_scheme(name: str) -> Scheme:
    """Return the scheme of this name; AwardError, with the nearest name, if it is unknown or has no rule."""
    if (why := why_not(name)) is not None:
        raise AwardError(Message("scheme {name!r}: {why}", name=name, why=why))
    return SCHEMES[name]


def why_not(name: str) -> Message | None:
    """Return why no awards can be computed by a scheme of this name; None if they can."""
    if name in COMPUTED:
        return None
    if name in SCHEMES:
        scheme = SCHEMES[name]
        gaps = {"federation": scheme.federation, "points": scheme.points}
        return Message("{federation} awards its {points} itself: import its file of awards", **gaps)
    in_full = {one: FEDERATIONS.get(SCHEMES[one].federation) for one in COMPUTED}
    known = ", ".join(one if full is None else f"{one} ({full})" for one, full in in_full.items())
    near = nearest_scheme(name, COMPUTED)
    if near is None:
        return Message("there is no such scheme; write one of {known}", known=known)
    return Message("there is no such scheme, did you mean {near}? Write one of {known}", near=near, known=known)
