"""The files of a landing folder taken together: each session in its season, and a finding for each contradiction.

`evenings` has seasons, events and the sessions that count, `people` whose id it is, `findings` and `consequences` how
findings are made. `transforms/checks` has what is checked, and puts all of this together.
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
