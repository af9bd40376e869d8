"""An evening as a program exports it in PBN, with points, percentages and ranks worked out here by counting."""

from fractions import Fraction

import numpy as np

PAIRS = 8
BOARDS = 21
_SCORES_MADE = (-200, -170, -140, -110, -100, -90, 90, 100, 110, 120, 140, 150, 170, 200)
"""Scores that are possible on every board, whoever is vulnerable."""
_RESULT_LIST = '[TotalScoreTable "Rank\\2R;PairId\\2R;TotalScoreMP\\5R;TotalPercentage\\5R;Names\\20L"]'
_SCORES = (
    '[ScoreTable "Table\\1R;Round\\1R;PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R'
    ';Score_NS\\5R;Score_EW\\5R;MP_NS\\4R;MP_EW\\4R"]'
)

Line = tuple[int, int, int, int]
"""Round, North-South, East-West, score."""


def evening(seed: int = 1) -> str:
    """Eight pairs over seven rounds, everybody against everybody; the result list stands before the first board."""
    played = _played(np.random.default_rng(seed))
    worth = {board: [_matchpoints(line, lines) for line in lines] for board, lines in played.items()}
    listed = "\n".join([_RESULT_LIST, *_ranked(_percentages(played, worth))]) + "\n"
    tables = (
        f'[Event "Club night"]\n[Date "2025.09.02"]\n[Board "{board}"]\n[Scoring "MatchPoints"]\n'
        f"{listed if board == 1 else ''}{_SCORES}\n{_score_lines(lines, worth[board])}\n"
        for board, lines in played.items()
    )
    return "% PBN 2.0\n% EXPORT\n" + "".join(tables)


def _played(chance: np.random.Generator) -> dict[int, list[Line]]:
    boards: dict[int, list[Line]] = {}
    for of_round in range(PAIRS - 1):
        circle = [PAIRS, *((of_round + place) % (PAIRS - 1) + 1 for place in range(PAIRS - 1))]
        meetings = list(zip(circle[: PAIRS // 2], reversed(circle), strict=False))
        for board in range(3 * of_round + 1, 3 * of_round + 4):
            boards[board] = [(of_round + 1, ns, ew, int(chance.choice(_SCORES_MADE))) for ns, ew in meetings]
    return boards


def _matchpoints(line: Line, lines: list[Line]) -> int:
    """One for every score that is lower, minus one for every score that is higher."""
    return sum((line[3] > other[3]) - (line[3] < other[3]) for other in lines)


def _percentages(played: dict[int, list[Line]], worth: dict[int, list[int]]) -> dict[int, Fraction]:
    points = dict.fromkeys(range(1, PAIRS + 1), 0)
    for board, lines in played.items():
        for (_, ns, ew, _), won in zip(lines, worth[board], strict=True):
            points[ns] += won
            points[ew] -= won
    return {pair: 50 + Fraction(100 * won, BOARDS * (PAIRS - 2)) for pair, won in points.items()}


def _ranked(percentages: dict[int, Fraction]) -> list[str]:
    in_order = sorted(percentages.items(), key=lambda item: (-item[1], item[0]))
    ranks = {percentage: 1 + sum(other > percentage for _, other in in_order) for _, percentage in in_order}
    return [
        f'{ranks[percentage]} {pair} - {float(percentage):.2f} "N{pair} - M{pair}"' for pair, percentage in in_order
    ]


def _score_lines(lines: list[Line], worth: list[int]) -> str:
    return "".join(
        f'{table} {of_round} {ns} {ew} - - - {_cells(score)} "{points}.0" "{-points}.0"\n'
        for table, ((of_round, ns, ew, score), points) in enumerate(zip(lines, worth, strict=True), start=1)
    )


def _cells(score: int) -> str:
    return f'"{score}" -' if score > 0 else f'- "{-score}"'
