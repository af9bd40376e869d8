"""The words that a competition may choose for its rules, defined only here."""

from typing import Any, Literal, get_args

Method = Literal["place", "proportional", "balanced", "dynamic"]
"""The methods that turn results into ranking points."""

TeamScoring = Literal["imps", "point_a_board"]
"""How a board between two teams is scored."""

# scoring: docs/scoring_rules.md explains them
NotPlayed = Literal["neuberg", "as_played", "tie"]
Average = Literal["tie", "neuberg", "as_played"]
Assigned = Literal["average", "in_place"]
Expected = Literal["per_board", "per_session", "modal"]
Rounded = Literal["lines", "totals"]
Shown = Literal["as_scored", "own_top", "halved"]
Split = Literal["half_each", "apart"]
FewResults = Literal["neuberg", "bonus", "bonus_if_fouled"]
SitOut = Literal["nothing", "own_average", "average", "average_plus"]
DatumHalf = Literal["away", "even"]
CrossImps = Literal["sum", "per_comparison", "scaled"]
CrossImpTotals = Literal["as_played", "full_set", "per_board"]
By = Literal["vp"]
"""What ranks the result list of pairs, if not the points of the boards."""
TieBreak = Literal["match", "quotient", "opponents"]
"""What separates entrants with equal scores in a session that counts matches."""
VictoryPointScale = Literal["wbf_continuous", "wbf_discrete"]

# handicap lists: docs/handicap.md explains them
HandicapSystem = Literal["strength", "project52", "table"]
"""Where the handicaps of pairs come from."""
StrataBy = Literal["handicap", "ranking"]
"""By what a field is divided into strata."""

# ratings: docs/ratings.md explains them
RatedBy = Literal["games", "matches"]
"""Whether players are rated by their games, or teams by their matches."""
RatedIn = Literal["competition", "federation"]
"""Whether the games of a competition count for its own list alone, or for the list of the federation too."""
TurboPerformance = Literal["exact", "rounded"]
RoundedRating = Literal["rating", "change"]

AwardedAs = Literal["session", "event"]
Ties = Literal["mean", "rank"]
"""How tied entrants are awarded: with the mean of the awards of their places, or with the award of the best place."""


def words_of(rule: Any) -> tuple[str, ...]:
    """Return the words of a rule, in order; `rule` is one of the types above."""
    return get_args(rule)
