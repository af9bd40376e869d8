"""club.toml, beside the competitions of a club: what its pages share, whatever the competition."""

import re
from pathlib import Path

from pydantic import ValidationError, field_validator

from pipelines.settings.problems import Problem, SettingsError, problem_of
from pipelines.settings.section import Section, WholeFile, in_known_letters, key, keys_with_words
from pipelines.settings.toml_files import parsed, text_of
from pipelines.settings.toml_lines import Lines, line_of
from transforms.tables.messages import LANGUAGES, Language, Message, gettext_noop
from transforms.tables.schemas import Competitions

CLUB_SETTINGS = "club.toml"
"""The name of the file."""

_LONGEST_NAME = 100
_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Page(Section):
    """`[page]`: how the club's pages look and speak."""

    name: str | None = None
    """The name of the club, instead of `club` in each competition.toml."""
    language: Language | None = key(Competitions, "language")
    mark: str | None = None
    """The name of a picture beside club.toml."""
    colour: str | None = None
    """`#rrggbb`, in small letters."""

    @field_validator("language", mode="before")
    @classmethod
    def _in_small_letters(cls, given: object) -> object:
        return in_known_letters(given, LANGUAGES) if isinstance(given, str) else given

    @field_validator("name")
    @classmethod
    def _a_line_of_text(cls, given: str) -> str:
        name = given.strip()
        if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
            raise ValueError(name)
        return name

    @field_validator("mark")
    @classmethod
    def _a_name_of_a_file(cls, given: str) -> str:
        if not given.isprintable() or given.startswith(".") or given in ("", CLUB_SETTINGS) or set(given) & set("/\\:"):
            raise ValueError(given)
        return given

    @field_validator("colour")
    @classmethod
    def _six_digits(cls, given: str) -> str:
        if not _COLOUR.fullmatch(colour := given.strip().lower()):
            raise ValueError(given)
        return colour


class ClubSettings(WholeFile):
    """All of club.toml; `set_aside` is what is wrong with keys that are then taken as not given."""

    page: Page = Page()


def read_club_settings(path: Path) -> ClubSettings:
    """Read one club.toml; a key or value that is not allowed costs this key alone.

    Raises:
        SettingsError: it is no TOML.
    """
    text = text_of(path)
    try:
        written = parsed(text, keys_with_words([ClubSettings, Page]))
    except SettingsError as wrong:
        raise SettingsError(path, wrong.problems) from None
    try:
        return ClubSettings.model_validate(written)
    except ValidationError as error:
        wrong = error.errors()
    places = [one["loc"] for one in wrong]
    kept = {key: value for key, value in written.items() if (key,) not in places}
    if "page" in kept:
        kept["page"] = {key: value for key, value in kept["page"].items() if ("page", key) not in places}
    lines = Lines(text)
    return ClubSettings.model_validate(kept).setting_aside(
        _problem(".".join(map(str, one["loc"])), one["type"], one["input"], lines) for one in wrong
    )


def _problem(key: str, kind: str, given: object, lines: Lines) -> Problem:
    if kind != "extra_forbidden":
        code, said = _FAULTS.get(key, _NO_SECTION)
    elif key in Page.model_fields:
        code, said = "club/no_page", Message(_NO_PAGE)
    else:
        code, said = "club/key", Message(_NO_KEY, allowed=", ".join(Page.model_fields))
    return problem_of(code, said, key=key, value=given, line_no=line_of(key, lines))


_NO_KEY = gettext_noop("there is no such key: write one of {allowed} below [page], or take the line away")
_NO_PAGE = gettext_noop("this key stands below [page], and it does not here: put a line [page] above it")
_NO_SECTION = "club/value", Message("write a section [page], and below it keys such as language")
_FAULTS = {
    "page.language": ("club/language", Message("write one of {allowed}", allowed=", ".join(LANGUAGES))),
    "page.name": (
        "club/name",
        Message("write the name of the club between quotes, in 1 to {most} letters", most=_LONGEST_NAME),
    ),
    "page.mark": (
        "club/mark",
        Message('write the name of a picture that lies beside club.toml, such as "mark.svg"'),
    ),
    "page.colour": ("club/colour", Message('write a colour between quotes as #rrggbb, such as "#17624a"')),
}


ON_LIGHT = ("#fdfdfb", "#f2f5f1")
"""What text stands on: `--paper` and `--band` of style.css."""
ON_DARK = ("#151a19", "#1e2623")
"""The same where the reader's machine is dark."""
CONTRAST = 4.5
"""The least contrast of text with its ground (WCAG 2.2, success criterion 1.4.3)."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


def on_light(colour: str) -> str:
    """The colour, if it can be read on light pages; else as much darker as it must be. `#rrggbb`, as what is given."""
    return _readable(colour, ON_LIGHT, _BLACK)


def on_dark(colour: str) -> str:
    """The colour, if it can be read on dark pages; else as much lighter as it must be. `#rrggbb`, as what is given."""
    return _readable(colour, ON_DARK, _WHITE)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours `#rrggbb`, from 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((_luminance(_parts(one)), _luminance(_parts(other))))
    return (lighter + 0.05) / (darker + 0.05)


def _readable(colour: str, grounds: tuple[str, ...], towards: tuple[int, int, int]) -> str:
    """The first mixture with black or white, in steps of a hundredth, that has enough contrast with all grounds."""
    mixtures = (_mixed(_parts(colour), towards, hundredths) for hundredths in range(101))
    return next(mixed for mixed in mixtures if all(contrast(mixed, ground) >= CONTRAST for ground in grounds))


def _mixed(colour: tuple[int, ...], towards: tuple[int, int, int], hundredths: int) -> str:
    parts = zip(colour, towards, strict=True)
    return "#" + "".join(f"{round((one * (100 - hundredths) + other * hundredths) / 100):02x}" for one, other in parts)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _luminance(parts: tuple[int, ...]) -> float:
    linear = [_linear(part / 255) for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
