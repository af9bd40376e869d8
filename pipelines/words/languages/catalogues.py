"""The catalogue of a language, as `gettext` wants it: read from its text when needed, and never compiled beside it."""

import re
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

_CODE = re.compile(r"[a-z_]+\.[a-z0-9_]+(/[a-z0-9_ ]+)?")
_UNCHECKED = '"X-Checked: no'
FOLDER = Path(__file__).parent
ENGLISH = "en"


@cache
def translations(language: str) -> NullTranslations:
    """The messages of a language that has a catalogue in this folder; those of English are themselves."""
    if language == ENGLISH:
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, _read(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def sentences_of_findings(language: str) -> dict[str, str]:
    """Code of a finding -> what it says in a language, with gaps; those of English stand in the tables."""
    if language == ENGLISH:
        return {}
    found = ((message.context, message.string) for message in _read(language))
    return {code: str(said) for code, said in found if code and _CODE.fullmatch(code) and said}


@cache
def _read(language: str) -> "Catalog":
    from babel.messages.pofile import read_po  # not at the top: English does without it

    with catalogue_file(language).open("rb") as text:
        return read_po(text, locale=language)


@cache
def is_checked(language: str) -> bool:
    """Whether somebody at home in a language has read its catalogue: its header says otherwise with `X-Checked: no`."""
    if language == ENGLISH:
        return True
    header = catalogue_file(language).read_text(encoding="utf-8").split("\n\n", 1)[0]
    return _UNCHECKED not in header


def catalogue_file(language: str) -> Path:
    """The file of the catalogue of a language."""
    return FOLDER / f"{language}.po"
