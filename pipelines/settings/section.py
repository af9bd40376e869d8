"""The base class of every part of competition.toml and of the reference data."""

from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, model_validator

from pipelines.machine.paths import DATA
from transforms.messages import Message
from transforms.tables.nearest_words import nearest_words

REFERENCE = DATA / "reference"
MOST_SESSIONS = 10_000
"""More than a season can have."""
_LONGEST_WORD = 50
"""No key and no profile is longer."""


class Section(BaseModel):
    """A part of a TOML file; unknown keys and values of another type are errors.

    Capitals and small letters are the same in a choice: `Place` is `place`.
    """

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _choices_in_small_letters(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {
            key: _as_a_choice(value, cls.model_fields[key].annotation) if key in cls.model_fields else value
            for key, value in given.items()
        }


def in_known_letters(word: str, known: tuple[str, ...] | list[str]) -> str:
    """The known word that is the same but for capitals and blanks around it; else the word as it is."""
    return next((one for one in known if one.casefold() == word.strip().casefold()), word)


def nearest(written: str | None, allowed: Iterable[str]) -> str | None:
    """The allowed key that is similar to the one written, if there is one."""
    like = nearest_words((written or "").rpartition(".")[2][:_LONGEST_WORD].lower(), allowed)
    return like[0] if like else None


def _as_a_choice(value: Any, annotation: Any) -> Any:
    if not isinstance(value, str) or get_origin(annotation) is not Literal:
        return value
    return in_known_letters(value, [choice for choice in get_args(annotation) if isinstance(choice, str)])


def keys_with_words(sections: Iterable[type[Section]]) -> dict[str, str]:
    """Key -> how words stand there, `"{}"` or `["{}"]`; empty where its value is no words."""
    fields = [(name, field.annotation) for section in sections for name, field in section.model_fields.items()]
    return {name: _form_of_words(annotation) for name, annotation in reversed(fields)}


def _form_of_words(annotation: Any) -> str:
    if not _takes(str, annotation) or _takes(int, annotation):
        return ""
    return '["{}"]' if get_origin(annotation) is list else '"{}"'


def _takes(kind: type, annotation: Any) -> bool:
    is_one = annotation is kind or isinstance(annotation, kind)
    return is_one or any(_takes(kind, part) for part in get_args(annotation))


def none_as_a_word(given: Any) -> Any:
    """None for `"none"`, which TOML has no other word for; any other word is a fault."""
    if isinstance(given, str):
        if given != "none":
            raise ValueError(Message('write a whole number of decimals from 0 to 6, or "none" not to round'))
        return None
    return given
