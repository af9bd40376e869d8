"""The catalogue of a language, as `gettext` wants it: read from its text when it is first needed.

There is no compiled file beside it that could be older than the text.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

FOLDER = Path(__file__).parent
ENGLISH = "en"


@cache
def translations(language: str) -> NullTranslations:
    """The messages of a language; those of English are themselves.

    Args:
        language: one that has a catalogue in this folder, or English.
    """
    if language == ENGLISH:
        return NullTranslations()
    # These imports are not at the top: English does without them.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with catalogue_file(language).open("rb") as text:
        catalogue = read_po(text, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def catalogue_file(language: str) -> Path:
    """The file of the catalogue of a language."""
    return FOLDER / f"{language}.po"
