"""Numbers, dates, lines and boards as a reader says them, in English whatever the machine's language."""

import datetime as dt

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DIRECTIONS = {"NS": "North-South", "EW": "East-West"}
_KINDS = {"pairs": "Pairs play", "butler": "Butler", "cross_imp": "Cross-IMP scoring", "teams": "Teams play"}
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


def fixed(value: float | None) -> str:
    """Two decimals, `−1.50`; nothing for what does not exist."""
    return "" if value is None else f"{value:.2f}".replace("-", "−")


def short(value: float | None) -> str:
    """As few decimals as say it: `12`, `0.5`, `11.83`."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def change(value: float | None) -> str:
    """`+1.50`, `−1.50`, or `=`."""
    return "" if value is None else "=" if value == 0 else f"{value:+.2f}".replace("-", "−")


def field_name(field: str) -> str:
    """`Line A`, `Lines A + C`, `Line A, North-South`."""
    lines, _, direction = field.partition(" ")
    name = f"{'Lines' if '+' in lines else 'Line'} {lines.replace('+', ' + ')}"
    return f"{name}, {_DIRECTIONS[direction]}" if direction else name


def kind_name(kind: str) -> str:
    """`Butler` of the kind of session `butler`."""
    return _KINDS[kind]


def dealt(board: int) -> str:
    """Dealer and vulnerability of a board (Law 2): they repeat every sixteen boards."""
    number = board - 1
    vulnerable = _VULNERABLE[(number + number // 4) % 4]
    return f"dealer {'NESW'[number % 4]}, vulnerable {vulnerable}"
