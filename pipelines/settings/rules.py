"""The rules of a competition, and those that a season has of its own: every section that becomes columns of a table."""

from typing import Any

from pydantic import Field

from pipelines.settings.event import EventRules
from pipelines.settings.ranking import Championship, Ranking
from pipelines.settings.scoring import Scoring
from pipelines.settings.section import Section

EITHER_OR = {"top": "average_a", "average_a": "top"}
"""Pairs of keys of which only one may be given, because the other follows."""


class Rules(Section):
    """Sections whose keys become columns of `Competitions`, which has a row per season."""

    scoring: Scoring = Field(default_factory=Scoring)
    event: EventRules = Field(default_factory=EventRules)
    ranking: Ranking = Field(default_factory=Ranking)
    championship: Championship = Field(default_factory=Championship)


def with_own(rules: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of a competition with the keys that a season gives (`own`), both as parsed.

    If the season names a profile, the competition's exceptions to its own profile no longer apply.
    """
    stay = {} if "profile" in own else {name: value for name, value in rules.items() if EITHER_OR.get(name) not in own}
    return stay | {
        name: with_own(stay.get(name, {}), value) if isinstance(value, dict) else value for name, value in own.items()
    }
