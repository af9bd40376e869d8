"""The section `[scoring]`: the profile of a scoring program, and the rules that replace those of the profile."""

import tomllib
from functools import cache
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, model_validator

from pipelines.settings.section import REFERENCE, Section, in_known_letters, key, nearest, none_as_a_word
from transforms.tables import rule_words
from transforms.tables.messages import Message
from transforms.tables.schemas import Competitions


@cache
def _profiles() -> dict[str, dict[str, Any]]:
    return tomllib.loads((REFERENCE / "scoring_profiles.toml").read_text(encoding="utf-8"))


@cache
def scoring_profiles() -> dict[str, dict[str, Any]]:
    """Name of a profile -> its rules, as in data/reference/scoring_profiles.toml."""
    about = ("source", "programs")
    return {
        name: {rule: value for rule, value in rules.items() if rule not in about} for name, rules in _profiles().items()
    }


def programs_by_profile() -> dict[str, list[str]]:
    """Profile -> how the names of the programs begin that score so."""
    return {name: rules.get("programs", []) for name, rules in _profiles().items()}


def profile_of(program: str) -> str | None:
    """The profile by which a program scores, by the name that it writes into its files; None where none is known."""
    written = program.strip().casefold()
    known = ((start.casefold(), name) for name, starts in programs_by_profile().items() for start in starts)
    return next((name for start, name in known if written.startswith(start)), None)


def _known_profile(name: str) -> str:
    name = in_known_letters(name, list(scoring_profiles()))
    if name not in scoring_profiles():
        if near := nearest(name, scoring_profiles()):
            raise ValueError(Message("there is no such profile: did you mean {near}?", near=near))
        raise ValueError(Message("there is no such profile; write one of {known}", known=", ".join(scoring_profiles())))
    return name


class ScoringRules(Section):
    """Every rule in which scoring programs differ. A profile gives a value to each of them."""

    not_played: rule_words.NotPlayed = key(Competitions, "not_played")
    average: rule_words.Average = key(Competitions, "average")
    assigned: rule_words.Assigned = key(Competitions, "assigned")
    expected: rule_words.Expected = key(Competitions, "expected")
    line_decimals: Annotated[int | None, BeforeValidator(none_as_a_word)] = key(Competitions, "line_decimals")
    """Decimals to which the points of a result line are rounded; `"none"`: they are not."""
    rounded: rule_words.Rounded = key(Competitions, "rounded")
    average_plus: float = key(Competitions, "average_plus")
    average_minus: float = key(Competitions, "average_minus")
    shown: rule_words.Shown = key(Competitions, "shown")
    split: rule_words.Split = key(Competitions, "split")
    few_results: rule_words.FewResults = key(Competitions, "few_results")
    sit_out: rule_words.SitOut = key(Competitions, "sit_out")
    datum_drop: int = key(Competitions, "datum_drop")
    datum_trim: float = key(Competitions, "datum_trim")
    datum_round_to: int = key(Competitions, "datum_round_to")
    cross_imps: rule_words.CrossImps = key(Competitions, "cross_imps")
    cross_imp_totals: rule_words.CrossImpTotals = key(Competitions, "cross_imp_totals")
    average_plus_imps: float = key(Competitions, "average_plus_imps")
    average_minus_imps: float = key(Competitions, "average_minus_imps")
    victory_points: rule_words.VictoryPointScale = key(Competitions, "victory_points")


class Scoring(Section):
    """The profile, and the rules that replace those of the profile."""

    profile: Annotated[str, AfterValidator(_known_profile)] = key(Competitions, "profile")
    rules: ScoringRules = ScoringRules()

    @model_validator(mode="before")
    @classmethod
    def _rules_of_profile(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        overrides = {key: value for key, value in given.items() if key != "profile"}
        profile = given.get("profile", cls.model_fields["profile"].default)
        known = in_known_letters(profile, list(scoring_profiles())) if isinstance(profile, str) else ""
        rules = scoring_profiles().get(known, {})
        return {"profile": profile, "rules": {**rules, **overrides}}
