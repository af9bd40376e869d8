"""The base class for all parts of settings files and of reference data."""

from collections.abc import Iterable
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, Literal, Self, get_args, get_origin

import dataframely as dy
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, StringConstraints, create_model, model_validator

from pipelines.machine.files import bytes_of
from pipelines.machine.paths import DATA
from pipelines.settings.problems import Problem
from transforms.tables.messages import Message
from transforms.tables.nearest_words import nearest_words
from transforms.tables.shared import columns_of, usual_value, words_allowed

REFERENCE = DATA / "reference"
_LONGEST_WORD = 50  # the longest key or profile for which a similar word is searched
OneLine = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^\P{Cc}+$")]
"""A text on one line that is not blank. Blanks around it are removed."""
_COLUMN = "column"
_LIMITS = {"ge": "min", "gt": "min_exclusive", "le": "max", "lt": "max_exclusive", "min_length": "min_length"}
"""The name of each pydantic limit in a column of a schema."""


class Section(BaseModel):
    """A part of a TOML file. Unknown keys and wrong types are errors. Choices may be written in any case."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _choices_in_small_letters(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        kinds = {name: field.annotation for name, field in cls.model_fields.items()}
        return {key: _as_a_choice(value, kinds.get(key)) for key, value in given.items()}


class WholeFile(Section):
    """A settings file as a whole."""

    _set_aside: tuple[Problem, ...] = PrivateAttr(())

    @property
    def set_aside(self) -> tuple[Problem, ...]:
        """The faults that cause sections or keys to be ignored."""
        return self._set_aside

    def setting_aside(self, wrong: Iterable[Problem]) -> Self:
        """Keep these faults in `set_aside`; return the settings themselves."""
        self._set_aside = tuple(wrong)
        return self


def key(schema: type[dy.Schema], name: str, *, without_usual: bool = False, **other: Any) -> Any:
    """Return a pydantic field with the default and limits of a column, unless `other` has arguments in their place."""
    column, usual = columns_of(schema)[name], usual_value(schema, name)
    limits = {limit: getattr(column, in_column, None) for limit, in_column in _LIMITS.items()}
    if "default_factory" not in other:
        unset = None if column.nullable else ...
        limits["default"] = unset if without_usual or usual is None else usual
    return Field(json_schema_extra={_COLUMN: (schema, name)}, **(limits | other))  # pyrefly: ignore


def section_of(schema: type[dy.Schema], first: str, last: str, *, without_usual: bool = False) -> Any:
    """Return a section with a key for each column of a table from `first` to `last`, of the type of that column."""
    names = schema.column_names()
    columns = ((name, columns_of(schema)[name]) for name in names[names.index(first) : names.index(last) + 1])
    fields = {name: (_type_of(column), key(schema, name, without_usual=without_usual)) for name, column in columns}
    return create_model(schema.__name__, __base__=Section, **fields)  # pyrefly: ignore - made from columns


def _type_of(column: dy.Column) -> Any:
    words, inner = words_allowed(column), getattr(column, "inner", None)
    kind: Any = column.dtype.to_python() if inner is None else GenericAlias(list, inner.dtype.to_python())
    literal: Any = Literal
    kind = literal[tuple(words)] if words else kind
    return kind | None if column.nullable else kind


def column_of(section: type[Section], name: str) -> tuple[type[dy.Schema], str] | None:
    """Return the table and the column of a key; None if the key was not made by `key`."""
    extra = section.model_fields[name].json_schema_extra
    return extra[_COLUMN] if isinstance(extra, dict) else None  # pyrefly: ignore


def text_next_to(folder: Path, name: str, most_bytes: int) -> str:
    """Return the text of a file in the folder of a competition.toml. ValueError: the file cannot be used."""
    try:
        if (folder / name).resolve().parent != folder.resolve():
            raise ValueError(Message("the file is a link; put the file itself next to this one"))
        return bytes_of(folder / name, most_bytes).decode("utf-8-sig")
    except FileNotFoundError:
        raise ValueError(Message("there is no such file; put it next to this one, or correct its name")) from None
    except OSError as wrong:
        reason = wrong.strerror or "too large"
        raise ValueError(Message("the file cannot be read ({reason})", reason=reason)) from None
    except UnicodeDecodeError:
        raise ValueError(Message("the file is not UTF-8 text; save it as UTF-8")) from None


def in_known_letters(word: str, known: tuple[str, ...] | list[str]) -> str:
    """Return the known word that equals `word` except for case and blanks around it; otherwise `word` itself."""
    return next((one for one in known if one.casefold() == word.strip().casefold()), word)


def each_once(given: list[Any]) -> list[Any]:
    """Return the list. ValueError: a text or a name occurs twice in it."""
    names = [getattr(one, "name", one) for one in given]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ValueError(Message("{again} is named twice; name it once", again=name))
    return given


def nearest(written: str | None, allowed: Iterable[str]) -> str | None:
    """Return the allowed key that most resembles the one that is written; None if no key does."""
    like = nearest_words((written or "").rpartition(".")[2][:_LONGEST_WORD].lower(), allowed)
    return like[0] if like else None


def _as_a_choice(value: Any, annotation: Any) -> Any:
    literals = [part for part in (annotation, *get_args(annotation)) if get_origin(part) is Literal]
    words = [word for literal in literals for word in get_args(literal) if isinstance(word, str)]
    return in_known_letters(value, words) if isinstance(value, str) else value


def keys_with_words(sections: Iterable[type[Section]]) -> dict[str, str]:
    """Return for each key the form of its value: `"{}"` for a word, `["{}"]` for a list of words, otherwise ""."""
    fields = [(name, field.annotation) for section in sections for name, field in section.model_fields.items()]
    return {name: _form_of_words(annotation) for name, annotation in reversed(fields)}


def _form_of_words(annotation: Any) -> str:
    if not _takes(str, annotation) or _takes(int, annotation):
        return ""
    return '["{}"]' if get_origin(annotation) is list else '"{}"'


def _takes(kind: type, annotation: Any) -> bool:
    is_one = annotation is kind or isinstance(annotation, kind)
    return is_one or any(_takes(kind, part) for part in get_args(annotation))
