"""club.toml, beside the competitions of a club: what its pages share, whatever the competition."""

from pathlib import Path

from pydantic import ValidationError, field_validator

from pipelines.settings.problems import Problem, SettingsError, problem
from pipelines.settings.section import Section, in_known_letters
from pipelines.settings.toml_files import toml_of
from transforms.messages import LANGUAGES, Language

CLUB_SETTINGS = "club.toml"
"""The name of the file."""


class Page(Section):
    """`[page]`: how the club's pages look and speak."""

    language: Language | None = None

    @field_validator("language", mode="before")
    @classmethod
    def _in_small_letters(cls, given: object) -> object:
        return in_known_letters(given, LANGUAGES) if isinstance(given, str) else given


class ClubSettings(Section):
    """All of club.toml."""

    page: Page = Page()


def read_club_settings(path: Path) -> ClubSettings:
    """Read one club.toml.

    Raises:
        SettingsError: it is no TOML, or has a key or value that is not allowed.
    """
    written = toml_of(path)
    try:
        return ClubSettings.model_validate(written)
    except ValidationError as error:
        told = [_problem(".".join(map(str, one["loc"])), one["type"], one["input"]) for one in error.errors()]
        raise SettingsError(path, told) from None


def _problem(key: str, kind: str, given: object) -> Problem:
    if kind == "extra_forbidden":
        sentence = "there is no such key: write language below [page], or take the line away"
        return problem("club_key", sentence, key=key, value=given)
    if key == "page.language":
        allowed = ", ".join(LANGUAGES)
        return problem("club_language", "write one of {allowed}", {"allowed": allowed}, key=key, value=given)
    return problem("club_value", "write a section [page], and below it keys such as language", key=key, value=given)
