"""The rulings that a director may write next to a result line, and their effect on the points.

| ruling | meaning |
|---|---|
| (null) | played: the score counts |
| `reversed` | played in the wrong direction: scored as written, then both sides exchange their points |
| `not_played` | no result: the line counts neither for nor against either side |
| `average` | both sides get half of the top |
| `a60_40`, `a62.5_50` | awarded: these percentages of the top for North-South and for East-West |
| `a+_-`, `a50_+` | awarded: `+` is average plus and `-` is average minus, for that side |
| `w30:420/70:-50` | weighted (Law 12C1c): 30 % of 420 and 70 % of -50; the weights add up to 100 |
| `s420_-100`, `s30:420/70:-50_a40` | split: one outcome for North-South and another for East-West |

Scores are given from the point of view of North-South. In a split ruling each side has a score, a weighted list of
scores, or a share of the top (a percentage, average plus or average minus). At least one side has a score or a list.

Average plus is the higher of the competition's `average_plus` and the entrant's own average over the boards it played.
Average minus is the lower of `average_minus` and the entrant's own average (Law 12C2). All functions except `outcomes`
take and return expressions.
"""

from collections.abc import Sequence

import polars as pl

from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import DIRECTIONS, Direction

REVERSED = "reversed"
NOT_PLAYED = "not_played"
AVERAGE = "average"
AWARDED = "a{}_{}"  # with the share of the top for each side

_SHARE = r"(\+|-|100(?:\.0+)?|[0-9]{1,2}(?:\.[0-9]+)?)"
_AWARDED = f"^a{_SHARE}_{_SHARE}$"
_SCORE = r"-?[0-9]{1,4}"
_ONE_OF_SEVERAL = rf"[0-9]{{1,3}}(?:\.[0-9]+)?:{_SCORE}"
_SEVERAL = f"{_ONE_OF_SEVERAL}(?:/{_ONE_OF_SEVERAL})*"
_WEIGHTED = f"^w({_SEVERAL})$"
_OUTCOME = f"{_SCORE}|{_SEVERAL}"
_SPLIT = f"^s({_OUTCOME}|a{_SHARE})_({_OUTCOME}|a{_SHARE})$"
_SHARES_ONLY = f"^sa{_SHARE}_a"
_SIDE: dict[Direction, int] = {"NS": 1, "EW": 2}
_SIDE_OF_SPLIT: dict[Direction, int] = {"NS": 1, "EW": 3}
_SHARE_OF_SPLIT: dict[Direction, str] = {"NS": f"^sa{_SHARE}_", "EW": f"^s.*_a{_SHARE}$"}
_TOLERANCE_OF_WEIGHTS = 0.1 + HAIR  # in percent: three equal outcomes may be written as 33.3 each


def is_ruling(ruling: pl.Expr) -> pl.Expr:
    """Return whether the text is a valid ruling; weights must add up to 100 %: Boolean, null without a ruling."""
    is_sound_split = ruling.str.contains(_SPLIT) & ~ruling.str.contains(_SHARES_ONLY)
    sums = [_percentages(_outcomes_of(ruling, direction)).list.sum() for direction in DIRECTIONS]
    # True also if there is no list.
    makes_sense = [((total - 100).abs() <= _TOLERANCE_OF_WEIGHTS).fill_null(True) for total in sums]
    return (
        ruling.is_in([REVERSED, NOT_PLAYED, AVERAGE])
        | ruling.str.contains(_AWARDED)
        | ((ruling.str.contains(_WEIGHTED) | is_sound_split) & pl.all_horizontal(makes_sense))
    )


def is_played(ruling: pl.Expr) -> pl.Expr:
    """Return whether the score of the line is compared with other scores: Boolean."""
    return ruling.is_null() | is_reversed(ruling)


def is_reversed(ruling: pl.Expr) -> pl.Expr:
    """Return whether the two sides exchange their points after the comparison: Boolean."""
    return (ruling == REVERSED).fill_null(False)


def is_not_played(ruling: pl.Expr) -> pl.Expr:
    """Return whether a director ruled that there is no result: Boolean."""
    return (ruling == NOT_PLAYED).fill_null(False)


def is_awarded(ruling: pl.Expr) -> pl.Expr:
    """Return whether both sides get a share of the top, whatever the other results of the board are: Boolean."""
    return is_average(ruling) | ruling.str.contains(_AWARDED).fill_null(False)


def is_average(ruling: pl.Expr) -> pl.Expr:
    """Return whether the ruling is the word `average`: Boolean."""
    return (ruling == AVERAGE).fill_null(False)


def awards_a_whole(ruling: pl.Expr) -> pl.Expr:
    """Return whether both sides were awarded a percentage, and the two percentages add up to 100: Boolean."""
    ns, ew = (awarded_share(ruling, direction).cast(pl.Float64, strict=False) for direction in DIRECTIONS)
    return (ns + ew == 100).fill_null(False)


def has_outcomes(ruling: pl.Expr) -> pl.Expr:
    """Return whether the ruling contains scores to compare, as weighted and split rulings do: Boolean."""
    return ruling.str.contains("^[ws]").fill_null(False)


def is_weighted(ruling: pl.Expr) -> pl.Expr:
    """Return whether the ruling is weighted, so that both sides have the same scores with the same weights: Boolean."""
    return ruling.str.starts_with("w").fill_null(False)


def is_split(ruling: pl.Expr) -> pl.Expr:
    """Return whether the ruling is split, with a different outcome for each side: Boolean."""
    return ruling.str.starts_with("s").fill_null(False)


def as_written(ruling: pl.Expr, direction: Direction) -> pl.Expr:
    """Return the part of a weighted or split ruling for one side (`30:420/70:-50`, `420`, `a40`): String, else null."""
    return pl.coalesce(ruling.str.extract(_WEIGHTED), ruling.str.extract(_SPLIT, _SIDE_OF_SPLIT[direction]))


def outcomes(lines: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return the scores that weighted and split rulings give to each side: one row per line, side and score.

    Columns: the `keys` of a line, `direction` (`NS` or `EW`), `weight` (the weights of a side add up to 1) and `score`
    (Int32, as North-South scores it), sorted by keys, direction and score. A side with a share of the top has no row.
    """
    ruled = lines.filter(has_outcomes(pl.col("ruling")))
    sides = pl.concat(
        ruled.select(*keys, direction=pl.lit(direction), outcome=_outcomes_of(pl.col("ruling"), direction))
        for direction in DIRECTIONS
    )
    # The divisor is the sum, not 100, because the written weights may add up to 99.9 or 100.1.
    weight = _percentages(pl.col("outcome")) / _percentages(pl.col("outcome")).list.sum()
    score = pl.col("outcome").list.eval(pl.element().str.extract(f"({_SCORE})$").cast(pl.Int32))
    return (
        sides.drop_nulls("outcome")
        .with_columns(weight=weight, score=score)
        .drop("outcome")
        .explode("weight", "score")
        .filter(pl.col("weight") > 0)
        .group_by(*keys, "direction", "score")
        .agg(steady_sum(pl.col("weight")))
        .select(*keys, "direction", "weight", "score")
        .sort(*keys, "direction", "score")
    )


def awarded_share(ruling: pl.Expr, direction: Direction) -> pl.Expr:
    """Return the share awarded to one side, as written (`60`, `+`, `-`): String, null if nothing was awarded."""
    share = pl.coalesce(ruling.str.extract(_AWARDED, _SIDE[direction]), _share_of_split(ruling, direction))
    return pl.when(ruling == AVERAGE).then(pl.lit("50")).otherwise(share)


def awarded_percentage(
    ruling: pl.Expr, direction: Direction, own_average: pl.Expr, average_plus: pl.Expr, average_minus: pl.Expr
) -> pl.Expr:
    """Return the percentage of the top awarded to a side, or null: Float64. `own_average` is null without boards."""
    share = awarded_share(ruling, direction)
    of_average = _average_plus_or_minus(share, own_average, average_plus, average_minus)
    return pl.coalesce(of_average, share.cast(pl.Float64, strict=False))


def _average_plus_or_minus(share: pl.Expr, own: pl.Expr, plus: pl.Expr, minus: pl.Expr) -> pl.Expr:
    at_least, at_most = pl.max_horizontal(plus, own), pl.min_horizontal(minus, own)
    return pl.when(share == "+").then(at_least).when(share == "-").then(at_most)


def has_share(ruling: pl.Expr, direction: Direction) -> pl.Expr:
    """Return whether a split ruling gives this side a share of the top, and the other side a score: Boolean."""
    return _share_of_split(ruling, direction).is_not_null()


def needs_own_average(ruling: pl.Expr) -> pl.Expr:
    """Return whether at least one side was given average plus or average minus: Boolean."""
    return ruling.str.contains(r"^a.*[+-]|a[+-]").fill_null(False)


def assigned_percentage(ruling: pl.Expr) -> pl.Expr:
    """Return the North-South percentage at which an awarded line counts under `assigned = "in_place"`: Float64.

    It is null if neither side was given a percentage other than 50, or if both were and the two do not add up to 100.
    """
    shares = (ruling.str.extract(_AWARDED, side).cast(pl.Float64, strict=False) for side in _SIDE.values())
    ns, ew = (pl.when(share != 50).then(share) for share in shares)
    return pl.when(ew.is_null() | (ns + ew == 100)).then(ns).when(ns.is_null()).then(100 - ew)


def _share_of_split(ruling: pl.Expr, direction: Direction) -> pl.Expr:
    return ruling.str.extract(_SHARE_OF_SPLIT[direction])


def _outcomes_of(ruling: pl.Expr, direction: Direction) -> pl.Expr:
    side = as_written(ruling, direction)
    return pl.when(~side.str.starts_with("a")).then(side).str.split("/")


def _percentages(written: pl.Expr) -> pl.Expr:
    return written.list.eval(pl.element().str.extract("^(.*):").cast(pl.Float64).fill_null(100.0))


def awarded_imps(ruling: pl.Expr, direction: Direction, own: pl.Expr, plus: pl.Expr, minus: pl.Expr) -> pl.Expr:
    """Return the IMPs awarded to a side, or null: Float64. `own` is its IMPs per board, null without boards."""
    share = awarded_share(ruling, direction)
    of_percentage = imps_of_share(share.cast(pl.Float64, strict=False), plus, minus)
    return pl.coalesce(_average_plus_or_minus(share, own, plus, minus), of_percentage)


def imps_of_share(share: pl.Expr, plus: pl.Expr, minus: pl.Expr) -> pl.Expr:
    """Return the IMPs on a board for a percentage: Float64. 60 is worth `plus`, 50 is worth 0, and 40 is `minus`."""
    tens = (share - 50) * 0.1  # not / 10, whose last bit in polars depends on the number of rows
    return pl.when(tens > 0).then(tens * plus).otherwise(-tens * minus)


def has_one_side() -> pl.Expr:
    """Return whether exactly one of `ns` and `ew` is given: Boolean."""
    return pl.col("ns").is_null() != pl.col("ew").is_null()


def has_result() -> pl.Expr:
    """Return whether a line can be compared: Boolean. It needs a score, a complete contract or a ruling with scores."""
    contract = pl.col("contract")
    is_complete = (contract == "PASS") | (pl.col("declarer").is_not_null() & pl.col("tricks").is_not_null())
    has_score = pl.col("score").is_not_null() | (contract.is_not_null() & is_complete)
    ruling = pl.col("ruling")
    return (is_played(ruling) & has_score.fill_null(value=False)) | has_outcomes(ruling)
