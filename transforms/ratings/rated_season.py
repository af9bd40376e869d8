"""Rate one season, everybody at once, with all ratings fixed at the list before it, and make its rows of `Elo`.

All numbers are whole. Points are in hundredths, and norms in percent of two points. K is a weight, twice the K of games
worth 1 point, so 400 times a change is weight * (hundredths - 2 * percentages). Only players who met others without a
rating need fractions, and `newcomers_solver` rounds these exactly.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import dataframely as dy
import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.ratings.arithmetic import Integers, Table, lookups, percentage, whole
from transforms.ratings.intake import Codes, Intake, Season
from transforms.ratings.newcomers_solver import Means, Meetings, Truths, groups, rounded
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.schemas import COMPETITION, RATING_FLAGS, Elo, Frame, Games, Players, Ratings, RatingSeasons
from transforms.tables.shared import in_shape, types_of

NO_LIMIT = 2**31 - 1  # more than any number of games, rating or age; also the age if no year of birth is known
_LIMITS = (
    *("established_games", "turbo_deviation", "turbo_min_games", "difference_cap", "difference_at_100"),
    *("difference_cap_below", "first_rating_at_most", "max_gain_over_performance", "k_games_cap", "overshoot_beyond"),
)


class Rules(NamedTuple):
    """The rules, with the names and numbers of `RatingSeasons`. K is twice the usual K (for games worth 1 point)."""

    established_games: Integers
    turbo_deviation: Integers
    turbo_min_games: Integers
    difference_cap: Integers
    difference_cap_below: Integers
    cap_below_since: Integers  # in days since 1970
    difference_at_100: Integers
    max_gain_over_performance: Integers
    k_games_cap: Integers
    overshoot_beyond: Integers
    first_rating_games: Integers  # 0 if any number of games is enough
    added_draws: Integers
    added_draws_rating: Integers
    first_rating_at_most: Integers
    floor: Integers  # lower than every rating if there is none
    year: Integers  # in which the season starts
    turbo_weight: Integers
    turbo_by_exact: Truths  # whether turbo depends on the exact performance, instead of the printed one
    rounds_change: Truths  # whether the change is rounded, instead of the rating
    games_to: Integers  # this and the next three: a row per step of K; the last step of a season may be repeated
    rating_below: Integers
    age_to: Integers
    weight: Integers

    @classmethod
    def of(cls, seasons: pl.DataFrame) -> Self:
        """Read the rules from rows of `RatingSeasons`."""
        turbo = seasons["turbo_k"].is_not_null()
        in_numbers = seasons.with_columns(
            turbo_min_games=pl.when(turbo).then("turbo_min_games"), turbo_k=pl.col("turbo_k").fill_null(0)
        ).select(
            pl.col(_LIMITS).fill_null(NO_LIMIT).cast(pl.Int64),
            first_rating_games=pl.col("first_rating_games").fill_null(0).cast(pl.Int64),
            cap_below_since=pl.col("difference_cap_below_since").to_physical().fill_null(-NO_LIMIT).cast(pl.Int64),
            floor=pl.col("floor").cast(pl.Int64).fill_null(-NO_LIMIT),
            added_draws=pl.col("added_draws").fill_null(0).cast(pl.Int64),
            added_draws_rating=pl.col("added_draws_rating").fill_null(0).cast(pl.Int64),
            year=pl.col("start").dt.year().cast(pl.Int64),
            turbo_weight=_weight(pl.col("turbo_k")),
        )
        return cls(
            **{name: in_numbers[name].to_numpy() for name in in_numbers.columns},
            turbo_by_exact=(seasons["turbo_performance"] == "exact").to_numpy(),
            rounds_change=(seasons["rounded"] == "change").to_numpy(),
            **_steps(seasons),
        )

    def at(self, season: NDArray[np.integer]) -> Self:
        """Return the rules of these seasons, one value per element. `season` has the row numbers of the seasons."""
        return self._make(np.take(values, season, axis=-1) for values in self)


def _steps(seasons: pl.DataFrame) -> dict[str, Integers]:
    steps = pl.col("k_steps")
    most = max(map(len, seasons["k_steps"]), default=0)
    of_place = [steps.list.get(pl.min_horizontal(pl.lit(place), steps.list.len() - 1)).struct for place in range(most)]
    limits = ("games_to", "rating_below", "age_to")
    values = {name: [step.field(name).fill_null(NO_LIMIT) for step in of_place] for name in limits}
    values["weight"] = [_weight(step.field("k")) for step in of_place]
    return {
        name: np.array([seasons.select(value.cast(pl.Int64)).to_series().to_numpy() for value in by_place])
        for name, by_place in values.items()
    }


def _weight(k: pl.Expr) -> pl.Expr:
    return (2 * k * pl.col("k_points")).cast(pl.Int64)


class Tally(NamedTuple):
    """The games of one season, added up per player."""

    of_all: Integers  # three rows: the games, the points in hundredths, and the sum of the rated opponents' ratings
    against_rated: Integers  # the same for games against rated opponents only
    expected: Integers  # sum of the percentages expected; means nothing for players without a rating
    unsettled: Meetings  # the other games, by player and opponent


@dataclass
class Standing:
    """The state of the players between two seasons: one value per player, in order of the players' numbers."""

    born: Integers  # year of birth; if not known, so early that everybody else is younger
    rated: Truths
    rating: Integers  # 0 without a rating
    highest: Integers  # the highest rating so far
    games_total: Integers
    played_before: Integers  # games in the season before
    of_all: Integers
    """Three rows on the games in the seasons rated here: their number, the points in hundredths, and the sum of the
    opponents' ratings. Ratings are from the time of the game, or else the first that the opponent got later."""
    against_rated: Integers  # the same of games against opponents who had a rating when they met
    unsettled: Meetings  # games, by player and opponent, against those who had no rating and still have none

    @classmethod
    def before(cls, given: pl.DataFrame) -> Self:
        """Return the standing before the first season, from `Intake.given`."""
        born = given["birth_year"].cast(pl.Int64).fill_null(-NO_LIMIT).to_numpy()
        rated, rating, games_total = (given[name].to_numpy() for name in ("rated", "rating", "games_total"))
        none = np.zeros(len(given), dtype=np.int64)
        so_far = (np.array([none] * 3), np.array([none] * 3), Meetings(none[:0], none[:0]))
        return cls(born, rated, rating, rating, games_total, none, *so_far)

    def tally(self, season: Season, table: Table, rules: Rules) -> Tally:
        """Add up the games of a season with the current ratings. `rules` has one value per player."""
        one, other = season.player.astype(np.int64), season.opponent.astype(np.int64)
        hundredths = season.hundredths
        ratings, of_others = self.rating[one], self.rating[other]
        largest = len(table.expected) - 1

        def percentages(side: Integers, own: Integers, difference: Integers) -> Integers:
            most = np.minimum(rules.difference_cap, largest)[side]
            if rules.difference_cap_below.min(initial=NO_LIMIT) < NO_LIMIT:
                free = (own >= rules.difference_cap_below[side]) & (season.day >= rules.cap_below_since[side])
                most = np.where(free, largest, most)
            return table.of_either[np.clip(difference, -most, most)]

        expected = percentages(one, ratings, ratings - of_others)
        left = percentages(other, of_others, of_others - ratings)
        one_open, other_open = np.flatnonzero(~self.rated[other]), np.flatnonzero(~self.rated[one])
        for without_rating in (one_open, other_open):
            expected[without_rating] = left[without_rating] = 0
        unsettled = Meetings(
            np.concatenate([one[one_open], other[other_open]]), np.concatenate([other[one_open], one[other_open]])
        )
        not_counted = np.concatenate([hundredths[one_open], 200 - hundredths[other_open]])

        def added(players: Integers, values: NDArray[np.generic] | None = None) -> Integers:
            return np.bincount(players, values, len(self.rated)).astype(np.int64, copy=False)

        played = added(one) + added(other)
        scored = added(one, hundredths) + added(other, 200 - hundredths)
        opponents = added(one, of_others) + added(other, ratings)
        games, points = played - added(unsettled.one), scored - added(unsettled.one, not_counted)
        return Tally(
            of_all=np.array([played, scored, opponents]),
            against_rated=np.array([games, points, opponents]),
            expected=added(one, expected) + added(other, left),
            unsettled=unsettled,
        )

    def enter(self, tally: Tally) -> None:
        """Add the season's games to the games of all seasons."""
        self.of_all = self.of_all + tally.of_all
        self.against_rated = self.against_rated + tally.against_rated
        self.unsettled = Meetings(*map(np.concatenate, zip(self.unsettled, tally.unsettled, strict=True)))

    def forget(self, dropped: Integers) -> None:
        """Forget the games of players who lose their rating, so that they start anew."""
        self.of_all[:, dropped] = self.against_rated[:, dropped] = 0
        stays = ~np.isin(self.unsettled.one, dropped)
        self.unsettled = Meetings(self.unsettled.one[stays], self.unsettled.other[stays])

    def publish(self, number: Integers, rating: Integers, has: Truths, tally: Tally) -> None:
        """Take over a new list, in which only players with `has` have a rating.

        First ratings are added to the sums of the opponents whom these players met before.
        """
        self.rating, self.highest, self.rated = self.rating.copy(), self.highest.copy(), self.rated.copy()
        self.rating[number] = np.where(has, rating, 0)
        self.highest[number] = np.maximum(self.highest[number], self.rating[number])
        self.rated[number] = has
        played = tally.of_all[0]
        self.games_total = self.games_total + played
        self.played_before = self.played_before.copy()
        self.played_before[number] = played[number]
        one, other = self.unsettled
        settled = self.rated[other]
        self.of_all[2] += np.bincount(one[settled], self.rating[other[settled]], len(self.rated)).astype(np.int64)
        self.unsettled = Meetings(one[~settled], other[~settled])


_PARTS = 400  # parts of a rating point; a change is a whole number of them
_FULL = 100
_DRAW = 100  # hundredths of a point


class _Scores(NamedTuple):
    """The games that rate each player: the season's games against rated opponents, or all games of all seasons."""

    rated: Truths
    old: Integers
    games_before: Integers
    by_norm: Truths
    used: Truths  # whether the games rate the player; if not, the fields after this one mean nothing
    games: Integers
    hundredths: Integers
    percentage: Integers
    added: Integers  # the draws among `games` that nobody played
    total: Integers  # the sum of the rated opponents' ratings, plus the difference for the percentage in every game


def rated_season(season: Season, standing: Standing, federation: Codes, rules: Rules, table: Table) -> pl.DataFrame:
    """Rate the season, and change the standing in place.

    Returns the numbers of `Elo`, one row for everybody who has a rating or has played games. `flags` has one bit for
    each of `RATING_FLAGS`. `group` is the first player of a group without a link to a rating, or -1. If `has_old`,
    `by_norm`, `used` or `has_new` is false, the columns that depend on it have no meaning.
    """
    season_number = season.number[federation]
    tally = standing.tally(season, table, rules.at(season_number))
    standing.enter(tally)
    number = np.flatnonzero((season_number >= 0) & (standing.rated | (standing.of_all[0] > 0)))
    rule = rules.at(season_number[number])
    scores = _scores(number, standing, tally, rule, table)
    meets_unrated, performance_of_these, group = _unrated(number, scores, standing, rule)
    linked = group < 0
    used = scores.used & linked
    performance = whole(scores.total, np.maximum(scores.games, 1))
    performance[meets_unrated] = performance_of_these
    expected = tally.expected[number]
    age = np.minimum(rule.year - standing.born[number], NO_LIMIT)
    weight, turbo, capped = _weights(scores, performance, standing.highest[number], age, rule)
    exact_change = weight * (scores.hundredths - 2 * expected)
    unmoved = np.where(rule.rounds_change, 0, scores.old)
    by_norm = scores.old - unmoved + whole(_PARTS * unmoved + exact_change, _PARTS)
    most = performance + rule.max_gain_over_performance
    too_far = scores.by_norm & (by_norm > scores.old) & (by_norm > most)
    first = np.minimum(performance, rule.first_rating_at_most)
    rating = np.where(scores.by_norm, by_norm, np.where(used, first, scores.old))
    rating = np.where(too_far, np.maximum(scores.old, most), rating)
    of_weight = weight * scores.games
    flags = {
        "turbo": turbo,
        "estimated": used & ((scores.percentage == 0) | (scores.percentage == _FULL)),
        "overshoot": scores.by_norm & (of_weight > 4 * rule.overshoot_beyond),
        "gain_capped": too_far,
        "k_capped": capped,
        "unlinked": ~linked,
        "one_game": turbo & (scores.games == 1),
        "few_games": linked & ~scores.rated & ~used,
        "below_floor": (scores.rated | used) & (rating < rule.floor),
    }
    has_new = (scores.rated | used) & ~flags["below_floor"]
    standing.forget(number[scores.rated & ~has_new])
    played = tally.of_all[0, number]
    recent = standing.played_before[number] + played
    standing.publish(number, rating, has_new, tally)
    bits = sum(flags[word].astype(np.uint16) << bit for bit, word in enumerate(RATING_FLAGS))
    found = {"number": number, "season_number": season_number[number], "flags": bits, "group": group}
    found |= {"has_old": scores.rated, "by_norm": scores.by_norm, "used": used, "has_new": has_new}
    found |= {"old": scores.old, "games": scores.games - scores.added, "expected": expected}
    found |= {"hundredths": scores.hundredths - _DRAW * scores.added}
    found |= {"performance": performance, "weight": weight, "rating": rating}
    found |= {"played": played, "recent": recent, "games_total": scores.games_before + played}
    return pl.DataFrame(found)


def _scores(number: Integers, standing: Standing, tally: Tally, rule: Rules, table: Table) -> _Scores:
    rated, games_before = standing.rated[number], standing.games_total[number]
    established = rated & (games_before >= rule.established_games)
    of_season = tally.against_rated[:, number]
    by_norm = established & (of_season[0] > 0)
    only_rated = rule.first_rating_games > 0
    so_far = np.where(only_rated, standing.against_rated[:, number], standing.of_all[:, number])
    games, hundredths, opponents = np.where(by_norm, of_season, so_far)
    has_enough = games >= np.where(rated, np.minimum(rule.first_rating_games, 1), rule.first_rating_games)
    added = np.where(by_norm | (games == 0), 0, rule.added_draws)
    games, hundredths = games + added, hundredths + _DRAW * added
    opponents = opponents + added * rule.added_draws_rating
    scored = percentage(hundredths, np.maximum(games, 1))
    of_all_or_none = ((scored == _FULL).astype(np.int64) - (scored == 0)) * rule.difference_at_100
    return _Scores(
        rated=rated,
        old=standing.rating[number],
        games_before=games_before,
        by_norm=by_norm,
        used=by_norm | ~established & has_enough & (~rated | (tally.of_all[0, number] > 0)),
        games=games,
        hundredths=hundredths,
        percentage=scored,
        added=added,
        total=opponents + games * (table.difference[scored] + of_all_or_none),
    )


def _unrated(number: Integers, scores: _Scores, standing: Standing, rule: Rules) -> tuple[Truths, Integers, Integers]:
    """Return the players who met unrated ones, their performances, and each player's unlinked group (-1: in none)."""
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
    row = np.cumsum(linked) - 1
    unrated = Means(games, scores.total[sought], meetings).among(linked, linked)
    group = np.full(len(number), -1)
    group[sought[~linked]] = number[sought[first[~linked]]]
    meets = (np.bincount(one, minlength=everybody) > 0)[number] & together & ~scores.by_norm & (group < 0)
    line = np.full(everybody, -1)
    line[number[meets]] = np.arange(np.count_nonzero(meets))
    counts = line[one] >= 0
    met = Meetings(line[one[counts]], row[place[other[counts]]])
    return meets, rounded(unrated, Means(scores.games[meets], scores.total[meets], met)), group


def _weights(
    scores: _Scores, performance: Integers, highest: Integers, age: Integers, rule: Rules
) -> tuple[Integers, Truths, Truths]:
    """Return the weight of K for each player, whether it is the turbo weight, and whether it was capped."""
    # Without turbo, the weight is that of the first step of K that fits games, rating and age, or else of the last.
    usual = rule.weight[-1]
    steps = zip(rule.games_to, rule.rating_below, rule.age_to, rule.weight, strict=True)
    for games_to, rating_below, age_to, weight in reversed(list(steps)):
        fits = (scores.games_before <= games_to) & (highest < rating_below) & (age <= age_to)
        usual = np.where(fits, weight, usual)
    games = scores.games
    exactly = np.abs(scores.total - games * scores.old) > rule.turbo_deviation * games
    as_printed = np.abs(performance - scores.old) > rule.turbo_deviation
    far = np.where(rule.turbo_by_exact, exactly, as_printed)
    turbo = scores.by_norm & (games >= rule.turbo_min_games) & far
    weight = np.where(turbo, rule.turbo_weight, usual)
    capped = scores.by_norm & (weight * games > 2 * rule.k_games_cap)
    weight[capped] = 2 * (rule.k_games_cap[capped] // games[capped])
    return weight, turbo, capped


_FLAGS = pl.Series(  # the words of every combination of flags, by a number with one bit for each flag
    [
        ",".join(word for bit, word in enumerate(RATING_FLAGS) if number >> bit & 1) or None
        for number in range(2 ** len(RATING_FLAGS))
    ]
)


def rows(lists: list[pl.DataFrame], intake: Intake) -> pl.LazyFrame:
    """Make `Elo` from the frames that `rated_season` returned, one for each turn."""
    numbers = pl.concat(lists)
    # All rows of a season are in one of the lists, with its players in order.
    if not numbers["season_number"].is_sorted():
        numbers = numbers.sort("season_number", maintain_order=True)
    season, number, used = pl.col("season_number"), pl.col("number"), pl.col("used")
    facts = intake.season_facts.select(*COMPETITION, "system", "list_date", "k_points").rechunk()
    old, rating = pl.when("has_old").then("old"), pl.when("has_new").then("rating")
    player_id = pl.lit(intake.player_id.rechunk())
    columns = {
        **{name: pl.lit(facts[name]).gather(season) for name in (*COMPETITION, "system", "list_date")},
        **{name: pl.when(used).then(name) for name in ("games", "performance")},
        **{name: pl.col(name) for name in ("played", "recent", "games_total")},
        "player_id": player_id.gather(number),
        "rating_before": old,
        "method": pl.when("by_norm").then(pl.lit("norm")).when(used).then(pl.lit("performance")),
        "points": pl.when(used).then(quotient(pl.col("hundredths"), 100)),
        "norm": pl.when("by_norm").then(quotient(pl.col("expected"), 50)),
        "k": pl.when("by_norm").then(quotient(pl.col("weight"), 2 * pl.lit(facts["k_points"]).gather(season))),
        "change": rating - old,
        "rating": rating,
        "flags": pl.lit(_FLAGS).gather("flags"),
        "unlinked_group": player_id.gather(pl.when(pl.col("group") >= 0).then("group")),
    }
    return numbers.lazy().select(columns[name].cast(kind).alias(name) for name, kind in types_of(Elo).items())


def elo(
    games: Frame[Games],
    ratings: Frame[Ratings],
    players: Frame[Players],
    seasons: Frame[RatingSeasons],
    table: pl.DataFrame,
) -> dy.LazyFrame[Elo]:
    """Rate any number of seasons of any number of competitions, each season from the list before it (docs/ratings.md).

    Games in no season, and games of unknown players, are left out. Each player starts from the last of `ratings` up to
    the start of the first season. People in `players` can be rated too. `table` is `RatingTable`. Returns, for each
    season, one row for everybody who has a rating or has played, sorted by key.
    """
    intake = Intake.of(games, ratings, players, seasons)
    standing = Standing.before(intake.given)
    rules, lookup = Rules.of(intake.season_facts), lookups(table)
    lists = [rated_season(season, standing, intake.federation, rules, lookup) for season in intake.seasons]
    return in_shape(Elo, rows(lists, intake) if lists else Elo.create_empty(lazy=True))
