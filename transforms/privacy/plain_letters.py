"""Letters as they are written without accents and strokes."""

import unicodedata
from collections.abc import Mapping

PLAIN = {
    **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n", "ə": "e"},
    **{"æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ĳ": "ij"},
}
"""Letters that no Unicode form takes apart -> how they are written without them."""


def in_plain_letters(text: str, letters: Mapping[str, str] = PLAIN) -> str:
    """The text in small letters, without accents and strokes: `Óscar Bąk` is `oscar bak`. Other scripts lose signs.

    `letters` says which letters are written otherwise before accents are taken away, and how.
    """
    small = unicodedata.normalize("NFC", text.lower())
    apart = unicodedata.normalize("NFKD", "".join(letters.get(letter, letter) for letter in small)).lower()
    return "".join(letters.get(letter, letter) for letter in apart if unicodedata.category(letter)[0] != "M")
