"""What should stand in a cell that is not understood, in the language that is spoken: `wanted` of its kind."""

import re

from transforms.messages import gettext, gettext_noop

WANTED = (
    gettext_noop("a date as 2026-09-30"),
    gettext_noop("lines joined as A+C, several groups with ; between, each line in one of them"),
    gettext_noop("imps or point_a_board; leave it empty where no teams play"),
    gettext_noop("a number from 0 to 1, or in percent"),
    gettext_noop("one letter, A to Z"),
    gettext_noop("NS or EW"),
    gettext_noop("N, E, S or W"),
    gettext_noop("the rounds played, joined by +, as 1+3; leave it empty for all"),
    gettext_noop("an entrant, or two joined by + in an individual"),
    gettext_noop("level, strain and doubling as 4S, 3NX or 7CXX, or PASS"),
    gettext_noop("the tricks won, from 0 to 13, or beside a contract those over or under it: =, +1, -2"),
    gettext_noop(
        "not_played, average, reversed, a60_40 (also a+_-), w30:420/70:-50 (percent and score, together 100 %) or"
        " s420_-100 (North-South, East-West; also s420_a40); leave it empty where simply played"
    ),
    gettext_noop("true or false"),
    gettext_noop("true or false; any other word counts as false"),
    gettext_noop("a card as SQ, HT or D7"),
    gettext_noop("a whole number, 0 or more"),
    gettext_noop("lines joined as A+B; leave it empty for all lines of the session"),
    gettext_noop("none, ns, ew or both"),
    gettext_noop("20 digits as in docs/landing.md, or nothing"),
)
"""Those without a number or a list of words in them."""

_WITH_GAPS = (
    (r"a whole number from (?P<least>\S+) to (?P<most>\S+)", gettext_noop("a whole number from {least} to {most}")),
    (r"a number from (?P<least>\S+) to (?P<most>\S+)", gettext_noop("a number from {least} to {most}")),
    (r"one of (?P<words>.*)", gettext_noop("one of {words}")),
    (r"a name or number of at most (?P<most>\d+) letters", gettext_noop("a name or number of at most {most} letters")),
)


def wanted(text: str) -> str:
    """The text in the language that is spoken; as it is where nobody translated it.

    Args:
        text: `wanted` of a kind of cells, in English.
    """
    if text in WANTED:
        return gettext(text)
    for form, said in _WITH_GAPS:
        if found := re.fullmatch(form, text):
            return gettext(said, **found.groupdict())
    return text
