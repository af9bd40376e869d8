"""The balance of a movement, to read in a terminal."""

import numpy as np
from rich.console import RenderableType

from pipelines.commands.balance.check import Checked
from pipelines.display.terminal import console, table, text, titled
from transforms.arithmetic.as_text import in_decimals
from transforms.balance.individual import company
from transforms.balance.movement import BOARD_SET, ROUND


def print_checked(checked: Checked) -> None:
    """Print the factors, the scores of each two pairs, and with strong pairs the result list they leave."""
    out = console()
    out.print(titled(_title(checked), table(["", "value", "what it is"], _factors(checked), ["", "what it is"])), "")
    out.print(titled("Score of each two: equal everywhere in perfect balance", _matrix(checked)), "")
    if checked.vacancy.highest is not None:
        absent = [[str(pair), _shown(factor)] for pair, factor in enumerate(checked.vacancy.by_absent, 1)]
        out.print(titled("With one absent", table(["absent", "Qf"], absent, [])), "")
    if checked.strong:
        winners = " and ".join(map(str, checked.strong))
        results = [[str(pair), _shown(result)] for pair, result in enumerate(checked.results, 1)]
        out.print(titled(f"If {winners} won every board, and all else were level", table(["", "%"], results, [])), "")


def _title(checked: Checked) -> str:
    movement = checked.movement
    who = "players" if movement.individual else "pairs"
    sets = f"{movement.board_sets} board sets"
    shared = _shared(checked)
    sharing = f", {shared} of them shared by tables in some round" if shared else ""
    several = movement.rounds // checked.rounds
    each = f" of {several} sets each" if several > 1 else ""
    return f"{movement.pairs} {who}, {movement.tables} tables, {checked.rounds} rounds{each}, {sets}{sharing}"


def _shared(checked: Checked) -> int:
    """How many board sets are at two tables in one round."""
    together = checked.movement.plays[:, [ROUND, BOARD_SET]]
    found, times = np.unique(together, axis=0, return_counts=True)
    return len(np.unique(found[times > 1, 1]))


def _factors(checked: Checked) -> list[list[str]]:
    balance, absent = checked.quality, checked.vacancy
    uneven = "; sets are played unequally often, h is that of the least" if balance.uneven else ""
    rows: list[tuple[str, float | None, str]] = [
        ("Qf", balance.qf, "quality factor, against the most even whole numbers; 100 is perfect"),
        ("Qc", balance.qc, "the same, against scores that are all equal"),
        ("Qo", balance.qo, "of meetings alone"),
        *_of_partners(checked),
        ("sd", balance.sd, "standard deviation of the scores"),
        ("S4", balance.s4, "sum of fourth powers around the mean"),
        ("Qf1", absent.highest, "with the highest number absent"),
        ("mean", absent.mean, "over all choices of one absent, the plain mean"),
        ("pooled", absent.pooled, "over all choices of one absent, their scores as one set"),
    ]
    whole = [
        ["S", str(balance.s), f"sum of the scores, h = {balance.h}{uneven}"],
        ["SS", str(balance.ss), "of their squares"],
    ]
    return [[name, _shown(value), words] for name, value, words in rows] + whole


def _of_partners(checked: Checked) -> list[tuple[str, float | None, str]]:
    """How evenly the players of an individual partner each other; nothing where pairs play."""
    if not checked.movement.individual:
        return []
    return [("Qp", company(checked.movement).partner_quality, "of partnerships alone")]


def _matrix(checked: Checked) -> RenderableType:
    scores = checked.scores.tolist()
    width = max(len(str(value)) for row in scores for value in row) + 2
    lines = [
        "".join(("*" if row == column else str(value)).rjust(width) for column, value in enumerate(values))
        for row, values in enumerate(scores)
    ]
    return text("\n".join(lines))


def _shown(value: float | None) -> str:
    return "-" if value is None else in_decimals(value, 2)
