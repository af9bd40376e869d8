"""The methods of ranking points, and how teams of four earn points: one object for each.

Source: the club ranking's chapters on ranking points for pairs and butler sessions, and for teams of four. A new method
needs one more object here, and its name in `rule_words.Method`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from transforms.tables.arithmetic.rounding import half_up, quotient
from transforms.tables.messages import gettext_noop
from transforms.tables.schemas import DECIMALS

_HIGH, _LOW, _SCORE = (pl.col(name) for name in ("high", "low", "score"))
MIDDLE = (_HIGH + _LOW) / 2  # the points halfway between the ends of the span of a line
_FROM_AVERAGE = "(score - average_score) / (top_score - average_score) *"
_SHARE_OF_TOP = quotient(_SCORE - pl.col("average_score"), pl.col("top_score") - pl.col("average_score"))


def of_field(field: str | Sequence[str]) -> dict[str, pl.Expr]:
    """Return `entrants`, `place` (the mean if scores are equal), `best` and `worst` of the scores in a `field`."""
    return {
        "entrants": pl.len().over(field),
        "place": _SCORE.round(DECIMALS).rank("average", descending=True).over(field),
        "best": _SCORE.max().over(field),
        "worst": _SCORE.min().over(field),
    }


@dataclass(frozen=True, kw_only=True)
class RankingMethod:
    """How the score of an entrant becomes ranking points.

    The expressions use `high` and `low` (the span of the line), `score`, `average_score`, `top_score`, `width`, and the
    columns of `of_field`. A method has either `points` or `above`. The method for teams has neither, because teams
    earn points by match.
    """

    name: str  # as `competition.toml` and the tables have it
    title: str  # as pages name it
    formula: str  # the points, in names of columns (`transforms/explanation/formulas.py`)
    words: str  # the formula in a sentence; its gaps are columns, `average`, `top` and `line`
    points: pl.Expr | None = None  # the points of a session by itself
    cannot_rank: pl.Expr | None = None  # whether everybody earns the middle, because all scores are equal
    above: pl.Expr | None = None  # the points above the strength of the field, which follows from earlier rankings
    score_for: Callable[[pl.Expr], pl.Expr] | None = None  # points -> score, if other entrants do not matter

    @property
    def from_rankings(self) -> bool:
        """Return whether an average score earns the mean of the rankings before the session."""
        return self.points is None


def _score_for(points: pl.Expr) -> pl.Expr:
    share = pl.when(_HIGH > _LOW).then((points - MIDDLE) / ((_HIGH - _LOW) / 2)).otherwise(0.0)
    return pl.col("average_score") + share * (pl.col("top_score") - pl.col("average_score"))


PLACE = RankingMethod(
    name="place",
    title=gettext_noop("place"),
    formula="high - (high - low) / (entrants - 1) * (place - 1)",
    words=gettext_noop(
        "by place: the first of {entrants} earns {high}, the last {low}, the others evenly in between; here "
        "place {place}"
    ),
    points=half_up(_HIGH - quotient((_HIGH - _LOW) * (pl.col("place") - 1), pl.col("entrants") - 1)),
    cannot_rank=pl.col("entrants") == 1,
)
"""Equal steps from one place to the next, rounded to whole points, with halves rounded up."""

PROPORTIONAL = RankingMethod(
    name="proportional",
    title=gettext_noop("proportional"),
    formula="high - (high - low) * (best - score) / (best - worst)",
    words=gettext_noop(
        "in proportion: the best score, {best}, earns {high}, the worst, {worst}, earns {low}; here {score}"
    ),
    points=_HIGH - quotient((_HIGH - _LOW) * (pl.col("best") - _SCORE), pl.col("best") - pl.col("worst")),
    cannot_rank=(pl.col("best") - pl.col("worst")).round(DECIMALS) == 0,
)
"""The best score earns the most points, the worst score the fewest, and the others earn points in proportion."""

BALANCED = RankingMethod(
    name="balanced",
    title=gettext_noop("balanced"),
    formula=f"(high + low) / 2 + {_FROM_AVERAGE} (high - low) / 2",
    words=gettext_noop(
        "balanced: {average} on {line} earns {middle}, the middle between {low} and {high}; {top} earns {high}"
    ),
    points=MIDDLE + _SHARE_OF_TOP * (_HIGH - _LOW) / 2,
    score_for=_score_for,
)
"""An average score earns the middle of the span, and the top score its upper end. A score above the top score earns
more."""

DYNAMIC = RankingMethod(
    name="dynamic",
    title=gettext_noop("dynamic"),
    formula=f"middle + {_FROM_AVERAGE} width / 2",
    words=gettext_noop(
        "dynamic: a score of {average} earns the strength of the field, {middle}; a score of {top} earns half "
        "the width of a line more"
    ),
    above=_SHARE_OF_TOP * pl.col("width") / 2,
)
"""An average score earns the mean ranking of the field before the session. The span has the `width` of the settings."""

TEAMS = RankingMethod(
    name="teams",
    title="teams",
    formula=DYNAMIC.formula,
    words=gettext_noop(
        "teams: a score of {average} earns the strength of the opponents, {middle}; a score of {top} earns "
        "half the width of a line more"
    ),
)
"""The method for teams of four, whichever method the competition has. See `transforms/rankings/ranking_points.py`."""

GIVEN = "given"  # the method of ranking points that were earned under another program and are taken as they are

RANKING_METHODS = {method.name: method for method in (PLACE, PROPORTIONAL, BALANCED, DYNAMIC)}  # as in `METHODS`
EARNED_BY = {**RANKING_METHODS, TEAMS.name: TEAMS}  # column `method` of `RankingPoints` -> how the points were earned
SCORE_FOR = {name: method.score_for for name, method in RANKING_METHODS.items() if method.score_for is not None}
