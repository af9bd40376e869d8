"""Numbers, dates, lines and boards in words for readers: in English, whatever the language of the machine."""

import datetime as dt
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from transforms.arithmetic import as_text
from transforms.awards import SCHEMES

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DIRECTIONS = {"NS": "North-South", "EW": "East-West"}
_SCORINGS = {
    "matchpoints": "matchpoints",
    "butler": "butler",
    "cross_imps": "cross-IMPs",
    "imps": "teams, IMPs and victory points",
    "point_a_board": "teams, point a board",
}
_UNITS = {
    "matchpoints": "%",
    "butler": "IMPs a board",
    "cross_imps": "IMPs a board",
    "imps": "VPs a match",
    "point_a_board": "%",
}
_POINTS = {"matchpoints": "Points", "butler": "IMPs", "cross_imps": "IMPs", "imps": "VPs", "point_a_board": "Points"}
_VALUES = {"lines": "result lines", "ranks": "places", "victory_points": "sums of victory points"}
"""Kind of value in `Doubts` -> its name on a page, where that is another."""
_VULNERABLE = ("none", "N-S", "E-W", "all")


def spoken_date(day: dt.date) -> str:
    """`2 September 2025`."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def short_date(day: dt.date) -> str:
    """`2 Sep`."""
    return f"{day.day} {short_month(day)}"


def short_month(day: dt.date) -> str:
    """`Sep`."""
    return _MONTHS[day.month - 1][:3]


def counted(number: int, thing: str) -> str:
    """`1 session`, `2 sessions`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def fixed(value: float | None, decimals: int = 2) -> str:
    """The value with two decimals, `−1.50`, or as many as `decimals` says; empty for null."""
    return "" if value is None else as_text.in_decimals(value, decimals).replace("-", "−")


def short(value: float | None) -> str:
    """The value with no more decimals than needed, two at most: `12`, `0.5`, `11.83`; empty for null."""
    return "" if value is None else as_text.short(value).replace("-", "−")


def change(value: float | None) -> str:
    """A change of a value: `+1.50`, `−1.50`, or `=`; empty for null."""
    return "" if value is None else "=" if value == 0 else _with_plus(value)


def estimate(value: float | None, scoring: str) -> str:
    """An estimated change of a score: `+1.5` with one decimal for percentages, two decimals for others; or `=`."""
    if value is None or value == 0:
        return change(value)
    return _with_plus(value, 1 if scoring == "matchpoints" else 2)


def estimated(value: float | None, scoring: str) -> str:
    """An estimated score: `51.5` with one decimal for percentages; for others two decimals and a sign."""
    return fixed(value, 1) if scoring == "matchpoints" else won(value, scoring)


def _with_plus(value: float, decimals: int = 2) -> str:
    return f"+{fixed(value, decimals)}" if value > 0 else fixed(value, decimals)


def field_name(field: str) -> str:
    """`Line A`, `Lines A + C`, `Line A, North-South`."""
    lines, _, direction = field.partition(" ")
    name = f"{'Lines' if '+' in lines else 'Line'} {lines.replace('+', ' + ')}"
    return f"{name}, {_DIRECTIONS[direction]}" if direction else name


def scoring_name(scoring: str) -> str:
    """The name of a scoring for readers: `cross-IMPs` for `cross_imps`."""
    return _SCORINGS[scoring]


def unit(scoring: str) -> str:
    """The unit of an entrant's score: `%`, `IMPs a board`, `VPs a match`."""
    return _UNITS[scoring]


def points_name(scoring: str) -> str:
    """The name of the points of a scoring: `Points`, `IMPs`, `VPs`."""
    return _POINTS[scoring]


def scheme_name(scheme: str) -> str:
    """The name of the points of a scheme: `Expert Points, FFB`."""
    return SCHEMES[scheme].title


def scheme_heading(scheme: str) -> str:
    """The heading of a column of the points of a scheme: `FFB`."""
    return SCHEMES[scheme].heading


def signed(value: float | None) -> str:
    """The value with a sign and no more decimals than needed: `+12`, `−0.5`, `0`; empty for null."""
    return f"+{short(value)}" if value is not None and value > 0 else short(value)


def won(value: float | None, scoring: str | None) -> str:
    """A score or points with two decimals, and a sign where they can be below 0: `61.25`, `+1.50`, `−0.85`."""
    text = fixed(value)
    return f"+{text}" if scoring in ("butler", "cross_imps") and value is not None and value > 0 else text


def in_number_order(entrant: str) -> tuple[int, str]:
    """A key to sort entrants: `2` before `10`; those without a number at the start come last."""
    number = re.match(r"\d+", entrant)
    return (int(number[0]) if number else sys.maxsize, entrant)


def balance(board: Mapping[str, Any]) -> str:
    """Whether the points on a board of the control sheet add up, with the sums of both sides as evidence."""
    ns, ew, top = board["ns_points"], board["ew_points"], board["top"]
    if ns is None or ew is None:
        return "Nobody earned points"
    total = short(ns + ew)
    if top is None:
        fair, tops = "0", "0"
        sums, made, agreed = f"NS {short(ns)} and EW {short(ew)}", f" make {total}", " cancel out"
    else:
        fair, tops = short(board["results"] * top), f"{board['results']} × {short(top)}"
        sums, made, agreed = f"NS {short(ns)} + EW {short(ew)}", f" = {total}", f" = {tops}"
    if not board["balanced"]:
        return f"Does not balance: {sums}{made}" + ("" if top is None else f"; {tops} = {fair}")
    if board["as_ruled"]:
        return f"{sums}{made}, as ruled"
    return sums + agreed if total == fair else f"{sums}{made}, as rounded"


def balances(boards: Sequence[Mapping[str, Any]]) -> str:
    """On how many boards the points add up: `14 boards: 11 balance, 3 as ruled`; `14 boards, all of them balance`."""
    as_ruled = sum(board["as_ruled"] for board in boards)
    failing = sum(not board["balanced"] for board in boards)
    if not as_ruled + failing:
        return "1 board, and it balances" if len(boards) == 1 else f"{len(boards)} boards, all of them balance"
    numbers = {"balance": len(boards) - as_ruled - failing, "as ruled": as_ruled, "do not balance": failing}
    parts = ", ".join(f"{number} {what}" for what, number in numbers.items() if number)
    return f"{counted(len(boards), 'board')}: {parts}"


def dealt(board: int) -> str:
    """Dealer and vulnerability of a board (Law 2); they repeat every sixteen boards."""
    number = board - 1
    vulnerable = _VULNERABLE[(number + number // 4) % 4]
    return f"dealer {'NESW'[number % 4]}, vulnerable {vulnerable}"


def doubt_in_words(doubt: Mapping[str, Any], scoring: str | None) -> str:
    """What a file says of itself and what its lines give: `24 boards in the file, 14 here`.

    Of values the first is told: `12 of 14 percentages (No. 1: 62.56 in the file, 60.1 here)`.

    Args:
        doubt: a row of `Doubts`.
        scoring: that of the session; None where nobody has a result.
    """
    what = doubt["what"]
    computed = short(doubt["computed"]) or "nothing"
    if doubt["first"] is None:
        return f"{short(doubt['official'])} {what.replace('_', ' ')} in the file, {computed} here"
    if what == "scores" and scoring and unit(scoring) == "%":
        what = "percentages"
    where = doubt["first"] if what in ("lines", "datums", "matches", "victory_points") else f"No. {doubt['first']}"
    values = f"{where}: {short(doubt['official'])} in the file, {computed} here"
    return f"{doubt['differing']} of {doubt['of']} {_VALUES.get(what, what)} ({values})"
