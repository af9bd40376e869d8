"""The files of a landing folder taken together: each session in its season, and a finding for each contradiction.

The readers have read and typed each file by itself. Rows that belong to no session, that are there twice, or that
cannot be scored are left out, each with a finding that names the file, the line, the value and the remedy.

- `evenings/`: the season and the event of each session, the rows that belong to it, and which sessions count;
- `people/`: whose id it is, under which name, whom an unknown id may mean, and who may be one;
- `findings`, `consequences`: how findings are made, and which follow from others.

`transforms/checks` has what is checked, and puts all of this together.
"""

from transforms.intake.consequences import consequences_marked, cut_offs_accepted, scores_told, told_by_rows
from transforms.intake.findings import LEFT_OUT, TAKEN_AS_EMPTY, causes_first

__all__ = [
    "LEFT_OUT",
    "TAKEN_AS_EMPTY",
    "causes_first",
    "consequences_marked",
    "cut_offs_accepted",
    "scores_told",
    "told_by_rows",
]
