"""Read club.toml, the settings that all pages of a club share. It is next to the folders of the club's competitions."""

import re
from pathlib import Path

from pydantic import ValidationError, ValidationInfo, field_validator

from pipelines.settings.faults import Sections
from pipelines.settings.section import OneLine, Section, WholeFile, key, keys_with_words
from pipelines.settings.toml_files import Lines, parsed, read_text
from transforms.tables.messages import Language, Message
from transforms.tables.schemas import Competitions

CLUB_SETTINGS = "club.toml"

_LONGEST_NAME = 100
_LONGEST_WELCOME = 2000
_FORMS = {
    "name": (
        f".{{1,{_LONGEST_NAME}}}",
        Message("write the name of the club between quotes, with 1 to {most} letters", most=_LONGEST_NAME),
    ),
    "mark": (
        rf"(?!{re.escape(CLUB_SETTINGS)}$)[^./\\:][^/\\:]*",
        Message('write the name of a picture next to club.toml, such as "mark.svg"'),
    ),
    "colour": ("#[0-9a-fA-F]{6}", Message('write a colour between quotes as #rrggbb, such as "#17624a"')),
    "welcome": (
        rf"(?s)\S.{{0,{_LONGEST_WELCOME - 1}}}",
        Message("write a text between three quotes on each side, with 1 to {most} letters", most=_LONGEST_WELCOME),
    ),
}  # by key: the pattern of its values, and a sentence that says what to write
ON_LIGHT = ("#fdfdfb", "#f2f5f1")  # the colours behind text on light pages: `--paper` and `--band` of style.css
ON_DARK = ("#151a19", "#1e2623")  # the colours behind text in dark mode
CONTRAST = 4.5  # the least contrast between text and its background (WCAG 2.2, success criterion 1.4.3)


class Page(Section):
    """`[page]`: the look and the language of the club's pages."""

    name: OneLine | None = None
    """The name of the club, instead of `club` in each competition.toml."""
    language: Language | None = key(Competitions, "language")
    mark: str | None = None
    """The name of a picture next to club.toml."""
    colour: str | None = None
    """`#rrggbb`, in lower case."""
    welcome: str | None = None
    """A text at the top of the first page and of each season's page; empty lines separate paragraphs."""

    @field_validator("name", "mark", "colour", "welcome")
    @classmethod
    def _of_its_form(cls, given: str, info: ValidationInfo) -> str:
        form, what_to_write = _FORMS[str(info.field_name)]
        text = given if info.field_name == "mark" else given.strip()
        lines = text.splitlines() if info.field_name == "welcome" else [text]
        if not all(map(str.isprintable, lines)) or not re.fullmatch(form, text):
            raise ValueError(what_to_write)
        return text.lower() if info.field_name == "colour" else text


class ClubSettings(WholeFile):
    """The whole of club.toml. `set_aside` has the faults in keys that are ignored for now."""

    page: Page = Page()


_SECTIONS = Sections(ClubSettings)


def read_club_settings(path: Path) -> ClubSettings:
    """Read a club.toml; leave out keys and values that are not allowed. SettingsError: the file is not TOML."""
    return club_settings_in(read_text(path)[0], path)


def club_settings_in(text: str, path: Path) -> ClubSettings:
    """Read the text of the club.toml at `path` as `read_club_settings` does."""
    written = parsed(text, path, keys_with_words(_SECTIONS.values()))
    try:
        return ClubSettings.model_validate(written)
    except ValidationError as error:
        details = error.errors(include_url=False)
    wrong_at = {one["loc"] for one in details}
    kept = {name: value for name, value in written.items() if (name,) not in wrong_at}
    if "page" in kept:
        kept["page"] = {name: value for name, value in kept["page"].items() if ("page", name) not in wrong_at}
    return ClubSettings.model_validate(kept).setting_aside(_SECTIONS.fault(one, Lines(text)) for one in details)


def on_light(colour: str) -> str:
    """Return the colour as `#rrggbb`, darkened just enough to be readable on light pages."""
    return _readable(colour, ON_LIGHT, 0)


def on_dark(colour: str) -> str:
    """Return the colour as `#rrggbb`, lightened just enough to be readable on dark pages."""
    return _readable(colour, ON_DARK, 255)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours `#rrggbb`, from 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _readable(colour: str, grounds: tuple[str, ...], towards: int) -> str:
    """Mix a colour with black (0) or white (255) in steps of 1 % until it contrasts enough with all backgrounds."""
    for hundredths in range(101):
        parts = ((part * (100 - hundredths) + towards * hundredths) / 100 for part in bytes.fromhex(colour[1:]))
        mixed = "#" + "".join(f"{round(part):02x}" for part in parts)
        if all(contrast(mixed, ground) >= CONTRAST for ground in grounds):
            return mixed
    raise ValueError(colour)


def _luminance(colour: str) -> float:
    shares = (part / 255 for part in bytes.fromhex(colour[1:]))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
