"""What tables and files say in English, in the language that is spoken: kinds of values, why two may be one, proofs.

Tables hold all this in English, with numbers and names in it. A sentence that is not known here stays English.
"""

import re
from functools import cache

from transforms.tables.arithmetic import as_text
from transforms.tables.arithmetic.as_text import OF_SIDE
from transforms.tables.messages import gettext, gettext_noop, one_behind_the_other, pgettext, pgettext_noop, written

_VALUES = {
    "ns_points": gettext_noop("points North-South"),
    "ew_points": gettext_noop("points East-West"),
    "imps": gettext_noop("IMPs won"),
    "vp": gettext_noop("victory points"),
    "results": gettext_noop("result lists"),
    "player_places": gettext_noop("places of players"),
    "pair_places": gettext_noop("places of pairs"),
}
"""Kind of value, of what is published, or list -> its name, where that is not its code with blanks."""
_NAMED_BY_CODE = (
    *(gettext_noop("datum"), gettext_noop("points"), gettext_noop("score"), gettext_noop("rank")),
    *(gettext_noop("boards"), gettext_noop("club points"), gettext_noop("ranking"), gettext_noop("played")),
    *(gettext_noop("average"), gettext_noop("rating"), gettext_noop("games"), gettext_noop("rankings")),
    *(gettext_noop("championships"), gettext_noop("awards"), gettext_noop("ratings"), gettext_noop("players")),
    *(gettext_noop("pairs"), gettext_noop("individual")),
)
"""The names of all others, which the catalogues have from here."""
_PUBLISHED = "what is published"
_KINDS = (
    pgettext_noop("what is published", "results"),
    pgettext_noop("what is published", "rankings"),
    pgettext_noop("what is published", "championships"),
    pgettext_noop("what is published", "awards"),
    pgettext_noop("what is published", "ratings"),
)
_REASONS = (
    gettext_noop("unexplained"),
    gettext_noop("accepted: {reason}"),
    gettext_noop("the file contradicts itself: it has a result for an entrant of whom no board counts"),
    gettext_noop("the file gives or takes a penalty of {points} points"),
    gettext_noop("the director takes {points} points off, in a table of penalties"),
    gettext_noop("the director gives {points} points, in a table of penalties"),
    gettext_noop("follows from the result lines of this entrant that differ: {lines}"),
    gettext_noop("follows from the scores that differ in this field"),
    gettext_noop("the file breaks a tie that stands here"),
    gettext_noop("the file makes its percentage of a total that it has rounded"),
    gettext_noop("the file gives points for a line that counts as not played here"),
    gettext_noop("the file contradicts itself: it gives points for a line that was not played"),
    gettext_noop("the file expects {results} results on this board, we {ours} (Neuberg)"),
    gettext_noop("the file prints whole points in this session"),
    gettext_noop("the file contradicts itself: it gives other points to the same score on this board"),
    gettext_noop("the file contradicts itself: on this board a better score has no more points than a worse one"),
    gettext_noop("the file contradicts itself: it awards {share} % of the top, the ruling {ours} %"),
    gettext_noop("the file awards {share} % of the top, we {ours} %"),
    gettext_noop("the file awards other points"),
    gettext_noop("the file lets the average on this board weigh otherwise on the other results"),
    gettext_noop("one person? the same name"),
    gettext_noop("one person? the same name but for accents, order or signs"),
    gettext_noop("one person? one letter off"),
    gettext_noop("one person? one of them without a name"),
    gettext_noop("one person? {id} is spelled {name}, and here {other}"),
    gettext_noop("a table players settles it"),
    gettext_noop("evenings with the same partner {name}: {times} and {others}"),
    gettext_noop("evenings: {evenings} and {others}, none together"),
    gettext_noop("two people? {id} is named {name}, and here {other}"),
    gettext_noop("two people? sat down in {competitions} on one day, first on {day} ({number} such days)"),
)
"""Why a value differs (`transforms/official`), and why ids may be one person or two (`likely_people`)."""
_PLACES = (
    gettext_noop("{line}, round {round}, board {board}: {ns} - {ew}"),
    gettext_noop("{line}, board {board}: {ns} - {ew}"),
    gettext_noop("board {board} of {one} - {other} (line {line}, round {round}, next to row {row})"),
    gettext_noop("board {board} of {one} - {other} (line {line}, round {round})"),
    gettext_noop("{line}, board {board}, {ns} - {ew}: {here} / {there} (row {row})"),
    gettext_noop("board {board}, pair {ns} against {ew}"),
    gettext_noop("round {round}, pair {ns} against {ew}"),
    gettext_noop("board {board}, {ns} - {ew}"),
    gettext_noop("board {number}"),
    gettext_noop("round {round}, {one} - {other}"),
    gettext_noop("round {round}, {one}"),
)
"""Where a value of `Doubts` stands, a row that two files of one evening have otherwise, or a meeting of two pairs."""
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
"""The least balance (Qf) -> what it is called by the source of the measure: as a Dutch school mark, times 10.

There 6 and less is moderate to poor, 8 good, 9 and more excellent; `60.00` on a page is 60."""
_GAP = re.compile(r"\\{(\w+)\\}")
_FRACTION = re.compile(r"-?\d+\.\d+|-\d+")
_BEFORE_NAMES = re.compile(r"([0-9]+(?:NS|EW))( \(.+\))")
_SCORES = ("score", "scores")
"""Kinds of values, of differences and of doubts, that pages show with two decimals always."""
_BETWEEN = "; "
_LISTS = ("competitions",)
"""Gaps of several names, `, ` between them in tables."""


def value_name(code: str) -> str:
    """The name of a kind of value, of what is published, or of a list of it: `points North-South`."""
    return gettext(_VALUES.get(code, code.replace("_", " ")))


def kind_name(kind: str) -> str:
    """A kind of what is published, by the word that `barometer publish --only` knows."""
    return pgettext(_PUBLISHED, kind)


def reason(text: str) -> str:
    """Why a value differs, or why two ids may be one person, as tables give it."""
    return _BETWEEN.join(_said(part, _REASONS) for part in text.split(_BETWEEN))


def place_of_doubt(text: str) -> str:
    """Where a value that differs stands, as `Doubts` has it: `board 7, 3 - 4`, or `3EW`; any other text as it is."""
    return number_said(_said(text, _PLACES))


def places(text: str) -> str:
    """Where several values differ, `; ` between them, each as `place_of_doubt` says it."""
    each = text.split(_BETWEEN)
    spoken = [place_of_doubt(place) for place in each]
    return text if spoken == each else one_behind_the_other(spoken)


def rows(text: str) -> str:
    """Further rows of a file, `, ` between them: `line 7, line 9`; any other text as it is."""
    return ", ".join(_said(row, _ROWS) for row in text.split(", "))


def rows_of_files(text: str) -> str:
    """Rows of several files, `; ` between them: `people.csv, line 3`; how many rows, and any other text, as it is."""
    return one_behind_the_other(_said(row, _ROWS_OF_FILES) for row in text.split(_BETWEEN))


def proof(text: str) -> str:
    """Whether a movement is as even as can be, as its file in the library says."""
    return _said(text, _PROOFS)


def balance_mark(balance: float | None) -> str:
    """What a balance of 0 to 100 is worth: `good`; empty for null."""
    return "" if balance is None else gettext(next(mark for least, mark in _MARKS if balance >= least))


def balance_said(balance: float | None) -> str:
    """As `balance_mark`; that it cannot be told, for null."""
    return balance_mark(balance) or gettext("cannot be told")


def compared(value: float | None, kind: str) -> str:
    """A value that a file gives, or ours beside it: a score with two decimals, any other with as many as it needs."""
    if value is None:
        return ""
    return written(as_text.in_decimals(value, 2) if kind in _SCORES else as_text.short(value))


def number(value: str) -> str:
    """A number as the language writes it; any other value as it stands."""
    return written(value) if _FRACTION.fullmatch(value) else value


def number_said(entrant: str) -> str:
    """The number of an entrant, with a direction that is a part of it in the language that is spoken: `3EW`."""
    of_side = re.fullmatch(OF_SIDE, entrant)
    return f"{of_side[1]}{gettext(of_side[2])}" if of_side else entrant


def numbers_said(entrants: str) -> str:
    """Numbers of entrants, `, ` between them: alone, behind a line (`A 3EW`), or before names; else as it is."""
    if before_names := _BEFORE_NAMES.fullmatch(entrants):
        return number_said(before_names[1]) + before_names[2]
    apart = (each.rpartition(" ") for each in entrants.split(", "))
    return ", ".join(f"{line}{blank}{number if line[1:] else number_said(number)}" for line, blank, number in apart)


def _said(text: str, sentences: tuple[str, ...]) -> str:
    for sentence, pattern in _patterns(sentences):
        if found := pattern.fullmatch(text):
            return gettext(sentence, **{gap: _in_gap(gap, value) for gap, value in found.groupdict().items()})
    return text


def _in_gap(gap: str, value: str) -> str:
    *others, last = value.split(", ") if gap in _LISTS else [value]
    return gettext("{one} and {other}", one=", ".join(others), other=last) if others else number_said(number(last))


@cache
def _patterns(sentences: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    return [(text, re.compile(_GAP.sub(r"(?P<\1>.+?)", re.escape(text)), re.DOTALL)) for text in sentences]
