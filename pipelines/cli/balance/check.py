"""`barometer balance check`: everything about the balance of one schedule file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.cli.balance.library import movement_named
from pipelines.cli.balance.schedule_files import check_absent
from pipelines.machine.errors import UnusableError
from transforms.balance.individual import company
from transforms.balance.movement import Movement, meetings, sets_a_round
from transforms.balance.quality import Quality, quality, score_matrix
from transforms.balance.schedule import ScheduleFinding, schedule_findings
from transforms.balance.strong_pairs import strong_pair_results
from transforms.balance.vacancy import Vacancy, vacancy


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
    """Compute the balance of a schedule file, or of a movement of the library.

    Args:
        path: of the schedule file, or the name in the library.
        strong: pairs that win every board, numbered from 1; empty for no imagined session.

    Raises:
        UnusableError: `path` is neither; the file is no schedule, is too large, or does not have a strong pair.
    """
    movement = movement_named(str(path))
    check_absent(movement, path)
    for pair in strong:
        if not 1 <= pair <= movement.pairs:
            raise UnusableError(
                "--strong {pair}: {path} has pairs 1 to {pairs}: name one of them",
                pair=pair,
                path=path,
                pairs=movement.pairs,
            )
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
    """The rows of a matrix, with None on the diagonal."""
    return [
        [None if row == column else value for column, value in enumerate(values)]
        for row, values in enumerate(matrix.tolist())
    ]
