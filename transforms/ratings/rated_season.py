"""One season of ratings: everybody at once, with all ratings frozen at the list before.

All numbers are whole. Points are in hundredths, norms in percent of two points. K is a weight, twice the K of games
worth 1 point, so 400 times a change is weight * (hundredths - 2 * percentages). Only players who met others without a
rating need fractions, and `newcomers_solver` rounds these exactly.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.ratings.arithmetic import Integers, Table, percentage, whole
from transforms.ratings.intake import Codes, Season
from transforms.ratings.newcomers_solver import Means, Meetings, Truths, Unrated, groups, rounded
from transforms.ratings.rules import NO_LIMIT, Rules
from transforms.ratings.standing import Standing, Tally
from transforms.tables.schemas import RATING_FLAGS

_PARTS = 400
"""Parts of a rating point; a change is a whole number of them."""
_FULL = 100


class _Scores(NamedTuple):
    """What rates each player: the season's games against rated opponents, or all games of all seasons."""

    rated: Truths
    old: Integers
    games_before: Integers
    by_norm: Truths
    used: Truths
    """Whether the games rate the player; where they do not, the fields after this one mean nothing."""
    games: Integers
    hundredths: Integers
    percentage: Integers
    total: Integers
    """The sum of the rated opponents' ratings, plus for every game what the percentage adds."""


class _Unrated(NamedTuple):
    """The players without a rating, solved together, and what follows for those who met them."""

    meets: Truths
    """Whether a player met any of them, and is rated by performance."""
    performance: Integers
    """The performance of those who met any."""
    group: Integers
    """The number of the first player of a group without a link to a rating; -1 for everybody else."""


class _Person(NamedTuple):
    """What else decides K of a player."""

    highest: Integers
    """The highest rating so far."""
    age: Integers
    """As turned in the year in which the season starts; larger than any limit where it is not known."""


class _Weights(NamedTuple):
    """The weight of each player's change (K), whether turbo set it, and whether the cap lowered it."""

    weight: Integers
    turbo: Truths
    capped: Truths


def rated_season(season: Season, standing: Standing, federation: Codes, rules: Rules, table: Table) -> pl.DataFrame:
    """Rate the season, and take it into the standing.

    Args:
        season: its numbers and games.
        standing: as before the season; changed in place to that after it.
        federation: of every player.
        rules: of every season.
        table: the rating table.

    Returns:
        The numbers of `Elo`, one row for every player with a rating, or with games but no rating. `number` and
        `season_number` are player and season. `flags` has a bit for each of `RATING_FLAGS`. `group` is the number of
        the first player of an unlinked group, or -1. Where `has_old`, `by_norm`, `used` or `has_new` is false, the
        values that depend on it mean nothing.
    """
    season_number = season.number[federation]
    tally = standing.tally(season, table, rules.difference_cap[season_number])
    standing.enter(tally)
    number = np.flatnonzero((season_number >= 0) & (standing.rated | (standing.games > 0)))
    rule = rules.at(season_number[number])
    scores = _scores(number, standing, tally, rule, table)
    unrated = _unrated(number, scores, standing, rule)
    linked = unrated.group < 0
    used = scores.used & linked
    performance = _performance(scores, unrated)
    expected = tally.expected[number]
    person = _Person(standing.highest[number], np.minimum(rule.year - standing.born[number], NO_LIMIT))
    weights = _weights(scores, performance, person, rule)
    by_norm = scores.old + _change(scores, expected, weights.weight, rule)
    most = performance + rule.max_gain_over_performance
    too_far = scores.by_norm & (by_norm > scores.old) & (by_norm > most)
    rating = np.where(scores.by_norm, by_norm, np.where(used, performance, scores.old))
    rating = np.where(too_far, np.maximum(scores.old, most), rating)
    of_weight = weights.weight * scores.games
    flags = {
        "turbo": weights.turbo,
        "estimated": used & ((scores.percentage == 0) | (scores.percentage == _FULL)),
        "overshoot": scores.by_norm & (of_weight > 4 * rule.overshoot_beyond),
        "gain_capped": too_far,
        "k_capped": weights.capped,
        "unlinked": ~linked,
        "one_game": weights.turbo & (scores.games == 1),
        "few_games": linked & ~scores.rated & ~used,
    }
    has_new = scores.rated | used
    played, recent = tally.played[number], standing.played_before[number] + tally.played[number]
    standing.publish(number, rating, has_new, tally)
    return pl.DataFrame(
        {
            "number": number,
            "season_number": season_number[number],
            "has_old": scores.rated,
            "by_norm": scores.by_norm,
            "used": used,
            "has_new": has_new,
            "old": scores.old,
            "games": scores.games,
            "hundredths": scores.hundredths,
            "expected": expected,
            "performance": performance,
            "weight": weights.weight,
            "rating": rating,
            "played": played,
            "recent": recent,
            "games_total": scores.games_before + played,
            "flags": sum(flags[word].astype(np.uint8) << bit for bit, word in enumerate(RATING_FLAGS)),
            "group": unrated.group,
        }
    )


def _scores(number: Integers, standing: Standing, tally: Tally, rule: Rules, table: Table) -> _Scores:
    rated, games_before = standing.rated[number], standing.games_total[number]
    established = rated & (games_before >= rule.established_games)
    season_games = tally.games[number]
    by_norm = established & (season_games > 0)
    only_rated, met_rated = rule.first_rating_games > 0, standing.against_rated
    so_far = (
        (standing.games, met_rated.games),
        (standing.hundredths, met_rated.hundredths),
        (standing.opponents, met_rated.opponents),
    )
    games_so_far, hundredths_so_far, opponents_so_far = (
        np.where(only_rated, of_rated[number], of_all[number]) for of_all, of_rated in so_far
    )
    games = np.where(by_norm, season_games, games_so_far)
    hundredths = np.where(by_norm, tally.hundredths[number], hundredths_so_far)
    opponents = np.where(by_norm, tally.opponents[number], opponents_so_far)
    has_enough = games >= np.where(rated, np.minimum(rule.first_rating_games, 1), rule.first_rating_games)
    scored = percentage(hundredths, np.maximum(games, 1))
    of_all_or_none = ((scored == _FULL).astype(np.int64) - (scored == 0)) * rule.difference_at_100
    return _Scores(
        rated=rated,
        old=standing.rating[number],
        games_before=games_before,
        by_norm=by_norm,
        used=by_norm | ~established & has_enough & (~rated | (tally.played[number] > 0)),
        games=games,
        hundredths=hundredths,
        percentage=scored,
        total=opponents + games * (table.difference[scored] + of_all_or_none),
    )


def _unrated(number: Integers, scores: _Scores, standing: Standing, rule: Rules) -> _Unrated:
    """Solve for all players without a rating in this season at once, where games between them count."""
    everybody = len(standing.rated)
    together = rule.first_rating_games == 0
    sought = np.flatnonzero(~scores.rated & together)
    size = len(sought)
    place = np.full(everybody, -1)
    place[number[sought]] = np.arange(size)
    one, other = standing.unsettled
    between = place[one] >= 0
    meetings = Meetings(place[one[between]], place[other[between]])
    first = groups(size, meetings)
    games = scores.games[sought]
    against_rated = games - np.bincount(meetings.one, minlength=size)
    linked = np.bincount(first, against_rated, size)[first] > 0
    within = linked[meetings.one]
    row = np.cumsum(linked) - 1
    unrated = Unrated(
        games=games[linked],
        total=scores.total[sought[linked]],
        group=first[linked],
        meetings=Meetings(row[meetings.one[within]], row[meetings.other[within]]),
    )
    group = np.full(len(number), -1)
    group[sought[~linked]] = number[sought[first[~linked]]]
    meets = (np.bincount(one, minlength=everybody) > 0)[number] & together & ~scores.by_norm & (group < 0)
    line = np.full(everybody, -1)
    line[number[meets]] = np.arange(np.count_nonzero(meets))
    counts = line[one] >= 0
    met = Meetings(line[one[counts]], row[place[other[counts]]])
    return _Unrated(meets, rounded(unrated, Means(scores.games[meets], scores.total[meets], met)), group)


def _performance(scores: _Scores, unrated: _Unrated) -> Integers:
    performance = whole(scores.total, np.maximum(scores.games, 1))
    performance[unrated.meets] = unrated.performance
    return performance


def _weights(scores: _Scores, performance: Integers, person: _Person, rule: Rules) -> _Weights:
    """The first step of K that fits, or the last step; or turbo; and no more than the cap allows."""
    usual = rule.weight[-1]
    for games_to, rating_below, age_to, weight in reversed(
        list(zip(rule.games_to, rule.rating_below, rule.age_to, rule.weight, strict=True))
    ):
        fits = (scores.games_before <= games_to) & (person.highest < rating_below) & (person.age <= age_to)
        usual = np.where(fits, weight, usual)
    games = scores.games
    exactly = np.abs(scores.total - games * scores.old) > rule.turbo_deviation * games
    as_printed = np.abs(performance - scores.old) > rule.turbo_deviation
    far = np.where(rule.turbo_by_exact, exactly, as_printed)
    turbo = scores.by_norm & (games >= rule.turbo_min_games) & far
    weight = np.where(turbo, rule.turbo_weight, usual)
    capped = scores.by_norm & (weight * games > 2 * rule.k_games_cap)
    weight[capped] = 2 * (rule.k_games_cap[capped] // games[capped])
    return _Weights(weight, turbo, capped)


def _change(scores: _Scores, expected: Integers, weight: Integers, rule: Rules) -> Integers:
    """What norms add to the rating; either this is rounded, or the rating that it gives."""
    change = weight * (scores.hundredths - 2 * expected)
    before = np.where(rule.rounds_change, 0, _PARTS * scores.old)
    return whole(before + change, _PARTS) - np.where(rule.rounds_change, 0, scores.old)
