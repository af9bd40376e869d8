"""How the pages of a club look: its colours and its mark; and in which language all clubs speak."""

import base64
from typing import Any

import polars as pl

from pipelines.reports.files import Files
from pipelines.reports.html import assets
from pipelines.words.languages import usual_language

_STYLE = "style.css"


def language_of_all(competitions: pl.DataFrame) -> str:
    """The language of what is shown of all clubs together: that of the pages of each, or the usual one."""
    languages = competitions["language"].unique().to_list()
    return languages[0] if len(languages) == 1 and languages[0] else usual_language()


def write_looks(looks: pl.DataFrame, club_name: str, files: Files) -> None:
    """Write the files that all pages of a folder share, and have its pages show the mark."""
    look = looks.row(0, named=True) if looks.height else {}
    for name, content in assets().items():
        files.write(name, content + _colours(look) if name == _STYLE else content)
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
