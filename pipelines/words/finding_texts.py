"""The message of a finding in the current language. Tables hold the English message, and texts for its placeholders."""

import datetime as dt
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from pipelines.machine.errors import SAID
from pipelines.words.desk_words import number, numbers_said, places, rows, rows_of_files, translated
from pipelines.words.languages import ENGLISH, language, sentences_of_findings
from pipelines.words.languages.numbers import spoken_date, written
from pipelines.words.lists import sentences, texts
from transforms.tables.messages import BECAUSE, FILES_LEFT_OUT, VARIANT, gettext, is_in_english, name_of_sentence

_WITH_GAPS = sentences("wanted, with gaps")
AS_BEFORE, NO_SEATING = "as_before", "no_seating"
"""Arguments of findings about settings. `as_before`: the settings of the last build still hold. `no_seating`: pairs get
no numbers for the next session."""
SENTENCE = "sentence"
"""An argument of some findings: the finding's own sentence, which the code chooses while it reads a file."""
AS_IT_STANDS = "as_it_stands"
"""An argument of findings about a line of settings. It holds that line, which is shown in place of key and value."""
KIND_OF_FILE = "kind_of_file"
_SETTLES = "confirm it with settled in competition.toml"
"""The end of messages about doubts that the key `settled` can settle. The desk shows the line to write for each."""
_OF_POINTS, _OF_SETTINGS = "points.", "settings."
"""How codes begin. With `points.`, the value is the points of both sides, such as `10 / 14.5`. With `settings.`, the
hyphens in the message stay hyphens."""
_RULING = "ruling"
_BELOW_ZERO = re.compile(r"(?<![^\s(])-(?=\d[\d.,]*(?![\w.-]))")
"""Matches the hyphen before a negative number in a sentence, but not a hyphen in a name, a ruling or a date."""
_WHAT_FOLLOWS = texts("what follows")
_IN_ENGLISH = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")
_WORDS_IN_GAPS = {
    **{gap: sentences("in a gap", gap) for gap in texts("in a gap")},
    "kind": tuple(texts("kind of key").values()),
    "reason": SAID,
}
"""By placeholder, the English words that findings may put into it. Any other text in a placeholder is from the file."""


def said(finding: Mapping[str, Any]) -> str:
    """Return the message of a row of `Findings`, with real minus signs; in English if there is no translation."""
    words = _as_written(finding)
    return words if (finding["code"] or "").startswith(_OF_SETTINGS) else _BELOW_ZERO.sub("\N{MINUS SIGN}", words)


def _as_written(finding: Mapping[str, Any]) -> str:
    message: str = finding["message"]
    if language() == ENGLISH or is_in_english() or gettext(message) != message:
        return gettext(message)
    code, gaps = finding["code"] or "", json.loads(finding["arguments"] or "{}")
    known = sentences_of_findings(language())
    sentence = known.get(name_of_sentence(code, gaps.get(VARIANT))) or gettext(gaps.get(SENTENCE, "")) or None
    filled = _filled(sentence, gaps)
    if sentence is None or filled is None:
        return message
    if "others" in gaps and "{others}" not in sentence:
        return gettext(
            "{finding} ({lines} such rows; the next: {others})",
            finding=filled, lines=gaps.get("lines", ""), others=gaps.get("others", ""),
        )  # fmt: skip
    follows = next((follows for name, follows in _WHAT_FOLLOWS.items() if name in gaps), "{finding}")
    return gettext(follows, finding=filled, place=gaps.get(BECAUSE), files=gaps.get(FILES_LEFT_OUT))


def in_other_words(sentence: str, gaps: Mapping[str, str]) -> str:
    """Return another English sentence about a finding in the current language; its gaps are filled as in the message.

    "" if a gap is not given.
    """
    return _BELOW_ZERO.sub("\N{MINUS SIGN}", _filled(gettext(sentence), gaps) or "")


def said_away_from_desk(finding: Mapping[str, Any]) -> str:
    """Return the message for a terminal, with minus signs, and with a hint if the desk page has a line to copy."""
    words = _as_written(finding).replace("\N{MINUS SIGN}", "-")
    if finding["message"].endswith(_SETTLES):
        return gettext("{finding} (the director's desk has the entry to copy)", finding=words)
    return words


def value_said(finding: Mapping[str, Any]) -> str | None:
    """Return the value of a finding as in the file. Points of both sides are written as in the current language."""
    value: str | None = finding["value"]
    if value is None or not (finding["code"] or "").startswith(_OF_POINTS):
        return value
    return " / ".join(number(points) for points in value.split(" / "))


def severity_name(severity: str) -> str:
    """Return `error` or `warning` in the current language."""
    return gettext("error") if severity == "error" else gettext("warning")


def _filled(sentence: str | None, gaps: Mapping[str, str]) -> str | None:
    try:
        return sentence and sentence.format_map({gap: _in_gap(gap, text) for gap, text in gaps.items()})
    except (KeyError, ValueError, IndexError):
        return None


def _in_gap(gap: str, text: str | None) -> str | None:
    if text is None:
        return None
    if gap in _SAID:
        return _SAID[gap](text)
    return gettext(text) if text in _WORDS_IN_GAPS.get(gap, ()) else numbers_said(text)


# Imported inside these functions, because `barometer --version` does not need them.
def _contract(text: str) -> str:
    from pipelines.words.deal_words import contract_said

    return contract_said(text)


def _card(text: str) -> str:
    from pipelines.words.deal_words import card_said

    return card_said(text)


def _declarer(text: str) -> str:
    from pipelines.words.words import seat

    return seat(text) if text in ("N", "E", "S", "W") else text


def _day(text: str) -> str:
    if _IN_ENGLISH.fullmatch(text):
        with suppress(ValueError):  # no real day, or a month in another language: the text of the file stays
            return spoken_date(dt.datetime.strptime(text, "%d %B %Y").date())
    return text


_SAID: dict[str, Callable[[str], str]] = {
    "wanted": lambda text: gettext(translated(text, _WITH_GAPS, are_gaps_kept=True)),
    KIND_OF_FILE: gettext,
    "first_at": places,
    "met_at": places,
    "others": rows,
    "rows": rows_of_files,
    "contract": _contract,
    "lead": _card,
    **dict.fromkeys(("declarer", "holder"), _declarer),
    "official": number,
    "computed": number,
    "usual": number,
    "day": _day,
    _RULING: lambda text: gettext(text) if text in _WORDS_IN_GAPS[_RULING] else written(text),
}
