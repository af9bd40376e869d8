"""Where published numbers come from: each as a formula with its numbers filled in, down to the lines of files.

Everything here is taken from the tables of a build, for any number of players at once. Nothing here computes a
published number: a formula that does not lead to it is not shown (boards), or makes a test fail (all others).

| module | explains |
|---|---|
| `rankings.py` | a ranking, by the sessions in its window |
| `points.py` | ranking points, by the method's formula; `strength.py`: the strength of the field they start from |
| `scores.py` | the score of a session, by its points and its maximum, number of boards or number of matches |
| `boards.py` | the points of a board, by the scores with which its score was compared |
| `championship.py` | the average in a championship, by the sessions that count |
| `player.py` | all of this about one player, as one value (`value.py`), in `words.py` |
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
