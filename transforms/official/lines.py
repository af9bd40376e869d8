"""Compare points and datums of result lines with the values in the file, to the last decimal that it prints."""

import polars as pl

from transforms.bridge.rulings import is_average, is_awarded, is_played
from transforms.bridge.sessions import TEAMS
from transforms.tables.arithmetic.rounding import half_away, half_up, quotient, to_decimals
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, DECIMALS, SESSION, BoardScores, Competitions, Frame, Results

UNEXPLAINED = "unexplained"
CONTRADICTS = "the file contradicts itself: "
"""The beginning of every reason that is a fault of the file and not a rule of its program."""
BY_THE_DIRECTOR = "the director "
"""The beginning of every reason about points that a director gave or took in a table of penalties."""
_MOST_DECIMALS = 4


def is_doubtful(reason: pl.Expr) -> pl.Expr:
    """Return whether no rule of a program can explain a difference with this reason."""
    return (reason == UNEXPLAINED) | reason.str.starts_with(CONTRADICTS)


def half_a_unit() -> pl.Expr:
    """Return half a unit of the last decimal that a session prints in `official`, assuming at least one decimal."""
    decimals = pl.lit(_MOST_DECIMALS)
    for fewer in range(_MOST_DECIMALS - 1, 0, -1):
        decimals = pl.when(is_printed_in(fewer).all().over(SESSION)).then(fewer).otherwise(decimals)
    return 0.5 / pl.lit(10.0).pow(decimals)


def is_printed_in(decimals: int) -> pl.Expr:
    """Return whether the official value has at most this number of decimals."""
    official = pl.col("official")
    return (official - official.round(decimals)).abs() < HAIR


def differs() -> pl.Expr:
    """Return whether `computed` is null or differs from `official` by more than `half_a_unit`."""
    difference = (pl.col("computed") - pl.col("official")).abs()
    return (difference > pl.col("half_a_unit") + HAIR).fill_null(True)


_PLACE = ("file_id", "line_no")
_SAME_RESULT = (*SESSION, "line", "board", "subfield", "score")


def unlike_the_same_score(results: pl.LazyFrame) -> pl.LazyFrame:
    """Return the played lines whose official North-South `points` differ from the `usual` points for their score.

    The usual points are the most frequent ones for this score on this board. If several are equally frequent, those
    that come first in the files are usual.
    """
    played = results.filter(pl.col("ruling").is_null(), pl.col("score").is_not_null()).with_columns(
        points=pl.col("official_ns_points").round(DECIMALS)
    )
    usual = (
        played.group_by(*_SAME_RESULT, "points")
        .agg(pl.len(), *(pl.col(column).min() for column in _PLACE))
        .sort(*_SAME_RESULT, "len", *_PLACE, descending=[*[False] * len(_SAME_RESULT), True, *[False] * len(_PLACE)])
        .unique(_SAME_RESULT, keep="first", maintain_order=True)
        .select(*_SAME_RESULT, usual="points")
    )
    return played.join(usual, on=_SAME_RESULT, nulls_equal=True).filter(pl.col("points") != pl.col("usual"))


_BOARD = (*SESSION, "line", "board")
_FIELD = (*_BOARD, "subfield")
_LINE = (*SESSION, "file_id", "line_no")

_HAS_MATCHPOINTS = pl.col("scoring") == "matchpoints"
_IS_CENTRED = pl.col("official_centred") & _HAS_MATCHPOINTS
_PRINTS_OWN_TOP = is_played(pl.col("ruling")) & (pl.col("shown") == "own_top") & _HAS_MATCHPOINTS
_FURTHEST_SHARES = 10.0
"""The largest difference from the share in the ruling, in percent of the top, that a program's rule may explain. Some
programs award average plus as 60, 62, 63 or 66 %."""


def points(
    board_scores: Frame[BoardScores], results: Frame[Results], competitions: Frame[Competitions]
) -> pl.LazyFrame:
    """Return one row per side of a line with official points: the official points, ours, and whether they differ.

    Among the columns: `LINE`, `board`, `ns`, `ew`, `value` (`ns_points` or `ew_points`), `official`, `computed`,
    `half_a_unit`, `differs`, `file_id`, `line_no`.
    """
    official = (
        results.lazy()
        .filter(pl.col("official_ns_points").is_not_null() & pl.col("official_ew_points").is_not_null())
        .select(*_LINE, "official_ns_points", "official_ew_points", "official_centred")
    )
    lines = (
        board_scores.lazy()
        .select(
            *(*_LINE, "line", "board", "ns", "ew", "ruling", "subfield", "score", "top", "scoring"),
            *("ns_points", "ew_points"),
        )
        .join(official, on=_LINE)
        .join(competitions.lazy().select(*COMPETITION, "shown"), on=COMPETITION)
        .with_columns(official_top=pl.col("official_ns_points") + pl.col("official_ew_points"))
    )
    sides = pl.concat(
        lines.with_columns(value=pl.lit(f"{side}_points"), official=f"official_{side}_points", points=f"{side}_points")
        for side in ("ns", "ew")
    )
    in_units = sides.with_columns(unit=pl.when(_HAS_MATCHPOINTS, pl.col("shown") == "halved").then(0.5).otherwise(1.0))
    return in_units.with_columns(computed=_as_printed(), half_a_unit=half_a_unit()).with_columns(differs=differs())


def explained(points: pl.LazyFrame, board_scores: Frame[BoardScores], results: Frame[Results]) -> pl.LazyFrame:
    """Return all lines of `points` on boards with a difference, with `reason` and their effect on the total.

    `gain` and `top_gain` are added to the total and the maximum of the side if the line counts as in the file. They are
    exact within `gain_within`.
    """
    boards = points.filter("differs").select(_BOARD).unique()
    sessions = boards.select(SESSION).unique()
    whole = points.join(sessions, on=SESSION, how="semi").group_by(SESSION).agg(prints_whole=is_printed_in(0).all())
    highest = board_scores.lazy().join(sessions, on=SESSION, how="semi").group_by(SESSION).agg(most=pl.col("top").max())
    lines = points.join(boards, on=_BOARD, how="semi")
    other_points = (
        results.lazy()
        .join(lines.filter(~pl.col("scoring").is_in(TEAMS)).select(_LINE), on=_LINE, how="semi")
        .pipe(unlike_the_same_score)
        .select(*_LINE, has_other_points=pl.lit(value=True))
    )
    at_matchpoints = lines.filter(_HAS_MATCHPOINTS).join(whole, on=SESSION).select(*_LINE, "prints_whole").unique()
    jumbled = _out_of_order(results.lazy().join(at_matchpoints, on=_LINE)).with_columns(
        is_out_of_order=pl.lit(value=True)
    )
    return (
        lines.join(other_points, on=_LINE, how="left")
        .join(jumbled, on=_BOARD, how="left")
        .join(whole, on=SESSION, how="left")
        .join(highest, on=SESSION, how="left")
        .with_columns(results_expected=_results_expected())
        .with_columns(by_neuberg=_explained_by_neuberg())
        .with_columns(reason=_reason_of_points(), their_top=_their_top())
        .with_columns(_gain())
    )


def _as_printed() -> pl.Expr:
    points, top, official_top = pl.col("points"), pl.col("top"), pl.col("official_top")
    # Neuberg's formula scales points from one number of results, which is top / 2 + 1, to another.
    for_own_top = quotient(official_top + 2, top + 2) * (points + 1) - 1
    whole = pl.when(_IS_CENTRED).then(points - top / 2).when(_PRINTS_OWN_TOP).then(for_own_top).otherwise(points)
    return whole * pl.col("unit")


def _results_expected() -> pl.Expr:
    """Return how many results the file expects on a board by Neuberg's formula, which keeps distances in proportion."""
    ours = (pl.col("points") - pl.col("top") / 2) * pl.col("unit")
    theirs = pl.col("official") - pl.col("official_top") / 2
    played = is_played(pl.col("ruling"))
    in_proportion = quotient((ours * theirs).filter(played).sum(), (ours * ours).filter(played).sum())
    return (in_proportion.over(_BOARD) * (pl.col("top") / 2 + 1)).round()


def _explained_by_neuberg() -> pl.Expr:
    """Return whether Neuberg's formula, with the results that the file expects on the board, gives exactly its points.

    A program never expects more results than the board with the most results has. If it seems to expect more, results
    are missing. The points of both sides add up to the top for the results expected.
    """
    their_top = 2 * (pl.col("results_expected") - 1) * pl.col("unit")
    of_this_top = (pl.col("official_top") - their_top).abs() <= 2 * pl.col("half_a_unit") + HAIR
    ours = pl.col("top") / 2 + 1
    expects = pl.col("results_expected")
    with_theirs = quotient((pl.col("points") - pl.col("top") / 2) * pl.col("unit") * expects, ours)
    return (
        is_played(pl.col("ruling"))
        & _HAS_MATCHPOINTS
        & (expects != ours)
        & expects.is_between(2, pl.col("most") / 2 + 1)
        & (_IS_CENTRED | of_this_top)
        & ((pl.col("official") - pl.col("official_top") / 2 - with_theirs).abs() <= pl.col("half_a_unit") + HAIR)
    )


def _their_top() -> pl.Expr:
    top, expects = pl.col("top"), pl.col("results_expected")
    printed = quotient(pl.col("official_top"), pl.col("unit")).filter(is_played(pl.col("ruling"))).median().over(_BOARD)
    return (
        pl.when(_IS_CENTRED & pl.col("by_neuberg"))
        .then(2 * (expects - 1))
        .when(~_IS_CENTRED & _HAS_MATCHPOINTS & ~_PRINTS_OWN_TOP & pl.col("differs"))
        .then(pl.coalesce(printed, "top"))
        .otherwise(top)
    )


def _gain() -> list[pl.Expr]:
    """Return how much more a line is worth to its side in the file: `gain` in points, `top_gain` in the maximum."""
    # `gain_within` is how exact `gain` is.
    points, official, their_top = pl.col("points"), pl.col("official"), pl.col("their_top")
    of_own_top = quotient(pl.col("official_top") + 2, pl.col("top") + 2)
    scale = pl.when(_PRINTS_OWN_TOP & ~_IS_CENTRED).then(of_own_top).otherwise("unit")
    more = quotient(official - pl.col("computed").fill_null(0), scale)
    counts = pl.col("differs") | (their_top != pl.col("top"))
    gains = {
        "gain": pl.when(_IS_CENTRED)
        .then(quotient(official, pl.col("unit")) + their_top / 2 - points.fill_null(0))
        .otherwise(more),
        "top_gain": (their_top - pl.when(points.is_not_null()).then("top").otherwise(0.0)).fill_null(0),
        "gain_within": quotient(pl.col("half_a_unit"), scale),
    }
    return [pl.when(counts).then(gain).otherwise(0.0).alias(name) for name, gain in gains.items()]


def _reason_of_points() -> pl.Expr:
    top, official, computed, expects = (pl.col(name) for name in ("top", "official", "computed", "results_expected"))
    whole = top * pl.col("unit")
    middle = pl.when("official_centred").then(0.0).otherwise(whole / 2)
    official_share, our_share = (
        to_decimals(50 + quotient(100 * (value - middle), whole), 1) for value in (official, computed)
    )
    ruling = pl.col("ruling")
    is_half = (official - pl.col("official_top") / 2).abs() <= pl.col("half_a_unit") + HAIR
    against_ruling = is_average(ruling) | ((official_share - our_share).abs() > _FURTHEST_SHARES)
    all_by_average = (_by_average() | ~pl.col("differs") | ~is_played(ruling)).all().over(_BOARD)
    as_whole = (official == half_up(computed)) | (official == half_away(computed))
    return (
        pl.when(computed.is_null() & is_half)
        .then(pl.lit("the file gives points for a line that counts as not played here"))
        .when(computed.is_null())
        .then(pl.lit(f"{CONTRADICTS}it gives points for a line that was not played"))
        .when("by_neuberg")
        .then(
            phrase(
                "the file expects {} results on this board, Barometer {} (Neuberg)",
                expects.cast(pl.Int32, strict=False),
                (top / 2 + 1).cast(pl.Int32),
            )
        )
        .when(pl.col("prints_whole") & as_whole)
        .then(pl.lit("the file prints whole points in this session"))
        .when("has_other_points")
        .then(pl.lit(f"{CONTRADICTS}it gives other points to the same score on this board"))
        .when(is_awarded(ruling) & _HAS_MATCHPOINTS & against_ruling)
        .then(phrase(f"{CONTRADICTS}it awards {{}} % of the top, the ruling {{}} %", official_share, our_share))
        .when(is_awarded(ruling) & _HAS_MATCHPOINTS)
        .then(phrase("the file awards {} % of the top, Barometer {} %", official_share, our_share))
        .when(is_awarded(ruling))
        .then(pl.lit("the file awards other points"))
        .when("is_out_of_order")
        .then(pl.lit(f"{CONTRADICTS}on this board a better score has no more points than a worse one"))
        .when(is_awarded(ruling).any().over(_BOARD) & all_by_average)
        .then(pl.lit("the file lets the average on this board affect the other results differently"))
        .otherwise(pl.lit(UNEXPLAINED))
    )


def _by_average() -> pl.Expr:
    """Return whether a rule for averages, alone or with Neuberg's formula, gives exactly the points of the file.

    Averages are either not compared, or each ties with every result. The points then either stay, or Neuberg's formula
    scales them to the results expected.
    """
    is_result, averages = is_played(pl.col("ruling")), is_awarded(pl.col("ruling")).sum().over(_BOARD) / 2
    seen = pl.when(pl.col("value") == "ns_points").then("score").otherwise(-pl.col("score"))
    earned = 2 * pl.when(is_result).then(seen).rank("average").over(*_FIELD, "value") - 2
    results = is_result.sum().over(*_FIELD, "value")
    official = quotient(pl.col("official"), pl.col("unit"))
    ways = [
        (quotient(expected * (earned + tied + 1), results + tied) - 1, expected)
        for tied in (0, averages)
        for expected in (results + tied, results + averages, pl.col("top") / 2 + 1)
    ]
    from_zero = [points - pl.when(_IS_CENTRED).then(expected - 1).otherwise(0) for points, expected in ways]
    within = quotient(pl.col("half_a_unit"), pl.col("unit")) + HAIR
    return _HAS_MATCHPOINTS & pl.any_horizontal((official - points).abs() <= within for points in from_zero)


def _out_of_order(results: pl.LazyFrame) -> pl.LazyFrame:
    """Return (`_BOARD`) of the matchpoint boards on which a score does not have more points than a lower score."""
    # If a file prints whole points (`prints_whole`), equal points are allowed, because they may be rounded.
    of_scores = (
        results.filter(pl.col("ruling").is_null(), pl.col("score").is_not_null())
        .group_by(*_FIELD, "score")
        .agg(
            pl.col("prints_whole").any(),
            least=pl.col("official_ns_points").min(),
            most=pl.col("official_ns_points").max(),
        )
        .sort(*_FIELD, "score", nulls_last=True)
        .with_columns(most_before=pl.col("most").cum_max().shift(1).over(_FIELD))
    )
    more = pl.col("least") - pl.col("most_before")
    has_no_more = pl.when("prints_whole").then(more < -HAIR).otherwise(more <= HAIR)
    return of_scores.filter(has_no_more).select(_BOARD).unique()


def datums(board_scores: Frame[BoardScores], results: Frame[Results]) -> pl.LazyFrame:
    """Return one row per board with a datum in the file: the official and our datum, and whether they differ."""
    official = (
        results.lazy()
        .filter(pl.col("official_datum").is_not_null())
        .sort("file_id", "line_no")
        .unique(_BOARD, keep="first", maintain_order=True)
        .select(*_BOARD, "file_id", "line_no", official="official_datum")
    )
    ours = board_scores.lazy().group_by(_BOARD).agg(computed=pl.col("datum").drop_nulls().first())
    difference = pl.col("computed").ne_missing(pl.col("official"))
    return official.join(ours, on=_BOARD).with_columns(
        value=pl.lit("datum"), differs=difference, reason=pl.lit(UNEXPLAINED)
    )
