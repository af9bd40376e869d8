"""The state-space model of strength: a Kalman filter, one session a step, with competitions side by side.

docs/strength.md has the model. A step works on all competitions whose evening has the same shape: the number of players
seen up to then, and of entrants, each padded to a multiple. The shape depends on what this competition played up to
then, and every slice of a stack is computed by itself, so neither other competitions nor later evenings change a bit.
"""

import math
from functools import cache
from typing import Any, NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.tables.runs import first_rows, run_of_rows
from transforms.tables.schemas import CLUB

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Truths = NDArray[np.bool_]

CONSTANTS = ("spread", "partner", "form", "board", "drift")
"""The constants of the model: the standard deviation of the strengths of newcomers; the correlation (0 to 1) of a
newcomer's strength with that of the first partner; and the standard deviations of a pair's form on an evening, of the
luck of one board, and of the change of a strength in a year. All but the correlation are in percent."""
DAYS_A_YEAR = 365.25
_PLAYERS, _ENTRANTS = 16, 4  # the numbers of which padded shapes are multiples


class Played(NamedTuple):
    """Evenings as arrays: one item per row (entrant and player), per entrant, or per evening, in the order played."""

    player: Integers  # per row: the number of the player in the competition, by first appearance; -1: not known
    weight: Floats  # per row
    seat: Integers  # per row: the number of the entrant, over all evenings
    unknown: Floats  # per entrant: how many of the pair are not known
    luck: Floats  # per entrant: the variance of its score by the luck of the boards, in units of `board` squared
    score: Floats  # per entrant
    field: Integers  # per entrant: the number of its field, over all evenings
    night: Integers  # per entrant: the number of its evening, over all competitions
    lead: Integers  # per player, over all competitions: the first partner, if known longer, else the player
    first_player: Integers  # per evening: the place of the first player of the competition in `lead`
    rows: Integers  # per evening
    entrants: Integers  # per evening
    seen: Integers  # per evening: the players of the competition seen up to then
    seen_before: Integers  # per evening: those seen before it
    years: Floats  # per evening: since the evening before
    competition: Integers  # per evening
    evening: Integers  # per evening: its number in the competition, from 1

    @classmethod
    def of(cls, evenings: pl.DataFrame) -> Self:
        """Number everything in the rows of `evenings`."""
        new = (
            evenings.filter(pl.col("player_id").is_not_null())
            .group_by(*CLUB, "player_id")
            .agg(pl.col("evening").min())
            .sort(*CLUB, "evening", "player_id")
            .with_columns(player=pl.int_range(pl.len(), dtype=pl.Int64).over(CLUB))
        )
        numbers = new.select(*CLUB, "player_id", "player")
        players = evenings.select(*CLUB, "player_id").join(numbers, on=(*CLUB, "player_id"), how="left", **_IN_ORDER)
        night, seat = (first_rows(evenings, key) for key in ((*CLUB, "evening"), (*CLUB, "evening", "line", "entrant")))
        of_seat = _numbers(seat, evenings.height)
        entrants, nights = evenings[seat], evenings[night]
        known = np.bincount(of_seat, weights=evenings["player_id"].is_not_null().to_numpy(), minlength=len(seat))
        first_seat = of_seat[night.to_numpy()]
        of_night = np.diff(first_seat, append=len(seat))
        first_seen = new.group_by(*CLUB, "evening").len()
        seen = (
            nights.select(*CLUB, "evening", "date")
            .join(first_seen, on=(*CLUB, "evening"), how="left", **_IN_ORDER)
            .with_columns(new=pl.col("len").fill_null(0).cast(pl.Int64))
            .select(
                "new",
                seen=pl.col("new").cum_sum().over(CLUB),
                years=(pl.col("date") - pl.col("date").shift()).dt.total_days().over(CLUB).fill_null(0) / DAYS_A_YEAR,
            )
        )
        player, competition = players["player"].fill_null(-1).to_numpy(), _numbers(first_rows(nights, CLUB), len(night))
        last = np.flatnonzero(np.diff(competition, append=-1))
        of_each = seen["seen"].to_numpy()[last]
        first_player = (np.cumsum(of_each) - of_each)[competition]
        is_known = np.flatnonzero(player >= 0)
        longest = np.full(len(seat), np.iinfo(np.int64).max)
        np.minimum.at(longest, of_seat[is_known], player[is_known])
        rows = np.diff(night.to_numpy().astype(np.int64), append=evenings.height)
        field = _numbers(first_rows(entrants, (*CLUB, "evening", "field")), len(seat))
        tables = np.maximum(np.bincount(field)[field] / 2, 2) if len(seat) else np.zeros(0)
        _, first_row = np.unique((np.repeat(first_player, rows) + player)[is_known], return_index=True)
        return cls(
            player=player,
            weight=evenings["weight"].to_numpy(),
            seat=of_seat,
            unknown=np.maximum(2 - known, 0.0),
            luck=(tables + 1) / (tables - 1) / entrants["boards"].to_numpy(),
            score=entrants["score"].to_numpy(),
            field=field,
            night=np.repeat(np.arange(len(night)), of_night),
            lead=longest[of_seat[is_known[first_row]]],
            first_player=first_player,
            rows=rows,
            entrants=of_night,
            seen=seen["seen"].to_numpy(),
            seen_before=(seen["seen"] - seen["new"]).to_numpy(),
            years=seen["years"].to_numpy(),
            competition=competition,
            evening=nights["evening"].cast(pl.Int64).to_numpy(),
        )


_IN_ORDER: dict[str, Any] = {"maintain_order": "left"}


def _numbers(first: pl.Series, size: int) -> Integers:
    return run_of_rows(first, size).to_numpy().astype(np.int64)


class Asked(NamedTuple):
    """Which strengths are asked after which evenings, in the order of evenings."""

    night: Integers
    one: Integers  # the number of a player
    other: Integers  # of another, or the same


class Forecast(NamedTuple):
    """What is expected of each entrant before its evening, and how likely the scores of each evening were."""

    expected: Floats  # per entrant, in percent
    variance: Floats  # per entrant: of its score around `expected`
    chance: Floats  # per entrant: to be first of its field
    likelihood: Floats  # per evening: the logarithm, up to a constant


class Strengths(NamedTuple):
    """What was `Asked`: the strength of one player, and its covariance with the strength of the other."""

    mean: Floats
    covariance: Floats


class _State:
    """The means and covariances of all competitions: those with equally many players, padded, in one stack."""

    def __init__(self, played: Played) -> None:
        last = np.flatnonzero(np.diff(played.competition, append=-1))
        sizes = _padded(played.seen[last], _PLAYERS)
        self.size = sizes[played.competition]
        self.place = np.zeros(len(sizes), dtype=np.int64)
        self.stacks: dict[int, tuple[Floats, Floats]] = {}
        for size in np.unique(sizes).tolist():
            these = np.flatnonzero(sizes == size)
            self.place[these] = np.arange(len(these))
            self.stacks[size] = np.zeros((len(these), size)), np.zeros((len(these), size, size))


def filtered(played: Played, constants: dict[str, Floats], asked: Asked | None = None) -> tuple[Forecast, Strengths]:
    """Go through all evenings; return the forecast of each, and the strengths that are asked.

    `constants` has the value of each of `CONSTANTS` per evening. If nothing is asked, there are no chances either.
    """
    per_entrant, per_night = len(played.score), len(played.rows)
    expected, variance, chance = (np.zeros(per_entrant) for _ in range(3))
    forecast = Forecast(expected, variance, chance, np.zeros(per_night))
    if not per_night:
        return forecast, Strengths(np.zeros(0), np.zeros(0))
    strengths = Strengths(*(np.zeros(0 if asked is None else len(asked.night)) for _ in range(2)))
    questions = np.zeros(per_night, np.int64) if asked is None else np.bincount(asked.night, minlength=per_night)
    first_row, first_entrant, first_question = (
        np.cumsum(sizes) - sizes for sizes in (played.rows, played.entrants, questions)
    )
    state = _State(played)
    shape = np.stack([played.evening, state.size, _padded(played.seen, _PLAYERS), _padded(played.entrants, _ENTRANTS)])
    order = np.lexsort(shape[::-1])
    starts = np.flatnonzero(np.any(np.diff(shape[:, order], prepend=0) != 0, axis=0))
    for nights in np.split(order, starts[1:]):
        capacity, players, entrants = shape[1:, nights[0]].tolist()
        means, covariances = state.stacks[capacity]
        place = state.place[played.competition[nights]]
        mean, covariance = means[place, :players], covariances[place, :players, :players]
        of_nights = {name: values[nights] for name, values in constants.items()}
        mean, covariance = _with_newcomers(played, nights, mean, covariance, of_nights)

        rows, of_row = _ranges(first_row[nights], played.rows[nights])
        rows, of_row = rows[played.player[rows] >= 0], of_row[played.player[rows] >= 0]
        weights = np.zeros((len(nights), entrants, players))
        weights[of_row, played.seat[rows] - first_entrant[nights][of_row], played.player[rows]] = played.weight[rows]
        seats, of_seat = _ranges(first_entrant[nights], played.entrants[nights])
        seat = seats - first_entrant[nights][of_seat]
        noise, score = np.ones((len(nights), entrants)), np.zeros((len(nights), entrants))
        field = -1 - np.tile(np.arange(entrants), (len(nights), 1))
        spread, form, board = (of_nights[name][of_seat] for name in ("spread", "form", "board"))
        noise[of_seat, seat] = form**2 + board**2 * played.luck[seats] + played.unknown[seats] * spread**2
        score[of_seat, seat] = played.score[seats]
        field[of_seat, seat] = played.field[seats]
        together = field[:, :, None] == field[:, None, :]

        step = _Step.of(mean, covariance, weights, noise, together)
        forecast.expected[seats] = 50 + step.expected[of_seat, seat]
        forecast.variance[seats] = step.variance[of_seat, seat]
        forecast.likelihood[nights] = step.learn(mean, covariance, score)
        means[place, :players], covariances[place, :players, :players] = mean, covariance
        if asked is not None:
            forecast.chance[seats] = chances(step.expected, step.by_itself, together)[of_seat, seat]
            these, of_these = _ranges(first_question[nights], questions[nights])
            strengths.mean[these] = mean[of_these, asked.one[these]]
            strengths.covariance[these] = covariance[of_these, asked.one[these], asked.other[these]]
    return forecast, strengths


def _with_newcomers(
    played: Played, nights: Integers, mean: Floats, covariance: Floats, constants: dict[str, Floats]
) -> tuple[Floats, Floats]:
    """Let strengths drift since the evening before, and add those of the players who are new on these evenings."""
    spread, partner, drift = (constants[name][:, None] for name in ("spread", "partner", "drift"))
    number = np.arange(mean.shape[1])
    before, seen = played.seen_before[nights, None], played.seen[nights, None]
    new, of_new = _ranges((played.first_player + played.seen_before)[nights], (seen - before)[:, 0])
    lead = np.tile(number, (len(nights), 1))
    lead[of_new, new - played.first_player[nights][of_new]] = played.lead[new]
    follows = lead != number
    drifted = drift**2 * played.years[nights, None]
    added = np.where((number < seen) & ~follows, spread**2, 0.0)
    covariance[:, number, number] += np.where(number < before, drifted, added)
    share = np.where(follows, partner, 1.0)
    each = np.arange(len(nights))[:, None, None]
    covariance = covariance[each, lead[:, :, None], lead[:, None, :]] * share[:, :, None] * share[:, None, :]
    covariance[:, number, number] += np.where(follows, spread**2 * (1 - partner**2), 0.0)
    return share * np.take_along_axis(mean, lead, axis=1), covariance


class _Step(NamedTuple):
    """One evening of each competition of a stack: (competitions, entrants), with players in some."""

    expected: Floats  # above the mean of the field
    by_itself: Floats  # the variance of a score, were it not compared with the mean of the field
    variance: Floats  # its variance around the mean of the field
    moved: Floats  # (competitions, players, entrants): the covariance of strengths and scores
    compared: Floats  # (competitions, entrants, entrants): the covariance of scores around the mean of the field
    means: Floats  # (competitions, entrants, entrants): what takes the mean of the field

    @classmethod
    def of(cls, mean: Floats, covariance: Floats, weights: Floats, noise: Floats, together: Truths) -> Self:
        """Forecast the evening. The level of a field cannot be seen, so all is taken around the mean of the field."""
        means = together / together.sum(axis=2, keepdims=True)
        centred = np.eye(len(noise[0])) - means
        moved = covariance @ weights.swapaxes(1, 2)
        scores = weights @ moved
        diagonal = np.arange(len(noise[0]))
        scores[:, diagonal, diagonal] += noise
        compared = centred @ scores @ centred
        expected = (centred @ (weights @ mean[:, :, None]))[:, :, 0]
        variance = compared[:, diagonal, diagonal]
        return cls(expected, scores[:, diagonal, diagonal], variance, moved @ centred, compared, means)

    def learn(self, mean: Floats, covariance: Floats, score: Floats) -> Floats:
        """Learn from the scores: change `mean` and `covariance`; return the logarithms of the likelihoods."""
        # `compared` has no inverse, since each field has the mean 0. With `means` added it has one, which on centred
        # values is inverse(S) - inverse(S) F inverse(F' inverse(S) F) F' inverse(S), for fields F.
        surprise = score - (self.means @ score[:, :, None])[:, :, 0] - self.expected
        whole = self.compared + self.means
        asked = np.concatenate([self.moved.swapaxes(1, 2), surprise[:, :, None]], axis=2)
        solved = np.linalg.solve(whole, asked)
        mean += (self.moved @ solved[:, :, -1:])[:, :, 0]
        covariance -= self.moved @ solved[:, :, :-1]
        covariance += covariance.swapaxes(1, 2).copy()
        covariance /= 2
        return -(np.linalg.slogdet(whole).logabsdet + (surprise * solved[:, :, -1]).sum(axis=1)) / 2


_POINTS, _BEYOND = 33, 6.0  # of the quadrature; how many standard deviations it reaches to both sides


def chances(mean: Floats, variance: Floats, together: Truths) -> Floats:
    """Return the chance of each normal variable to be the highest of those together with it, in stacks.

    `mean` and `variance` have the shape (stacks, variables); `together` (stacks, variables, variables) says which are
    compared. The chances of variables that are together sum to 1.
    """
    sd = np.sqrt(variance)
    lowest, highest = (
        np.where(together, (mean + side * _BEYOND * sd)[:, None, :], -np.inf).max(axis=2) for side in (-1, 1)
    )
    at = lowest[:, :, None] + (highest - lowest)[:, :, None] * np.linspace(0, 1, _POINTS)
    z = (at - mean[:, :, None]) / sd[:, :, None]
    below = np.log(normal(z))
    others = together @ below - below
    weight = np.exp(others - z * z / 2).sum(axis=2) * (highest - lowest) / sd
    return weight / (together @ weight[:, :, None])[:, :, 0]


_ENDS, _NODES = 9.0, 2**10  # of the table of `normal`: how far it reaches, and how many nodes a standard deviation has


def normal(z: Floats) -> Floats:
    """Return the normal distribution function, within 1e-12; beyond 9 standard deviations it stays what it is there."""
    z = np.clip(z, -_ENDS, _ENDS)
    at, value, density = (column[np.rint((z + _ENDS) * _NODES).astype(np.int64)] for column in _table())
    off = z - at
    return value + density * off * (1 - at * off / 2 + (at * at - 1) * off * off / 6)


@cache
def _table() -> tuple[Floats, Floats, Floats]:
    at = np.linspace(-_ENDS, _ENDS, round(2 * _ENDS * _NODES) + 1)
    value = np.array([math.erfc(-z / math.sqrt(2)) / 2 for z in at.tolist()])
    return at, value, np.exp(-at * at / 2) / math.sqrt(2 * math.pi)


def _padded(sizes: Integers, multiple: int) -> Integers:
    return np.maximum(-(-sizes // multiple), 1) * multiple


def _ranges(first: Integers, sizes: Integers) -> tuple[Integers, Integers]:
    """Return the numbers of ranges that begin at `first`, one after the other, and the range of each."""
    of_each = np.repeat(np.arange(len(first)), sizes)
    return np.arange(len(of_each)) + (first - (np.cumsum(sizes) - sizes))[of_each], of_each
