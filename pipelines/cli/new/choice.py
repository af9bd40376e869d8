"""Something that is proposed: its value, how sure that is, and why."""

from enum import StrEnum
from typing import NamedTuple

from transforms.messages import gettext, gettext_noop


class Sure(StrEnum):
    """How sure a proposal is, in words for the director."""

    SURE = "sure"
    LIKELY = "likely"
    GUESS = "a guess"


_SURE = {Sure.SURE: gettext_noop("sure"), Sure.LIKELY: gettext_noop("likely"), Sure.GUESS: gettext_noop("a guess")}


class Choice(NamedTuple):
    """Something that is proposed."""

    value: str
    sure: Sure
    why: str

    @property
    def in_words(self) -> str:
        """`likely: 12 of 14 files name it`."""
        return f"{gettext(_SURE[self.sure])}: {self.why}"
