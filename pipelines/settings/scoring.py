"""The section `[scoring]`: the profile of a scoring program, and rules in place of single rules of that profile."""

import datetime as dt
import re
from functools import cache
from typing import Annotated, Any

import polars as pl
from pydantic import AfterValidator, BeforeValidator, ValidationInfo, model_validator

from pipelines.settings.editions import editions, named, names, valid_on
from pipelines.settings.section import Section, in_known_letters, key, nearest, section_of, text_next_to
from transforms.bridge.imps import fault_of, table_of
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.schemas import Competitions
from transforms.tables.shared import types_of

_MOST_BYTES = 100_000
PROFILE_FILE = "scoring_profiles.toml"
_FILE = re.compile(r"[^/\\:\n]{1,200}\.csv", re.IGNORECASE)


def table_named(name: str | None, info: ValidationInfo) -> str | None:
    """Return the scale of victory points in this file, as CSV. A text of several lines is a scale already."""
    if name is None or "\n" in name:
        return name
    folder = (info.context or {}).get("folder")
    if folder is None or not _FILE.fullmatch(name):
        raise ValueError(Message("write the name of a CSV file next to this one"))
    text = text_next_to(folder, name, _MOST_BYTES)
    if ";" in text.partition("\n")[0] or "\t" in text.partition("\n")[0]:
        text = text.replace(",", ".").replace(";", ",").replace("\t", ",")
    lines = (",".join(cell.strip() for cell in line.lower().split(",")) for line in text.splitlines())
    text = "\n".join(line for line in lines if line.strip(",")) + "\n"
    try:
        table = table_of(text)
    except ValueError:
        said = gettext_noop(
            "not a table of numbers with a column margin or percentage, a column vp, and optionally a column boards"
        )
        raise ValueError(Message(said)) from None
    if fault := fault_of(table):
        raise ValueError(fault)
    return text


@cache
def scoring_profiles() -> dict[str, dict[str, Any]]:
    """Return by name the rules of each profile in data/reference/scoring_profiles.toml, in their last edition."""
    return {name: every[-1].rules for name, every in editions(PROFILE_FILE).items()}


def programs_by_profile() -> dict[str, list[str]]:
    """Return by profile the beginnings of the names of programs that score by it."""
    return {name: every[-1].programs for name, every in editions(PROFILE_FILE).items()}


def profile_of(program: str) -> str | None:
    """Return the profile of a program, by the program's name in files; None if the program is not known."""
    written = program.strip().casefold()
    known = ((start.casefold(), name) for name, starts in programs_by_profile().items() for start in starts)
    return next((name for start, name in known if written.startswith(start)), None)


def _known_profile(name: str) -> str:
    name = in_known_letters(name, names(PROFILE_FILE))
    if name not in names(PROFILE_FILE):
        if near := nearest(name, scoring_profiles()):
            raise ValueError(Message("there is no such profile: did you mean {near}?", near=near))
        raise ValueError(Message("there is no such profile; write one of {known}", known=", ".join(scoring_profiles())))
    return name


def _none_as_a_word(given: Any) -> Any:
    """Return None for `"none"`, because TOML has no null, and refuse any other word."""
    if isinstance(given, str) and given != "none":
        raise ValueError(Message('write a whole number of decimals from 0 to 6, or "none" for no rounding'))
    return None if isinstance(given, str) else given


class ScoringRules(section_of(Competitions, "not_played", "victory_points")):  # pyrefly: ignore - made from columns
    """All rules in which scoring programs differ. A profile has a value for each of them."""

    line_decimals: Annotated[int | None, BeforeValidator(_none_as_a_word)] = key(Competitions, "line_decimals")
    """Decimals to which the points of a result line are rounded; `"none"` means no rounding."""
    vp_table: Annotated[str | None, AfterValidator(table_named)] = key(Competitions, "vp_table")
    """A file next to this one with a scale of victory points: vp, margin or percentage, and perhaps boards."""


class Scoring(Section):
    """The scoring profile, and rules in place of single rules of that profile."""

    profile: Annotated[str, AfterValidator(_known_profile)] = key(Competitions, "profile")
    rules: ScoringRules = ScoringRules()

    @model_validator(mode="before")
    @classmethod
    def _rules_of_profile(cls, given: Any, info: ValidationInfo) -> Any:
        if not isinstance(given, dict):
            return given
        overrides = {key: value for key, value in given.items() if key != "profile"}
        profile = given.get("profile", cls.model_fields["profile"].default)
        every = named(in_known_letters(profile, names(PROFILE_FILE)), PROFILE_FILE) if isinstance(profile, str) else ()
        first_day = (info.context or {}).get("first_day", dt.date.max)
        rules = valid_on(first_day, every).rules if every else {}
        return {"profile": profile, "rules": {**rules, **overrides}}


def profile_table() -> pl.DataFrame:
    """Return a row per scoring profile: its name as `profile`, and the columns of `Competitions` for its rules."""
    types = types_of(Competitions)
    rules = [name for name in ScoringRules.model_fields if name != "vp_table"]
    rows = [{"profile": name, **values} for name, values in scoring_profiles().items()]
    return pl.DataFrame(rows, schema={name: types[name] for name in ("profile", *rules)})
