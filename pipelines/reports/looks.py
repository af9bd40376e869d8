"""The files that all pages of a folder share, with the colour and the logo of the club."""

import base64
from typing import Any

import polars as pl

from pipelines.reports.files import Files
from pipelines.reports.html import assets


def write_looks(looks: pl.DataFrame, club_name: str, files: Files) -> None:
    """Write the files that all pages of a folder share, and show the club's logo on its pages."""
    look = looks.row(0, named=True) if looks.height else {}
    for name, content in assets().items():
        files.write(name, content + _colours(look) if name == "style.css" else content)
    if look.get("mark"):
        file = f"mark.{look['mark_format']}"
        files.write(file, base64.b64decode(look["mark"]))
        files.on_every_page(club_mark={"file": file, "club": club_name})


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
header {{ border-top: 4px solid var(--accent); padding-top: 0.7rem; }}
""".encode()
