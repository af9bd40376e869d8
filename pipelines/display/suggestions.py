"""Suggestions in place of an unknown word: the most similar known words, or a few of all."""

from collections.abc import Iterable, Sequence

from transforms.tables.nearest_words import nearest_words

_NAMED_AT_MOST = 12


def nearest(wanted: str, words: Iterable[str]) -> str:
    """` (the nearest: …)` with the words most similar to `wanted`; empty where none is similar."""
    known = {word.lower(): word for word in sorted(words)}
    near = nearest_words(wanted.lower(), known, at_most=3)
    return f" (the nearest: {', '.join(known[word] for word in near)})" if near else ""


def some(words: Sequence[str]) -> str:
    """The words; of many only the first, and how many more there are."""
    more = len(words) - _NAMED_AT_MOST
    return (", ".join(words[:_NAMED_AT_MOST]) or "none") + (f" and {more} more" if more > 0 else "")
