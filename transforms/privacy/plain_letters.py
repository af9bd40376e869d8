"""Letters as they are written without accents and strokes."""

import unicodedata

PLAIN = {
    **{"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n", "ə": "e"},
    **{"æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ĳ": "ij"},
}
"""Letters that no Unicode form takes apart -> how they are written without them."""


def in_plain_letters(text: str) -> str:
    """The text in small letters, without accents and strokes: `Óscar Bąk` is `oscar bak`. Other scripts stay."""
    apart = unicodedata.normalize("NFKD", text.lower())
    return "".join(PLAIN.get(letter, letter) for letter in apart if not unicodedata.combining(letter))
