"""Suggestions for an unknown word: known words that resemble it, or some of all known words."""

from collections.abc import Iterable, Sequence

from transforms.tables.messages import gettext
from transforms.tables.nearest_words import nearest_words

_NAMED_AT_MOST = 12


def nearest(wanted: str, words: Iterable[str], at_most: int = 3) -> str:
    """Return ` (the nearest: …)` with the words that most resemble `wanted`; "" if none does."""
    known = {word.lower(): word for word in sorted(words)}
    return the_nearest([known[word] for word in nearest_words(wanted.lower(), known, at_most=at_most)])


def the_nearest(words: Sequence[str]) -> str:
    """Return ` (the nearest: …)` with these words; "" if there are none."""
    return f" {gettext('(the nearest: {words})', words=some(words))}" if words else ""


def some(words: Sequence[str], between: str = ", ", at_most: int = _NAMED_AT_MOST) -> str:
    """Return the words joined into one text. Of more than `at_most` words, name only the first few and a count."""
    more = len(words) - at_most
    named = between.join(words[:at_most]) or gettext("none")
    return gettext("{words} and {more} more", words=named, more=more) if more > 0 else named


def either(words: Sequence[str]) -> str:
    """Return `Ann, Bob or Cas`. Of many words, name only some, as in `some`."""
    *others, last = words
    if not others or len(words) > _NAMED_AT_MOST:
        return some(words)
    return gettext("{words} or {last}", words=", ".join(others), last=last)
