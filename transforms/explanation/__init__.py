"""Where published numbers come from: each as a formula with its numbers filled in, down to the lines of files.

Nothing here computes a published number: a formula that does not lead to it is not shown (boards), or makes a test fail
(all others). `player.py` puts all of it about one player together, as one value (`value.py`), in `words.py`.
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
