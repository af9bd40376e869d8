"""The files of a landing folder taken together: each session in its season, and a finding for each contradiction.

The readers have read and typed each file by itself. This package combines the rows of all files, of any number of
competitions. Rows that belong to no session, that are there twice, or that cannot be scored are left out. For each of
these there is a finding that names the file, the line, the value and the remedy. All other rows stay.

- `evenings/`: the season and the event of each session, and the rows that belong to it (`sessions`, `belonging`); which
  sessions count (`counting`): not those that were handed in twice (`handed_in_twice`, by `compared_lines`; `newer` says
  which file is the newer one, `superseding` follows chains), and not those that a director lets others replace
  (`settled`; `parts` for files that are one evening, `halves` for two);
- `people/`: whose id it is (`people`, `aliases`), under which name (`players`, `names`), whom an id that nobody has may
  mean (`nearest`), and who may be one (`likely_people`);
- `result_lines`: who did not come, who met whom, which lines are there twice;
- `entries`, `stand_ins`, `entrants`: who sat down, for whom, and in which pair;
- `matches`, `deals`, `adjustments`, `rated_games`: the other tables;
- `consequences`: which findings follow from others;
- `findings`: how findings are made.

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
