"""The balance of a movement, to read in a terminal."""

import numpy as np
from rich.console import RenderableType

from pipelines.cli.balance.check import Checked
from pipelines.words.terminal import console, table, text, titled
from pipelines.words.words import counted
from transforms.balance.individual import company
from transforms.balance.movement import BOARD_SET, ROUND
from transforms.messages import gettext
from transforms.tables.arithmetic.as_text import in_decimals


def print_checked(checked: Checked) -> None:
    """Print the factors, the scores of each two pairs, and with strong pairs the result list they leave."""
    out = console()
    what = gettext("what it is")
    out.print(titled(_title(checked), table(["", gettext("value"), what], _factors(checked), ["", what])), "")
    out.print(titled(gettext("Score of each two: equal everywhere in perfect balance"), _matrix(checked)), "")
    if checked.vacancy.highest is not None:
        absent = [[str(pair), _shown(factor)] for pair, factor in enumerate(checked.vacancy.by_absent, 1)]
        out.print(titled(gettext("With one absent"), table([gettext("absent"), "Qf"], absent, [])), "")
    if checked.strong:
        *others, last = map(str, checked.strong)
        winners = gettext("{one} and {other}", one=", ".join(others), other=last) if others else last
        title = gettext("If {winners} won every board, and all else were level", winners=winners)
        results = [[str(pair), _shown(result)] for pair, result in enumerate(checked.results, 1)]
        out.print(titled(title, table(["", "%"], results, [])), "")


def _title(checked: Checked) -> str:
    movement = checked.movement
    shared, several = _shared(checked), movement.rounds // checked.rounds
    said = [
        counted(movement.pairs, "player" if movement.individual else "pair"),
        gettext("{number} tables", number=movement.tables),
        gettext("{number} rounds of {sets} sets each", number=checked.rounds, sets=several)
        if several > 1
        else gettext("{number} rounds", number=checked.rounds),
        gettext("{number} board sets", number=movement.board_sets),
    ]
    if shared:
        said.append(gettext("{number} of them shared by tables in some round", number=shared))
    return ", ".join(said)


def _shared(checked: Checked) -> int:
    """How many board sets are at two tables in one round."""
    together = checked.movement.plays[:, [ROUND, BOARD_SET]]
    found, times = np.unique(together, axis=0, return_counts=True)
    return len(np.unique(found[times > 1, 1]))


def _factors(checked: Checked) -> list[list[str]]:
    balance, absent = checked.quality, checked.vacancy
    of_s = gettext("sum of the scores, h = {h}", h=balance.h)
    if balance.uneven:
        of_s = gettext("{what}; sets are played unequally often, h is that of the least", what=of_s)
    rows: list[tuple[str, float | None, str]] = [
        ("Qf", balance.qf, gettext("quality factor, against the most even whole numbers; 100 is perfect")),
        ("Qc", balance.qc, gettext("the same, against scores that are all equal")),
        ("Qo", balance.qo, gettext("of meetings alone")),
        *_of_partners(checked),
        ("sd", balance.sd, gettext("standard deviation of the scores")),
        ("S4", balance.s4, gettext("sum of fourth powers around the mean")),
        ("Qf1", absent.highest, gettext("with the highest number absent")),
        (gettext("mean"), absent.mean, gettext("over all choices of one absent, the plain mean")),
        (gettext("pooled"), absent.pooled, gettext("over all choices of one absent, their scores as one set")),
    ]
    whole = [["S", str(balance.s), of_s], ["SS", str(balance.ss), gettext("of their squares")]]
    return [[name, _shown(value), words] for name, value, words in rows] + whole


def _of_partners(checked: Checked) -> list[tuple[str, float | None, str]]:
    """How evenly the players of an individual partner each other; nothing where pairs play."""
    if not checked.movement.individual:
        return []
    return [("Qp", company(checked.movement).partner_quality, gettext("of partnerships alone"))]


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
