"""How results become ranking points: `[ranking]` of competition.toml."""

from functools import partial
from typing import Any

from pydantic import Field, model_validator

from pipelines.settings.section import MOST_SESSIONS, Section
from transforms.messages import Message
from transforms.tables import Competitions, rule_words
from transforms.tables.shared import usual_value

_MOST_POINTS = 1_000_000
"""More ranking points than anybody uses, and few enough to be added up."""

_usual = partial(usual_value, Competitions)
"""The default of a key: the usual value of its column in `raw.competitions`."""


class Ranking(Section):
    """How results become ranking points and rankings (`transforms/rankings/`: `line_spans.py`, `ranking_points.py`)."""

    method: rule_words.Method = _usual("method")
    lines: int = Field(_usual("lines"), ge=1, le=26)
    top: float = Field(_usual("top"), ge=-_MOST_POINTS, le=_MOST_POINTS)
    average_a: float | None = Field(None, ge=-_MOST_POINTS, le=_MOST_POINTS)
    width: float = Field(_usual("width"), gt=0, le=_MOST_POINTS)
    step: float = Field(_usual("step"), ge=0, le=_MOST_POINTS)
    top_score_pairs: float = Field(_usual("top_score_pairs"), gt=50, le=100)
    top_score_butler: float = Field(_usual("top_score_butler"), gt=0, le=_MOST_POINTS)
    top_score_teams: float = Field(_usual("top_score_teams"), gt=10, le=25)
    window: int = Field(_usual("window"), ge=1, le=MOST_SESSIONS)
    substitute_ranking: float = Field(_usual("substitute_ranking"), ge=-_MOST_POINTS, le=_MOST_POINTS)
    round_stretch: bool = _usual("round_stretch")
    hand_on: bool = _usual("hand_on")

    @model_validator(mode="before")
    @classmethod
    def _top_or_average(cls, given: Any) -> Any:
        if isinstance(given, dict) and {"top", "average_a"} <= given.keys():
            raise ValueError(Message("give either top or average_a, not both: one follows from the other"))
        return given

    @property
    def highest(self) -> float:
        """The upper end of the best line's span: `top`, or half a width above `average_a`."""
        return self.top if self.average_a is None else self.average_a + self.width / 2
