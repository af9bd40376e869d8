"""Sessions of a made-up club, from the movements that they are played by."""

from collections import defaultdict

import dataframely as dy
import polars as pl
from factories import frame

from transforms.balance.movement import Movement
from transforms.tables.schemas import BoardScores, Sessions

COMPETITION = {"club": "club", "competition": "evening", "season": "2025"}

Row = dict[str, object]


def board_scores(
    movement: Movement, boards: int = 1, *, session: str = "first", line: str = "A", has_rounds: bool = True
) -> dy.DataFrame[BoardScores]:
    """Every play of the movement on so many boards a set, all of them 4S made."""
    rows = [
        row(play, board, session=session, line=line) | {"round": play[0] + 1 if has_rounds else None}
        for play in movement.plays.tolist()
        for board in range(play[-1] * boards + 1, (play[-1] + 1) * boards + 1)
    ]
    return typed(rows)


def row(play: list[int], board: int, *, session: str, line: str) -> Row:
    half = (len(play) - 3) // 2
    ns, ew = ("+".join(str(one + 1) for one in side) for side in (play[2 : 2 + half], play[2 + half : -1]))
    given_points = {"score": 420, "ns_points": 1.0, "ew_points": 1.0, "top": 2.0, "scoring": "matchpoints"}
    return {**COMPETITION, "session_id": session, "line": line, "board": board, "ns": ns, "ew": ew, **given_points}


def typed(rows: list[Row]) -> dy.DataFrame[BoardScores]:
    """The rows as `BoardScores`, each once, as lines of one file."""
    meeting = [name for name in BoardScores.primary_key() if name not in ("file_id", "line_no")]
    return BoardScores.cast(frame(BoardScores, *rows).unique(meeting, maintain_order=True))


def sessions(*ids: str, together: str | None = None) -> dy.DataFrame[Sessions]:
    return frame(Sessions, *({**COMPETITION, "session_id": one, "together": together} for one in ids))


def met_in_rounds(scores: pl.DataFrame) -> dict[str, dict[int, set[frozenset[str]]]]:
    """Session -> round, as people count them -> who met whom there; rounds in a row in which nobody moved are one."""
    in_round: dict[str, dict[int, set[frozenset[str]]]] = defaultdict(lambda: defaultdict(set))
    for session, line, ns, ew in scores.select("session_id", "round", "ns", "ew").iter_rows():
        in_round[session][line].add(frozenset((ns, ew)))
    met: dict[str, dict[int, set[frozenset[str]]]] = defaultdict(lambda: defaultdict(set))
    for session, rounds in in_round.items():
        before, counted = set[frozenset[str]](), 0
        for line in sorted(rounds):
            counted += not (before and (rounds[line] <= before or before <= rounds[line]))
            before = rounds[line]
            met[session][counted] |= before
    return met
