"""Suggestions for a wrong word: the words of a list with the most similar spelling."""

import difflib
from collections.abc import Iterable

_ALIKE = 0.6
"""The least similarity of a suggestion: twice the number of letters that two words share in the same order, divided by
the number of letters of both (Ratcliff and Obershelp)."""


def nearest_words(wanted: str, words: Iterable[str], at_most: int = 1, alike: float = _ALIKE) -> list[str]:
    """Return the words most similar to `wanted`, the most similar first; empty if no word is similar enough.

    At most `at_most` words are returned, none less similar than `alike`. Capitals and small letters count as different
    letters.
    """
    return difflib.get_close_matches(wanted, words, n=at_most, cutoff=alike)
