"""Rankings session by session, in order of time, for all competitions at once.

A ranking is the mean of the last `window` ranking points of a player; a substitute ranking stands in for sessions of
the window not yet played. Points that start from the rankings before a session need the sessions in order of time.
So the first sessions of all competitions form one step, the second sessions the next step, and so on. Each step is a
few operations on columns, however many clubs play.

Source: the club ranking's chapter on rankings of players.
"""

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.rankings.numbering import times
from transforms.tables.runs import first_of_runs, numbered_runs
from transforms.tables.schemas import CLUB, COMPETITION, PERSON, PLAYER, SESSION, Competitions, Frame, Players

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]


class RollingRankings:
    """The rankings of players between two steps; players are given by number.

    Args:
        windows: for each player, how many sessions a ranking counts.
        substitutes: for each player, the ranking that stands in for a session not yet played.
        sessions: the most sessions that any player can play.
    """

    def __init__(self, windows: Integers, substitutes: Numbers, sessions: int) -> None:
        self._windows = windows
        self._substitutes = substitutes.copy()
        self._played = np.zeros(len(windows), dtype=np.int64)
        slots = max(min(sessions, int(windows.max(initial=1))), 1)
        self._last_points = np.zeros((slots, len(windows)))
        self._rankings = windows * substitutes / windows

    def of(self, players: Integers) -> Numbers:
        """The ranking of each of these players now."""
        return self._rankings[players]

    def sessions_counted(self, players: Integers) -> Integers:
        """How many sessions the ranking of each of these players counts."""
        return np.minimum(self._played[players], self._windows[players])

    def earn(self, players: Integers, points: Numbers) -> None:
        """Add the points of one more session for each of these players; no player may be given twice."""
        windows = self._windows[players]
        self._last_points[self._played[players] % windows, players] = points
        self._played[players] += 1
        not_played = windows - self.sessions_counted(players)
        # From the first slot to the last; the sum of numpy adds in an order that depends on how many there are.
        earned = sum(of_slot[players] for of_slot in self._last_points)
        self._rankings[players] = (earned + not_played * self._substitutes[players]) / windows

    def start_from(self, players: Integers, earlier: Integers) -> None:
        """Make the present rankings of `earlier` the substitute rankings of `players`, one for one."""
        self._substitutes[players] = self.of(earlier)
        windows = self._windows[players]
        self._rankings[players] = windows * self._substitutes[players] / windows


class InTurn:
    """Rows of players, to be processed in order of time.

    Args:
        rows: one row per player and session: (club, competition, season, session_id, date, player_id), and the
            columns `session` and `player` that `in_order` adds.
        players: `Players`, for the substitute rankings.
        competitions: `Competitions`: window, substitute ranking, and `hand_on`: whether a season starts from each
            player's final ranking of the last season that he or she played.

    Attributes:
        players: the number of each row's player; the same person has another number in each season.
        step_of_row: 0 for the first session of a competition, 1 for the next, counted over all its seasons.
        rankings: those between two steps. The caller goes through `steps` and calls `rankings.earn` in each of them.
    """

    def __init__(self, rows: pl.DataFrame, players: Frame[Players], competitions: Frame[Competitions]) -> None:
        turns = _turns(rows)
        self.step_of_row: Integers = turns["step"].gather(numbered_runs(rows, ["session"])).to_numpy()
        numbers = rows["player"].unique().sort()
        self.players: Integers = numbers.search_sorted(rows["player"]).cast(pl.Int64).to_numpy()
        self._order: Integers = np.argsort(self.step_of_row, kind="stable")
        rows_of_step = np.bincount(self.step_of_row)
        self._ends = np.cumsum(rows_of_step)
        self._starts = self._ends - rows_of_step

        row_of = np.zeros(len(numbers), dtype=np.int64)
        row_of[self.players] = np.arange(len(rows))  # any row of the player
        people = _people(rows.select(PLAYER)[row_of].with_row_index("number"), turns, players, competitions)
        windows, substitutes = people["window"].cast(pl.Int64).to_numpy(), people["substitute_ranking"].to_numpy()
        self.rankings = RollingRankings(windows, substitutes, len(self._starts))
        # The heirs are the players who start a season from their ranking of an earlier one.
        heirs = people.filter(pl.col("earlier").is_not_null()).sort("first_step", "number")
        self._heirs_first_step: Integers = heirs["first_step"].to_numpy()
        self._heirs: Integers = heirs["number"].to_numpy()
        self._heirs_earlier: Integers = heirs["earlier"].to_numpy()

    def steps(self) -> Iterator[tuple[int, Integers]]:
        """Each step with the places of its rows in the frame.

        Players whose season starts in a step have their substitute rankings before the step is yielded.
        """
        for step, (start, end) in enumerate(zip(self._starts, self._ends, strict=True)):
            begin = slice(*np.searchsorted(self._heirs_first_step, [step, step + 1]))
            self.rankings.start_from(self._heirs[begin], self._heirs_earlier[begin])
            yield step, self._order[start:end]


def substitute_rankings(rows: pl.LazyFrame, players: Frame[Players], competitions: Frame[Competitions]) -> pl.LazyFrame:
    """The rows with three more columns: `window`, `hand_on`, and `substitute_ranking`, own or usual."""
    own = players.lazy().select(*CLUB, "player_id", own="substitute_ranking")
    usual = competitions.lazy().select(*COMPETITION, "window", "hand_on", usual="substitute_ranking")
    return (
        rows.join(usual, on=COMPETITION)
        .join(own, on=PERSON, how="left")
        .with_columns(substitute_ranking=pl.coalesce("own", "usual"))
        .drop("own", "usual")
    )


def _turns(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per session, in the order of the rows; `step` is its index within its competition, over all seasons."""
    sessions = first_of_runs(rows.select("session", *SESSION, "date"), ["session"])
    timed = sessions.with_columns(times(sessions).alias("time"))
    return timed.with_columns(step=pl.int_range(pl.len()).over(CLUB, order_by="time"))


def _people(
    seen: pl.DataFrame, turns: pl.DataFrame, players: Frame[Players], competitions: Frame[Competitions]
) -> pl.DataFrame:
    """One row per player number: window, substitute ranking, `first_step`, and `earlier`.

    `earlier` is the player's number in the last season that he or she played before, where `hand_on` holds; else null.
    """
    seasons = turns.lazy().group_by(COMPETITION).agg(first_step=pl.col("step").min())
    season_before = pl.col("number").shift(1).over(*CLUB, "player_id", order_by="first_step")
    return (
        substitute_rankings(seen.lazy(), players, competitions)
        .join(seasons, on=COMPETITION)
        .with_columns(earlier=pl.when("hand_on").then(season_before))
        .sort("number")
        .collect()
    )
