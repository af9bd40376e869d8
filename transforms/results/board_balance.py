"""Whether both sides of every line of a board have its top between them, or as much as its ruling gives them.

Without a top (IMPs) the two sides cancel out. Where a director gave each side its own, or a rule for few results gives
both more, the sheet says that it balances as ruled. In a match the same board at the other table counts too.
"""

import polars as pl

from transforms.arithmetic.rounding import HAIR
from transforms.bridge.rulings import (
    awards_a_whole,
    has_outcomes,
    has_share,
    is_average,
    is_awarded,
    is_played,
    is_split,
    is_weighted,
)
from transforms.bridge.sessions import TEAMS
from transforms.scoring.few_results import has_bonus, over_the_top
from transforms.tables import BOARD, COMPETITION, DIRECTIONS, LINE, Competitions, Frame

_RULES = ("line_decimals", "rounded", "split", "few_results", "average_plus_imps", "average_minus_imps")
_FORM = (*BOARD, "subfield")
_TABLE = (*LINE, "round", "board", "subfield", "ns", "ew")
_OTHER_TABLE = (*LINE, "round", "board", "subfield", "ew", "ns")
"""The same board of a match where the two teams sit the other way round."""


def with_balance(lines: pl.LazyFrame, competitions: Frame[Competitions]) -> pl.LazyFrame:
    """The lines of boards, with three more columns.

    Args:
        lines: `BoardScores`, and `field`.
        competitions: `Competitions`, for the rules by which two sides may get more or less than a top.

    Returns:
        The lines with Booleans `has_points` (for any side), `is_whole` (both sides have the top between them, or as
        much more as rounding gives), and `balances` (they do, or need not).
    """
    rules = competitions.lazy().select(*COMPETITION, *_RULES)
    ruling = pl.col("ruling")
    is_compared = is_played(ruling) | has_outcomes(ruling)
    # Of a split score one half may be a share of the top, which is compared with nothing.
    results = is_compared.cast(pl.Float64) - is_split(ruling).cast(pl.Float64) / 2
    return (
        _with_other_tables(lines)
        .join(rules, on=COMPETITION)
        .with_columns(compared=results.sum().over(_FORM), has_two_charts=_has_two_charts().any().over(_FORM))
        .with_columns(has_points=_has_points(), is_whole=_is_whole(), balances=_balances())
    )


def _balances() -> pl.Expr:
    """Whether both sides of a line have the top between them (cancel out, where there is none), or need not.

    In a match both tables must also say the same of each team, whatever the rulings.
    """
    is_bonus = (_over() - over_the_top(pl.col("top"))).abs() <= _rounded_up() + HAIR
    adds_up = _is_whole() | (_may_have_bonus() & is_bonus).fill_null(value=False)
    in_a_match = (adds_up | ~_match_shares_the_whole()) & _agrees_with_the_other_table()
    by_itself = ~_has_points() | ~_shares_the_whole() | adds_up
    return pl.when(_is_between_teams()).then(~_has_points() | in_a_match).otherwise(by_itself)


def _is_between_teams() -> pl.Expr:
    return pl.col("scoring").is_in(TEAMS)


def _has_points() -> pl.Expr:
    return pl.any_horizontal(pl.col("ns_points", "ew_points").is_not_null())


def _is_whole() -> pl.Expr:
    """Whether both sides have the top between them, or as much more as rounding both of them up may give."""
    over = _over()
    return ((over.abs() <= HAIR) | ((over - _rounded_up()).abs() <= HAIR)).fill_null(value=False)


def _over() -> pl.Expr:
    return pl.col("ns_points") + pl.col("ew_points") - pl.col("top").fill_null(0)


def _rounded_up() -> pl.Expr:
    last_decimal = pl.lit(0.1).pow(pl.col("line_decimals"))
    return pl.when(pl.col("rounded") == "lines").then(last_decimal).fill_null(0)


def _shares_the_whole() -> pl.Expr:
    """Whether a line gives both sides the top between them: not where a director gave each its own."""
    ruling = pl.col("ruling")
    shares_by_comparison = (is_played(ruling) | is_weighted(ruling)) & ~pl.col("has_two_charts")
    return shares_by_comparison | _award_makes_a_whole(ruling)


def _award_makes_a_whole(ruling: pl.Expr) -> pl.Expr:
    """Whether the shares that a director gave both sides are the top between them: false where none were given."""
    cancels_out = pl.col("top").is_not_null() | (pl.col("average_plus_imps") == -pl.col("average_minus_imps"))
    return is_average(ruling) | (awards_a_whole(ruling) & cancels_out).fill_null(value=False)


def _has_two_charts() -> pl.Expr:
    """Whether this line is another one for North-South than for East-West, to every other line of the board too."""
    return (pl.col("split") == "apart") & is_split(pl.col("ruling"))


def _may_have_bonus() -> pl.Expr:
    """Whether so few played this form of the board that they have a bonus."""
    are_few = has_bonus(pl.col("few_results"), pl.col("compared"), pl.col("top") / 2 + 1)
    return are_few & ~_is_between_teams()


def _with_other_tables(lines: pl.LazyFrame) -> pl.LazyFrame:
    """The lines with the ruling and the points of the same board at the other table of the match; null where none."""
    between_teams = lines.filter(_is_between_teams())
    return lines.join(
        between_teams.select(
            *_TABLE,
            ruling_there="ruling",
            ns_there="ns_points",
            ew_there="ew_points",
            has_other_table=pl.lit(value=True),
        ),
        left_on=_TABLE,
        right_on=_OTHER_TABLE,
        how="left",
        nulls_equal=True,
    )


def _match_shares_the_whole() -> pl.Expr:
    """Whether both teams have the whole of a board between them, by the rulings at both of its tables.

    What a director awards a team goes before any comparison, so the awards alone say so where a table has one; of
    two, both must. A split score gives each team its own.
    """
    rulings = (pl.col("ruling"), pl.col("ruling_there"))
    awards = [is_awarded(ruling) for ruling in rulings]
    gives_less_or_more = [
        is_award & ~_award_makes_a_whole(ruling) for ruling, is_award in zip(rulings, awards, strict=True)
    ]
    shares_of_splits = [has_share(ruling, direction) for ruling in rulings for direction in DIRECTIONS]
    splits = [is_split(ruling) for ruling in rulings]
    by_awards = pl.any_horizontal(awards) & ~pl.any_horizontal(*gives_less_or_more, *shares_of_splits)
    by_comparison = ~pl.any_horizontal(*awards, *splits)
    return by_awards | by_comparison


def _agrees_with_the_other_table() -> pl.Expr:
    """Whether both lines of a board say the same of each team; true where there is one line only."""
    pairs = (("ns_points", "ew_there"), ("ew_points", "ns_there"))
    same = [
        ((pl.col(here) - pl.col(there)).abs() <= HAIR).fill_null(pl.col(here).is_null() & pl.col(there).is_null())
        for here, there in pairs
    ]
    return pl.all_horizontal(same) | pl.col("has_other_table").is_null()
