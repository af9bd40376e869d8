"""The files that all pages of a folder share, with the colour and the logo of the club; and its text of welcome."""

import base64
import re
from typing import Any

import polars as pl

from pipelines.reports.bar import Bar
from pipelines.reports.files import Files
from pipelines.reports.html import assets


def write_looks(looks: pl.DataFrame, club_name: str, files: Files, home: str = "") -> Bar:
    """Write the files that all pages of a folder share; return their bar. `home` is the folder of the first page."""
    look = looks.row(0, named=True) if looks.height else {}
    for name, content in assets().items():
        files.write(name, content + _colours(look) if name == "style.css" else content)
    if not look.get("mark"):
        return Bar(club_name, home)
    file = f"mark.{look['mark_format']}"
    files.write(file, base64.b64decode(look["mark"]))
    return Bar(club_name, home, file)


def welcome(looks: pl.DataFrame) -> list[str]:
    """Return the paragraphs of the text with which the club welcomes readers; [] if it wrote none."""
    text = looks["welcome"][0] if looks.height else None
    return [paragraph for paragraph in re.split(r"\n\s*\n", text or "") if paragraph]


def _colours(look: dict[str, Any]) -> bytes:
    if not look.get("colour"):
        return b""
    on_light, on_dark = look["colour"], look["colour_in_the_dark"]
    return f"""
/* The colour of the club */
:root {{ --accent: {on_light}; }}
@media screen and (prefers-color-scheme: dark) {{
  :root {{ --accent: {on_dark}; }}
  .of-picture {{ --accent: {on_light}; }}
}}
.bar {{ border-top: 3px solid var(--accent); }}
""".encode()
