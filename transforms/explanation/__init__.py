"""Where published numbers come from: every one as a formula with its numbers filled in, down to lines of files.

Everything here is read off the tables of a build, for any number of players at once, and computes nothing that is
published: a formula that does not lead to the published number is not shown (boards), or found by a test (all others).

| module | explains |
|---|---|
| `rankings.py` | a ranking, by the sessions in its window |
| `points.py` | ranking points, by the method's formula; `strength.py`: the strength of the field they start from |
| `scores.py` | the score of a session, by its points and maximum, boards, or matches |
| `boards.py` | the points of a board, by the scores that it was compared with |
| `championship.py` | the place in a championship, by what counts |
| `player.py` | all of this about one player, as one value (`value.py`), in `words.py` |
"""

from transforms.explanation.player import TABLES, Explanations
from transforms.explanation.value import Adjustment, Board, Explanation, Match, Session, Source, Step

__all__ = ["TABLES", "Adjustment", "Board", "Explanation", "Explanations", "Match", "Session", "Source", "Step"]
