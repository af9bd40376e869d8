"""The section `[scoring]`: the profile of a scoring program, and the rules that replace those of the profile."""

import tomllib
from functools import cache, partial
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pipelines.settings.section import REFERENCE, Section, in_known_letters, nearest, none_as_a_word
from transforms.messages import Message
from transforms.tables import Competitions, rule_words
from transforms.tables.shared import usual_value

_usual = partial(usual_value, Competitions)
"""The default of a key: the usual value of its column in `raw.competitions`."""


@cache
def scoring_profiles() -> dict[str, dict[str, Any]]:
    """Name of a profile -> its rules, as in data/reference/scoring_profiles.toml."""
    profiles = tomllib.loads((REFERENCE / "scoring_profiles.toml").read_text(encoding="utf-8"))
    about = ("source", "programs")
    return {
        name: {rule: value for rule, value in rules.items() if rule not in about} for name, rules in profiles.items()
    }


def _known_profile(name: str) -> str:
    name = in_known_letters(name, list(scoring_profiles()))
    if name not in scoring_profiles():
        if near := nearest(name, scoring_profiles()):
            raise ValueError(Message("there is no such profile: did you mean {near}?", near=near))
        raise ValueError(Message("there is no such profile; write one of {known}", known=", ".join(scoring_profiles())))
    return name


class ScoringRules(Section):
    """Every rule in which scoring programs differ. A profile gives a value to each of them."""

    not_played: rule_words.NotPlayed = _usual("not_played")
    average: rule_words.Average = _usual("average")
    assigned: rule_words.Assigned = _usual("assigned")
    expected: rule_words.Expected = _usual("expected")
    line_decimals: Annotated[int | None, BeforeValidator(none_as_a_word)] = Field(None, ge=0, le=6)
    rounded: rule_words.Rounded = _usual("rounded")
    average_plus: float = Field(_usual("average_plus"), ge=50, le=100)
    average_minus: float = Field(_usual("average_minus"), ge=0, le=50)
    shown: rule_words.Shown = _usual("shown")
    split: rule_words.Split = _usual("split")
    few_results: rule_words.FewResults = _usual("few_results")
    sit_out: rule_words.SitOut = _usual("sit_out")
    datum_drop: int = Field(_usual("datum_drop"), ge=0, le=100)
    datum_trim: float = Field(_usual("datum_trim"), ge=0, le=0.4)
    datum_round_to: int = Field(_usual("datum_round_to"), ge=1, le=100)
    cross_imps: rule_words.CrossImps = _usual("cross_imps")
    cross_imp_totals: rule_words.CrossImpTotals = _usual("cross_imp_totals")
    average_plus_imps: float = Field(_usual("average_plus_imps"), ge=0)
    average_minus_imps: float = Field(_usual("average_minus_imps"), le=0)
    victory_points: rule_words.VictoryPointScale = _usual("victory_points")


class Scoring(Section):
    """The profile, and the rules that replace those of the profile."""

    profile: Annotated[str, AfterValidator(_known_profile)] = _usual("profile")
    rules: ScoringRules = ScoringRules()

    @model_validator(mode="before")
    @classmethod
    def _rules_of_profile(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        overrides = {key: value for key, value in given.items() if key != "profile"}
        profile = given.get("profile", _usual("profile"))
        known = in_known_letters(profile, list(scoring_profiles())) if isinstance(profile, str) else ""
        rules = scoring_profiles().get(known, {})
        return {"profile": profile, "rules": {**rules, **overrides}}
