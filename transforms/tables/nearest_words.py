"""Suggestions for a misspelt word: the words of a list with the most similar spelling."""

import difflib
from collections.abc import Iterable

_ALIKE = 0.6
"""The lowest similarity of a suggestion. The similarity of two words is twice the number of letters that they share in
the same order, divided by the total number of letters of both (Ratcliff and Obershelp)."""


def nearest_words(wanted: str, words: Iterable[str], at_most: int = 1, alike: float = _ALIKE) -> list[str]:
    """Return the words most similar to `wanted`, the most similar first; empty if no word is similar enough.

    At most `at_most` words are returned, none with a similarity below `alike`. Upper and lower case count as different
    letters.
    """
    return difflib.get_close_matches(wanted, words, n=at_most, cutoff=alike)
