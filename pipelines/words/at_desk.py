"""Messages as the desk shows them, whose screens do what files of settings and commands do elsewhere."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pipelines.words.deal_words import ruling_in_words
from pipelines.words.finding_texts import said, value_said
from transforms.tables.messages import VARIANT, gettext, gettext_noop, name_of_sentence

_BY_HAND = re.compile(
    r"\.toml\b|\[\[|\[season\b|\bbarometer [a-z]|(?<!\S)--[a-z]|\b(?:people|sessions|hidden)\.csv\b|\bdocs/"
)
"""Matches what speaks of a file of settings, of a table that the desk writes, or of a command."""
_SESSION = "session_id"
"""The field of findings on a whole evening, which the desk names in words."""
_END_OF_CLAUSE = re.compile(r"\s?(?:[;:]|(?<!\d)(\.))\s")
_ON_PEOPLE = gettext_noop("The screen “People” says who is not named, and which two names are one person.")
_DAMAGED = gettext_noop("the file is damaged, perhaps because somebody changed it by hand, so a part of it is left out")
_FOREIGN = gettext_noop(
    "parts of the file are unknown or in the wrong place, perhaps because somebody changed it by hand, so they are left"
    " out"
)
_PLAIN = {
    **dict.fromkeys(("xml.not_sound", "json.not_sound", "usebio.left_out/lost"), _DAMAGED),
    **dict.fromkeys(("usebio.left_out/element", "usebio.left_out/names", "usebio.taken_as_empty/cell"), _FOREIGN),
    "remarks.passed_over": gettext_noop(
        "somebody changed this file by hand after Barometer wrote it, so what Barometer noted there is ignored in part"
    ),
}
"""By the beginning of `code/variant`, what a file's own words for its parts are not needed for."""
_AGAIN = gettext_noop("Export it from your program again, and drop the new file here.")
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
    """A finding on the desk: its value, its message, and what to do instead of what the message leaves out.

    `value` and `instead` are "" where there is nothing to say. The value is in the file, and not in the message.
    """

    value: str
    message: str
    instead: str = ""

    @property
    def words(self) -> str:
        """The message, after the value that it is about."""
        return f"{gettext('{label}:', label=f'“{self.value}”')} {self.message}" if self.value else self.message


def without_commands(words: str) -> str:
    """Return a message up to the clause that speaks of settings or commands; the whole of it if it begins so."""
    found = _BY_HAND.search(words)
    ends = _END_OF_CLAUSE.finditer(words, 0, found.start() if found else 0)
    whole = [end for end in ends if words.count("(", 0, end.start()) == words.count(")", 0, end.start())]
    return words[: whole[-1].start()] + (whole[-1][1] or "") if whole else words


def at_desk(finding: Mapping[str, Any]) -> AtDesk:
    """Return what the desk shows of a row of `Findings`, in the current language."""
    code = name_of_sentence(finding["code"] or "", json.loads(finding["arguments"] or "{}").get(VARIANT))
    if plain := next((plain for start, plain in _PLAIN.items() if code.startswith(start)), None):
        return AtDesk("", gettext(plain), gettext(_AGAIN))
    message = said(finding)
    value = "" if finding["field"] == _SESSION else value_said(finding) or ""
    if finding["field"] == "ruling":
        value = ruling_in_words(value)
    value = "" if value in message else value
    if _BY_HAND.search(message) is None:
        return AtDesk(value, message)
    screen = next(screen for start, screen in _SCREENS.items() if code.startswith(start))
    return AtDesk(value, without_commands(message), gettext(screen))
