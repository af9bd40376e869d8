"""Messages as the desk shows them, whose screens do what files of settings and commands do elsewhere."""

import re
from typing import NamedTuple

from transforms.tables.messages import gettext, gettext_noop

_BY_HAND = re.compile(
    r"\.toml\b|\[\[|\[season\b|\bbarometer [a-z]|(?<!\S)--[a-z]|\b(?:people|sessions|hidden)\.csv\b|\bdocs/"
)
"""Matches what speaks of a file of settings, of a table that the desk writes, or of a command."""
_END_OF_CLAUSE = re.compile(r"\s?(?:[;:]|(?<!\d)(\.))\s")
_ON_PEOPLE = gettext_noop("The screen “People” says who is not named, and which two names are one person.")
_SCREENS = {
    "hidden.": _ON_PEOPLE,
    "entries.of_other_competition": _ON_PEOPLE,
    "settings.": gettext_noop(
        "If an answer in the inbox did this, take it back there; otherwise ask the person who writes the settings."
    ),
    "unread.other_kind": gettext_noop("The screen “Rules” has these settings."),
    "official.": gettext_noop("If these are the rules of your program, choose them on the screen “Rules”."),
    "published.rule_changed": gettext_noop("If that is not intended, take the change of the rules back in the inbox."),
    "landing.live": gettext_noop("The screen “Live” ends the evening."),
    "tables.present": gettext_noop("The screen “Tonight” asks who is here."),
    "": gettext_noop("Correct it in your scoring program, and drop the new file here."),
}  # fmt: skip
"""By the beginning of a finding's code, what does on the desk what the finding asks for."""


class AtDesk(NamedTuple):
    """A finding on the desk: its message, and the screen that does what the message left out; "" if it left nothing."""

    message: str
    screen: str


def without_commands(words: str) -> str:
    """Return a message up to the clause that speaks of settings or commands; the whole of it if it begins so."""
    found = _BY_HAND.search(words)
    ends = _END_OF_CLAUSE.finditer(words, 0, found.start() if found else 0)
    whole = [end for end in ends if words.count("(", 0, end.start()) == words.count(")", 0, end.start())]
    return words[: whole[-1].start()] + (whole[-1][1] or "") if whole else words


def at_desk(code: str, message: str) -> AtDesk:
    """Return what the desk shows of a finding's message in the current language."""
    if _BY_HAND.search(message) is None:
        return AtDesk(message, "")
    screen = next(screen for start, screen in _SCREENS.items() if code.startswith(start))
    return AtDesk(without_commands(message), gettext(screen))
