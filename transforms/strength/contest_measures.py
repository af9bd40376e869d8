"""How well the systems of a contest predict: one calibration and the same measures for all, with intervals by evening.

docs/contest.md has the definitions.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, Self

import numpy as np
import polars as pl

from transforms.strength.contest_systems import AVERAGE, BY_EVENING, Floats, Integers
from transforms.strength.filter import normal
from transforms.tables.contest import MEASURES, WHO
from transforms.tables.runs import first_rows, run_of_rows
from transforms.tables.schemas import CLUB, DECIMALS

RUN_IN = 15
"""How many evenings of a competition are not measured, because the systems are still learning."""
MODEL = "model"
"""The system with which the others are compared."""
KNOWN = 5
"""The sessions after which a player is no newcomer."""
_SEED, _DRAWS, _ENOUGH = 2026, 1000, 5
"""The seed and number of the draws of evenings, and the fewest evenings from which an interval is computed."""
_ENDS = (0.025, 0.975)
_EQUAL = 10.0**-DECIMALS
_FURTHEST = 6.0
"""No order is more certain than that of two entrants so many standard deviations apart."""
_OF_RESULTS = 2
"""The first of `MEASURES` are of results, the others of comparisons."""

_EVENING = ("evening", *CLUB)
Forecast = tuple[Floats, Floats]
"""The expected score and its standard deviation, per entrant."""


def calibrated(entrants: pl.DataFrame, systems: Sequence[str]) -> dict[str, Forecast]:
    """Return what each system expects, from its index, and the slope and spread of all earlier evenings.

    `entrants` is sorted by `BY_EVENING`, and has `score` and the indices in columns named after systems. An index that
    is null is that of the mean of the field.
    """
    above, number = pl.col("score") - AVERAGE, pl.int_range(pl.len()).over(CLUB)
    of_fields = (pl.col(name) - pl.col(name).mean().over(BY_EVENING[:4]) for name in systems)
    centred = (pl.when(index.abs() >= _EQUAL).then(index).otherwise(0.0) for index in of_fields)
    rows = entrants.select(*_EVENING, *centred, above=above, number=number).with_columns(
        value.shift(1, fill_value=0).cum_sum().over(CLUB).alias(f"{name} {what}")
        for name in systems
        for what, value in (("xy", pl.col(name) * pl.col("above")), ("xx", pl.col(name) ** 2))
    )
    rows = rows.with_columns(
        (pl.col(name) * (_before(f"{name} xy") / _before(f"{name} xx")).fill_nan(0)).alias(name) for name in systems
    )
    rows = rows.with_columns(
        (pl.col("above") - pl.col(name)).pow(2).shift(1, fill_value=0).cum_sum().over(CLUB).alias(f"{name} rr")
        for name in systems
    ).with_columns(
        (_before(f"{name} rr") / _before("number")).fill_nan(0).sqrt().alias(f"{name} sd") for name in systems
    )
    return {name: (AVERAGE + rows[name].to_numpy(), rows[f"{name} sd"].to_numpy()) for name in systems}


def _before(column: str) -> pl.Expr:
    """Return what a running sum was before the evening."""
    return pl.col(column).first().over(_EVENING)


class Sums(NamedTuple):
    """What the measures are made of, by evening, so that evenings can be drawn and added up."""

    evenings: pl.DataFrame  # a row per evening: club, competition, season, evening
    systems: list[str]
    values: Floats  # (evenings, `WHO`, systems, the six sums of `of`)

    @classmethod
    def of(cls, entrants: pl.DataFrame, forecasts: Mapping[str, Forecast], run_in: int = RUN_IN) -> Self:
        """Add up per evening after the run-in: results, squared errors, the same of 50 %, comparisons, right, loss.

        `entrants` is sorted by `BY_EVENING`, and has `season`, `score` and `sessions` (`indices`).
        """
        first = first_rows(entrants, _EVENING)
        evening = run_of_rows(first, entrants.height).to_numpy().astype(np.int64)
        score = entrants["score"].to_numpy()
        newcomer = (entrants["sessions"] < KNOWN).to_numpy()
        one, other = _compared(entrants)
        further = (score[one] - score[other]).round(DECIMALS)
        one, other, further = (of[further != 0] for of in (one, other, further))
        places = ((evening, newcomer), (evening[one], newcomer[one] | newcomer[other]))
        of_results, of_comparisons = (2 * at + new for at, new in places)
        values = np.zeros((len(first), len(WHO), len(forecasts), 6))

        def add(system: int | slice, column: int, at: Integers, what: Floats | None = None) -> None:
            both = np.bincount(at, what, 2 * len(first)).reshape(-1, 2)
            values[:, 1:, system, column] = both if isinstance(system, int) else both[:, :, None]

        add(slice(None), 0, of_results)
        add(slice(None), 2, of_results, (score - AVERAGE) ** 2)
        add(slice(None), 3, of_comparisons)
        for number, (expected, sd) in enumerate(forecasts.values()):
            difference = expected[one] - expected[other]
            ahead = np.where(np.abs(difference) < _EQUAL, 0.0, difference * np.sign(further))
            spread = np.maximum(np.hypot(sd[one], sd[other]), _EQUAL)
            loss = -np.log(normal(np.clip(ahead / spread, -_FURTHEST, _FURTHEST)))
            add(number, 1, of_results, (score - expected) ** 2)
            add(number, 4, of_comparisons, (np.sign(ahead) + 1) / 2)
            add(number, 5, of_comparisons, loss)
        values[:, 0] = values[:, 1] + values[:, 2]
        measured = (entrants["evening"].gather(first) > run_in).to_numpy()
        evenings = entrants[first].select(*CLUB, "season", "evening")
        return cls(evenings.filter(measured), list(forecasts), values[measured])

    def measured(self, by: Sequence[str] = ()) -> pl.DataFrame:
        """Return the columns of `Contest` from `system` on, for each value of the columns `by` of `evenings`.

        Without `by`, all evenings are one contest.
        """
        if not by:
            return _measures(self.values, self.systems)
        groups = self.evenings.with_row_index("at").group_by(by, maintain_order=True).agg("at")
        none = self.evenings.head(0).select(by).join(_measures(self.values[:0], self.systems), how="cross")
        keys = (groups.select(by).slice(group, 1) for group in range(groups.height))
        of_each = (_measures(self.values[at.to_numpy()], self.systems) for at in groups["at"])
        return pl.concat([none, *(key.join(rows, how="cross") for key, rows in zip(keys, of_each, strict=True))])


def _compared(entrants: pl.DataFrame) -> tuple[Integers, Integers]:
    """Return the rows of every two entrants of a field."""
    first = first_rows(entrants, BY_EVENING[:4]).to_numpy().astype(np.int64)
    entrants_of = np.diff(first, append=entrants.height)
    end = np.repeat(first + entrants_of, entrants_of)
    row = np.arange(entrants.height)
    others = end - row - 1
    one = np.repeat(row, others)
    return one, one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(others) - others, others)


def _measures(values: Floats, systems: Sequence[str]) -> pl.DataFrame:
    parts = [_of_group(values[:, group], who, systems) for group, who in enumerate(WHO)]
    return pl.concat(parts).filter(pl.col("number") > 0)


def _of_group(values: Floats, who: str, systems: Sequence[str]) -> pl.DataFrame:
    """Return the measures of all systems from (evenings, systems, sums)."""
    shape = (len(systems), len(MEASURES))
    of_all = _of_sums(values.sum(axis=0))
    drawn = np.full((1, *shape), np.nan)
    if len(values):
        drawn = _of_sums((_draws(len(values)) @ values.reshape(len(values), -1)).reshape(-1, *values.shape[1:]))
    counted = values[:, :, [0] * _OF_RESULTS + [3] * (len(MEASURES) - _OF_RESULTS)]
    evenings = (counted > 0).sum(axis=0)

    def ends(of_draws: Floats) -> tuple[Floats, Floats]:
        low, high = (np.where(evenings < _ENOUGH, np.nan, _quantile(of_draws, end)) for end in _ENDS)
        return low, high

    low, high = ends(drawn)
    columns = {"value": of_all, "low": low, "high": high} | dict.fromkeys(
        ("more", "more_low", "more_high"), np.full(shape, np.nan)
    )
    if MODEL in systems:
        model = systems.index(MODEL)
        more_low, more_high = ends(drawn - drawn[:, [model]])
        columns |= {"more": of_all - of_all[model], "more_low": more_low, "more_high": more_high}
        for name in ("more", "more_low", "more_high"):
            columns[name][model] = np.nan
    return pl.DataFrame(
        {
            "system": np.repeat(systems, len(MEASURES)),
            "who": [who] * math.prod(shape),
            "measure": MEASURES * len(systems),
            "evenings": evenings.ravel().astype(np.int32),
            "number": counted.sum(axis=0).ravel().astype(np.int64),
            **{name: of.ravel() for name, of in columns.items()},
        },
        schema_overrides={"system": pl.String},
        nan_to_null=True,
    )


def _of_sums(sums: Floats) -> Floats:
    """Return `MEASURES` from sums, both on the last axis; NaN where nothing is compared."""
    results, squares, of_average, compared, right, loss = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        by_measure = (np.sqrt(squares / results), 1 - squares / of_average, 100 * right / compared, loss / compared)
    return np.where(np.isfinite(by_measure), by_measure, np.nan).transpose(*range(1, sums.ndim), 0)


def _quantile(draws: Floats, share: float) -> Floats:
    """Return the quantile of each column, by linear interpolation, of the draws in which anything was compared."""
    ordered = np.sort(draws, axis=0)  # NaN comes last
    last = np.maximum((~np.isnan(draws)).sum(axis=0) - 1, 0)
    at = share * last
    below = np.floor(at).astype(np.int64)
    low, high = np.take_along_axis(ordered, np.stack([below, np.minimum(below + 1, last)]), axis=0)
    return low + (high - low) * (at - below)


@cache
def _draws(evenings: int) -> Floats:
    """Return how many times each evening is drawn in each draw of as many evenings as there are."""
    drawn = np.random.default_rng(_SEED).integers(evenings, size=(_DRAWS, evenings))
    flat = drawn + evenings * np.arange(_DRAWS)[:, None]
    return np.bincount(flat.ravel(), minlength=_DRAWS * evenings).reshape(_DRAWS, evenings).astype(np.float64)
