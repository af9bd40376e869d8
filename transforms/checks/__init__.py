"""Checks: what cannot be true of the tables, or deserves a look, and what becomes of the rows.

`check` has the declaration and the runner, and `SUBJECTS` the checks. `assembly` puts the tables of all files
together, with the checks between its steps.
"""

from transforms.checks import (
    adjustments,
    boards,
    clubs,
    computed,
    deals,
    entries,
    evenings,
    games,
    ids,
    matches,
    people,
    results,
    sessions,
)
from transforms.checks.assembly import assemble
from transforms.intake.check import CHECKS, Check, check, judged

SUBJECTS = (
    *(adjustments, boards, clubs, computed, deals, entries, evenings, games, ids),
    *(matches, people, results, sessions),
)

__all__ = ["CHECKS", "SUBJECTS", "Check", "assemble", "check", "judged"]
