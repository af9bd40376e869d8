"""The constants of the model that make the real evenings most likely."""

from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.strength.filter import CONSTANTS, Floats, Played, filtered

USUAL = {"spread": 3.2, "partner": 0.7, "form": 2.0, "board": 26.0, "drift": 0.0}
"""Where the search starts."""
_DOWN, _SHORTEST = 1 / 3, 0.003  # of a step, in logarithms, where no step helps; with which the search ends
_LEAST = 0.002  # by which a step must make the evenings likelier: a constant that is 0 would go down for ever


class Fitted(NamedTuple):
    """Constants (`CONSTANTS`), and the logarithm of the likelihood of the evenings with them, up to a constant."""

    spread: float
    partner: float
    form: float
    board: float
    drift: float
    likelihood: float
    evenings: int
    """How many evenings the constants were fitted on."""


def fitted(evenings: pl.DataFrame, *, drift: bool = False) -> Fitted:
    """Return the constants with the largest likelihood, by a search in their logarithms, over all competitions.

    `evenings` has the rows of `transforms.strength.evenings`. The likelihood is that of the scores of each evening
    around the means of their fields, given the evenings before. `drift` is searched only if asked, and else 0.

    Raises:
        ValueError: there is no evening.
    """
    played = Played.of(evenings)
    if not len(played.rows):
        raise ValueError("no evening of pairs at matchpoints: there is nothing to fit the constants on")
    sought = [name for name in CONSTANTS if drift or name != "drift"]
    at = np.log([USUAL[name] or 0.3 for name in sought])
    likelihood, step = _likelihood(played, sought, at), 0.3
    while step > _SHORTEST:
        before = at
        for direction in np.eye(len(at)) * step:
            for side in (direction, -direction):
                at, likelihood = _along(played, sought, (at, likelihood), side)
        # Form and luck of the boards make up for each other, so the way to the best leads along both.
        at, likelihood = _along(played, sought, (at, likelihood), at - before)
        if np.array_equal(at, before):
            step *= _DOWN
    found = dict(zip(sought, np.exp(at).tolist(), strict=True))
    return Fitted(**{"drift": 0.0, **found}, likelihood=likelihood, evenings=len(played.rows))


def _along(played: Played, sought: list[str], best: tuple[Floats, float], direction: Floats) -> tuple[Floats, float]:
    """Go on in a direction as long as the evenings become likelier; return the place, and the likelihood there."""
    at, likelihood = best
    while (tried := _likelihood(played, sought, at + direction)) > likelihood + _LEAST:
        at, likelihood = at + direction, tried
    return at, likelihood


def _likelihood(played: Played, sought: list[str], logarithms: Floats) -> float:
    values = {**USUAL, **dict(zip(sought, np.exp(logarithms).tolist(), strict=True))}
    if values["partner"] > 1:
        return -np.inf
    constants = {name: np.full(len(played.rows), value) for name, value in values.items()}
    return float(filtered(played, constants)[0].likelihood.sum())
