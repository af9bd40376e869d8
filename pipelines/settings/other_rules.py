"""Try other rules, such as `ranking.method=place`, in place of a competition's own."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import polars as pl

from pipelines.machine.errors import UnusableError
from pipelines.settings.changing import in_toml, known_keys, nearest_keys
from pipelines.settings.competition import checked
from pipelines.settings.problems import SettingsError
from pipelines.settings.rules import EITHER_OR
from pipelines.settings.season_rows import as_written, competitions_frame, rules_of
from pipelines.words.finding_texts import said
from transforms.tables.messages import gettext_noop

_SECTIONS = ("scoring", "ranking", "championship.individual", "championship.pairs")  # whose keys change results


@dataclass(frozen=True)
class Changed:
    """A key of competition.toml, with its values in today's and in the other rules (or `follows from average_a`)."""

    rule: str
    today: object
    then: object


def under_other_rules(seasons: pl.DataFrame, settings: Iterable[str]) -> pl.DataFrame:
    """Return all seasons of a competition under settings such as `key=value` (TOML, but words need no quotes)."""
    given = _given(settings)
    return pl.concat(_under(season, given) for season in seasons.partition_by("season", maintain_order=True))


def _under(season: pl.DataFrame, given: dict[str, str]) -> pl.DataFrame:
    written = as_written(season)
    for key in given:
        section, name = _section_of(written, key)
        section.pop(EITHER_OR.get(name, name), None)
    known = known_keys()
    for key, text in given.items():
        section, name = _section_of(written, key)
        section[name] = tomllib.loads(f"{name} = {in_toml(known[key], name, text)}")[name] if key in known else text
    try:
        rules = checked(written, "--set")
    except SettingsError as error:
        raise UnusableError(
            "; ".join(_in_words(problem.key, given, said(problem._asdict())) for problem in error.problems)
        ) from None
    club, competition = season.select("club", "competition").row(0)
    return competitions_frame(club, competition, rules)


def changed_rules(today: pl.DataFrame, then: pl.DataFrame) -> tuple[Changed, ...]:
    """Return the keys whose values in a season differ between `today` and `then`, both a row of `raw.competitions`."""
    one, other = (rules_of(rows.row(0, named=True)) for rows in (today, then))
    return tuple(
        Changed(rule, one.get(rule, _follows(rule)), other.get(rule, _follows(rule)))
        for rule in dict.fromkeys((*one, *other))
        if one.get(rule) != other.get(rule)
    )


def _follows(rule: str) -> str:
    return f"follows from {EITHER_OR.get(rule.rpartition('.')[2], 'the profile')}"


def scores_again(settings: Iterable[str]) -> bool:
    """Return whether these settings make it necessary to score the boards again."""
    return any(key.startswith("scoring.") for key in _given(settings))


def can_be_tried(key: str) -> bool:
    """Return whether `under_other_rules` takes this key."""
    return key.rpartition(".")[0] in _SECTIONS


def _given(settings: Iterable[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for setting in settings:
        key, equals, text = (part.strip() for part in setting.partition("="))
        if not (key and equals and text):
            raise UnusableError("--set {setting}: write a key and a value, like ranking.method=place", setting=setting)
        if key in given:
            twice = gettext_noop("--set {key}: given twice, as {given} and as {text}; give it only once")
            raise UnusableError(twice, key=key, given=given[key], text=text)
        given[key] = text
    return given


def _section_of(written: dict[str, Any], key: str) -> tuple[dict[str, Any], str]:
    section, _, name = key.rpartition(".")
    if section in _SECTIONS and key not in _SECTIONS:
        return reduce(lambda part, step: part[step], section.split("."), written), name
    raise UnusableError(
        "--set {key}: there is no such rule to try{near}; you can try {allowed}",
        key=key,
        near=nearest_keys(key, [one for one in known_keys() if one.rpartition(".")[0] in _SECTIONS]),
        allowed=", ".join(f"{known}.…" for known in _SECTIONS),
    )


def _in_words(key: str | None, given: dict[str, str], message: str) -> str:
    if key in given:
        return f"--set {key}={given[key]}: {message}"
    inside = [name for name in given if name.startswith(f"{key}.")] or given
    return f"--set {' '.join(f'{name}={given[name]}' for name in inside)}: {message}"
