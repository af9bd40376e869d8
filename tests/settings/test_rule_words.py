"""The words of rules: competition.toml takes the very words that the tables hold."""

from typing import get_args

import dataframely as dy
import pytest

from pipelines.settings.awards import Awards
from pipelines.settings.ranking import Ranking
from pipelines.settings.ratings import RatingRules
from pipelines.settings.scoring import ScoringRules
from transforms.tables import AwardChoices, Competitions, RatingSeasons

CHOICES = [
    (rule, set(get_args(field.annotation)), table)
    for section, table in (
        (ScoringRules, Competitions),
        (Ranking, Competitions),
        (RatingRules, RatingSeasons),
        (Awards, AwardChoices),
    )
    for rule, field in section.model_fields.items()
    if get_args(field.annotation) and all(isinstance(word, str) for word in get_args(field.annotation))
]


def test_there_are_rules_with_words() -> None:
    assert {rule for rule, _, _ in CHOICES} >= {"not_played", "sit_out", "method", "turbo_performance", "of"}


@pytest.mark.parametrize(("rule", "words", "table"), CHOICES, ids=[rule for rule, _, _ in CHOICES])
def test_a_rule_has_the_same_words_in_the_settings_and_in_its_table(
    rule: str, words: set[str], table: type[dy.Schema]
) -> None:
    column = table.columns()[rule]
    assert isinstance(column, dy.String)
    assert column.regex is not None
    assert set(column.regex.removeprefix("^(").removesuffix(")$").split("|")) == words
