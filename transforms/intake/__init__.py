"""The files of a landing folder taken together: each session in its season, and a finding for each contradiction.

`evenings` handles seasons, events and the choice of sessions that count; `people` finds the person of each id;
`findings` and `consequences` make findings. `transforms/checks` contains the checks and combines all steps.
"""

from transforms.intake.consequences import (
    consequences_marked,
    cut_offs_accepted,
    scores_named,
    without_explained,
    without_given_events,
)
from transforms.intake.findings import LEFT_OUT, TAKEN_AS_EMPTY, causes_first

__all__ = [
    "LEFT_OUT",
    "TAKEN_AS_EMPTY",
    "causes_first",
    "consequences_marked",
    "cut_offs_accepted",
    "scores_named",
    "without_explained",
    "without_given_events",
]
