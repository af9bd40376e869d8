"""What a wrong word may have meant: those words of a list that are spelt most like it."""

import difflib
from collections.abc import Iterable

_ALIKE = 0.6
"""The least part of the letters of two words, in the same order, that makes them alike: twice those they share, of all
letters of both (Ratcliff and Obershelp)."""


def nearest_words(wanted: str, words: Iterable[str], at_most: int = 1) -> list[str]:
    """So many at most, the likest first; none where none is like it. Capitals are other letters than small ones."""
    return difflib.get_close_matches(wanted, words, n=at_most, cutoff=_ALIKE)
