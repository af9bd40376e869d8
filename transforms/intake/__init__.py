"""What the files of a landing folder say together: every session in its season, every contradiction told.

A file by itself has been read and typed before. Here the rows of all files of any number of competitions
meet: what belongs to no session, stands there twice, or cannot be scored is left out, with a finding that
names file, line, value and the mend; all else stays.

`sessions` puts rows into seasons and events, `seating` tells who sat down, `phantoms` who did not, `result_lines`
what can be scored, `printed_points` where a file contradicts its own points, `adjustments` what a director gave or
took; `assembly` puts them together.
"""

from transforms.intake.assembly import assemble
from transforms.intake.findings import LEFT_OUT, TAKEN_AS_EMPTY, causes_first

__all__ = ["LEFT_OUT", "TAKEN_AS_EMPTY", "assemble", "causes_first"]
