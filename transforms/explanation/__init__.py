"""Explain published numbers: each as a formula with its numbers filled in, down to the lines of files.

Nothing here computes a published number. If a formula does not lead to the published number, it is not shown (boards)
or a test fails (everything else).
"""

from transforms.explanation.player import TABLES, Explanations
from transforms.explanation.value import (
    Adjustment,
    Board,
    Earned,
    EventPlace,
    Explanation,
    Match,
    Session,
    Source,
    Step,
    WithoutPlayer,
)

__all__ = [
    "TABLES",
    "Adjustment",
    "Board",
    "Earned",
    "EventPlace",
    "Explanation",
    "Explanations",
    "Match",
    "Session",
    "Source",
    "Step",
    "WithoutPlayer",
]
