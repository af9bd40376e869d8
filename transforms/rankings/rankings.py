"""Rankings: how strong a player, a pair or a trio is after each session, and the ranking from which a season starts.

A ranking is the mean of the last `window` ranking points of a player. A substitute ranking fills in for sessions not
yet played. Points that start from rankings need the sessions in order of time. So the first sessions of all
competitions are one step, the second sessions are the next step, and so on.

Source: the club ranking's chapters on rankings of players, pairs and trios, and on the season ("meestal gebaseerd op de
slotstand van het afgelopen seizoen").
"""

from collections.abc import Iterator

import dataframely as dy
import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.bridge.sessions import extra_players
from transforms.rankings.numbering import in_order, seated, times, two_by_two, without_extra_players
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_means
from transforms.tables.runs import facts_of_runs, first_of_runs, numbered_runs
from transforms.tables.schemas import CLUB, COMPETITION, PARTNERSHIP, PERSON, PLAYER, SESSION, Frame, Rows
from transforms.tables.season_players import with_own
from transforms.tables.shared import in_shape

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]


class RollingRankings:
    """The rankings of players, given by number, between two steps.

    `windows` (the number of sessions that a ranking counts) and `substitutes` (the ranking that fills in for a session
    not yet played) have one value per player. `sessions` is the largest number that any player can play.
    """

    def __init__(self, windows: Integers, substitutes: Numbers, sessions: int) -> None:
        self._windows = windows
        self._substitutes = substitutes.copy()
        self._played = np.zeros(len(windows), dtype=np.int64)
        slots = max(min(sessions, int(windows.max(initial=1))), 1)
        self._last_points = np.zeros((slots, len(windows)))
        self._rankings = windows * substitutes / windows

    def of(self, players: Integers) -> Numbers:
        """Return the current ranking of each of these players."""
        return self._rankings[players]

    def sessions_counted(self, players: Integers) -> Integers:
        """Return how many sessions count in the current ranking of each of these players."""
        return np.minimum(self._played[players], self._windows[players])

    def earn(self, players: Integers, points: Numbers) -> None:
        """Add the points of one more session for each of these players. No player may occur twice."""
        windows = self._windows[players]
        self._last_points[self._played[players] % windows, players] = points
        self._played[players] += 1
        not_played = windows - self.sessions_counted(players)
        # Add slot by slot, because the order in which numpy's sum adds depends on the number of slots.
        earned = sum(of_slot[players] for of_slot in self._last_points)
        self._rankings[players] = (earned + not_played * self._substitutes[players]) / windows

    def start_from(self, players: Integers, earlier: Integers) -> None:
        """Make the current rankings of `earlier` the substitute rankings of `players`, position by position."""
        self._substitutes[players] = self.of(earlier)
        windows = self._windows[players]
        self._rankings[players] = windows * self._substitutes[players] / windows


class InTurn:
    """Rows of players, to be processed in order of time: one per player and session, as numbered by `in_order`.

    `players` is the number of each row's player in that season. `step_of_row` is 0 for the first session of a
    competition, 1 for the next one, and so on, over all its seasons. The caller iterates over `steps` and calls
    `rankings.earn` in each.
    """

    def __init__(
        self, rows: pl.DataFrame, players: Frame[schemas.Players], competitions: Frame[schemas.Competitions]
    ) -> None:
        sessions = first_of_runs(rows.select("session", *SESSION, "date"), ["session"])
        timed = sessions.with_columns(times(sessions).alias("time"))
        turns = timed.with_columns(step=pl.int_range(pl.len()).over(CLUB, order_by="time"))
        self.step_of_row: Integers = turns["step"].gather(numbered_runs(rows, ["session"])).to_numpy()
        numbers = rows["player"].unique().sort()
        self.players: Integers = numbers.search_sorted(rows["player"]).cast(pl.Int64).to_numpy()
        self._order: Integers = np.argsort(self.step_of_row, kind="stable")
        rows_of_step = np.bincount(self.step_of_row)
        self._ends = np.cumsum(rows_of_step)
        self._starts = self._ends - rows_of_step

        row_of = np.zeros(len(numbers), dtype=np.int64)
        row_of[self.players] = np.arange(len(rows))  # any row of the player
        seen = rows.select(PLAYER)[row_of].with_row_index("number").lazy()
        seasons = turns.lazy().group_by(COMPETITION).agg(first_step=pl.col("step").min())
        season_before = pl.col("number").shift(1).over(*CLUB, "player_id", order_by="first_step")
        people = (
            substitute_rankings(seen, players, competitions)
            .join(seasons, on=COMPETITION)
            .with_columns(earlier=pl.when("hand_on").then(season_before))
            .sort("number")
            .collect()
        )
        windows, substitutes = people["window"].cast(pl.Int64).to_numpy(), people["substitute_ranking"].to_numpy()
        self.rankings = RollingRankings(windows, substitutes, len(self._starts))
        # The heirs are the players who start a season from their ranking of an earlier one.
        heirs = people.filter(pl.col("earlier").is_not_null()).sort("first_step", "number")
        self._heirs_first_step: Integers = heirs["first_step"].to_numpy()
        self._heirs: Integers = heirs["number"].to_numpy()
        self._heirs_earlier: Integers = heirs["earlier"].to_numpy()

    def steps(self) -> Iterator[tuple[int, Integers]]:
        """Yield each step with its rows, after handing on rankings to players whose season starts in that step."""
        for step, (start, end) in enumerate(zip(self._starts, self._ends, strict=True)):
            begin = slice(*np.searchsorted(self._heirs_first_step, [step, step + 1]))
            self.rankings.start_from(self._heirs[begin], self._heirs_earlier[begin])
            yield step, self._order[start:end]


def substitute_rankings(
    rows: pl.LazyFrame, players: Frame[schemas.Players], competitions: Frame[schemas.Competitions]
) -> pl.LazyFrame:
    """Add `window`, `substitute_ranking` and `hand_on`, which is false if `players` has a value for this season."""
    usual = competitions.lazy().select(*COMPETITION, "window", "hand_on", usual="substitute_ranking")
    return (
        with_own(rows.join(usual, on=COMPETITION), players, "substitute_ranking")
        .with_columns(
            hand_on=pl.col("hand_on") & pl.col("of_season").is_null(),
            substitute_ranking=pl.coalesce("own", "usual"),
        )
        .drop("own", "of_season", "usual")
    )


def player_rankings(
    ranking_points: Frame[schemas.RankingPoints],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.PlayerRankings]:
    """Return the ranking of each player before and after each session played (docs/rankings.md)."""
    rows = in_order(ranking_points, ("date", "points"))
    in_turn = InTurn(rows, players, competitions)
    rankings = in_turn.rankings
    points = rows["points"].to_numpy()
    before, after = np.empty(len(rows)), np.empty(len(rows))
    counted = np.empty(len(rows), dtype=np.int32)
    for _, these in in_turn.steps():
        seated = in_turn.players[these]
        before[these] = rankings.of(seated)
        rankings.earn(seated, points[these])
        after[these] = rankings.of(seated)
        counted[these] = rankings.sessions_counted(seated)
    found = {"ranking_before": before, "ranking": after, "sessions_counted": counted}
    return in_shape(schemas.PlayerRankings, rows.hstack(pl.DataFrame(found)).lazy())


def last_rankings(player_rankings: Frame[schemas.PlayerRankings]) -> pl.LazyFrame:
    """Return (club, competition, season, player_id, ranking): each player's ranking after the last session played."""
    rows = in_order(player_rankings, ("date", "ranking"))
    time = times(first_of_runs(rows.select("session", *SESSION, "date"), ["session"])).gather(rows["session"])
    last = (
        rows.lazy()
        .with_row_index("row")
        .select("player", "row", time.alias("time"))
        .group_by("player")
        .agg(pl.col("row").max_by("time"))
        .collect()
    )
    return rows.select(pl.col(*PLAYER, "ranking").gather(last["row"])).lazy()


def pair_rankings(
    player_rankings: Frame[schemas.PlayerRankings],
    season_partnerships: Frame[schemas.SeasonPartnerships],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.PairRankings]:
    """Return the current ranking of each pair, R1 + R2, and of each trio, 2/3 * (R1 + R2 + R3)."""
    return in_shape(
        schemas.PairRankings,
        pair_rankings_of(last_rankings(player_rankings), season_partnerships, players, competitions),
    )


def pair_rankings_of(
    last: Rows,
    season_partnerships: Frame[schemas.SeasonPartnerships],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> pl.LazyFrame:
    """Return the ranking of each pair and trio from the rankings of players in a result of `last_rankings`."""
    members = in_order(season_partnerships, of=PARTNERSHIP, number="partnership")
    ranked = current_rankings(members.lazy().unique("player"), last, players, competitions).select("player", "ranking")
    of_members = members.lazy().select("partnership", "player").join(ranked, on="player")
    means = steady_means(of_members, ["partnership"], "ranking").with_columns(pl.col("ranking") * 2)
    pairs = first_of_runs(members.select("partnership", *PARTNERSHIP), ["partnership"])
    return pairs.lazy().join(means, on="partnership", maintain_order="left").select(schemas.PairRankings.column_names())


def current_rankings(
    rows: pl.LazyFrame, last: Rows, players: Frame[schemas.Players], competitions: Frame[schemas.Competitions]
) -> pl.LazyFrame:
    """Add each player's `ranking`: from `last_rankings`, or the substitute ranking before the first session."""
    with_substitutes = substitute_rankings(rows.select(PLAYER).unique(), players, competitions)
    starts = competitions.lazy().select(*COMPETITION, "start")
    latest = last.lazy().join(starts, on=COMPETITION).select(*PERSON, "start", "ranking", season_played="season")
    counts = pl.col("hand_on") | (pl.col("season_played") == pl.col("season"))
    now = (
        with_substitutes.join(starts, on=COMPETITION)
        .sort("start")
        .join_asof(latest.sort("start"), on="start", by=PERSON, check_sortedness=False)
        .select(*PLAYER, ranking=pl.coalesce(pl.when(counts).then("ranking"), "substitute_ranking"))
    )
    return rows.join(now, on=PLAYER)


def starting_rankings(
    player_rankings: Frame[schemas.PlayerRankings],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.StartingRankings]:
    """Return the substitute ranking of every player in every season played, and its origin (docs/rankings.md)."""
    # A substitute ranking that `players` gives for this season takes precedence over the one handed on.
    last = last_rankings(player_rankings)
    with_season = last.join(competitions.lazy().select(*COMPETITION, "start"), on=COMPETITION)
    season, ranking = (pl.col(of).shift(1).over(*CLUB, "player_id", order_by="start") for of in ("season", "ranking"))
    heirs = with_season.select(*PLAYER, season_before=season, handed_on=ranking)
    is_heir = pl.col("hand_on") & pl.col("season_before").is_not_null()
    by_hand = pl.when(pl.col("own").is_not_null()).then(pl.lit("player")).otherwise(pl.lit("competition"))
    return in_shape(
        schemas.StartingRankings,
        with_own(substitute_rankings(heirs, players, competitions), players, "substitute_ranking")
        .with_columns(
            origin=pl.when(is_heir).then(pl.lit("season")).otherwise(by_hand),
            substitute_ranking=pl.when(is_heir).then("handed_on").otherwise("substitute_ranking"),
            season_before=pl.when(is_heir).then("season_before"),
        )
        .sort(PLAYER),
    )


IN_PAIRS = ("pairs", "butler", "cross_imp")


def season_partnerships(
    partnerships: Frame[schemas.Partnerships],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.SeasonPartnerships]:
    """Return one row per season, partnership and player."""
    # A declared partnership exists in each season of its competition. In a competition without declared partnerships,
    # any two players who sat for one entrant in a session of pairs are a partnership, apart from its extra players
    # (`extra_players`). Its id is the two player ids, sorted and joined by " + ".
    seasons = competitions.lazy().select(COMPETITION)
    declared = (
        partnerships.lazy()
        .select("club", "competition", "partnership_id", "player_id", declared=pl.lit(True))
        .join(seasons, on=CLUB)
    )
    without_any = in_shape(schemas.Sessions, sessions.lazy().join(declared, on=CLUB, how="anti"))
    sat_together = _sat_together(entries, without_any)
    return in_shape(
        schemas.SeasonPartnerships,
        pl.concat([declared, sat_together], how="diagonal")
        .select(schemas.SeasonPartnerships.column_names())
        .sort(*COMPETITION, "partnership_id", "player_id"),
    )


def _sat_together(entries: Frame[schemas.Entries], sessions: Frame[schemas.Sessions]) -> pl.LazyFrame:
    kinds = sessions.lazy().select(*SESSION, in_pairs=pl.col("kind").is_in(IN_PAIRS)).collect()
    sat = in_order(entries, ("line", "entrant")).with_row_index("row")
    numbers = first_of_runs(sat.select("session", *SESSION), ["session"])
    in_pairs = facts_of_runs(numbers, SESSION, kinds)["in_pairs"].gather(sat["session"])
    of_pairs = sat.select("row", "session", "player", "line", "entrant").filter(in_pairs)
    seats = without_extra_players(seated(of_pairs, "row"), extra_players(entries, kinds.filter("in_pairs")), numbers)
    two = ["player", "other_player"]
    pairs = two_by_two(seats).select(*two, "row", "other_row").unique(two).collect()
    both = [sat["player_id"].gather(pairs[name]) for name in ("row", "other_row")]  # in order, as the seats have them
    seasons = sat.select(pl.col(COMPETITION).gather(pairs["row"])).with_columns(
        partnership_id=pl.select(pl.concat_str(both, separator=" + ")).to_series(), declared=pl.lit(False)
    )
    return pl.concat(seasons.lazy().with_columns(player_id=player) for player in both)
