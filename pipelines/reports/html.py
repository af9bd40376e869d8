"""Templates into files: the one place where values become markup, and every value is escaped there."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pipelines.reports.page_names import page_name
from pipelines.reports.words import counted, short_date, spoken_date

_HERE = Path(__file__).parent
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_DIRECTIONS = {"NS": "North-South", "EW": "East-West"}


def write_page(page: Path, template: str, **content: Any) -> None:
    """Fill a template of `templates/` and write it; a name the template does not know is an error."""
    save(page, _templates().get_template(template).render(content))


def write_assets(folder: Path) -> None:
    """Copy what every page of a folder uses: its style, and the script that sorts tables."""
    for name in ("style.css", "sort.js"):
        (folder / name).write_bytes((_HERE / name).read_bytes())


def save(file: Path, text: str) -> None:
    """Write as UTF-8, without the control characters that neither HTML nor SVG may hold."""
    file.write_bytes(_CONTROL.sub("", text).encode())


def _fixed(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".replace("-", "−")


def short(value: float | None) -> str:
    """As few decimals as say it: `12`, `0.5`, `11.83`."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "−")


def _change(value: float | None) -> str:
    return "" if value is None else "=" if value == 0 else f"{value:+.2f}".replace("-", "−")


def _field_name(field: str) -> str:
    """`Line A`, `Lines A + C`, `Line A, North-South`."""
    lines, _, direction = field.partition(" ")
    name = f"{'Lines' if '+' in lines else 'Line'} {lines.replace('+', ' + ')}"
    return f"{name}, {_DIRECTIONS[direction]}" if direction else name


def _dealt(board: int) -> str:
    """Dealer and vulnerability of a board (Law 2): they repeat every sixteen boards."""
    number = board - 1
    vulnerable = ("none", "N-S", "E-W", "all")[(number + number // 4) % 4]
    return f"dealer {'NESW'[number % 4]}, vulnerable {vulnerable}"


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(_filters())
    return environment


def _filters() -> dict[str, Callable[..., Any]]:
    return {
        "page": cache(page_name),
        "fixed": _fixed,
        "short": short,
        "change": _change,
        "dealt": _dealt,
        "field_name": _field_name,
        "counted": counted,
        "spoken": spoken_date,
        "short_date": short_date,
    }
