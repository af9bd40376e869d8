"""Club points (CP) as MesserBridge gives them: a key times the number of pairs for the first third, 1 for the rest."""

import numpy as np

from transforms.awards.scheme import Floats, Integers, Places, Scheme
from transforms.results.session_results import CLUB_POINT_TENTHS
from transforms.tables.messages import gettext_noop

SOURCE = "'t Fonteintje, Puntentelling in parentornooi, section 4: CP of Clubpunten"

TENTHS = 10
KEY = np.array(CLUB_POINT_TENTHS)
"""Tenths of a point for each pair in the field, by place: those of `SessionResults.club_points`."""


def _places(places: Places) -> Floats:
    rewarded = places.place <= np.minimum(places.size // 3, len(KEY))
    key = KEY[np.minimum(places.place, len(KEY)) - 1]
    return np.where(rewarded, key * places.size, TENTHS).astype(float)


def _shared(together: Floats, tied: Integers) -> Floats:
    """The mean of the awards before rounding, then halves up."""
    return (2 * together + TENTHS * tied) // (2 * TENTHS * tied)


CLUB_POINTS = Scheme(
    "club_points",
    gettext_noop("Club Points"),
    "the club",
    SOURCE,
    _places,
    parts=TENTHS,
    shared=_shared,
    abbreviation=gettext_noop("CP"),
)
"""floor(N/3) places by the key, nine at most; equal percentages share the mean; then rounded, halves up."""
