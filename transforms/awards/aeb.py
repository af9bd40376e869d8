"""Federation Points of the Spanish federation (AEB): steps of half a point for all with an average score or more."""

from transforms.awards.scheme import Floats, Places, Scheme

SOURCE = "Funbridge, How federation points are calculated: Federation Points (AEB)"


def _places(places: Places) -> Floats:
    return (places.size + 1 - places.place).astype(float)


AEB = Scheme("aeb", "Federation Points", "AEB", SOURCE, _places, parts=2, needs_score=True)
"""The lowest entrant at or above the average gets 0.5, each above it 0.5 more; ties share the mean."""
