"""The files of a landing folder taken together: each session in its season, and a finding for each contradiction.

`evenings` handles seasons, events and the sessions that count; `people` resolves ids to persons; `findings` and
`consequences` make findings. `transforms/checks` holds the checks, and puts all of this together.
"""

from transforms.intake.consequences import consequences_marked, cut_offs_accepted, scores_named, without_explained
from transforms.intake.findings import LEFT_OUT, TAKEN_AS_EMPTY, causes_first

__all__ = [
    "LEFT_OUT",
    "TAKEN_AS_EMPTY",
    "causes_first",
    "consequences_marked",
    "cut_offs_accepted",
    "scores_named",
    "without_explained",
]
