"""Translate English texts from tables and files, with numbers and names filled in. Unknown texts stay English."""

import re
from functools import cache

from pipelines.words.lists import sentences, texts
from transforms.tables.arithmetic import as_text
from transforms.tables.arithmetic.as_text import OF_SIDE
from transforms.tables.messages import gettext, one_behind_the_other, pgettext, written

_VALUES = texts("kind of value")
"""The name of a kind of value or publication, or of a list, by its code. Other names are the code with spaces."""
PUBLISHED = "what is published"
"""The context of kinds of publications in the catalogues."""
_REASONS = sentences("reason")
"""Reasons why a value differs (`transforms/official`), and why ids may be one person or two (`likely_people`)."""
_PLACES = sentences("place")
"""Places of a value of `Doubts`, of a row that differs in two files of one evening, and of a meeting of two pairs."""
_ROWS = sentences("row")
_ROWS_OF_FILES = sentences("row of a file")
_PROOFS = sentences("proof")
_MARKS = tuple((float(least), mark) for least, mark in texts("mark").items())
"""The marks for a balance (Qf), each with the least balance for it: Dutch school marks, times 10.

In the source of the measure, 6 and less is moderate to poor, 8 is good, 9 and more is excellent. A page shows
everything below 60.005 as `60.00`, which is still a 6."""
_GAP = re.compile(r"\\{(\w+)\\}")
_FRACTION = re.compile(r"-?\d+\.\d+|-\d+")
_BEFORE_NAMES = re.compile(r"([0-9]+(?:NS|EW))( \(.+\))")
_BETWEEN = "; "


def value_name(code: str) -> str:
    """Return the name of a kind of value, publication or list in the current language, such as `points North-South`."""
    return gettext(_VALUES.get(code, code.replace("_", " ")))


def kind_name(kind: str) -> str:
    """Return the name of a kind of publication. `barometer publish --only` takes its English name."""
    return pgettext(PUBLISHED, kind)


def reason(text: str) -> str:
    """Translate a reason in a table: why a value differs, or why two ids may be one person, or one id two people."""
    return _BETWEEN.join(translated(part, _REASONS) for part in text.split(_BETWEEN))


def place_of_doubt(text: str) -> str:
    """Translate the place of a value in `Doubts`: `board 7, 3 - 4`, or `3EW`. Other texts stay as they are."""
    return number_said(translated(text, _PLACES))


def places(text: str) -> str:
    """Translate the places of several values in `Doubts`, which `; ` separates."""
    each = text.split(_BETWEEN)
    spoken = [place_of_doubt(place) for place in each]
    return text if spoken == each else one_behind_the_other(spoken)


def rows(text: str) -> str:
    """Translate several rows of a file, which `, ` separates: `line 7, line 9`. Other texts stay as they are."""
    return ", ".join(translated(row, _ROWS) for row in text.split(", "))


def rows_of_files(text: str) -> str:
    """Translate rows of several files, which `; ` separates: `people.csv, line 3`. Other texts stay as they are."""
    return one_behind_the_other(translated(row, _ROWS_OF_FILES) for row in text.split(_BETWEEN))


def proof(text: str) -> str:
    """Translate a library file's statement on whether its movement is proved to be as even as possible."""
    return translated(text, _PROOFS)


def balance_mark(balance: float | None) -> str:
    """Return the mark for a balance (0 to 100), such as `good`; "" for null."""
    return "" if balance is None else gettext(next(mark for least, mark in _MARKS if balance >= least))


def balance_said(balance: float | None) -> str:
    """Return the mark for a balance as `balance_mark` does, but "not known" for null."""
    return balance_mark(balance) or gettext("not known")


def compared(value: float | None, kind: str) -> str:
    """Return a value of a file, or ours, as text: scores with two decimals, other values with as many as they need."""
    if value is None:
        return ""
    return written(as_text.in_decimals(value, 2) if kind in ("score", "scores") else as_text.short(value))


def number(value: str) -> str:
    """Return a number as the current language writes it. Other texts stay as they are."""
    return written(value) if _FRACTION.fullmatch(value) else value


def number_said(entrant: str) -> str:
    """Return an entrant's number in the current language, with the direction if it has one: `3EW`."""
    of_side = re.fullmatch(OF_SIDE, entrant)
    return f"{of_side[1]}{gettext(of_side[2])}" if of_side else entrant


def numbers_said(entrants: str) -> str:
    """Return several entrants' numbers, such as `A 3EW, 12`, in the current language. Other texts stay as they are."""
    if before_names := _BEFORE_NAMES.fullmatch(entrants):
        return number_said(before_names[1]) + before_names[2]
    apart = (each.rpartition(" ") for each in entrants.split(", "))
    return ", ".join(f"{line}{blank}{number if line[1:] else number_said(number)}" for line, blank, number in apart)


def translated(text: str, sentences: tuple[str, ...], *, are_gaps_kept: bool = False) -> str:
    """Translate a text that is one of these English sentences with its placeholders filled. Others stay English."""
    for sentence, pattern in _patterns(sentences):
        if found := pattern.fullmatch(text):
            gaps = found.groupdict()
            return gettext(sentence, **(gaps if are_gaps_kept else {gap: _in_gap(gap, gaps[gap]) for gap in gaps}))
    return text


def _in_gap(gap: str, value: str) -> str:
    *others, last = value.split(", ") if gap == "competitions" else [value]
    return gettext("{one} and {other}", one=", ".join(others), other=last) if others else number_said(number(last))


@cache
def _patterns(sentences: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    return [(text, re.compile(_GAP.sub(r"(?P<\1>.+?)", re.escape(text)), re.DOTALL)) for text in sentences]
