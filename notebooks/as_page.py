"""Write what a notebook shows as one page that reads without a network.

    python notebooks/as_page.py NOTEBOOK.py PAGE.html

`marimo export html` makes a page that fetches its program from the network. Here, texts are HTML already, figures
become SVG, and frames tables; what moves in a notebook, such as a slider, is left out. The page follows the reader's
choice of light or dark. On a phone, a figure is drawn anew as wide as the phone, so that its text keeps its size, and
the rows of a wide table stand one below the other.
"""

import html
import importlib.util
import io
import math
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import marimo as mo
import matplotlib as mpl
import pandas as pd
import polars as pl
from matplotlib.figure import Figure

_COLOURS = {
    "ink": (("#1f2724", "#000000"), "#e4e9e6"),
    "dim": (("#5a6560", "#999999"), "#a5b0ab"),
    "edge": (("#b9c0bb", "#cccccc"), "#56605b"),
    "grid": (("#dfe3de",), "#353c39"),
    "green": (("#1f6f54",), "#6cc3a2"),
    "rust": (("#b4562f",), "#e79268"),
    "blue": (("#3f5f9a",), "#93b1ea"),
    "ochre": (("#8a6d1c",), "#d3b355"),
    "plum": (("#7a4a86",), "#c99ad4"),
    "teal": (("#4f7d8c",), "#8bbccb"),
    "paper": (("#fdfdfb", "#ffffff"), "#161a18"),
}
"""Name of a colour of the page -> how figures write it (the first is that of a light page), and that of a dark page."""

_STYLE = """
:root {{ color-scheme: light dark; {light} }}
@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
body {{ font: 16px/1.55 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto 4rem; padding: 0 1rem;
  color: var(--ink); background: var(--paper); overflow-wrap: break-word; }}
h1 {{ line-height: 1.2; }} h2 {{ margin: 2.6rem 0 .4rem; padding-top: .6rem; border-top: 1px solid var(--grid); }}
code {{ font-size: .92em; }} a {{ color: var(--green); }}
figure {{ margin: 1.6rem 0; }} figcaption {{ font-weight: 600; line-height: 1.3; margin-bottom: .3rem; }}
svg {{ display: block; max-width: 100%; height: auto; }} .narrow {{ display: none; }}
.table {{ overflow-x: auto; margin: 1rem 0; }}
table {{ border-collapse: collapse; font-size: .94rem; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .28rem .8rem .28rem 0; text-align: right; vertical-align: bottom;
  border-bottom: 1px solid var(--grid); }}
th {{ color: var(--dim); font-weight: 600; line-height: 1.25; }}
th.text, td.text {{ text-align: left; }} td {{ white-space: nowrap; }}
@media (max-width: 45rem) {{
  svg.wide {{ display: none; }} svg.narrow {{ display: block; }}
  table {{ font-size: .84rem; }} .stacked table {{ font-size: .94rem; }} th, td {{ padding-right: .4rem; }}
  td.text {{ white-space: normal; }}
  .stacked table, .stacked tbody {{ display: block; }} .stacked thead {{ display: none; }}
  .stacked tr {{ display: block; padding: .5rem 0; border-bottom: 1px solid var(--edge); }}
  .stacked td, .stacked td.text {{ display: flex; justify-content: space-between; gap: 1rem; padding: .1rem 0;
    border: 0; }}
  .stacked td::before {{ content: attr(data-of); color: var(--dim); white-space: normal; }}
  .stacked td:first-child {{ font-weight: 600; }} .stacked td:empty {{ display: none; }}
}}
"""
_PHONE_INCHES = 3.72
"""357 CSS pixels: a phone of 390 less the margins of the page."""
_LEAST_HIGH = 2.7
_UNUSED_ID = r' id="(?![mp][0-9a-f]{10}")[^"]*"'
"""The names of parts of a figure that no other part refers to; all figures use the same."""
_MOST_DECIMALS = 3
_STACKED_FROM_COLUMNS, _STACKED_TO_ROWS = 5, 20
"""Wider tables are stacked on a phone, unless they are so long that nobody would scroll past them."""


def page_of(notebook: Path) -> str:
    """Run a notebook; its outputs, from top to bottom, as a page of HTML.

    Raises:
        FileNotFoundError: there is no such notebook.
    """
    specification = importlib.util.spec_from_file_location(notebook.stem, notebook)
    if specification is None or specification.loader is None:
        raise FileNotFoundError(notebook)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    outputs, _ = module.app.run()
    numbers = count(1)
    body = "\n".join(_as_html(output, numbers) for output in outputs)
    title = html.escape(notebook.stem.replace("_", " ").capitalize())
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    light, dark = (
        " ".join(f"--{name}: {written[0] if is_light else on_dark};" for name, (written, on_dark) in _COLOURS.items())
        for is_light in (True, False)
    )
    style = _STYLE.format(light=light, dark=dark)
    return (
        f"<!doctype html>\n<html lang=en><head>{head}<style>{style}</style></head><body><main>\n{body}\n"
        "</main></body></html>\n"
    )


def _as_html(output: Any, numbers: Iterator[int]) -> str:
    match output:
        case pl.DataFrame():
            return _table(output)
        case pd.DataFrame():
            return _table(pl.from_pandas(output.reset_index()))
        case Figure():
            return _figure(output, next(numbers))
        case mo.Html() if not isinstance(output, mo.ui.dropdown | mo.ui.slider):
            return output.text
        case _:
            return ""


# --- figures ------------------------------------------------------------------------------------


def _figure(figure: Figure, number: int) -> str:
    """The figure as it is, and as wide as a phone, of which the page shows one."""
    width, height = figure.get_size_inches()
    title = figure.axes[0].get_title(loc="left")
    if len(figure.axes) == 1:
        # Above the figure, where a long title goes on in a second line.
        figure.axes[0].set_title("", loc="left")
    wide = _svg(figure, "wide", number, title)
    # A chart gets relatively higher, several of them stay as they are.
    stretch = 1.6 if len(figure.axes) == 1 else 1.1
    figure.set_size_inches(_PHONE_INCHES, max(_LEAST_HIGH, height * min(1, stretch * _PHONE_INCHES / width)))
    narrow = _svg(figure, "narrow", number, title)
    figure.set_size_inches(width, height)
    caption = f"<figcaption>{html.escape(title)}</figcaption>\n" if len(figure.axes) == 1 else ""
    return f"<figure>{caption}{wide}\n{narrow}</figure>"


def _svg(figure: Figure, kind: str, number: int, title: str) -> str:
    drawn = io.StringIO()
    # Drawings of one page must not share the names of their parts: one that is hidden would take them from the other.
    with mpl.rc_context({"svg.hashsalt": f"{kind} {number}", "svg.fonttype": "none"}):
        figure.savefig(drawn, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = drawn.getvalue().replace("'DejaVu Sans'", "system-ui, sans-serif")
    for name, (written, _) in _COLOURS.items():
        for colour in written:
            text = text.replace(colour, f"var(--{name})")
    text = re.sub(_UNUSED_ID, "", text)
    _, opening, rest = text.partition("<svg")
    return f'{opening} class="{kind}" role="img" aria-label="{html.escape(title)}"{rest}'


# --- tables -------------------------------------------------------------------------------------


def _table(frame: pl.DataFrame) -> str:
    """Every column with as many decimals as its numbers need, text to the left."""
    if frame.is_empty():
        return "<p>There is none yet.</p>"
    names = [html.escape(name) for name in frame.columns]
    kinds = ["" if dtype.is_numeric() else ' class="text"' for dtype in frame.dtypes]
    head = "".join(f'<th scope="col"{kind}>{name}</th>' for name, kind in zip(names, kinds, strict=True))
    cells = [
        [f'<td{kind} data-of="{name}">{html.escape(text)}</td>' for text in _texts(column)]
        for name, kind, column in zip(names, kinds, frame.iter_columns(), strict=True)
    ]
    rows = "\n".join(f"<tr>{''.join(row)}</tr>" for row in zip(*cells, strict=True))
    is_stacked = frame.width > _STACKED_FROM_COLUMNS and frame.height <= _STACKED_TO_ROWS
    kind = "table stacked" if is_stacked else "table"
    return f'<div class="{kind}"><table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>'


def _texts(column: pl.Series) -> Sequence[str]:
    if not column.dtype.is_numeric():
        return column.cast(pl.String).fill_null("").to_list()
    values = [None if value is None or not math.isfinite(value) else value for value in column]
    there = [value for value in values if value is not None]
    decimals = max((_decimals(value) for value in there), default=0)
    return ["" if value is None else _number(value, decimals) for value in values]


def _decimals(value: float) -> int:
    few = (places for places in range(_MOST_DECIMALS) if abs(value - round(value, places)) < 1e-9)
    return next(few, _MOST_DECIMALS)


def _number(value: float, decimals: int) -> str:
    text = f"{value:,.{decimals}f}"
    return (text.removeprefix("-") if not text.strip("-0.,") else text).replace("-", "\N{MINUS SIGN}")


if __name__ == "__main__":
    Path(sys.argv[2]).parent.mkdir(parents=True, exist_ok=True)
    Path(sys.argv[2]).write_text(page_of(Path(sys.argv[1])), encoding="utf-8")
