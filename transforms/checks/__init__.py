"""Checks: what cannot be true of the tables, or deserves a look, and what becomes of the rows.

`check` has the declaration and the runner; the other modules have the checks, each those of a subject. `assembly` puts
the tables of all files together, with the checks between its steps.
"""

from transforms.checks import (
    adjustments,
    boards,
    computed,
    deals,
    entries,
    evenings,
    games,
    ids,
    matches,
    names,
    people,
    results,
    seats,
    sessions,
)
from transforms.checks.assembly import assemble
from transforms.checks.check import CHECKS, Check, check, judged

__all__ = [
    "CHECKS",
    "Check",
    "adjustments",
    "assemble",
    "boards",
    "check",
    "computed",
    "deals",
    "entries",
    "evenings",
    "games",
    "ids",
    "judged",
    "matches",
    "names",
    "people",
    "results",
    "seats",
    "sessions",
]
