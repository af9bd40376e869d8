"""Turn cells of text into values: numbers, dates and bridge terms, which get one form in all file formats.

The functions take and return polars expressions. A cell that is not understood becomes null.
"""

import datetime as dt
import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import dataframely as dy
import polars as pl

from pipelines.intake.readers.words_abroad import contract_abroad
from pipelines.words.lists import texts
from transforms.bridge.contracts import contract_of
from transforms.bridge.rulings import AVERAGE, AWARDED, is_ruling
from transforms.bridge.sessions import DIRECTIONS_ABROAD, NOBODY, as_in_tables
from transforms.tables.finding_words import FALSE_WORDS, GUEST_WORDS, MEMBER_WORDS, TRUE_WORDS
from transforms.tables.messages import gettext_noop
from transforms.tables.phrases import phrase
from transforms.tables.schemas import ADJUSTMENT_UNITS, DIRECTIONS, KINDS, SEATS, TEAM_SCORINGS, VULNERABLE

LONGEST_TEXT = 1000
"""The most letters of a name, an id, a title or a reason. A longer text is a sign of a damaged file."""
_HIGHEST = 10**12
"""The highest number that is read. It is far above all numbers in bridge, but sums stay exact to three decimals."""
_MOST_TRICKS = 13

_NONE, _NS, _EW, _BOTH = VULNERABLE
VULNERABLE_WORDS = {
    **dict.fromkeys(("none", "love", "-", "o", "nobody"), _NONE),
    **dict.fromkeys(("ns", "n-s", "n/s", "n"), _NS),
    **dict.fromkeys(("ew", "e-w", "e/w", "e"), _EW),
    **dict.fromkeys(("all", "both", "b"), _BOTH),
}

_SHARE = r"(?:avg|ave?|a)?\s*([+-]|[0-9]+(?:\.[0-9]+)?)"
_SHARES = rf"^{_SHARE}[/_]{_SHARE}\s*%?$"
"""Directors' notations for the shares of both sides: `A60/40`, `60/40`, `AVE+/AVE-`, `A+/A-`."""
_AVERAGES = dict.fromkeys(("a50_50", "avg", "ave", "av", "a="), AVERAGE)


@dataclass(frozen=True)
class Kind:
    """The way to turn a cell into a value, and advice to the user if the cell is not understood."""

    value: Callable[[pl.Expr], pl.Expr]
    wanted: str
    nearly: Callable[[pl.Expr], pl.Expr] | None = None
    """Reads a cell in another spelling or language, as a suggestion; null if the meaning is uncertain."""


def as_text(column: str, dtype: pl.DataType) -> pl.Expr:
    """Return a column of any type as text, as in a CSV file: numbers without `.0`, dates as `2026-09-30`."""
    cell = pl.col(column)
    if dtype.is_float():
        is_whole = (cell == cell.round()) & cell.is_between(-_HIGHEST, _HIGHEST)
        text = pl.when(is_whole).then(cell.cast(pl.Int64, strict=False).cast(pl.String)).otherwise(cell.cast(pl.String))
    elif dtype.is_decimal():
        text = cell.cast(pl.String).str.replace(r"\.0*$", "").str.replace(r"(\.\d*?)0+$", "$1")
    elif isinstance(dtype, pl.Datetime):
        day = cell.dt.date().cast(pl.String)
        text = pl.when(cell.dt.time() == dt.time()).then(day).otherwise(cell.dt.to_string("%Y-%m-%d %H:%M:%S"))
    else:
        text = cell.cast(pl.String)
    return text.alias(column)


def kind_of(name: str, column: dy.Column) -> Kind:
    """Return the kind of a column: the kind in `_BY_NAME` for its name, or else the kind of its type."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    lowest, highest = getattr(column, "min", None), getattr(column, "max", None)
    if isinstance(column, dy.Integer | dy.Int8 | dy.Int32 | dy.Int64):
        return _number(_whole_number, column.dtype, lowest, highest, "a whole number")
    if isinstance(column, dy.Float64):
        return _number(_amount, column.dtype, lowest, highest, "a number")
    if isinstance(column, dy.Bool):
        return Kind(_truth, gettext_noop("true or false"))
    if isinstance(column, dy.Date):
        return Kind(date, gettext_noop("a date, such as 2026-09-30"), exchanged)
    return Kind(_text, _NAME)


def _number(
    value: Callable[[pl.Expr], pl.Expr], dtype: pl.DataType, lowest: float | None, highest: float | None, wanted: str
) -> Kind:
    def in_range(text: pl.Expr) -> pl.Expr:
        number = value(_with_hyphens(text))
        within = number.is_between(-_HIGHEST if lowest is None else lowest, _HIGHEST if highest is None else highest)
        return pl.when(within).then(number).cast(dtype, strict=False)

    limits = {(True, True): f" from {lowest} to {highest}", (True, False): f", {lowest} or more"}
    return Kind(in_range, wanted + limits.get((lowest is not None, highest is not None), ""))


def _with_hyphens(text: pl.Expr) -> pl.Expr:
    return text.str.replace_all("\N{MINUS SIGN}", "-", literal=True)


def tricks_won(tricks: pl.Expr, contract: pl.Expr) -> pl.Expr:
    """Turn `=`, `+1` or `-2.0` into the number of tricks won, from the level of the contract; other texts stay."""
    relative = _with_hyphens(tricks.str.strip_chars())
    over = (
        pl.when(relative == "=")
        .then(0)
        .otherwise(relative.str.extract(r"^([+-][0-9]{1,2})(?:[.,]0{1,2})?$").cast(pl.Int64))
    )
    level = contract_of(contract.str.strip_chars()).str.extract(r"^([0-9])").cast(pl.Int64)
    won = level + 6 + over
    return pl.when(won.is_between(0, _MOST_TRICKS)).then(won.cast(pl.String)).otherwise(tricks)


def _whole_number(text: pl.Expr) -> pl.Expr:
    # 420.0 from a spreadsheet is 420. But 1.000 may be one or a thousand, so it is not read as a number.
    return text.str.strip_prefix("+").str.replace(r"[.,]0{1,2}$", "").cast(pl.Int64, strict=False)


def _decimal_number(text: pl.Expr) -> pl.Expr:
    plain = pl.when(text.str.contains(r"^[+-]?[0-9.,]+$")).then(text)
    return plain.str.replace(",", ".", literal=True).cast(pl.Float64, strict=False)


def _amount(text: pl.Expr) -> pl.Expr:
    """Return a number. `1,250` is read only if another cell of the column shows the meaning of the comma.

    A comma after more digits, as in `52,083 %`, is read as a decimal comma, which it almost always is.
    """
    number = _decimal_number(text)
    may_be_thousands = text.str.contains(r"^[+-]?[1-9][0-9]{0,2},[0-9]{3}$")
    has_decimal_comma = text.str.contains(",", literal=True) & ~may_be_thousands & number.is_not_null()
    is_unsure = text.str.contains(r"^[+-]?[1-9],[0-9]{3}$").any() & ~has_decimal_comma.any()
    return pl.when(~(may_be_thousands & is_unsure)).then(number)


def _share(text: pl.Expr) -> pl.Expr:
    plain = _with_hyphens(text)
    in_percent = _decimal_number(plain.str.extract(r"^(.*?)\s*%$")) / 100
    number = pl.coalesce(in_percent, _decimal_number(plain))
    return pl.when(number.is_between(0, 1)).then(number)


def percent_as_number(amount: pl.Expr, unit: pl.Expr) -> pl.Expr:
    """If the unit is percent or missing, remove the percent sign of an amount: `-10%` becomes -10."""
    written = unit.str.strip_chars().replace("%", "percent")
    is_percent = _unit(written).is_in(("percent", "percent_of_top")) | (written.fill_null("") == "")
    return pl.when(is_percent).then(amount.str.replace(r"\s*%\s*$", "")).otherwise(amount)


def _unit(text: pl.Expr) -> pl.Expr:
    # % alone is no unit: a director who writes 10% usually means a tenth of a board, not of the evening.
    return _one_of(_word(text).replace({"%_of_top": "percent_of_top"}), ADJUSTMENT_UNITS)


def _together(text: pl.Expr) -> pl.Expr:
    plain = text.str.to_uppercase().str.replace_all(r"\s", "")
    groups = plain.str.extract(r"^([A-Z](?:\+[A-Z])+(?:;[A-Z](?:\+[A-Z])+)*)$")
    letters = groups.str.extract_all("[A-Z]")
    return pl.when(letters.list.len() == letters.list.n_unique()).then(groups)


def _truth(text: pl.Expr, true: Iterable[str] = TRUE_WORDS, false: Iterable[str] = FALSE_WORDS) -> pl.Expr:
    words = {**dict.fromkeys(true, True), **dict.fromkeys(false, False)}
    return text.str.to_lowercase().replace_strict(words, default=None, return_dtype=pl.Boolean)


def _word(text: pl.Expr) -> pl.Expr:
    return text.str.to_lowercase().str.replace_all(r"[\s-]", "_")


def card(text: pl.Expr) -> pl.Expr:
    """Return a card as `SQ` (String); null if the text is not a card."""
    plain = text.str.to_uppercase().str.replace_many([" ", "♣", "♦", "♥", "♠", "10"], ["", "C", "D", "H", "S", "T"])
    return plain.str.replace(r"^([2-9TJQKA])([SHDC])$", "$2$1").str.extract(r"^([SHDC][2-9TJQKA])$")


_CALLS = {
    **{f"{level}{strain}": f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")},
    **{f"{level}N": f"{level}NT" for level in range(1, 8)},
    **dict.fromkeys(("P", "PASS", "-"), "Pass"),
    **dict.fromkeys(("X", "D", "DBL"), "X"),
    **dict.fromkeys(("XX", "R", "RDBL"), "XX"),
}
CALLS = {f"{written}{mark}": f"{call}{mark}" for written, call in _CALLS.items() for mark in ("", "!")}
"""The calls of an auction by how files write them, in upper case; `!` marks an alert."""


def _words(word: Callable[[pl.Expr], pl.Expr], text: pl.Expr) -> pl.Expr:
    words = _text(text).str.extract_all(r"\S+").list.eval(word(pl.element()))
    return pl.when(~words.list.contains(None, nulls_equal=True)).then(words.list.join(" "))


def _call(text: pl.Expr) -> pl.Expr:
    plain = text.str.to_uppercase().str.replace_many(["♣", "♦", "♥", "♠"], ["C", "D", "H", "S"])
    return plain.replace_strict(CALLS, default=None, return_dtype=pl.String)


def _ruling(text: pl.Expr) -> pl.Expr:
    # Blanks and percent signs around weights make no difference: `w 30 %: 420 / 70 %: -50`.
    plain = _with_hyphens(text).str.to_lowercase().str.replace_all(r"\s*%?\s*([:/_])\s*", "$1")
    shares = plain.str.replace(_SHARES, AWARDED.format("${1}", "${2}"))
    word = shares.str.replace(r"^([ws])\s+", "$1").str.replace_all(r"\s", "_").replace(_AVERAGES)
    return pl.when(is_ruling(word)).then(word)


def _one_of(text: pl.Expr, words: Sequence[str]) -> pl.Expr:
    return pl.when(text.is_in(words)).then(text)


def _joined(part: str) -> Callable[[pl.Expr], pl.Expr]:
    return lambda text: text.str.to_uppercase().str.replace_all(r"\s", "").str.extract(rf"^({part}(?:\+{part})*)$")


def _seat(text: pl.Expr) -> pl.Expr:
    return _one_of(text.str.to_uppercase().replace(_LETTERS), SEATS)


def _entrants(text: pl.Expr) -> pl.Expr:
    return as_in_tables(text.str.replace_all(r"\s*\+\s*", "+"))


def _text(text: pl.Expr) -> pl.Expr:
    return pl.when(text.str.len_chars() <= LONGEST_TEXT).then(text)


def _tricks(text: pl.Expr) -> pl.Expr:
    # +1 is one trick more than the contract. Without the contract, the number of tricks is unknown.
    number = _whole_number(_with_hyphens(pl.when(~text.str.starts_with("+")).then(text)))
    return pl.when(number.is_between(0, _MOST_TRICKS)).then(number).cast(pl.Int8, strict=False)


_BYE = ("bye", "-", "–", "vrij", "exempt", "fri")
_LETTERS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
_NAME = f"a name or number of at most {LONGEST_TEXT} letters"
_WANTED = {**texts("wanted"), "kind": f"one of {', '.join(KINDS)}", "entrant": _NAME, "opponent": _NAME}
_VALUES: dict[str, Callable[[pl.Expr], pl.Expr]] = {
    "contract": contract_of,
    "tricks": _tricks,
    **dict.fromkeys(("declarer", "seat", "dealer"), _seat),
    "direction": lambda text: _one_of(
        text.str.to_uppercase().str.replace_all(r"[^\p{Lu}]", "").replace(DIRECTIONS_ABROAD), DIRECTIONS
    ),
    "line": lambda text: _one_of(text.str.to_uppercase(), [*string.ascii_uppercase]),
    "together": _together,
    "entrant": lambda text: as_in_tables(_text(text)),
    "opponent": lambda text: pl.when(_word(text).is_in(_BYE)).then(pl.lit(NOBODY)).otherwise(text),
    **dict.fromkeys(("ns", "ew"), _entrants),
    "team_scoring": lambda text: _one_of(_word(text), TEAM_SCORINGS),
    "unit": _unit,
    # Whoever writes anything but yes asks not to be named, so an unknown word must not publish a name.
    "public": lambda text: pl.when(text.is_not_null()).then(_truth(text).fill_null(value=False)),
    "member": lambda text: _truth(text, (*TRUE_WORDS, *MEMBER_WORDS), (*FALSE_WORDS, *GUEST_WORDS)),
    "rounds": _joined("[0-9]+"),
    "carry": _share,
    "lead": card,
    "auction": partial(_words, _call),
    "play": partial(_words, card),
    "vulnerable": lambda text: text.str.to_lowercase().replace_strict(
        VULNERABLE_WORDS, default=None, return_dtype=pl.String
    ),
    "lines": _joined("[A-Z]"),
    "double_dummy": lambda text: text.str.to_lowercase().str.extract(r"^([0-9a-d]{20})$"),
    "kind": lambda text: _one_of(_word(text), KINDS),
    "ruling": _ruling,
}
_NEARLY = {"contract": contract_abroad}
_BY_NAME = {name: Kind(value, _WANTED[name], _NEARLY.get(name)) for name, value in _VALUES.items()}


_DATE_FORMS = ("%Y-%m-%d", "%Y.%m.%d", "%Y/%m/%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y")
_OF_AMERICA = "%m/%d/%Y"
_TIME = r"[T\s]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?\s?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)?$"
"""A time of day after a date. The date is read unchanged, whatever the offset of the time."""
_MONTHS = (
    *("jan", "feb", "mar|maa|mrt|mär|mae", "apr", "may|mei|mai", "jun", "jul", "aug", "sep", "oct|okt", "nov"),
    "dec|dez",
)
_IN_FIGURES = (
    r"^(?<year>[0-9]{4})[-./](?<month>[0-9]{1,2})[-./](?<day>[0-9]{1,2})$",
    r"^(?<day>[0-9]{1,2})[-./](?<month>[0-9]{1,2})[-./](?<year>[0-9]{4})$",
)
_NAMED_MONTH = r"^([0-9]{1,2})(?:st|nd|rd|th|\.)?[\s-]*(\p{L}{3,9})\.?[\s,-]*([0-9]{4})$"
_FIRST_DAY, _LAST_DAY = dt.date(1900, 1, 1), dt.date(2199, 12, 31)


def date(text: pl.Expr) -> pl.Expr:
    """Return a Date. 03/04 is 3 April, unless the column has a date such as 03/14 and none such as 14/03."""
    day = text.str.replace(_TIME, "")
    american, european = (day.str.to_date(form, strict=False) for form in (_OF_AMERICA, "%d/%m/%Y"))
    is_american = (american.is_not_null() & european.is_null()).any()
    is_european = (american.is_null() & european.is_not_null()).any()
    read = pl.coalesce(pl.when(is_american & ~is_european).then(american), _usual(day))
    return pl.when(read.is_between(_FIRST_DAY, _LAST_DAY)).then(read)


def exchanged(text: pl.Expr) -> pl.Expr:
    """Return `2026-03-14` (String) for a date that has day and month the other way round: 03/14/2026 or 2026-14-03."""
    written = text.str.replace(_TIME, "")
    forms = ("%Y-%d-%m", "%Y.%d.%m", "%Y/%d/%m", "%m-%d-%Y", "%m.%d.%Y", _OF_AMERICA)
    day = pl.coalesce(written.str.to_date(form, strict=False) for form in forms)
    return pl.when(_usual(written).is_null(), day.is_between(_FIRST_DAY, _LAST_DAY)).then(day.cast(pl.String))


def _usual(text: pl.Expr) -> pl.Expr:
    day, name, year = (text.str.extract(_NAMED_MONTH, part) for part in (1, 2, 3))
    beginnings = {beginning: number for number, month in enumerate(_MONTHS, start=1) for beginning in month.split("|")}
    month = name.str.to_lowercase().str.head(3).replace_strict(beginnings, default=None, return_dtype=pl.Int8)
    named = phrase("{}-{}-{}", year, month, day).str.to_date("%Y-%m-%d", strict=False)
    return pl.coalesce(*(text.str.to_date(form, strict=False) for form in _DATE_FORMS), named)


def last_of_month(text: pl.Expr) -> pl.Expr:
    """For a date that does not exist, such as 31/6/2026, return the last day of its month (String); otherwise null."""
    of_forms = []
    for written in map(text.str.extract_groups, _IN_FIGURES):
        year, month, day = (written.struct.field(name).cast(pl.Int32) for name in ("year", "month", "day"))
        last = pl.date(year, month.clip(1, 12), 1).dt.month_end()
        is_none = month.is_between(1, 12) & day.is_between(29, 31) & (day > last.dt.day())
        of_forms.append(pl.when(is_none).then(last.dt.to_string("%Y-%m-%d")))
    return pl.coalesce(of_forms)
