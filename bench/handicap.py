"""Play 10,000 evenings, and count which fifth of the pairs wins, without and with a handicap by strength.

Pairs differ in strength, and an evening adds form and the luck of the boards, as in docs/strength.md. The handicap is
by the true strengths, or by those that 20 evenings before let expect. All numbers come from a fixed seed.
"""

import datetime as dt
import math

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.strength.handicap import handicap_results
from transforms.tables.filling import filled
from transforms.tables.schemas import Competitions, Entries, Forecasts, PlayerRankings, Players, SessionResults
from transforms.tables.shared import usual_value

PAIRS, FIFTHS = 14, 5
_BY_RULE = {name: usual_value(Competitions, f"strength_{name}") for name in ("spread", "form", "board")}
_SPREAD = _BY_RULE["spread"] * 2**0.5  # of the strengths of pairs, in percentage points
_NOISE = (_BY_RULE["form"] ** 2 + _BY_RULE["board"] ** 2 / 24) ** 0.5  # of a score over 24 boards
_BEFORE = 20  # evenings

Numbers = NDArray[np.float64]


def first_places(evenings: int = 10_000, seed: int = 52) -> dict[str, list[int]]:
    """Return by list how many first places each fifth of the pairs wins, from the weakest to the strongest.

    On the last list a fifth is one of the strengths that were expected; on the others, of the true strengths.
    """
    chance = np.random.default_rng(seed)
    strengths = chance.normal(0, _SPREAD, (evenings, PAIRS))
    scores = 50 + _centred(strengths + chance.normal(0, _NOISE, strengths.shape))
    seen = strengths + chance.normal(0, _NOISE / _BEFORE**0.5, strengths.shape)
    expected = seen * _SPREAD**2 / (_SPREAD**2 + _NOISE**2 / _BEFORE)
    exact, learnt = (_with_handicap(scores, 50 + _centred(known)) for known in (strengths, expected))
    return {
        "without handicap": _won(scores, strengths),
        "by the true strength": _won(exact, strengths),
        f"by {_BEFORE} evenings before": _won(learnt, strengths),
        "the same, in fifths of what was expected": _won(learnt, expected),
    }


def chi_square(won: list[int]) -> tuple[float, float]:
    """Return how far five numbers are from equal ones: chi-square with 4 degrees of freedom, and its p-value."""
    even = sum(won) / FIFTHS
    distance = sum((number - even) ** 2 for number in won) / even
    return distance, math.exp(-distance / 2) * (1 + distance / 2)


def _centred(values: Numbers) -> Numbers:
    return values - values.mean(axis=1, keepdims=True)


def _with_handicap(scores: Numbers, expected: Numbers) -> Numbers:
    evening, pair = (pl.Series(each.ravel()).cast(pl.String).str.zfill(6) for each in np.indices(scores.shape))
    rows = pl.DataFrame({"session_id": evening, "line": "A", "entrant": pair, "field": "A", "score": scores.ravel()})
    forecast = {"date": dt.date.min, "sd": 0.0, "low": 0.0, "high": 100.0, "chance": 1 / PAIRS, "known": _BEFORE}
    listed = handicap_results(
        filled(SessionResults, rows, scoring="matchpoints", boards=24),
        Entries.create_empty(),
        players=Players.create_empty(),
        competitions=filled(Competitions, pl.DataFrame({"handicap_system": ["strength"]})),
        player_rankings=PlayerRankings.create_empty(),
        forecasts=filled(Forecasts, rows, expected=pl.Series(expected.ravel()), **forecast),
    )
    return listed.collect()["handicap_score"].to_numpy().reshape(scores.shape)


def _won(scores: Numbers, strengths: Numbers) -> list[int]:
    """Return how many evenings the pairs of each fifth of these strengths won."""
    fifth = strengths.argsort(axis=None).argsort().reshape(strengths.shape) * FIFTHS // strengths.size
    winners = fifth[np.arange(len(scores)), scores.argmax(axis=1)]
    return np.bincount(winners, minlength=FIFTHS).tolist()


def main() -> None:
    """Print the table of docs/handicap.md."""
    for name, won in first_places().items():
        shares = "  ".join(f"{100 * number / sum(won):5.1f}" for number in won)
        print(f"{name:42} {shares}   chi-square {chi_square(won)[0]:9.1f}, p {chi_square(won)[1]:.2g}")


if __name__ == "__main__":
    main()
