"""Values as text to read, safe to print whatever a file holds."""

from decimal import ROUND_HALF_UP, Decimal

_DECIMALS = 9
"""Where binary fractions end and what they stand for begins."""


def plain(words: str) -> str:
    """The words on one line, without what cannot be seen: control characters, marks that turn or hide what follows."""
    return "".join(_seen(letter) for letter in words)


def _seen(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


def shown(value: object, decimals: int = 2) -> str:
    """Nothing for null; a number to so many decimals, halves up."""
    if value is None:
        return ""
    if isinstance(value, float):
        number = Decimal(repr(round(value, _DECIMALS))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        return str(number or abs(number))  # no minus before a zero
    return str(value)


def short(value: float | None) -> str:
    """A number with as few decimals as say it, two at most: `12`, `0.5`, `11.83`."""
    written = shown(value)
    return written.rstrip("0").rstrip(".") if "." in written else written
