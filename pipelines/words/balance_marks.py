"""What a balance is worth, in words: one vocabulary for pages, terminal and cards."""

from transforms.messages import gettext, gettext_noop

_MARKS = (
    (90, gettext_noop("excellent")),
    (80, gettext_noop("good")),
    (60.005, gettext_noop("between moderate and good")),
    (0, gettext_noop("moderate to poor")),
)
"""The least balance (Qf) -> what it is called by the source of the measure: as a Dutch school mark, times 10.

There 6 and less is moderate to poor, 8 good, 9 and more excellent; `60.00` on a page is 60."""


def balance_mark(balance: float | None) -> str:
    """What a balance of 0 to 100 is worth: `good`; empty for null."""
    return "" if balance is None else gettext(next(mark for least, mark in _MARKS if balance >= least))


def balance_said(balance: float | None) -> str:
    """As `balance_mark`; that it cannot be told, for null."""
    return balance_mark(balance) or gettext("cannot be told")
