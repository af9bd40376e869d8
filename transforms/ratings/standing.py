"""What is known of every player between two lists: the rating, the games behind it, and who is still to be rated."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.ratings.arithmetic import Integers, Table
from transforms.ratings.intake import Season
from transforms.ratings.unrated import Meetings, Truths


class Tally(NamedTuple):
    """A season's games, added up by player."""

    played: Integers
    scored: Integers
    """Points in hundredths."""
    games: Integers
    """Those against rated opponents; what follows is of those."""
    hundredths: Integers
    opponents: Integers
    """Sum of their ratings."""
    expected: Integers
    """Sum of percentages; of players without a rating it means nothing."""
    unsettled: Meetings
    """The other games, by player and opponent."""


@dataclass
class Standing:
    """A row each player, by number."""

    rated: Truths
    rating: Integers
    """0 without a rating."""
    highest: Integers
    """Of all ratings so far."""
    games_total: Integers
    played_before: Integers
    """Games of the season before."""
    games: Integers
    """In our own books, against opponents of whom a rating counts by now or who are still to be rated."""
    hundredths: Integers
    opponents: Integers
    """Sum of the ratings of opponents: as frozen when they met, or else the first they got."""
    unsettled: Meetings
    """Games, by player and opponent, against opponents who had no rating when they met and have none yet."""

    @classmethod
    def before(cls, given: pl.DataFrame) -> Self:
        """As it stands before the first season, from `Intake.given`."""
        rating = given["rating"].to_numpy()
        none = np.zeros(len(given), dtype=np.int64)
        return cls(
            rated=given["rated"].to_numpy(),
            rating=rating,
            highest=rating,
            games_total=given["games_total"].to_numpy(),
            played_before=none,
            games=none,
            hundredths=none,
            opponents=none,
            unsettled=Meetings(none[:0], none[:0]),
        )

    def tally(self, season: Season, table: Table, difference_cap: Integers) -> Tally:
        """Add the games up, with all ratings as they stand; `difference_cap` is a value for each player."""
        one, other = season.player.astype(np.int64), season.opponent.astype(np.int64)
        hundredths = season.hundredths
        ratings, of_others = self.rating[one], self.rating[other]
        difference = ratings - of_others
        most = np.minimum(difference_cap, len(table.expected) - 1)
        of_higher = table.expected[np.minimum(np.abs(difference), most[one])]
        expected = np.where(difference >= 0, of_higher, 100 - of_higher)
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
        """Take the season's games into the books."""
        self.games = self.games + tally.played
        self.hundredths = self.hundredths + tally.scored
        self.opponents = self.opponents + tally.opponents
        self.unsettled = Meetings(*map(np.concatenate, zip(self.unsettled, tally.unsettled, strict=True)))

    def publish(self, number: Integers, rating: Integers, has: Truths, tally: Tally) -> None:
        """Take a new list: ratings of the players of these numbers, which hold for those who `has` one.

        Opponents who got their first rating are settled with it.
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
