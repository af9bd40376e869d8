"""Check whether boards balance: whether the points of both sides of every line add up to the top.

At IMPs, there is no top, and the points add up to 0. If a ruling, or a rule for few results, gives both sides together
more or less than the top, the board balances as ruled. In a match, both tables of a board must also agree.
"""

import polars as pl

from transforms.bridge import rulings
from transforms.bridge.sessions import TEAMS
from transforms.scoring.frequency_charts import has_bonus, over_the_top
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import COMPETITION, DIRECTIONS, Competitions, Frame

_FORM = ("place", "board", "subfield")
_RULES = ("line_decimals", "rounded", "split", "few_results", "average_plus_imps", "average_minus_imps")
_TABLE = ("place", "line", "round", "board", "subfield", "ns", "ew")
_OTHER_TABLE = ("place", "line", "round", "board", "subfield", "ew", "ns")

_BETWEEN_TEAMS = pl.col("scoring").is_in(TEAMS)
_HAS_POINTS = pl.any_horizontal(pl.col("ns_points", "ew_points").is_not_null())
_OVER = pl.col("ns_points") + pl.col("ew_points") - pl.col("top").fill_null(0)
_ROUNDED_UP = pl.when(pl.col("rounded") == "lines").then(pl.lit(0.1).pow(pl.col("line_decimals"))).fill_null(0)
# Whether both sides' points add up to the top, or to one unit of the last decimal more if both were rounded up.
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
    is_small = (pl.col("subfield").fill_null("") != "") & (pl.col("compared") <= 3)
    are_few = has_bonus(pl.col("few_results"), pl.col("compared"), pl.col("top") / 2 + 1, is_small)
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
    # The points of both teams must add up in two cases: nothing was awarded and no score is split; or the awards share
    # out the whole, and no side of a split score was awarded a share.
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
