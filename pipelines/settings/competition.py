"""Read competition.toml into typed settings. If that fails, a `SettingsError` names file, key and what is allowed."""

import json
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ModelWrapValidatorHandler, ValidationError, ValidationInfo, model_validator
from pydantic_core import ErrorDetails

from pipelines.settings.awards import Awards
from pipelines.settings.faults import Sections
from pipelines.settings.movement import MovementNamed
from pipelines.settings.problems import Problem, SettingsError, as_they_stand, problem
from pipelines.settings.ratings import Rating
from pipelines.settings.rules import Championship, EventRules, Handicap, Ranking, Rules, Strength, with_own
from pipelines.settings.scoring import Scoring
from pipelines.settings.seasons import OfSession, Season, faults_of, read_season
from pipelines.settings.section import OneLine, WholeFile, column_of, keys_with_words, nearest
from pipelines.settings.toml_files import Lines, parsed, read_text, without_faulty_lines
from transforms.tables.raw import MOST_SESSIONS

_MOST_FAULTS = 50  # how many faults of a file are reported one by one
_EMPTY = (
    "the file is empty: put back a copy if you have one; if not, delete it, and run barometer new on this "
    "folder, which writes a new file from the result files"
)
_NAMES = {"near", "known", "allowed"}  # placeholders in messages that suggest words; their keys take words in quotes
_SET_ASIDE = ("movement",)  # sections without influence on results: if they are wrong, the others still count


class Settings(WholeFile):
    """The whole of competition.toml. `set_aside` has the faults in sections of `_SET_ASIDE`, which are then ignored."""

    club: OneLine | None = None
    """The name of the club; if it is not given, the name of its folder."""
    competition: OneLine | None = None
    """The name of the competition; if it is not given, the name of its folder."""
    season: list[Season] = Field(min_length=1)
    session: list[OfSession] = Field(default_factory=list[OfSession], max_length=MOST_SESSIONS)
    scoring: Scoring = Scoring()
    event: EventRules = EventRules()
    ranking: Ranking = Ranking()
    championship: Championship = Championship()
    handicap: Handicap = Handicap()
    strength: Strength = Strength()
    awards: Awards = Awards()
    rating: Rating = Rating.model_validate({})
    movement: MovementNamed = MovementNamed()

    @model_validator(mode="wrap")
    @classmethod
    def _rules_of_seasons(cls, given: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        settings = handler(given)
        names = (*Rules.model_fields, "awards")
        of_all = {name: given[name] for name in names if name in given}
        for season, written in zip(settings.season, given["season"], strict=True):
            both = with_own(of_all, {name: written[name] for name in names if name in written})
            season.awards = Awards.model_validate(both.pop("awards", {}))
            rules = Rules.model_validate(both, context={**(info.context or {}), "first_day": season.start})
            for name in Rules.model_fields:
                setattr(season, name, getattr(rules, name))
        return settings


def read_settings(path: Path) -> Settings:
    """Read a competition.toml as `settings_in` does. SettingsError: the file is missing or cannot be used."""
    return settings_in(read_text(path)[0], path)


def settings_in(text: str, path: Path) -> Settings:
    """Read the text of the competition.toml at `path`. SettingsError: something in it is not allowed."""
    if not text.strip():
        raise SettingsError(path, [problem("file/empty", _EMPTY)])
    rest = without_faulty_lines(text, _KEYS)
    faults = [one for wrong in rest.faults for one in _of_another_kind(rest.text, wrong) or [wrong]]
    if rest.written is None:
        raise SettingsError(path, as_they_stand(faults, text))
    try:
        settings = checked(rest.written, path, Lines(rest.text))
    except SettingsError as wrong:
        others = [one for one in wrong.problems if not rest.may_lead_to(one)]
        raise SettingsError(path, as_they_stand([*faults, *others], text)) from None
    if faults:
        raise SettingsError(path, as_they_stand([*faults, *settings.set_aside], text))
    return settings.setting_aside(as_they_stand(settings.set_aside, text))


def _of_another_kind(text: str, wrong: Problem) -> list[Problem]:
    """Return the faults that a line would still have after its correction, such as a word for a number: `min = six`."""
    if wrong.sentence not in ("quotes/none", "value/true_false") or wrong.line_no is None:
        return []
    lines = text.split("\n")
    corrected = wrong.gaps["line"]
    words = json.dumps((wrong.value or "").partition("#")[0].strip(), ensure_ascii=False)
    lines[wrong.line_no - 1] = f"{wrong.key} = {words}" if "…" in corrected else corrected
    text = "\n".join(lines)
    try:
        checked(parsed(text), "", Lines(text))
    except SettingsError as of_all:
        here = [one for one in of_all.problems if one.line_no == wrong.line_no]
        return [one for one in here if not _NAMES & one.gaps.keys()]
    return []


def checked(written: dict[str, Any], where: Path | str, lines: Lines | None = None) -> Settings:
    """Check the parsed content of `where`. SettingsError: something is wrong outside the sections `_SET_ASIDE`."""
    settings, details = None, list[ErrorDetails]()
    context = {"folder": where.parent if isinstance(where, Path) else None}
    try:
        settings = Settings.model_validate(written, context=context)
    except ValidationError as error:
        details = error.errors(include_url=False)
        unknown = [str(one["loc"][0]) for one in details if one["type"] == "extra_forbidden" and len(one["loc"]) == 1]
        named = [nearest(name, Settings.model_fields) for name in unknown]
        # A section is not missing if only its name is misspelt.
        details = [one for one in details if one["type"] != "missing" or one["loc"] not in [(name,) for name in named]]
    details += _of_seasons(written)
    if settings is not None and not details:
        return settings
    problems = [SECTIONS.fault(one, lines or Lines("")) for one in details[:_MOST_FAULTS]]
    if more := len(details) - len(problems):
        problems.append(problem("more", "more faults like these: {more}", {"more": more}))
    aside = [one for one in problems if (one.key or "").partition(".")[0] in _SET_ASIDE]
    if not aside:
        raise SettingsError(where, problems)
    try:
        rest = checked({name: value for name, value in written.items() if name not in _SET_ASIDE}, where, lines)
    except SettingsError as wrong:
        raise SettingsError(where, [*wrong.problems, *aside]) from None
    return rest.setting_aside([*rest.set_aside, *aside])


def _of_seasons(written: dict[str, Any]) -> list[ErrorDetails]:
    given = written.get("season")
    each = ((place, read_season(one)) for place, one in enumerate(given if isinstance(given, list) else ()))
    wrong = faults_of((place, season) for place, season in each if season is not None)
    return [ErrorDetails(type=one.type, loc=(), msg="", input=None, ctx=one.context or {}) for one in wrong]


SECTIONS = Sections(Settings)
_KEYS = keys_with_words(SECTIONS.values())


def keys_of_columns() -> dict[str, str]:
    """Return, for each column of `Competitions` with a rule, the key of that rule: `ranking.lines` for `lines`."""
    of_rules = ((path, section) for path, section in SECTIONS.items() if path and path[0] in Rules.model_fields)
    each = ((path, section, name) for path, section in of_rules for name in section.model_fields)
    columns = ((column_of(section, name), (*path, name)) for path, section, name in each)
    return {column[1]: ".".join(key).replace(".rules.", ".") for column, key in columns if column is not None}
