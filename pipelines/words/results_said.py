"""Results of boards in a terminal, as players in the language that is spoken write them: `Z4Rx=` for `S4D!=`."""

import re

from pipelines.words.deal_words import DOUBLED
from pipelines.words.words import seat
from transforms.messages import decimal_sign, gettext, pgettext, pgettext_noop

_BID = re.compile(r"^([NESW]?)([1-7])([CDHSN])(!*)(?==|[+-]|$| )")
_STRAINS = {
    "C": pgettext_noop("suit", "C"),
    "D": pgettext_noop("suit", "D"),
    "H": pgettext_noop("suit", "H"),
    "S": pgettext_noop("suit", "S"),
    "N": pgettext_noop("denomination", "NT"),
}
_RULING = re.compile(r"\b(average|not played|reversed|PASS)\b|\b(NS|EW)(?= [-A\d])")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")


def result_said(result: str) -> str:
    """A result as `result_in_notation` gives it, with its ruling."""
    return ruling_said(_BID.sub(_bid, result))


def ruling_said(words: str) -> str:
    """Words in which rulings stand as `ruling_in_words` gives them."""
    return _RULING.sub(lambda found: gettext(found[0]), words)


def direction_said(direction: str) -> str:
    """`NS` or `EW`; in Dutch `NZ` or `OW`."""
    return gettext(direction)


def formula_said(formula: str) -> str:
    """A formula with its numbers as the language writes them."""
    return _POINT.sub(decimal_sign(), formula)


def _bid(found: re.Match[str]) -> str:
    declarer = seat(found[1]) if found[1] else ""
    return f"{declarer}{found[2]}{pgettext(*_STRAINS[found[3]])}{DOUBLED * len(found[4])}"
