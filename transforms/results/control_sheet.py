"""The control sheet: every result on every board of a field, its points, and whether these add up.

Both sides of a line add up to the top, or to 0 at IMPs. If a ruling, or a rule for few results, gives both together
more or less, the board balances as ruled. In a match, both tables of a board must also agree.

Source: 't Fonteintje, section 5.
"""

import dataframely as dy
import polars as pl

from transforms.bridge import rulings
from transforms.bridge.notation import result_in_notation
from transforms.bridge.rulings import is_played, is_reversed, is_weighted
from transforms.bridge.sessions import TEAMS, places
from transforms.results.outcome_points import in_words, outcome_points
from transforms.scoring.frequency_charts import has_bonus, over_the_top
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import sums_of_lists
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import COMPETITION, DIRECTIONS, FIELD, LINE, Competitions, Frame
from transforms.tables.shared import in_shape

_BOARD = ("place", "board")
_FORM = (*_BOARD, "subfield")
_MEETING = (*_BOARD, "line", "ns", "ew", "file_id", "line_no")


def control_sheet(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.ControlSheet]:
    """Return every meeting on every board, sorted by key: points of both sides, score, and result in notation."""
    notation = result_in_notation(pl.col("contract"), pl.col("declarer"), pl.col("tricks"), pl.col("ruling"))
    of_lines = places(board_scores.lazy(), sessions)
    lines = _in_fields(board_scores, of_lines).with_columns(result=notation).collect()
    ruled = _ruled(lines.with_columns(pl.col("subfield").fill_null("")), competitions)
    worth = in_words(ruled.filter(is_weighted(pl.col("ruling"))), _MEETING, "ns").select(*_MEETING, "worth")
    found = lines.join(worth, on=_MEETING, how="left").lazy().sort(_MEETING)
    return in_shape(schemas.ControlSheet, found)


def boards(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.Boards]:
    """Return each board of each field, by key: top, datum (null if there are several), points, whether they balance."""
    of_lines = places(board_scores.lazy(), sessions)
    datums = pl.col("datum").drop_nulls()
    return in_shape(
        schemas.Boards,
        with_balance(_in_fields(board_scores, of_lines), competitions)
        .group_by(_BOARD)
        .agg(
            results=pl.col("has_points").sum().cast(pl.Int32),
            top=pl.col("top").max(),
            datum=pl.when(datums.n_unique() == 1).then(datums.max()),
            ns_points=pl.col("ns_points").drop_nulls(),
            ew_points=pl.col("ew_points").drop_nulls(),
            balanced=pl.col("balances").all(),
            as_ruled=(pl.col("has_points") & ~pl.col("is_whole")).any(),
        )
        .with_columns(_total("ns_points"), _total("ew_points"), pl.col("as_ruled") & pl.col("balanced"))
        .sort(_BOARD)
        .join(_fields(of_lines), on="place", maintain_order="left"),
    )


def frequencies(
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.Frequencies]:
    """Return every score that was compared on a board, sorted by key: how often it occurred, and its points."""
    # An outcome of a weighted score counts with its weight, and a score of one side counts half. The points are those
    # of a played line with this score, or else of the outcomes. They are null if the outcomes have different points, if
    # no points are known, and in matches between teams.
    of_lines = places(board_scores.lazy(), sessions)
    lines = _in_fields(board_scores, of_lines).with_columns(pl.col("subfield").fill_null("")).collect()
    in_a_field, turned = pl.when(~pl.col("scoring").is_in(TEAMS)), pl.when(is_reversed(pl.col("ruling")))
    sides = (("ns", "ew"), ("ew", "ns"))
    # The points belong to the score as recorded, so a line in the wrong direction is turned back.
    one_line = lines.filter(is_played(pl.col("ruling"))).select(
        *_FORM,
        "score",
        **{f"{of}_points": in_a_field.then(turned.then(f"{to}_points").otherwise(f"{of}_points")) for of, to in sides},
    )
    outcomes = {f"{side}_outcome": in_a_field.then(f"{side}_points") for side, _ in sides}
    ruled = _ruled(lines, competitions).select(*_FORM, "score", times=pl.col("weight") / 2, **outcomes)
    return in_shape(
        schemas.Frequencies,
        pl.concat([one_line.with_columns(times=1.0), ruled], how="diagonal")
        .lazy()
        .filter(pl.col("score").is_not_null())
        .group_by(*_FORM, "score")
        .agg(
            pl.col("times").drop_nulls(),
            ns_points=pl.coalesce(pl.col("ns_points").max(), _if_one("ns_outcome")),
            ew_points=pl.coalesce(pl.col("ew_points").max(), _if_one("ew_outcome")),
        )
        .with_columns(sums_of_lists("times"))
        .sort(*_FORM, "score")
        .join(_fields(of_lines), on="place", maintain_order="left"),
    )


def _in_fields(board_scores: Frame[schemas.BoardScores], of_lines: pl.DataFrame) -> pl.LazyFrame:
    return board_scores.lazy().join(of_lines.lazy(), on=LINE)


def _ruled(lines: pl.DataFrame, competitions: Frame[schemas.Competitions]) -> pl.DataFrame:
    rules = competitions.lazy().select(*COMPETITION, "cross_imps").collect()
    return outcome_points(lines.join(rules, on=COMPETITION, how="left", maintain_order="left"), ("place",), _FORM)


def _fields(of_lines: pl.DataFrame) -> pl.LazyFrame:
    return of_lines.lazy().select("place", *FIELD).unique()


def _total(points: str) -> pl.Expr:
    return pl.when(pl.col(points).list.len() > 0).then(sums_of_lists(points))


def _if_one(points: str) -> pl.Expr:
    column = pl.col(points)
    return pl.when(column.max() - column.min() <= HAIR).then(column.max())


_RULES = ("line_decimals", "rounded", "split", "few_results", "average_plus_imps", "average_minus_imps")
_TABLE = ("place", "line", "round", "board", "subfield", "ns", "ew")
_OTHER_TABLE = ("place", "line", "round", "board", "subfield", "ew", "ns")

_BETWEEN_TEAMS = pl.col("scoring").is_in(TEAMS)
_HAS_POINTS = pl.any_horizontal(pl.col("ns_points", "ew_points").is_not_null())
_OVER = pl.col("ns_points") + pl.col("ew_points") - pl.col("top").fill_null(0)
_ROUNDED_UP = pl.when(pl.col("rounded") == "lines").then(pl.lit(0.1).pow(pl.col("line_decimals"))).fill_null(0)
# Whether both sides' points add up to the top, or a last decimal more if both were rounded up.
_IS_WHOLE = ((_OVER.abs() <= HAIR) | ((_OVER - _ROUNDED_UP).abs() <= HAIR)).fill_null(value=False)


def with_balance(lines: pl.LazyFrame, competitions: Frame[Competitions]) -> pl.LazyFrame:
    """Add `has_points`, `is_whole` (the points add up to the top) and `balances` to result lines with a `place`."""
    rules = competitions.lazy().select(*COMPETITION, *_RULES)
    ruling = pl.col("ruling")
    is_compared = rulings.is_played(ruling) | rulings.has_outcomes(ruling)
    # A split score counts half here because one side may have a share of the top, which is not compared.
    results = is_compared.cast(pl.Float64) - rulings.is_split(ruling).cast(pl.Float64) / 2
    has_two_charts = (pl.col("split") == "apart") & rulings.is_split(ruling)
    here = lines.filter(_BETWEEN_TEAMS)
    of_there = {"ruling_there": "ruling", "ns_there": "ns_points", "ew_there": "ew_points"}
    there = here.select(*_TABLE, **of_there, has_other_table=pl.lit(value=True))
    return (
        lines.join(there, left_on=_TABLE, right_on=_OTHER_TABLE, how="left", nulls_equal=True)
        .join(rules, on=COMPETITION)
        .with_columns(compared=results.sum().over(_FORM), has_two_charts=has_two_charts.any().over(_FORM))
        .with_columns(has_points=_HAS_POINTS, is_whole=_IS_WHOLE, balances=_balances())
    )


def _balances() -> pl.Expr:
    is_bonus = (_OVER - over_the_top(pl.col("top"))).abs() <= _ROUNDED_UP + HAIR
    are_few = has_bonus(pl.col("few_results"), pl.col("compared"), pl.col("top") / 2 + 1)
    adds_up = _IS_WHOLE | (are_few & ~_BETWEEN_TEAMS & is_bonus).fill_null(value=False)
    in_a_match = (adds_up | ~_match_shares_the_whole()) & _agrees_with_the_other_table()
    ruling = pl.col("ruling")
    shares_by_comparison = (rulings.is_played(ruling) | rulings.is_weighted(ruling)) & ~pl.col("has_two_charts")
    by_itself = ~_HAS_POINTS | ~(shares_by_comparison | _award_makes_a_whole(ruling)) | adds_up
    return pl.when(_BETWEEN_TEAMS).then(~_HAS_POINTS | in_a_match).otherwise(by_itself)


def _award_makes_a_whole(ruling: pl.Expr) -> pl.Expr:
    """Return whether the shares awarded to both sides add up to the top; false if no shares were awarded."""
    cancels_out = pl.col("top").is_not_null() | (pl.col("average_plus_imps") == -pl.col("average_minus_imps"))
    return rulings.is_average(ruling) | (rulings.awards_a_whole(ruling) & cancels_out).fill_null(value=False)


def _match_shares_the_whole() -> pl.Expr:
    # The points of both teams must add up if nothing was awarded and no score is split, or if the awards share out the
    # whole and no side of a split score was awarded a share.
    of_both = (pl.col("ruling"), pl.col("ruling_there"))
    awards = [rulings.is_awarded(ruling) for ruling in of_both]
    gives_less_or_more = [rulings.is_awarded(ruling) & ~_award_makes_a_whole(ruling) for ruling in of_both]
    shares_of_splits = [rulings.has_share(ruling, direction) for ruling in of_both for direction in DIRECTIONS]
    splits = [rulings.is_split(ruling) for ruling in of_both]
    by_awards = pl.any_horizontal(awards) & ~pl.any_horizontal(*gives_less_or_more, *shares_of_splits)
    by_comparison = ~pl.any_horizontal(*awards, *splits)
    return by_awards | by_comparison


def _agrees_with_the_other_table() -> pl.Expr:
    pairs = (("ns_points", "ew_there"), ("ew_points", "ns_there"))
    same = [
        ((pl.col(here) - pl.col(there)).abs() <= HAIR).fill_null(pl.col(here).is_null() & pl.col(there).is_null())
        for here, there in pairs
    ]
    return pl.all_horizontal(same) | pl.col("has_other_table").is_null()
