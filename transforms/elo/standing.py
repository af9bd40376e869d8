"""What is known of every player between two lists: the rating, the games behind it, and who is still to be rated."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.elo.arithmetic import Integers, Table
from transforms.elo.intake import Season
from transforms.elo.unrated import Meetings, Truths


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
        one, other, points = season.player, season.opponent, season.hundredths
        one_rated, other_rated = self.rated[one], self.rated[other]
        difference = self.rating[one] - self.rating[other]
        most = len(table.expected) - 1
        size = np.minimum(np.abs(difference), np.minimum(difference_cap[one], most))
        of_higher = table.expected[size]
        expected = np.where(difference >= 0, of_higher, 100 - of_higher)

        def added(of_one: NDArray[np.generic], of_other: NDArray[np.generic]) -> Integers:
            people = len(self.rated)
            sums = np.bincount(one, of_one, people) + np.bincount(other, of_other, people)
            return sums.astype(np.int64)

        return Tally(
            played=np.bincount(one, minlength=len(self.rated)) + np.bincount(other, minlength=len(self.rated)),
            scored=added(points, 200 - points),
            games=added(other_rated, one_rated),
            hundredths=added(points * other_rated, (200 - points) * one_rated),
            opponents=added(self.rating[other], self.rating[one]),
            expected=added(expected * other_rated, (100 - expected) * one_rated),
        )

    def enter(self, season: Season, tally: Tally) -> None:
        """Take the season's games into the books."""
        self.games = self.games + tally.played
        self.hundredths = self.hundredths + tally.scored
        self.opponents = self.opponents + tally.opponents
        one, other = (
            np.concatenate([season.player, season.opponent]),
            np.concatenate([season.opponent, season.player]),
        )
        open_yet = ~self.rated[other]
        self.unsettled = Meetings(
            np.concatenate([self.unsettled.one, one[open_yet].astype(np.int64)]),
            np.concatenate([self.unsettled.other, other[open_yet].astype(np.int64)]),
        )

    def publish(self, number: Integers, rating: pl.Series, tally: Tally) -> None:
        """Take a new list: ratings of the players of these numbers, null for those who have none.

        Opponents who got their first rating are settled with it.
        """
        listed = number[rating.is_not_null().to_numpy()]
        self.rating, self.highest, self.rated = self.rating.copy(), self.highest.copy(), self.rated.copy()
        self.rating[listed] = rating.drop_nulls().to_numpy()
        self.highest[listed] = np.maximum(self.highest[listed], self.rating[listed])
        self.rated[listed] = True
        self.games_total = self.games_total + tally.played
        self.played_before = self.played_before.copy()
        self.played_before[number] = tally.played[number]
        one, other = self.unsettled
        settled = self.rated[other]
        first = np.bincount(one[settled], self.rating[other[settled]], len(self.rated)).astype(np.int64)
        self.opponents = self.opponents + first
        self.unsettled = Meetings(one[~settled], other[~settled])
