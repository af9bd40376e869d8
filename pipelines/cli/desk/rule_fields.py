"""The fields of the screen "Rules", made from the declared keys of competition.toml and club.toml.

The words over a field are those of its key (`column_words`), or of the list `rule` in lists.csv where these speak of
keys or files. Keys whose value is a path or a table have no field.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pipelines.cli.desk.desk import Competition
from pipelines.cli.new.as_toml import quoted
from pipelines.reports.downloads import OF_COLUMN
from pipelines.settings.changing import known_keys
from pipelines.settings.club import Page
from pipelines.settings.competition import Settings
from pipelines.settings.rules import EITHER_OR
from pipelines.settings.scoring import Scoring, scoring_profiles
from pipelines.settings.section import Section
from pipelines.warehouse.column_words import key_words
from pipelines.words.languages.numbers import spoken_date
from pipelines.words.lists import texts
from pipelines.words.words import method_name, profile_name, scheme_name
from transforms.awards.schemes import SCHEMES, why_not
from transforms.tables.messages import gettext, gettext_noop, pgettext, written

Kind = Literal["select", "checks", "number", "date", "colour", "lines", "text"]
ENDS = "season.{}.end"
_NO_FIELD = ("page.mark", "scoring.vp_table", "awards.only")
_SECTIONS = {
    "ranking": gettext_noop("Ranking"),
    "championship.individual": gettext_noop("Individual championship"),
    "championship.pairs": gettext_noop("Championship of pairs"),
    "scoring": gettext_noop("Scoring"),
    "handicap": gettext_noop("Handicap lists"),
    "awards": gettext_noop("Points of the club and of federations"),
    "page": gettext_noop("The pages of the club"),
}
_OFTEN = (
    *("club", "page.name", "competition", ENDS, "scoring.profile", "ranking.method", "ranking.lines", "ranking.window"),
    *("ranking.substitute_ranking", "championship.individual.min", "championship.individual.drop"),
    *("championship.pairs.together", "championship.pairs.drop", "awards.schemes"),
)
"""The keys that clubs change, which are not folded."""
_OWN_WORDS, _CHOICES = texts("rule"), texts("choice of a rule")
_LANGUAGES = {"en": "English", "nl": "Nederlands", "fr": "Français", "nb": "Norsk bokmål"}
_USUAL_COLOUR = "#17624a"
_UNROUNDED = "none"


class Field(NamedTuple):
    """A field of the form: its key, its words, its present and its usual value, and what may be chosen.

    A value is text, as a form sends it: `true` for yes, commas between several, "" for none.
    """

    key: str
    words: str
    kind: Kind
    value: str
    usual: str
    choices: Mapping[str, str]
    limits: Mapping[str, str]

    def shown(self, value: str) -> str:
        """Return a value in words."""
        if not value:
            return "–"
        if self.choices:
            return ", ".join(self.choices.get(one, one) for one in value.split(","))
        if self.kind == "number":
            return written(value)
        try:
            return spoken_date(dt.date.fromisoformat(value)) if self.kind == "date" else value
        except ValueError:
            return value

    def to_write(self, value: str) -> str:
        """Return a value as `changed` takes it: what people type as words is in quotes."""
        is_text = self.kind in ("text", "lines", "colour") and not self.key.endswith((".min", ".together"))
        return quoted(value) if is_text and value else value


def fields_of(competition: Competition, settings: Settings, page: Page | None) -> dict[str, list[Field]]:
    """Return the fields by heading, those that clubs often change first. Without `page`, there is no club.toml."""
    last = max(settings.season, key=lambda season: season.end)
    usual, now = _values(Settings.model_construct(), Page()), _values(settings, page)
    of_profile = Scoring.model_validate({"profile": settings.scoring.profile}).rules
    usual |= {f"scoring.{name}": value for name, value in of_profile}
    now |= {"page.name": now.get("page.name") or settings.club or competition.club_name, ENDS: last.end}
    usual |= {"page.colour": _USUAL_COLOUR}
    if settings.ranking.average_a is not None:
        now["ranking.top"] = None
    known = {key: section for key, section in keys().items() if not key.startswith("page." if page is None else "club")}
    made = {key: _field(key, section, now.get(key), usual.get(key), last.name) for key, section in known.items()}
    often = {key: made[key] for key in _OFTEN if key in made}
    by_heading = {gettext("What clubs often change"): [*often.values()]}
    for path, heading in _SECTIONS.items():
        if own := [made[key] for key in made if key.rpartition(".")[0] == path and key not in often]:
            by_heading[gettext(heading)] = own
    return by_heading


def keys() -> dict[str, type[Section]]:
    """Return the keys that have a field, with their sections; `ENDS` is the end of the last season."""
    known = known_keys()
    known[ENDS] = known[ENDS.format("NAME")]
    wanted = ("club", "competition", ENDS)
    return {
        key: section
        for key, section in known.items()
        if key in wanted or (key.rpartition(".")[0] in _SECTIONS and key not in _NO_FIELD)
    }


def words_of_keys() -> list[str]:
    """Return the English words of the keys, for the catalogues."""
    return [_words(key, section) for key, section in keys().items() if key not in _OWN_WORDS]


def _words(key: str, section: type[Section]) -> str:
    return key_words(section, key.rpartition(".")[2]).partition(" One of: ")[0].replace("`", "").replace('"', "")


def _values(settings: Settings, page: Page | None) -> dict[str, Any]:
    parts = {
        "ranking": settings.ranking,
        "championship.individual": settings.championship.individual,
        "championship.pairs": settings.championship.pairs,
        "scoring": settings.scoring.rules,
        "handicap": settings.handicap,
        "awards": settings.awards,
        "page": page or Page(),
    }
    values = {f"{path}.{name}": value for path, part in parts.items() for name, value in part}
    return {**values, "scoring.profile": settings.scoring.profile, "competition": settings.competition}


def _field(key: str, section: type[Section], now: Any, usual: Any, season: str) -> Field:
    name = key.rpartition(".")[2]
    declared = section.model_fields[name]
    choices = dict(_choices(key, declared.annotation))
    kind = _kind(key, declared.annotation, is_choice=bool(choices))
    ends = {"ge": "min", "gt": "min", "le": "max", "lt": "max"}
    limits = {ends[end]: _text(getattr(one, end)) for one in declared.metadata for end in ends if hasattr(one, end)}
    words = gettext(_OWN_WORDS[key], season=season) if key in _OWN_WORDS else pgettext(OF_COLUMN, _words(key, section))
    usual_value = _UNROUNDED if name == "line_decimals" and usual is None else _text(usual, choices)
    value = _UNROUNDED if name == "line_decimals" and now is None else _text(now, choices)
    if kind == "colour":
        value = value or usual_value
    if kind == "number":
        limits["step"] = "1" if int in (declared.annotation, *get_args(declared.annotation)) else "any"
    if kind == "select" and not usual_value:
        choices = {"": gettext("as usual"), **choices}
    return Field(key.format(season), words.removesuffix("."), kind, value, usual_value, choices, limits)


def _kind(key: str, annotation: Any, *, is_choice: bool) -> Kind:
    if is_choice:
        return "checks" if get_origin(annotation) is list else "select"
    if key in ("page.colour", "page.welcome"):
        return "colour" if key == "page.colour" else "lines"
    kinds = {annotation, *get_args(annotation)}
    if dt.date in kinds:
        return "date"
    return "number" if kinds & {int, float} and str not in kinds else "text"


def _choices(key: str, annotation: Any) -> Iterator[tuple[str, str]]:
    name = key.rpartition(".")[2]
    if annotation is bool:
        yield from {"true": gettext("yes"), "false": gettext("no")}.items()
    elif key == "scoring.profile":
        yield from ((profile, profile_name(profile)) for profile in scoring_profiles())
    elif key == "awards.schemes":
        yield from ((scheme, scheme_name(scheme)) for scheme in SCHEMES if why_not(scheme) is None)
    elif name == "line_decimals":
        yield _UNROUNDED, gettext("not rounded")
        yield from ((f"{number}", f"{number}") for number in range(7))
    else:
        words = next((get_args(one) for one in (annotation, *get_args(annotation)) if get_origin(one) is Literal), ())
        for word in words:
            yield word, _LANGUAGES[word] if name == "language" else _choice(name, word)


def _choice(name: str, word: str) -> str:
    return method_name(word) if name == "method" else gettext(_CHOICES[f"{name}.{word}"])


def _text(value: Any, choices: Mapping[str, str] | None = None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(one for one in choices or () if one in value)
    return str(value).removesuffix(".0")


def follows(key: str) -> str | None:
    """Return the key that must be removed if this one is written, because each follows from the other."""
    section, _, name = key.rpartition(".")
    return f"{section}.{EITHER_OR[name]}" if section == "ranking" and name in EITHER_OR else None
