"""The words of rules: what a competition may choose, each list once.

Columns take them by `words_of`, and `pipelines/settings` as the types of its fields: a new word is written here, and
what it means in the transform that reads it.
"""

from typing import Any, Literal, get_args

Method = Literal["place", "proportional", "balanced", "dynamic"]
"""How results become ranking points."""

TeamScoring = Literal["imps", "point_a_board"]
"""How a board is scored between two teams."""

# scoring: docs/scoring_rules.md says what they mean
NotPlayed = Literal["neuberg", "as_played"]
Average = Literal["tie", "neuberg"]
Assigned = Literal["average", "in_place"]
Expected = Literal["per_board", "per_session", "modal"]
Rounded = Literal["lines", "totals"]
Shown = Literal["as_scored", "own_top"]
Split = Literal["half_each", "apart"]
FewResults = Literal["neuberg", "bonus"]
SitOut = Literal["nothing", "own_average", "average", "average_plus"]
CrossImps = Literal["sum", "per_comparison", "scaled"]
VictoryPointScale = Literal["wbf_continuous", "wbf_discrete"]

# ratings: docs/ratings.md
RatedBy = Literal["games", "matches"]
"""Whether players are rated by their games, or teams by their matches."""
TurboPerformance = Literal["exact", "rounded"]
RoundedRating = Literal["rating", "change"]

AwardedAs = Literal["session", "event"]
"""What an award is for: a session by itself, or the sessions of an event together."""


def words_of(rule: Any) -> tuple[str, ...]:
    """The words that a rule may be, in their order; `rule` is one of the types above."""
    return get_args(rule)
