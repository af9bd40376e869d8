"""Explain published numbers: each as a formula with its numbers filled in, down to the lines of files.

Nothing here computes a published number. A formula that does not lead to the published number is not shown (boards) or
makes a test fail (all others). `player.py` gathers the explanation of one player in one value (`value.py`); `words.py`
has its words.
"""

from transforms.explanation.player import TABLES, Explanations
from transforms.explanation.value import Adjustment, Board, Explanation, Match, Session, Source, Step, WithoutPlayer

__all__ = [
    "TABLES",
    "Adjustment",
    "Board",
    "Explanation",
    "Explanations",
    "Match",
    "Session",
    "Source",
    "Step",
    "WithoutPlayer",
]
