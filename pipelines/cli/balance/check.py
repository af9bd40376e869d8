"""`barometer balance check`: everything about the balance of one schedule file, as numbers and for a terminal."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from rich.console import RenderableType

from pipelines.cli.balance.schedules import check_absent, movement_named
from pipelines.cli.terminal.options import in_range
from pipelines.words.terminal import console, table, text, titled
from pipelines.words.words import counted
from transforms.balance.movement import BOARD_SET, ROUND, Movement, meetings, sets_a_round
from transforms.balance.quality import Quality, Vacancy, company, quality, score_matrix, strong_pair_results, vacancy
from transforms.balance.schedule import ScheduleFinding, schedule_findings
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext


class Checked(NamedTuple):
    """A movement and its balance; `strong` are the pairs (from 1) that win every board in `results`."""

    movement: Movement
    quality: Quality
    vacancy: Vacancy
    scores: NDArray[np.int64]
    findings: list[ScheduleFinding]
    strong: list[int]
    results: list[float | None]

    @property
    def rounds(self) -> int:
        """How many rounds, as people count them: one, however many sets two pairs play in it."""
        return self.movement.rounds // sets_a_round(self.movement)


def check_schedule(path: Path, strong: Sequence[int]) -> Checked:
    """The balance of a schedule file or of a movement of the library; `strong` pairs (from 1) win every board."""
    movement = movement_named(str(path))
    check_absent(movement, path)
    for pair in strong:
        in_range("--strong", pair, 1, movement.pairs)
    results = strong_pair_results(movement, [pair - 1 for pair in strong]).tolist() if strong else []
    return Checked(
        movement=movement,
        quality=quality(movement),
        vacancy=vacancy(movement),
        scores=score_matrix(movement),
        findings=schedule_findings(movement),
        strong=list(strong),
        results=[None if np.isnan(result) else result for result in results],
    )


def balance_row(checked: Checked) -> pl.DataFrame:
    """One row with the columns of `movements.session_balance` that a schedule has, and the pooled vacancy value."""
    return pl.DataFrame([_numbers(checked)], schema_overrides=dict.fromkeys(_FACTORS, pl.Float64))


def as_json(checked: Checked) -> str:
    """As JSON: the columns of `balance_row`, the matrices of scores and meetings, and Qf with each pair absent."""
    whole: dict[str, Any] = {
        **_numbers(checked),
        "qf_absent": checked.vacancy.by_absent,
        "scores": _without_diagonal(checked.scores),
        "meetings": _without_diagonal(meetings(checked.movement)),
        "findings": [finding._asdict() for finding in checked.findings],
    }
    if checked.movement.individual:
        found = company(checked.movement)
        whole |= {"partners": _without_diagonal(found.partners), "partner_quality": found.partner_quality}
    if checked.strong:
        whole |= {"strong": checked.strong, "results": checked.results}
    return json.dumps(whole, ensure_ascii=False)


_FACTORS = ("qc", "qf", "qo", "sd", "s4", "qf_absent_mean", "qf_highest_absent", "qf_absent_pooled")


def _numbers(checked: Checked) -> dict[str, int | float | bool | None]:
    of_quality = checked.quality._asdict()
    return {
        **{name: of_quality[name] for name in ("pairs", "rounds", "h", "s", "ss", "qc", "qf", "qo", "sd", "s4")},
        "rounds": checked.rounds,
        "qf_absent_mean": checked.vacancy.mean,
        "qf_highest_absent": checked.vacancy.highest,
        "qf_absent_pooled": checked.vacancy.pooled,
        "uneven": checked.quality.uneven,
    }


def _without_diagonal(matrix: NDArray[np.int64]) -> list[list[int | None]]:
    return [
        [None if row == column else value for column, value in enumerate(values)]
        for row, values in enumerate(matrix.tolist())
    ]


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
        winners = ", ".join(map(str, checked.strong))
        title = gettext("If {winners} won every board, and all else were level", winners=winners)
        results = [[str(pair), _shown(result)] for pair, result in enumerate(checked.results, 1)]
        out.print(titled(title, table(["", "%"], results, [])), "")


def _title(checked: Checked) -> str:
    movement = checked.movement
    found, times = np.unique(movement.plays[:, [ROUND, BOARD_SET]], axis=0, return_counts=True)
    shared, several = len(np.unique(found[times > 1, 1])), movement.rounds // checked.rounds
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


def _factors(checked: Checked) -> list[list[str]]:
    balance, absent = checked.quality, checked.vacancy
    of_s = gettext("sum of the scores, h = {h}", h=balance.h)
    if balance.uneven:
        of_s = gettext("{what}; sets are played unequally often, h is that of the least", what=of_s)
    rows: list[tuple[str, float | None, str]] = [
        ("Qf", balance.qf, gettext("quality factor, against the most even whole numbers; 100 is perfect")),
        ("Qc", balance.qc, gettext("the same, against scores that are all equal")),
        ("Qo", balance.qo, gettext("of meetings alone")),
        ("sd", balance.sd, gettext("standard deviation of the scores")),
        ("S4", balance.s4, gettext("sum of fourth powers around the mean")),
        ("Qf1", absent.highest, gettext("with the highest number absent")),
        (gettext("mean"), absent.mean, gettext("over all choices of one absent, the plain mean")),
        (gettext("pooled"), absent.pooled, gettext("over all choices of one absent, their scores as one set")),
    ]
    if checked.movement.individual:
        rows.insert(3, ("Qp", company(checked.movement).partner_quality, gettext("of partnerships alone")))
    whole = [["S", str(balance.s), of_s], ["SS", str(balance.ss), gettext("of their squares")]]
    return [[name, _shown(value), words] for name, value, words in rows] + whole


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
