"""Write what a notebook shows as one page that reads without a network.

    python notebooks/as_page.py NOTEBOOK.py PAGE.html

`marimo export html` makes a page that fetches its program from the network. Here, texts are HTML already, figures
become SVG, and frames tables; what moves in a notebook, such as a slider, is left out.
"""

import html
import importlib.util
import io
import sys
from pathlib import Path
from typing import Any

import marimo as mo
import pandas as pd
import polars as pl
from matplotlib.figure import Figure

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
svg { max-width: 100%; height: auto; } .table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.8rem; text-align: right; border-bottom: 1px solid #ddd; }
"""


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
    body = "\n".join(_as_html(output) for output in outputs)
    title = html.escape(notebook.stem.replace("_", " ").capitalize())
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return f"<!doctype html>\n<html lang=en><head>{head}<style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"


def _as_html(output: Any) -> str:
    match output:
        case pl.DataFrame():
            cells = output.select(pl.all().cast(pl.String).fill_null(""))
            return _table(cells.to_pandas().to_html(index=False, border=0))
        case pd.DataFrame():
            return _table(output.to_html(border=0))
        case Figure():
            drawn = io.StringIO()
            output.savefig(drawn, format="svg")
            return "".join(drawn.getvalue().partition("<svg")[1:])
        case mo.Html() if not isinstance(output, mo.ui.dropdown | mo.ui.slider):
            return output.text
        case _:
            return ""


def _table(text: str) -> str:
    return f'<div class="table">{text}</div>'


if __name__ == "__main__":
    Path(sys.argv[2]).parent.mkdir(parents=True, exist_ok=True)
    Path(sys.argv[2]).write_text(page_of(Path(sys.argv[1])), encoding="utf-8")
