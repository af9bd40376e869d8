"""What a wrong word may have meant: the nearest of those known, or a few of them."""

from collections.abc import Iterable, Sequence

from transforms.tables.nearest_words import nearest_words

_NAMED_AT_MOST = 12


def nearest(wanted: str, words: Iterable[str]) -> str:
    """` (the nearest: …)` with the words that look most like it; nothing where none does."""
    known = {word.lower(): word for word in sorted(words)}
    near = nearest_words(wanted.lower(), known, at_most=3)
    return f" (the nearest: {', '.join(known[word] for word in near)})" if near else ""


def some(words: Sequence[str]) -> str:
    """The words, or the first of them and how many more there are."""
    more = len(words) - _NAMED_AT_MOST
    return (", ".join(words[:_NAMED_AT_MOST]) or "none") + (f" and {more} more" if more > 0 else "")
