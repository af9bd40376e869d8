"""Ranking points: what a session earns each player who played in it.

Under the method `dynamic`, and for teams of four, points start from the strength of the field. An average score earns a
mean of the rankings before the session: of all players in the line or, in a session of teams, of the opponents met. So
each session needs the rankings after the session before it (`InTurn`).

Source: the club ranking's chapters on ranking points for pairs and butler sessions, on the dynamic method, on teams of
four, and on flexible lines (`line_spans`).
"""

import dataframely as dy
import numpy as np
import polars as pl

from transforms.bridge.sessions import NOBODY, VICTORY_POINTS, average_score, field_of, match_score, scoring_of
from transforms.rankings.methods import DYNAMIC, GIVEN, MIDDLE, RANKING_METHODS, TEAMS, of_field
from transforms.rankings.numbering import SEAT, in_order, of_session, person_numbers
from transforms.rankings.rankings import Integers, InTurn, Numbers
from transforms.tables import runs, schemas
from transforms.tables.arithmetic.rounding import half_up, quotient
from transforms.tables.schemas import CLUB, COMPETITION, LINE, SEATED, SESSION, Frame, Rows
from transforms.tables.shared import in_shape

_AVERAGE = VICTORY_POINTS / 2  # victory points in a match


def from_rankings(
    rows: pl.DataFrame,
    match_results: Frame[schemas.MatchResults],
    players: Frame[schemas.Players],
    competitions: Frame[schemas.Competitions],
) -> pl.DataFrame:
    """Fill in the points that start from rankings, and the points of an average score (`middle`), in the order of rows.

    `rows` has one row per player and session played, sorted by key: the keys and numbers of `in_order`, `line`,
    `entrant`, `date`, `method`, `met` (the lines met), `rounds`, `score`, `points` (null if they start from rankings),
    `above` (the points above the mean ranking, under `dynamic`), `high` and `low`. For a player of a team, `score`
    becomes the mean, in victory points, of the matches in which the player sat. Players who sat in no match get no row.
    """
    static = pl.col("points").is_not_null()
    rows = rows.with_columns(middle=pl.when(static).then((pl.col("high") + pl.col("low")) / 2))
    clubs = rows.filter(~static).select(CLUB).unique()
    if clubs.is_empty():
        return rows
    numbered = rows.with_row_index("row")
    advancing = numbered.join(clubs, on=CLUB, how="semi", maintain_order="left")
    in_turn = InTurn(advancing, players, competitions)
    above: Numbers = advancing["above"].fill_null(np.nan).to_numpy()
    fields: Integers = advancing.select(pl.struct("session", "met").rank("dense").cast(pl.Int64)).to_series().to_numpy()
    seats = _Seats(advancing, in_turn.step_of_row, match_results, competitions)
    points: Numbers = advancing["points"].fill_null(np.nan).to_numpy().copy()
    middle, rankings, scores = (np.full(len(advancing), np.nan) for _ in range(3))
    for step, these in in_turn.steps():
        seated = in_turn.players[these]
        rankings[these] = in_turn.rankings.of(seated)
        by_line = these[~np.isnan(above[these])]
        _, field = np.unique(fields[by_line], return_inverse=True)
        middle[by_line] = (np.bincount(field, weights=rankings[by_line]) / np.bincount(field))[field]
        points[by_line] = middle[by_line] + above[by_line]
        in_teams, resistance, own_scores, above_average = seats.worth(step, rankings)
        middle[in_teams] = resistance
        scores[in_teams] = own_scores
        points[in_teams] = resistance + above_average
        played = ~np.isnan(points[these])
        in_turn.rankings.earn(seated[played], points[these[played]])
    found = {"row": advancing["row"], "points_in_turn": points, "middle_in_turn": middle, "own_score": scores}
    return (
        numbered.join(pl.DataFrame(found, nan_to_null=True), on="row", how="left", maintain_order="left")
        .with_columns(
            pl.coalesce("points", "points_in_turn"),
            pl.coalesce("middle", "middle_in_turn"),
            pl.coalesce("own_score", "score").alias("score"),
        )
        .filter(pl.col("points").is_not_null())
        .drop("row", "points_in_turn", "middle_in_turn", "own_score")
    )


def _sides(match_results: Frame[schemas.MatchResults], competitions: Frame[schemas.Competitions]) -> pl.LazyFrame:
    """Return one row per match played and team, numbered (`side`), with the opponents' number (`opposite`)."""
    # `above` is what the score earns: the victory points above average, divided by those of the top score above
    # average, times half the width. `without` is the strength of a team whose players are not known.
    score = match_score(pl.col("vp") / pl.col("weight"), pl.col("points"), pl.col("boards"))
    rules = competitions.lazy().select(*COMPETITION, "top_score_teams", "width", without="substitute_ranking")
    match = [*SESSION, "line", "round"]
    sides = (
        match_results.lazy()
        .select(*match, "team", "opponent", "weight", score=score)
        .filter(pl.col("score").is_finite(), pl.col("opponent") != NOBODY)
        .join(rules, on=COMPETITION)
        .sort(*match, "team", "opponent")
        .with_row_index("side")
        .with_columns(
            pl.col("side").cast(pl.Int64),
            above=quotient(pl.col("score") - _AVERAGE, pl.col("top_score_teams") - _AVERAGE) * pl.col("width") / 2,
        )
    )
    opponents = sides.select(*match, team="opponent", opponent="team", opposite="side")
    return sides.join(opponents, on=[*match, "team", "opponent"], how="left").with_columns(
        pl.col("opposite").fill_null(-1)
    )


class _Seats:
    """The players of each team in each match: in the rounds that `rounds` lists (`1+3`), or in all if it is null."""

    def __init__(
        self,
        rows: pl.DataFrame,
        steps: Integers,
        match_results: Frame[schemas.MatchResults],
        competitions: Frame[schemas.Competitions],
    ) -> None:
        listed = pl.col("rounds").str.split("+").list.contains(pl.col("round").cast(pl.String))
        seats = (
            rows.lazy()
            .select(*SESSION, "line", "rounds", "method", team="entrant", step=pl.Series(steps))
            .with_row_index("row")
            .filter(pl.col("method") == "teams")
            .join(_sides(match_results, competitions), on=(*SESSION, "line", "team"))
            .filter(pl.col("rounds").is_null() | listed)
            .sort("step", "row", "side")
            .collect()
        )
        columns = (
            seats[name].to_numpy() for name in ("step", "side", "opposite", "score", "above", "without", "weight")
        )
        self._steps, self._side, self._opposite, self._score, self._above, self._without, self._weight = columns
        self._row: Integers = seats["row"].cast(pl.Int64).to_numpy()

    def worth(self, step: int, rankings: Numbers) -> tuple[Integers, Numbers, Numbers, Numbers]:
        """Return the rows of players with a match in this step, and means: opponents' strength, score and `above`."""
        here = slice(*np.searchsorted(self._steps, [step, step + 1]))
        row, opposite = self._row[here], self._opposite[here]
        side, seat_side = np.unique(self._side[here], return_inverse=True)
        strength = np.bincount(seat_side, weights=rankings[row]) / np.bincount(seat_side)
        place = np.searchsorted(side, opposite)
        known = np.isin(opposite, side)
        met = np.where(known, np.append(strength, np.nan)[place], self._without[here])
        players, seat_player = np.unique(row, return_inverse=True)
        weight = self._weight[here]
        matches = np.bincount(seat_player, weights=weight)
        resistance, score, above = (
            np.bincount(seat_player, weights=of_seat * weight) / matches
            for of_seat in (met, self._score[here], self._above[here])
        )
        return players, resistance, score, above


_OF_ENTRANTS = ("date", "method", "met", "score", "points", "above", "high", "low")  # read by `from_rankings`
TOP_SCORES = ("top_score_pairs", "top_score_butler", "top_score_teams")  # the columns that `scale` reads


def ranking_points(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
    *,
    players: Frame[schemas.Players],
    match_results: Frame[schemas.MatchResults],
    earned: Frame[schemas.EarnedPoints],
) -> dy.LazyFrame[schemas.RankingPoints]:
    """Return one row per player and session played, with points on the scale of the competition (docs/rankings.md).

    All players of an entrant earn the same, except in a team whose players sat out a match. Players without a score
    have no row. Teams of which only the result list is known are measured as under `dynamic`. Points `earned` under
    another program are taken as they are.
    """
    seated = in_order(entries, ("line", "entrant", "rounds"))
    numbers = runs.first_of_runs(seated.select(*SESSION, "session"), ["session"]).lazy()
    numbered = sessions.lazy().join(numbers, on=SESSION)
    of_entrants = _with_points(_scored(session_results, numbered, competitions, match_results))
    of_seats = of_entrants.select(*_OF_ENTRANTS, seat=SEAT).collect()
    by_results = runs.where_known(runs.with_facts_in_order(seated.with_columns(seat=SEAT), of_seats, "seat"), "method")
    rows = _with_given(by_results, earned, sessions)
    return in_shape(schemas.RankingPoints, from_rankings(rows, match_results, players, competitions).lazy())


def _with_given(
    rows: pl.DataFrame, earned: Frame[schemas.EarnedPoints], sessions: Frame[schemas.Sessions]
) -> pl.DataFrame:
    """Add the points earned under another program; sort and number the rows as `in_order` does."""
    dates = sessions.lazy().select(*SESSION, "date")
    given = earned.lazy().select(*SEATED, "points").join(dates, on=SESSION).with_columns(method=pl.lit(GIVEN)).collect()
    if given.is_empty():
        return rows
    both = pl.concat([rows.drop("session", "player"), given], how="diagonal").sort(SEATED)
    return both.with_columns(session=runs.numbered_runs(both, SESSION), player=person_numbers(both))


def _scored(
    session_results: Frame[schemas.SessionResults],
    sessions: pl.LazyFrame,
    competitions: Frame[schemas.Competitions],
    match_results: Frame[schemas.MatchResults],
) -> pl.LazyFrame:
    """Return entrants with a score, the span of their line (`high`, `low`), `scale`, and `field` as a number."""
    with_score = session_results.lazy().filter(pl.col("score").is_not_null())
    in_vp = pl.when(scoring="point_a_board").then(quotient(VICTORY_POINTS * pl.col("score"), 100))
    results = with_score.select(*LINE, "entrant", "field", score=pl.coalesce(in_vp, "score")).collect().rechunk()
    by_match = match_results.lazy().select(*SESSION, by_match=pl.lit(value=True)).unique()
    by_vp = session_results.lazy().filter(scoring="vp").select(*SESSION, scoring="scoring").unique()
    evenings = (
        sessions.select(*SESSION, "session", "date", "kind", "together")
        .join(by_match, on=SESSION, how="left")
        .join(by_vp, on=SESSION, how="left")
    )
    of_teams = pl.when("by_match").then(pl.lit(TEAMS.name)).otherwise(pl.lit(DYNAMIC.name))
    rules = competitions.lazy().select(*COMPETITION, "method", "width", *TOP_SCORES)
    facts = (
        line_spans(runs.first_of_runs(results.select(LINE), LINE), sessions, competitions)
        .join(evenings, on=SESSION)
        .join(rules, on=COMPETITION)
        .with_columns(
            method=pl.when(pl.col("kind") == "teams").then(of_teams).otherwise("method"),
            **scale(pl.col("kind"), pl.col("scoring")),
            met=field_of(pl.col("together"), pl.col("line")),
        )
        .drop("kind", "scoring", "together", "by_match", *TOP_SCORES)
    )
    of_lines = runs.facts_of_runs(results, LINE, facts.collect())
    of_entrants = runs.where_known(pl.concat([results.drop(SESSION), of_lines], how="horizontal"), "session")
    return of_entrants.lazy().with_columns(field=of_session(pl.col("field")))


def scale(kind: pl.Expr, scoring: pl.Expr) -> dict[str, pl.Expr]:
    """Return `average_score` and `top_score` (by `TOP_SCORES`), in victory points for teams and if `scoring` is vp."""
    in_matches = (kind == "teams") | (scoring == "vp").fill_null(value=False)
    scoring = scoring_of(kind, pl.lit("imps"))
    of_boards = pl.when(scoring == "matchpoints").then("top_score_pairs").otherwise("top_score_butler")
    average = pl.when(in_matches).then(_AVERAGE).otherwise(average_score(scoring))
    return {"average_score": average, "top_score": pl.when(in_matches).then("top_score_teams").otherwise(of_boards)}


def _with_points(scored: pl.LazyFrame) -> pl.LazyFrame:
    by_method = [scored.filter(method=TEAMS.name).with_columns(above=pl.lit(None, pl.Float64))]
    for name, of in RANKING_METHODS.items():
        rows = scored.filter(method=name)
        if of.points is None:
            by_method.append(rows.with_columns(above=of.above))
        else:
            points = of.points if of.cannot_rank is None else pl.when(of.cannot_rank).then(MIDDLE).otherwise(of.points)
            by_method.append(rows.with_columns(**of_field("field")).with_columns(points=points))
    return pl.concat(by_method, how="diagonal")


def line_spans(lines_played: Rows, sessions: Rows, competitions: Frame[schemas.Competitions]) -> pl.LazyFrame:
    """Return (`SESSION`, line, high, low): the span of each line under the static methods (not `dynamic`), sorted.

    docs/rankings.md has the rule. `lines_played` has the lines in which anybody has a score. Lines scored as one field
    share one span, from the top of the first to the bottom of the last.
    """
    played = lines_played.lazy().select(*SESSION, "line").unique()
    rules = competitions.lazy().select(*COMPETITION, "lines", "top", "width", "step", "round_stretch")
    ordered = (
        played.join(sessions.lazy().select(*SESSION, "together"), on=SESSION)
        .sort(*SESSION, "line")
        .with_columns(session=runs.run_number(SESSION))
        .with_columns(group=of_session(field_of(pl.col("together"), pl.col("line"))))
        .with_columns(first_letter=pl.col("line").min().over("group"))
        .sort("session", "first_letter", "line")
        .with_columns(place=pl.int_range(pl.len()).over("session"), lines_played=pl.len().over("session"))
        .with_columns(first=pl.col("place").min().over("group"), size=pl.len().over("group"))
        .join(rules, on=COMPETITION)
    )
    # Points below the top, not yet stretched. The stretch is one division at the end, so that the lowest line ends
    # exactly at the end of the lowest nominal line.
    highest = pl.col("first") * pl.col("step")
    lowest = highest + (pl.col("size") - 1) * pl.col("step") + pl.col("width")
    nominal = (pl.col("lines") - 1) * pl.col("step") + pl.col("width")
    as_played = (pl.col("lines_played").cast(pl.Int64) - 1) * pl.col("step") + pl.col("width")
    width, step = (half_up(quotient(pl.col(name) * nominal, as_played)) for name in ("width", "step"))
    rounded = (pl.col("first") * step, (pl.col("first") + pl.col("size") - 1) * step + width)
    high, low = (
        pl.col("top") - pl.when("round_stretch").then(whole).otherwise(quotient(below * nominal, as_played))
        for whole, below in zip(rounded, (highest, lowest), strict=True)
    )
    return ordered.sort("session", "line").select(*SESSION, "line", high=high, low=low)
