"""Results of matches between teams: IMPs or points from the boards, and victory points.

The boards, IMPs and points of a match are computed from its result lines; where it has none, the given ones count.
At IMPs, given victory points always count, even if the boards say otherwise; where none are given, they are computed
from the IMPs by the rule `victory_points`. At point-a-board there are none.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.imps import MOST_BOARDS, victory_point_scales
from transforms.bridge.sessions import TEAMS, VICTORY_POINTS, scoring_of
from transforms.tables.arithmetic.rounding import half_up, to_decimals
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import (
    COMPETITION,
    MATCH,
    SESSION,
    BoardScores,
    Competitions,
    Frame,
    Matches,
    MatchResults,
    Sessions,
)

_TEAMS = (*SESSION, "line", "team", "opponent")


def match_results(
    board_scores: Frame[BoardScores],
    matches: Frame[Matches],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
) -> dy.LazyFrame[MatchResults]:
    """Make the results of every match between teams.

    Args:
        board_scores: `BoardScores`. Where a file gives no rounds, the boards of two teams belong to the round in which
            `matches` has them, if that is only one. Otherwise they count as one match, and the matches of a line are
            numbered in the order of their first boards.
        matches: `Matches`, where known.
        sessions: `Sessions`; `team_scoring` says how a board is scored.
        competitions: `Competitions`, for the scale of victory points.

    Returns:
        `MatchResults`, sorted by key: two rows per match, one for each team. A team that meets two others in a round
        has two matches there; a bye is no match. Where the IMPs of two teams do not add up to 0 (after a split score or
        an award), each team gets victory points for its own IMPs. For these, IMPs are rounded to whole numbers, halves
        away from zero.
    """
    given = matches.lazy()
    from_boards = _from_boards(_with_rounds(_boards(board_scores), given))
    kinds = sessions.lazy().filter(pl.col("kind") == "teams")
    everything = (
        from_boards.join(given, on=MATCH, how="full", coalesce=True, suffix="_given")
        .join(kinds.select(*SESSION, scoring=scoring_of(pl.col("kind"), pl.col("team_scoring"))), on=SESSION)
        .join(competitions.lazy().select(*COMPETITION, "victory_points"), on=COMPETITION)
        .with_columns(boards=pl.coalesce("boards", "boards_given"), won=pl.coalesce("won", _given()))
        .collect()
    )
    at_imps = pl.col("scoring") == "imps"
    scored = (
        everything.lazy()
        .with_columns(
            margin=half_up(pl.col("won").abs()).cast(pl.Int32),
            can_have_vp=at_imps & pl.col("won").is_not_null() & pl.col("boards").is_between(1, MOST_BOARDS),
        )
        .join(_scales(everything), on=("victory_points", "boards", "margin"), how="left", suffix="_of_scale")
        .with_columns(vp_of_match=_victory_points())
        .with_columns(
            imps=pl.when(at_imps).then("won"),
            points=pl.when(~at_imps).then("won"),
            vp=pl.when(at_imps).then(pl.coalesce("vp", "vp_of_match")),
            vp_given=at_imps & pl.col("vp").is_not_null(),
        )
        .sort(MATCH)
    )
    return MatchResults.cast(scored)


def _boards(board_scores: Frame[BoardScores]) -> pl.LazyFrame:
    """One row per board and team: the points from the board, which both of its lines give."""
    scored = board_scores.lazy().filter(pl.col("scoring").is_in(TEAMS))
    sides = pl.concat(
        scored.select(*SESSION, "line", "round", "board", team=side, opponent=other, points=f"{side}_points")
        for side, other in (("ns", "ew"), ("ew", "ns"))
    )
    return sides.group_by(*MATCH, "board").agg(pl.col("points").max())


def _with_rounds(boards: pl.LazyFrame, given: pl.LazyFrame) -> pl.LazyFrame:
    """Fill in `round` for the boards of which the file gives no round."""
    only = given.group_by(_TEAMS).agg(only_round=pl.when(pl.col("round").n_unique() == 1).then(pl.col("round").first()))
    first_board = pl.col("board").min().over(*_TEAMS, "round")
    in_order = first_board.rank("dense").over(*SESSION, "line").cast(pl.Int32)
    return boards.join(only, on=_TEAMS, how="left").with_columns(round=pl.coalesce("round", "only_round", in_order))


def _from_boards(boards: pl.LazyFrame) -> pl.LazyFrame:
    """(MATCH, boards, won): the boards that brought points, and the sum of these; null without any."""
    brought = pl.col("points").count()
    return boards.group_by(MATCH).agg(
        boards=brought.cast(pl.Int32), won=pl.when(brought > 0).then(steady_sum(pl.col("points")))
    )


def _given() -> pl.Expr:
    """The given IMPs or points of a match."""
    return pl.when(pl.col("scoring") == "imps").then("imps").otherwise("points")


def _scales(everything: pl.DataFrame) -> pl.LazyFrame:
    played = everything.filter(pl.col("boards").is_between(1, MOST_BOARDS) & (pl.col("scoring") == "imps"))
    return victory_point_scales(played).lazy()


def _victory_points() -> pl.Expr:
    """The victory points of a team by the scale: those of the winner, or the rest of `VICTORY_POINTS` for the loser."""
    won = pl.col("vp_of_scale").fill_null(VICTORY_POINTS)
    of_team = pl.when(pl.col("won") < 0).then(VICTORY_POINTS - won).otherwise(won)
    return pl.when("can_have_vp").then(to_decimals(of_team))
