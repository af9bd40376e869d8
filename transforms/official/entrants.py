"""Compare the results of entrants and of matches with those that the file publishes."""

import polars as pl

from transforms.bridge.sessions import IN_IMPS, TEAMS, by_entrant, has_maximum, score_of
from transforms.official.lines import BY_THE_DIRECTOR, CONTRADICTS, UNEXPLAINED, differs, half_a_unit
from transforms.results.sit_outs import with_sit_outs
from transforms.tables import schemas as t
from transforms.tables.arithmetic.rounding import quotient, short_column
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.phrases import phrase
from transforms.tables.schemas import BY_MATCHES, COMPETITION, ENTRANT, FIELD, MATCH, SESSION, Frame, Rows

_TOTAL = (*ENTRANT, "scoring", "boards", "points", "maximum")
_HALF_A_POINT_PRINTED = 0.005
"""Half a unit of the last decimal of a total; programs print totals with two decimals."""


def with_ours(
    session_results: Frame[t.SessionResults], official_results: Rows, competitions: Frame[t.Competitions]
) -> pl.LazyFrame:
    """Return one row per entrant with an official result, with our result next to it.

    `per` is the number of boards by which the file divides its totals of IMPs: 1 unless the rule says `per_board`.
    """
    is_per_board = pl.col("scoring").is_in(IN_IMPS) & (pl.col("cross_imp_totals") == "per_board")
    ours = session_results.lazy().select(
        *ENTRANT,
        *("field", "maximum", "scoring"),
        our_score="score",
        our_points="points",
        our_rank="rank",
        our_boards="boards",
        our_adjustment="adjustment",
    )
    return (
        official_results.lazy()
        .join(ours, on=ENTRANT, how="left")
        .join(competitions.lazy().select(*COMPETITION, "cross_imp_totals"), on=COMPETITION, how="left")
        .with_columns(per=pl.when(is_per_board.fill_null(value=False)).then("our_boards").otherwise(1))
    )


def scores(listed: pl.LazyFrame) -> pl.LazyFrame:
    """Return one row per entrant of `with_ours` with an official score: both scores, and whether they differ."""
    return _compared(listed.filter(pl.col("score").is_not_null()), "score", pl.col("our_score"))


def totals(listed: pl.LazyFrame) -> pl.LazyFrame:
    """Compare totals of IMPs, victory points or points as `scores` does; programs scale matchpoints differently."""
    in_other_points = pl.col("points").is_not_null() & (pl.col("scoring") != "matchpoints")
    return _compared(listed.filter(in_other_points), "points", quotient(pl.col("our_points"), pl.col("per")))


def _compared(listed: pl.LazyFrame, value: str, computed: pl.Expr) -> pl.LazyFrame:
    return (
        listed.with_columns(value=pl.lit(value), official=value, computed=computed)
        .with_columns(half_a_unit=half_a_unit())
        .with_columns(differs=differs())
    )


def explained(compared: pl.LazyFrame, value: str, by_lines: pl.LazyFrame) -> pl.LazyFrame:
    """Add `reason` to the `scores` or the `totals`. `by_lines` is the result of `with_moved_sit_outs`."""
    return (
        compared.join(by_lines, on=ENTRANT, how="left")
        .with_columns(pl.col("gain", "top_gain", "gain_within", "more_boards").fill_null(0))
        .with_columns(reason=_reason_of_score(value))
    )


def by_lines(points: pl.LazyFrame) -> pl.LazyFrame:
    """Return one row per entrant with lines (of `lines.explained`) that differ, and their effect on its total."""
    changing = points.filter(pl.col("differs") | (pl.col("top_gain") != 0))
    kept = ("line", "line_no", "differs", "points", "gain", "top_gain", "gain_within")
    sides = pl.concat(
        by_entrant(changing.filter(value=f"{side}_points").select(*SESSION, *kept, side), side) for side in ("ns", "ew")
    )
    return sides.group_by(ENTRANT).agg(
        steady_sum(pl.col("gain")),
        steady_sum(pl.col("top_gain")),
        steady_sum(pl.col("gain_within")),
        differing_lines=pl.col("differs").sum(),
        more_boards=pl.col("points").is_null().sum().cast(pl.Int64),
    )


def with_moved_sit_outs(
    by_lines: pl.LazyFrame,
    board_scores: Frame[t.BoardScores],
    results: Frame[t.Results],
    sessions: Frame[t.Sessions],
    competitions: Frame[t.Competitions],
) -> pl.LazyFrame:
    """Add to `gain` and `gain_within` of `by_lines` the change in points for sit-outs, by the rule `sit_out`."""
    played = _as_played(by_lines, board_scores)
    by_file = played.with_columns(
        boards=pl.col("boards") + pl.col("more_boards"),
        points=pl.col("points") + pl.col("gain"),
        maximum=pl.col("maximum") + pl.col("top_gain"),
    )
    at_most = by_file.with_columns(points=pl.col("points") + pl.col("gain_within"))
    ways = {"ours": played, "by_file": by_file, "at_most": at_most}
    totals = pl.concat(rows.select(*_TOTAL, way=pl.lit(way)) for way, rows in ways.items())
    points = (
        with_sit_outs(totals, results, board_scores, sessions, competitions)
        .group_by(ENTRANT)
        .agg(pl.col("points").filter(way=way).first().alias(way) for way in ways)
    )
    return (
        by_lines.join(points, on=ENTRANT, how="left")
        .with_columns(
            gain=pl.coalesce(pl.col("by_file") - pl.col("ours"), "gain"),
            gain_within=pl.coalesce(pl.col("at_most") - pl.col("by_file"), "gain_within"),
        )
        .drop(ways)
    )


def _as_played(by_lines: pl.LazyFrame, board_scores: Frame[t.BoardScores]) -> pl.LazyFrame:
    of_pairs = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS))
    boards = of_pairs.join(by_lines, on=SESSION, how="semi")
    sides = pl.concat(
        by_entrant(boards.select(*SESSION, "line", "scoring", "top", side, points=f"{side}_points"), side)
        for side in ("ns", "ew")
    )
    counts = pl.col("points").is_not_null()
    totals = sides.group_by(ENTRANT).agg(
        pl.col("scoring").first(),
        boards=counts.sum().cast(pl.Int64),
        points=steady_sum(pl.col("points").filter(counts)),
        maximum=pl.when(has_maximum(pl.col("scoring").first())).then(steady_sum(pl.col("top").filter(counts))),
    )
    return by_lines.join(totals, on=ENTRANT)


def _reason_of_score(value: str) -> pl.Expr:
    penalty = pl.col("penalty").fill_null(0).abs()
    scoring, official = pl.col("scoring"), pl.col("official")
    points = pl.col("our_points").fill_null(0) + pl.col("gain")
    maximum = pl.col("maximum").fill_null(0) + pl.col("top_gain")
    boards = pl.col("our_boards") + pl.col("more_boards")
    adjustment = pl.col("our_adjustment").fill_null(0)
    if value == "points":
        each = (points, pl.col("gain_within"), penalty, pl.col("our_points") - adjustment)
        by_lines, within, taken, unadjusted = (quotient(amount, pl.col("per")) for amount in each)
        penalties, rounded = [taken], pl.lit(0.0)
    else:
        by_lines = score_of(scoring, points, maximum, boards)
        within = score_of(scoring, pl.col("gain_within"), maximum, boards)
        # A program may divide a penalty by all boards, even boards that earned no points.
        most = [pl.col(name).max().over(FIELD) for name in ("maximum", "our_boards")]
        own = [pl.col("maximum"), pl.col("our_boards")]
        penalties = [score_of(scoring, penalty, *over).fill_null(0) for over in (own, most)]
        unadjusted = score_of(scoring, pl.col("our_points") - adjustment, pl.col("maximum"), pl.col("our_boards"))
        rounded = pl.when(scoring == "matchpoints", pl.col("points") > 0).then(
            _HALF_A_POINT_PRINTED * official / pl.col("points")
        )
    takes = phrase(f"{BY_THE_DIRECTOR}takes {{}} points off, in a table of penalties", short_column(-adjustment))
    gives = phrase(f"{BY_THE_DIRECTOR}gives {{}} points, in a table of penalties", short_column(adjustment))
    exact = pl.col("half_a_unit") + HAIR
    has_lines = pl.col("differing_lines").is_not_null()

    def comes_out(ours: pl.Expr, within: pl.Expr) -> pl.Expr:
        ways = (ours + sign * amount for sign in (-1, 1) for amount in penalties)
        return pl.any_horizontal((official - way).abs() <= within for way in ways)

    # The conversion into victory points is not checked here.
    as_in_lines = comes_out(by_lines, within.fill_null(0) + exact)
    follows = scoring.is_in(BY_MATCHES) | as_in_lines | ((official - by_lines).abs() <= within.fill_null(0) + exact)
    return (
        pl.when(pl.col("computed").is_null() & ~has_lines)
        .then(pl.lit(f"{CONTRADICTS}it has a result for an entrant without any board that counts"))
        .when((official - pl.col("computed")).abs() <= rounded.fill_null(0) + exact)
        .then(pl.lit("the file computes its percentage from a rounded total"))
        .when(comes_out(pl.col("computed"), exact))
        .then(phrase("the file gives or takes a penalty of {} points", short_column(penalty)))
        .when((adjustment != 0) & ((official - unadjusted).abs() <= exact))
        .then(pl.when(adjustment < 0).then(takes).otherwise(gives))
        .when(has_lines & follows)
        .then(phrase("caused by the result lines of this entrant that differ: {}", "differing_lines"))
        .otherwise(pl.lit(UNEXPLAINED))
    )


def ranks(listed: pl.LazyFrame, scores: pl.LazyFrame) -> pl.LazyFrame:
    """Return the official ranks that differ from ours, and why. `scores` is the result of the function `scores`."""
    fields = scores.filter("differs").select(*SESSION, "field").unique().with_columns(has_other_scores=True)
    official, their_score = pl.col("rank"), pl.coalesce("score", "points")
    with_places = listed.join(fields, on=FIELD, how="left").with_columns(
        first=their_score.rank("min", descending=True).over(FIELD),
        last=their_score.rank("max", descending=True).over(FIELD),
        place=official.rank("min").over(FIELD),
        our_last=pl.col("our_rank") + pl.len().over(*SESSION, "field", "our_rank") - 1,
    )
    reason = (
        pl.when(pl.col("has_other_scores") & pl.col("place").is_between("first", "last"))
        .then(pl.lit("caused by the scores that differ in this field"))
        .when(official.is_between("our_rank", "our_last"))
        .then(pl.lit("the file breaks a tie that is kept here"))
        .otherwise(pl.lit(UNEXPLAINED))
    )
    return with_places.with_columns(value=pl.lit("rank"), official="rank", computed="our_rank", reason=reason).filter(
        pl.col("official").is_not_null() & pl.col("official").ne_missing(pl.col("computed"))
    )


def match_scores(match_results: Frame[t.MatchResults], given_matches: Rows) -> pl.LazyFrame:
    """Return one row per team and match with IMPs or points in the file: its value, ours, and whether these differ."""
    compared = given_matches.lazy().join(match_results.lazy(), on=MATCH, suffix="_computed")
    of_each = [
        compared.filter(pl.col(value).is_not_null()).select(
            *MATCH, "file_id", "line_no", value=pl.lit(value), official=value, computed=f"{value}_computed"
        )
        for value in ("imps", "points")
    ]
    return (
        pl.concat(of_each)
        .rename({"team": "entrant"})
        .with_columns(differs=pl.col("computed").ne_missing(pl.col("official")), reason=pl.lit(UNEXPLAINED))
    )
