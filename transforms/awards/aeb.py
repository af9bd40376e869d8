"""Federation Points of the Spanish federation (AEB): steps of half a point for all with an average score or more."""

from transforms.awards.scheme import Floats, Places, Scheme
from transforms.tables.messages import gettext_noop

SOURCE = "Funbridge, How federation points are calculated: Federation Points (AEB)"


def _places(places: Places) -> Floats:
    return (places.size + 1 - places.place).astype(float)


AEB = Scheme("aeb", gettext_noop("Federation Points"), "AEB", SOURCE, _places, parts=2, needs_score=True)
"""The lowest entrant at or above the average gets 0.5, each above it 0.5 more; ties share the mean."""
