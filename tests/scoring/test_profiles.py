"""The documentation of the scoring profiles says what the profiles are."""

import re
from pathlib import Path

import pytest
from each import each

from pipelines.settings.scoring import ScoringRules, scoring_profiles

DOCUMENTATION = Path(__file__).resolve().parents[2] / "docs" / "scoring_rules.md"


def documented() -> dict[str, dict[str, str]]:
    """Profile -> rule -> value, from the table with a column a profile."""
    text = DOCUMENTATION.read_text(encoding="utf-8")
    rows = [
        [cell.strip(" `") for cell in row.strip("|").split("|")] for row in text.splitlines() if row.startswith("|")
    ]
    start = next(number for number, row in enumerate(rows) if set(scoring_profiles()) <= set(row))
    profiles = rows[start][1:]
    table: dict[str, dict[str, str]] = {profile: {} for profile in profiles}
    for rule, *values in rows[start + 2 :]:
        if rule not in ScoringRules.model_fields:
            break
        for profile, value in zip(profiles, values, strict=True):
            table[profile][rule] = value
    return table


@pytest.mark.parametrize("profile", scoring_profiles())
def test_profile_is_as_documented(profile: str) -> None:
    rules = scoring_profiles()[profile]
    said = documented()[profile]
    assert len(said) >= 10
    assert said == {rule: re.sub(r"\.0$", "", str(rules.get(rule, "none"))) for rule in said}


@each([str(rule) for rule in ScoringRules.model_fields])
def test_every_rule_is_documented(rule: str) -> None:
    assert f"`{rule}`" in DOCUMENTATION.read_text(encoding="utf-8")
