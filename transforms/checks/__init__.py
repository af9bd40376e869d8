"""Checks find rows that cannot be right or that someone should look at, and decide what happens to these rows.

`transforms/intake/check.py` declares and runs checks, and `SUBJECTS` lists them. `assembly` puts the tables of all
files together, and runs the checks between its steps.
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
    rows,
    sessions,
    totals,
)
from transforms.checks.assembly import assemble
from transforms.intake.check import CHECKS, Check, check, judged

SUBJECTS = (
    *(adjustments, boards, clubs, computed, deals, entries, evenings, games, ids),
    *(matches, people, results, rows, sessions, totals),
)

__all__ = ["CHECKS", "SUBJECTS", "Check", "assemble", "check", "judged"]
