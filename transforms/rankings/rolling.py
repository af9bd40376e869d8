"""Rankings as the sessions go by: one after the other in time, all competitions side by side.

A ranking is the mean of the last `window` ranking points of a player; a substitute ranking stands in for
sessions of the window not yet played. What starts from the rankings before a session needs the sessions in
turn. So the first sessions of all competitions are one step, the second ones the next, and a step is a few
operations on columns, however many clubs play.

Source: the club ranking's chapter on rankings of players.
"""

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.rankings.numbering import beside
from transforms.tables import CLUB, COMPETITION, PERSON, PLAYER, Frame

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]


class Standing:
    """The rankings of players, by number, as they stand between two steps.

    Args:
        windows: of each player, how many sessions a ranking counts.
        substitutes: of each player, the ranking that stands in for a session not yet played.
        sessions: nobody plays more than so many.
    """

    def __init__(self, windows: Integers, substitutes: Numbers, sessions: int) -> None:
        self._windows = windows
        self._substitutes = substitutes.copy()
        self._played = np.zeros(len(windows), dtype=np.int64)
        slots = max(min(sessions, int(windows.max(initial=1))), 1)
        self._last_points = np.zeros((len(windows), slots))

    def rankings(self, players: Integers) -> Numbers:
        """The ranking of each of these players now."""
        windows = self._windows[players]
        not_played = windows - self.sessions_counted(players)
        # Added one after the other: a plain sum adds in an order that depends on how many slots there are.
        earned = self._last_points[players].cumsum(axis=1)[:, -1]
        return (earned + not_played * self._substitutes[players]) / windows

    def sessions_counted(self, players: Integers) -> Integers:
        """How many sessions the ranking of each of these players counts."""
        return np.minimum(self._played[players], self._windows[players])

    def earn(self, players: Integers, points: Numbers) -> None:
        """Let each of these players, none of them twice, earn the points of one more session."""
        self._last_points[players, self._played[players] % self._windows[players]] = points
        self._played[players] += 1

    def start_from(self, players: Integers, earlier: Integers) -> None:
        """Let the ranking of `earlier` now be the substitute ranking of `players`."""
        self._substitutes[players] = self.rankings(earlier)


class InTurn:
    """Rows of players, to be gone through in order of time.

    Args:
        rows: a row a player a session: (club, competition, season, session_id, date, player_id), and `session`
            and `player` numbered as `in_order` does.
        players: `Players`, for the substitute rankings.
        competitions: `Competitions`: window, substitute ranking, and whether a season starts from the rankings at
            the end of the season before (`hand_on`; for who did not play then, of the last one played).

    Attributes:
        players: the number of each row's player; a player of another season is another.
        step_of_row: 0 for the first session of a competition, 1 for the next, over all its seasons.
        standing: the rankings; whoever goes through the steps lets the players earn.
    """

    def __init__(self, rows: pl.DataFrame, players: Frame, competitions: Frame) -> None:
        turns = _turns(rows)
        self.step_of_row: Integers = beside(rows.select("session"), turns, "session").collect()["step"].to_numpy()
        self.players: Integers = (rows["player"].rank("dense") - 1).cast(pl.Int64).to_numpy()
        self._order: Integers = np.argsort(self.step_of_row, kind="stable")
        in_order = self.step_of_row[self._order]
        self._starts = np.flatnonzero(np.diff(in_order, prepend=-1))
        self._ends = np.flatnonzero(np.diff(in_order, append=-1)) + 1

        people = _people(rows.select(*PLAYER, number=pl.Series(self.players)), turns, players, competitions)
        windows, substitutes = people["window"].cast(pl.Int64).to_numpy(), people["substitute_ranking"].to_numpy()
        self.standing = Standing(windows, substitutes, len(self._starts))
        heirs = people.filter(pl.col("earlier").is_not_null()).sort("first_step", "number")
        self._heirs_first_step: Integers = heirs["first_step"].to_numpy()
        self._heirs: Integers = heirs["number"].to_numpy()
        self._heirs_earlier: Integers = heirs["earlier"].to_numpy()

    def steps(self) -> Iterator[tuple[int, Integers]]:
        """Each step and its rows, as places in the frame; seasons that start there have started."""
        for step, (start, end) in enumerate(zip(self._starts, self._ends, strict=True)):
            begin = slice(*np.searchsorted(self._heirs_first_step, [step, step + 1]))
            self.standing.start_from(self._heirs[begin], self._heirs_earlier[begin])
            yield step, self._order[start:end]


def substitute_rankings(rows: pl.LazyFrame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """Rows of players of a season, beside each the window, `hand_on`, and the substitute ranking, own or usual."""
    own = players.lazy().select(*CLUB, "player_id", own="substitute_ranking")
    usual = competitions.lazy().select(*COMPETITION, "window", "hand_on", usual="substitute_ranking")
    return (
        rows.join(usual, on=COMPETITION)
        .join(own, on=PERSON, how="left")
        .with_columns(substitute_ranking=pl.coalesce("own", "usual"))
        .drop("own", "usual")
    )


def _turns(rows: pl.DataFrame) -> pl.DataFrame:
    """(session, season's key, step): the how-manieth session of its competition each is, over all seasons."""
    return (
        rows.select("session", *COMPETITION, "date", "session_id")
        .unique("session")
        .sort(*CLUB, "date", "session_id")
        .with_columns(step=pl.int_range(pl.len()).over(CLUB))
    )


def _people(seen: pl.DataFrame, turns: pl.DataFrame, players: Frame, competitions: Frame) -> pl.DataFrame:
    """One row a number: window, substitute ranking, and the player's number in the season handed on, where one is."""
    seasons = turns.lazy().group_by(COMPETITION).agg(first_step=pl.col("step").min())
    season_before = pl.col("number").shift(1).over(*CLUB, "player_id", order_by="first_step")
    return (
        substitute_rankings(seen.lazy().unique("number"), players, competitions)
        .join(seasons, on=COMPETITION)
        .with_columns(earlier=pl.when("hand_on").then(season_before))
        .sort("number")
        .collect()
    )
