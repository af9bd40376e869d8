"""What is known of every player between two lists: the rating, the games behind it, and who has no rating yet."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.ratings.arithmetic import Integers, Table
from transforms.ratings.intake import Season
from transforms.ratings.newcomers_solver import Meetings, Truths
from transforms.ratings.rules import NO_LIMIT


class Tally(NamedTuple):
    """The games of one season, added up per player."""

    played: Integers
    scored: Integers
    """Points in hundredths."""
    games: Integers
    """Games against rated opponents; the next three fields are of these games only."""
    hundredths: Integers
    opponents: Integers
    """Sum of the opponents' ratings."""
    expected: Integers
    """Sum of the percentages expected; means nothing for players without a rating."""
    unsettled: Meetings
    """The other games, by player and opponent."""


class AgainstRated(NamedTuple):
    """Games in the seasons rated here, against opponents who had a rating when they met, added up per player."""

    games: Integers
    hundredths: Integers
    opponents: Integers
    """Sum of the opponents' ratings when they met."""


@dataclass
class Standing:
    """One value per player, in order of the players' numbers."""

    born: Integers
    """Year of birth, so early that everybody else is younger where it is not known."""
    rated: Truths
    rating: Integers
    """0 without a rating."""
    highest: Integers
    """The highest rating so far."""
    games_total: Integers
    played_before: Integers
    """Games in the season before."""
    games: Integers
    """Games in the seasons rated here, against opponents who have a rating by now or are still to be rated."""
    hundredths: Integers
    opponents: Integers
    """Sum of the opponents' ratings: as frozen when they met, or else the first rating that they got."""
    against_rated: "AgainstRated"
    unsettled: Meetings
    """Games, by player and opponent, against opponents who had no rating when they met and have none yet."""

    @classmethod
    def before(cls, given: pl.DataFrame) -> Self:
        """The standing before the first season, from `Intake.given`."""
        rating = given["rating"].to_numpy()
        none = np.zeros(len(given), dtype=np.int64)
        return cls(
            born=given["birth_year"].cast(pl.Int64).fill_null(-NO_LIMIT).to_numpy(),
            rated=given["rated"].to_numpy(),
            rating=rating,
            highest=rating,
            games_total=given["games_total"].to_numpy(),
            played_before=none,
            games=none,
            hundredths=none,
            opponents=none,
            against_rated=AgainstRated(none, none, none),
            unsettled=Meetings(none[:0], none[:0]),
        )

    def tally(self, season: Season, table: Table, difference_cap: Integers) -> Tally:
        """Add up the games of a season, with all ratings as they are; `difference_cap` has one value per player."""
        one, other = season.player.astype(np.int64), season.opponent.astype(np.int64)
        hundredths = season.hundredths
        ratings, of_others = self.rating[one], self.rating[other]
        most = np.minimum(difference_cap, len(table.expected) - 1)[one]
        expected = table.of_either[np.clip(ratings - of_others, -most, most)]
        left = 100 - expected
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
        return Tally(
            played=played,
            scored=scored,
            games=played - added(unsettled.one),
            hundredths=scored - added(unsettled.one, not_counted),
            opponents=added(one, of_others) + added(other, ratings),
            expected=added(one, expected) + added(other, left),
            unsettled=unsettled,
        )

    def enter(self, tally: Tally) -> None:
        """Add the season's games to the games of all seasons."""
        self.games = self.games + tally.played
        self.hundredths = self.hundredths + tally.scored
        self.opponents = self.opponents + tally.opponents
        of_season = (tally.games, tally.hundredths, tally.opponents)
        self.against_rated = AgainstRated(
            *(so_far + added for so_far, added in zip(self.against_rated, of_season, strict=True))
        )
        self.unsettled = Meetings(*map(np.concatenate, zip(self.unsettled, tally.unsettled, strict=True)))

    def publish(self, number: Integers, rating: Integers, has: Truths, tally: Tally) -> None:
        """Take over a new list: `rating` for the players in `number`, valid where `has` is true.

        An opponent's first rating settles the games against that opponent.
        """
        self.rating, self.highest, self.rated = self.rating.copy(), self.highest.copy(), self.rated.copy()
        self.rating[number] = np.where(has, rating, 0)
        self.highest[number] = np.maximum(self.highest[number], self.rating[number])
        self.rated[number] = has
        self.games_total = self.games_total + tally.played
        self.played_before = self.played_before.copy()
        self.played_before[number] = tally.played[number]
        one, other = self.unsettled
        settled = self.rated[other]
        first = np.bincount(one[settled], self.rating[other[settled]], len(self.rated)).astype(np.int64)
        self.opponents = self.opponents + first
        self.unsettled = Meetings(one[~settled], other[~settled])
