"""Translate English texts in tables and files, which have numbers and names filled in. Unknown ones stay English."""

import re
from functools import cache

from transforms.tables.arithmetic import as_text
from transforms.tables.arithmetic.as_text import OF_SIDE
from transforms.tables.messages import gettext, gettext_noop, one_behind_the_other, pgettext, written

_VALUES = {
    "ns_points": gettext_noop("points North-South"),
    "ew_points": gettext_noop("points East-West"),
    "imps": gettext_noop("IMPs won"),
    "vp": gettext_noop("victory points"),
    "results": gettext_noop("result lists"),
    "player_places": gettext_noop("places of players"),
    "pair_places": gettext_noop("places of pairs"),
}
"""The name of a kind of value or publication, or of a list, by its code. Other names are the code with spaces."""
NAMED_BY_CODE = (
    *("datum", "points", "score", "rank", "boards", "club points", "ranking", "played", "average", "rating", "games"),
    *("rankings", "championships", "awards", "ratings", "players", "pairs", "individual"),
)
"""The names that are codes with spaces, so that the catalogues contain them."""
PUBLISHED = "what is published"
KINDS = ("results", "rankings", "championships", "awards", "ratings")
"""The kinds of publications, so that the catalogues contain them, with `PUBLISHED` as their context."""
_REASONS = (
    gettext_noop("unexplained"),
    gettext_noop("accepted: {reason}"),
    gettext_noop("the file contradicts itself: it has a result for an entrant without any board that counts"),
    gettext_noop("the file gives or takes a penalty of {points} points"),
    gettext_noop("the director takes {points} points off, in a table of penalties"),
    gettext_noop("the director gives {points} points, in a table of penalties"),
    gettext_noop("caused by the result lines of this entrant that differ: {lines}"),
    gettext_noop("caused by the scores that differ in this field"),
    gettext_noop("the file breaks a tie that is kept here"),
    gettext_noop("the file computes its percentage from a rounded total"),
    gettext_noop("the file gives points for a line that counts as not played here"),
    gettext_noop("the file contradicts itself: it gives points for a line that was not played"),
    gettext_noop("the file expects {results} results on this board, Barometer {ours} (Neuberg)"),
    gettext_noop("the file prints whole points in this session"),
    gettext_noop("the file contradicts itself: it gives other points to the same score on this board"),
    gettext_noop("the file contradicts itself: on this board a better score has no more points than a worse one"),
    gettext_noop("the file contradicts itself: it awards {share} % of the top, the ruling {ours} %"),
    gettext_noop("the file awards {share} % of the top, Barometer {ours} %"),
    gettext_noop("the file awards other points"),
    gettext_noop("the file lets the average on this board affect the other results differently"),
    gettext_noop("one person? the same name"),
    gettext_noop("one person? the same name except for accents, order or signs"),
    gettext_noop("one person? one letter off"),
    gettext_noop("one person? one of them without a name"),
    gettext_noop("one person? {id} is spelled {name}, and here {other}"),
    gettext_noop("to settle this, add the right name to a table players (player_id, name)"),
    gettext_noop("evenings with the same partner {name}: {times} and {others}"),
    gettext_noop("evenings: {evenings} and {others}, none together"),
    gettext_noop("two people? {id} is named {name}, and here {other}"),
    gettext_noop("two people? they played in {competitions} on one day, first on {day} ({number} such days)"),
)
"""Reasons why a value differs (`transforms/official`), and why ids may be one person or two (`likely_people`)."""
_PLACES = (
    gettext_noop("{line}, round {round}, board {board}: {ns} - {ew}"),
    gettext_noop("{line}, board {board}: {ns} - {ew}"),
    gettext_noop("board {board} of {one} - {other} (line {line}, round {round}, next to row {row})"),
    gettext_noop("board {board} of {one} - {other} (line {line}, round {round})"),
    gettext_noop("{pairs} (line {line}, round {round})"),
    gettext_noop("{line}, board {board}, {ns} - {ew}: {here} / {there} (row {row})"),
    gettext_noop("board {board}, pair {ns} against {ew}"),
    gettext_noop("round {round}, pair {ns} against {ew}"),
    gettext_noop("board {board}, {ns} - {ew}"),
    gettext_noop("board {number}"),
    gettext_noop("round {round}, {one} - {other}"),
    gettext_noop("round {round}, {one}"),
)
"""Places of a value of `Doubts`, of a row that differs in two files of one evening, and of a meeting of two pairs."""
_ROWS = (gettext_noop("line {number}"), gettext_noop("pair {pair} on board {board} in line {number}"))
_ROWS_OF_FILES = (gettext_noop("{file}, line {number}"),)
_PROOFS = (
    gettext_noop("optimal: SS {ss}, and no movement of this size has less"),
    gettext_noop("directions optimal: SS {ss}, and no directions have less"),
    gettext_noop("none: SS {ss}; best bound known for its directions {bound}, gap {gap}"),
    gettext_noop("none: SS {ss}; best bound known {bound}, gap {gap}"),
)
_MARKS = (
    (90, gettext_noop("excellent")),
    (80, gettext_noop("good")),
    (60.005, gettext_noop("between moderate and good")),
    (0, gettext_noop("moderate to poor")),
)
"""The marks for a balance (Qf), each with the least balance for it: Dutch school marks, times 10.

In the source of the measure, 6 and less is moderate to poor, 8 is good, 9 and more is excellent. A page shows
everything below 60.005 as `60.00`, which is still a 6."""
_GAP = re.compile(r"\\{(\w+)\\}")
_FRACTION = re.compile(r"-?\d+\.\d+|-\d+")
_BEFORE_NAMES = re.compile(r"([0-9]+(?:NS|EW))( \(.+\))")
_BETWEEN = "; "


def value_name(code: str) -> str:
    """Return the name of a kind of value, publication or list in the current language: `points North-South`."""
    return gettext(_VALUES.get(code, code.replace("_", " ")))


def kind_name(kind: str) -> str:
    """Return the name of a kind of publication; `barometer publish --only` takes the English one."""
    return pgettext(PUBLISHED, kind)


def reason(text: str) -> str:
    """Translate a reason from a table: why a value differs, or why two ids may be one person."""
    return _BETWEEN.join(translated(part, _REASONS) for part in text.split(_BETWEEN))


def place_of_doubt(text: str) -> str:
    """Translate the place of a value in `Doubts`: `board 7, 3 - 4`, or `3EW`. Other texts are unchanged."""
    return number_said(translated(text, _PLACES))


def places(text: str) -> str:
    """Translate the places of several values in `Doubts`, separated by `; `."""
    each = text.split(_BETWEEN)
    spoken = [place_of_doubt(place) for place in each]
    return text if spoken == each else one_behind_the_other(spoken)


def rows(text: str) -> str:
    """Translate several rows of a file, separated by `, `: `line 7, line 9`. Other texts are unchanged."""
    return ", ".join(translated(row, _ROWS) for row in text.split(", "))


def rows_of_files(text: str) -> str:
    """Translate rows of several files, separated by `; `: `people.csv, line 3`. Other texts are unchanged."""
    return one_behind_the_other(translated(row, _ROWS_OF_FILES) for row in text.split(_BETWEEN))


def proof(text: str) -> str:
    """Translate the statement of a library file on whether its movement is as even as possible."""
    return translated(text, _PROOFS)


def balance_mark(balance: float | None) -> str:
    """Return the mark for a balance from 0 to 100, such as `good`; "" for null."""
    return "" if balance is None else gettext(next(mark for least, mark in _MARKS if balance >= least))


def balance_said(balance: float | None) -> str:
    """Return the mark for a balance, like `balance_mark`, but "not known" for null."""
    return balance_mark(balance) or gettext("not known")


def compared(value: float | None, kind: str) -> str:
    """Return a value from a file, or our value, as text: scores with two decimals, others with as many as they need."""
    if value is None:
        return ""
    return written(as_text.in_decimals(value, 2) if kind in ("score", "scores") else as_text.short(value))


def number(value: str) -> str:
    """Return a number as the current language writes it. Other values are unchanged."""
    return written(value) if _FRACTION.fullmatch(value) else value


def number_said(entrant: str) -> str:
    """Return the number of an entrant in the current language, with its direction, if any: `3EW`."""
    of_side = re.fullmatch(OF_SIDE, entrant)
    return f"{of_side[1]}{gettext(of_side[2])}" if of_side else entrant


def numbers_said(entrants: str) -> str:
    """Return the numbers of several entrants, `A 3EW, 12`, in the current language. Other texts are unchanged."""
    if before_names := _BEFORE_NAMES.fullmatch(entrants):
        return number_said(before_names[1]) + before_names[2]
    apart = (each.rpartition(" ") for each in entrants.split(", "))
    return ", ".join(f"{line}{blank}{number if line[1:] else number_said(number)}" for line, blank, number in apart)


def translated(text: str, sentences: tuple[str, ...], *, are_gaps_kept: bool = False) -> str:
    """Translate a text that is one of these English sentences with its placeholders filled; keep any other."""
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
