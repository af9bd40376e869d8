"""Strength once more: one competition, one evening after the other, with a free level for each field."""

import math
from typing import NamedTuple

import numpy as np


class Entrant(NamedTuple):
    """What an entrant of an evening is known by."""

    field: str
    players: tuple[str, ...]
    boards: int
    score: float


class Found(NamedTuple):
    """Of each evening: of each entrant the expected score, its variance and its chance; and all strengths after it."""

    expected: list[float]
    variance: list[float]
    chance: list[float]
    mean: dict[str, float]
    covariance: dict[tuple[str, str], float]
    likelihood: float


def strengths(
    evenings: list[list[Entrant]],
    years: list[float],
    *,
    spread: float,
    partner: float,
    form: float,
    board: float,
    drift: float,
) -> list[Found]:
    """Go through the evenings, with the years between them, in the words of docs/strength.md."""
    names: list[str] = []
    mean, covariance = np.zeros(0), np.zeros((0, 0))
    found = []
    for evening, since in zip(evenings, years, strict=True):
        covariance = covariance + np.eye(len(names)) * drift**2 * since
        new = sorted({player for entrant in evening for player in entrant.players} - set(names))
        for player in new:
            names.append(player)
            (pair,) = [entrant.players for entrant in evening if player in entrant.players]
            lead = min((names.index(one) for one in pair if one in names), default=None)
            follows = np.zeros(len(mean))
            if lead is not None and names[lead] != player:
                follows[lead] = partner
            own = spread**2 * (1 - follows @ follows)
            mean = np.append(mean, follows @ mean)
            like = covariance @ follows
            covariance = np.block([[covariance, like[:, None]], [like, follows @ like + own]])
        sits = np.array([[name in entrant.players for name in names] for entrant in evening], dtype=float)
        sits *= np.array([[2 / max(len(entrant.players), 2)] for entrant in evening])
        unknown = np.array([max(2 - len(entrant.players), 0) for entrant in evening])
        tables = [max(sum(one.field == other.field for other in evening) / 2, 2) for one in evening]
        luck = [(n + 1) / (n - 1) / entrant.boards for n, entrant in zip(tables, evening, strict=True)]
        noise = form**2 + board**2 * np.array(luck)
        whole = sits @ covariance @ sits.T + np.diag(noise + unknown * spread**2)
        fields = sorted({entrant.field for entrant in evening})
        of_field = np.array([[entrant.field == field for field in fields] for entrant in evening], dtype=float)
        centred = np.eye(len(evening)) - of_field @ np.linalg.inv(of_field.T @ of_field) @ of_field.T
        inverse = np.linalg.inv(whole)
        between = of_field.T @ inverse @ of_field
        free = inverse - inverse @ of_field @ np.linalg.inv(between) @ of_field.T @ inverse
        score = np.array([entrant.score for entrant in evening]) - 50
        before = sits @ mean
        off = score - before
        expected = centred @ before
        likelihood = -(np.linalg.slogdet(whole)[1] + np.linalg.slogdet(between)[1] + off @ free @ off) / 2
        chance = [first(expected, np.diag(whole), of_field @ of_field[one] > 0, one) for one in range(len(evening))]
        mean = mean + covariance @ sits.T @ free @ off
        covariance = covariance - covariance @ sits.T @ free @ sits @ covariance
        found.append(
            Found(
                (50 + expected).tolist(),
                np.diag(centred @ whole @ centred).tolist(),
                chance,
                dict(zip(names, mean.tolist(), strict=True)),
                {(one, two): covariance[i, j] for i, one in enumerate(names) for j, two in enumerate(names)},
                likelihood + math.log(np.linalg.det(of_field.T @ of_field)) / 2,
            )
        )
    return found


def first(mean: np.ndarray, variance: np.ndarray, together: np.ndarray, one: int) -> float:
    """Return the chance that a normal variable is the highest of those with it, by many small steps."""
    sd = np.sqrt(variance)
    at = np.linspace(mean[one] - 7 * sd[one], mean[one] + 7 * sd[one], 71)
    density = np.exp(-(((at - mean[one]) / sd[one]) ** 2) / 2) / (sd[one] * math.sqrt(2 * math.pi))
    for other in np.flatnonzero(together):
        if other != one:
            density *= [math.erfc(-(x - mean[other]) / sd[other] / math.sqrt(2)) / 2 for x in at]
    return float(density.sum() * (at[1] - at[0]))
