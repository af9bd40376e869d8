"""Our results beside those that the files publish themselves: every value that differs, and why.

Values are equal when they agree to the last decimal that a file prints for that session. Points are compared
on the scale on which the file prints them: from 0 to the top, or from the average (points - top / 2).
"""

import polars as pl

from transforms.rulings import is_awarded, is_played
from transforms.tables import COMPETITION, SESSION, Frame, OfficialDifferences

_BOARD = (*SESSION, "line", "board")
_LINE = (*_BOARD, "ns", "ew")
_ENTRANT = (*SESSION, "line", "entrant")
UNEXPLAINED = "unexplained"
_MOST_DECIMALS = 4
_HAIR = 1e-9
"""What binary floats may add to a difference of decimals."""


def official_differences(
    board_scores: Frame, results: Frame, session_results: Frame, official_results: Frame, competitions: Frame
) -> pl.LazyFrame:
    """List every value that differs from the official one, with the reason as far as it can be derived.

    Args:
        board_scores: `BoardScores`.
        results: `Results`, with the points that the file prints beside a line.
        session_results: `SessionResults`.
        official_results: `OfficialResults`.
        competitions: `Competitions`; rule `shown` says for which top a file prints the points of a line.

    Returns:
        `OfficialDifferences`, sorted by session, line, value, board and entrants; both values on the scale
        of the file.
    """
    points = _points(board_scores, results, competitions).filter("differs")
    entrants = _entrants(session_results, official_results)
    scores = _scores(entrants, points)
    differences = pl.concat([points, scores.filter("differs"), _ranks(entrants, scores)], how="diagonal_relaxed")
    return OfficialDifferences.cast(differences).sort(*SESSION, "line", "value", "board", "ns", "ew", "entrant")


def official_agreement(
    board_scores: Frame, results: Frame, session_results: Frame, official_results: Frame, competitions: Frame
) -> pl.LazyFrame:
    """How much of what the files publish is equal to ours, a row a season of a competition.

    Takes what `official_differences` takes. Returns (club, competition, season): `lines` with official
    points and `lines_equal` among them (both sides), `scores` and `scores_equal`; sorted by that key.
    """
    points = _points(board_scores, results, competitions)
    lines = points.group_by(*COMPETITION, "file_id", "line_no").agg(pl.col("differs").any())
    scores = _scores(_entrants(session_results, official_results), points)
    equal = pl.col("differs").not_().sum()
    return (
        lines.group_by(COMPETITION)
        .agg(lines=pl.len(), lines_equal=equal)
        .join(
            scores.group_by(COMPETITION).agg(scores=pl.len(), scores_equal=equal),
            on=COMPETITION,
            how="full",
            coalesce=True,
        )
        .sort(COMPETITION)
    )


def _points(board_scores: Frame, results: Frame, competitions: Frame) -> pl.LazyFrame:
    """One row a side of a line that has official points: both values, whether they differ, and why."""
    official = (
        results.lazy()
        .filter(pl.col("official_ns_points").is_not_null() & pl.col("official_ew_points").is_not_null())
        .select(*_LINE, "official_ns_points", "official_ew_points", "official_centred", "file_id", "line_no")
    )
    lines = (
        board_scores.lazy()
        .select(*_LINE, "ruling", "top", "ns_points", "ew_points")
        .join(official, on=_LINE)
        .join(competitions.lazy().select(*COMPETITION, "shown"), on=COMPETITION)
        .with_columns(official_top=pl.col("official_ns_points") + pl.col("official_ew_points"))
    )
    sides = pl.concat(
        lines.with_columns(value=pl.lit(f"{side}_points"), official=f"official_{side}_points", points=f"{side}_points")
        for side in ("ns", "ew")
    )
    return (
        sides.with_columns(computed=_as_printed(), half_a_unit=_half_a_unit())
        .with_columns(differs=_differs(), results_expected=_results_expected())
        .with_columns(reason=_reason_of_points())
    )


def _as_printed() -> pl.Expr:
    """Our points, as the file would print them."""
    points, top, official_top = pl.col("points"), pl.col("top"), pl.col("official_top")
    # Neuberg's formula takes points from one number of results to another: N is top / 2 + 1.
    for_own_top = (official_top + 2) / (top + 2) * (points + 1) - 1
    prints_own_top = is_played(pl.col("ruling")) & (pl.col("shown") == "own_top")
    return pl.when("official_centred").then(points - top / 2).when(prints_own_top).then(for_own_top).otherwise(points)


def _half_a_unit() -> pl.Expr:
    """Half of the last decimal that the official values of this kind have in the session; one decimal at least."""
    decimals = pl.lit(_MOST_DECIMALS)
    for fewer in range(_MOST_DECIMALS - 1, 0, -1):
        decimals = pl.when(_prints_no_more_than(fewer)).then(fewer).otherwise(decimals)
    return 0.5 / pl.lit(10.0).pow(decimals)


def _prints_no_more_than(decimals: int) -> pl.Expr:
    official = pl.col("official")
    return ((official - official.round(decimals)).abs() < _HAIR).all().over(SESSION)


def _differs() -> pl.Expr:
    difference = (pl.col("computed") - pl.col("official")).abs()
    return (difference > pl.col("half_a_unit") + _HAIR).fill_null(True)


def _results_expected() -> pl.Expr:
    """How many results the file expects on the board of a played line, from all its lines together.

    By Neuberg's formula all distances from the average are in proportion to the number of results expected.
    """
    ours = pl.col("points") - pl.col("top") / 2
    theirs = pl.col("official") - pl.col("official_top") / 2
    played = is_played(pl.col("ruling"))
    in_proportion = (ours * theirs).filter(played).sum() / (ours * ours).filter(played).sum()
    return (in_proportion.over(_BOARD) * (pl.col("top") / 2 + 1)).round()


def _reason_of_points() -> pl.Expr:
    """Why the points of a line differ."""
    top, official, computed, expects = (pl.col(name) for name in ("top", "official", "computed", "results_expected"))
    middle = pl.when("official_centred").then(0.0).otherwise(top / 2)
    official_share, our_share = ((50 + 100 * (value - middle) / top).round(1) for value in (official, computed))
    our_results = top / 2 + 1
    with_theirs = (pl.col("points") - top / 2) * expects / our_results
    explained_by_neuberg = (
        is_played(pl.col("ruling"))
        & (expects != our_results)
        & ((official - pl.col("official_top") / 2 - with_theirs).abs() <= pl.col("half_a_unit") + _HAIR)
    )
    return (
        pl.when(computed.is_null())
        .then(pl.lit("the file gives points for a line that counts as not played here"))
        .when(explained_by_neuberg)
        .then(
            pl.format(
                "the file expects {} results on this board, we {} (Neuberg)",
                expects.cast(pl.Int32, strict=False),
                our_results.cast(pl.Int32),
            )
        )
        .when(_prints_no_more_than(0) & ((official - computed).abs() <= 0.5 + _HAIR))
        .then(pl.lit("the file prints whole points in this session"))
        .when(is_awarded(pl.col("ruling")))
        .then(pl.format("the file awards {} % of the top, we {} %", official_share, our_share))
        .when(is_awarded(pl.col("ruling")).any().over(_BOARD))
        .then(pl.lit("the file lets the average on this board weigh otherwise on the other results"))
        .otherwise(pl.lit(UNEXPLAINED))
    )


def _entrants(session_results: Frame, official_results: Frame) -> pl.LazyFrame:
    """One row an entrant with an official result: ours beside it."""
    ours = session_results.lazy().select(
        *_ENTRANT, "field", "maximum", our_score="score", our_points="points", our_rank="rank"
    )
    return official_results.lazy().join(ours, on=_ENTRANT)


def _scores(entrants: pl.LazyFrame, points: pl.LazyFrame) -> pl.LazyFrame:
    """One row an entrant with an official score: both values, whether they differ, and why."""
    differing = pl.concat(
        points.filter("differs").select(*SESSION, "line", "line_no", "file_id", entrant=side) for side in ("ns", "ew")
    )
    of_entrant = differing.unique().group_by(_ENTRANT).agg(differing_lines=pl.len())
    return (
        entrants.filter(pl.col("score").is_not_null())
        .with_columns(value=pl.lit("score"), official="score", computed="our_score")
        .with_columns(half_a_unit=_half_a_unit())
        .with_columns(differs=_differs())
        .join(of_entrant, on=_ENTRANT, how="left")
        .with_columns(reason=_reason_of_score())
    )


def _reason_of_score() -> pl.Expr:
    penalty = pl.col("penalty").abs()
    # A program may count the penalty over more boards than those that earned points.
    at_most = 100 * penalty / pl.col("maximum")
    difference = (pl.col("official") - pl.col("computed")).abs()
    return (
        pl.when(pl.col("computed").is_null())
        .then(pl.lit("no board of this entrant counts here"))
        .when(difference <= at_most + pl.col("half_a_unit") + _HAIR)
        .then(pl.format("the file gives or takes a penalty of {} points", penalty))
        .when(pl.col("differing_lines").is_not_null())
        .then(pl.format("follows from the result lines of this entrant that differ: {}", "differing_lines"))
        .otherwise(pl.lit(UNEXPLAINED))
    )


def _ranks(entrants: pl.LazyFrame, scores: pl.LazyFrame) -> pl.LazyFrame:
    """The official ranks that differ, and why."""
    fields = scores.filter("differs").select(*SESSION, "field").unique().with_columns(has_other_scores=True)
    tied = pl.len().over(*SESSION, "field", "our_rank") > 1
    reason = (
        pl.when("has_other_scores")
        .then(pl.lit("follows from the scores that differ in this field"))
        .when(tied)
        .then(pl.lit("the file breaks a tie that stands here"))
        .otherwise(pl.lit(UNEXPLAINED))
    )
    return (
        entrants.join(fields, on=(*SESSION, "field"), how="left")
        .with_columns(value=pl.lit("rank"), official="rank", computed="our_rank", reason=reason)
        .filter(pl.col("official").is_not_null() & pl.col("official").ne_missing(pl.col("computed")))
    )
