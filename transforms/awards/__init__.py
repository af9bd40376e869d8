"""Federation points: what an event brings its entrants, by any of the schemes in `schemes`.

Each scheme is a module: a rule that gives every place of a field its award. `ranked_events` numbers and checks events,
`shares` hands out the awards of the places to those who are at them or tie for them, `whole_points` rounds. `points`
takes whole seasons with their players, `imports` what federations awarded themselves, `totals` adds up.
Schemes and how to add one: docs/awards.md.
"""

from transforms.awards.choices import choices_of_nothing
from transforms.awards.event_awards import Rounding, awards
from transforms.awards.imports import checked_imports
from transforms.awards.points import award_points, sessions_without_ranks
from transforms.awards.ranked_events import CheckedEntrants, checked_entrants
from transforms.awards.scheme import AwardError, Scheme
from transforms.awards.schemes import COMPUTED, CURVED, SCHEMES, computed_scheme
from transforms.awards.totals import award_totals, federation_awards

__all__ = [
    "COMPUTED",
    "CURVED",
    "SCHEMES",
    "AwardError",
    "CheckedEntrants",
    "Rounding",
    "Scheme",
    "award_points",
    "award_totals",
    "awards",
    "checked_entrants",
    "checked_imports",
    "choices_of_nothing",
    "computed_scheme",
    "federation_awards",
    "sessions_without_ranks",
]
