"""A page that shows the scale of the style sheet: each size of type, each space and each colour, by its name."""

import re

from pipelines.reports.html import asset

_PARTS = {"Type": "font-size: var(--{name})", "Space": "width: var(--{name})", "Colour": "background: var(--{name})"}
_OWN = """
.scale { display: grid; grid-template-columns: 2fr 1fr 1fr; gap: var(--far); }
dl { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: var(--close) var(--apart); }
dl { align-items: center; }
dt { font-size: var(--small); color: var(--soft); }
dd { margin: 0; line-height: 1.2; white-space: nowrap; }
dd > i { display: block; height: 1.5rem; background: var(--accent); }
.colour i { outline: 1px solid var(--line); }
"""


def scale(style: str) -> dict[str, dict[str, str]]:
    """By part of the scale, its names with their values, as `:root` of a style sheet declares them."""
    root = style[style.index(":root {") : style.index("color-scheme")]
    colours, _, others = root.partition("/* Type")
    of_type, _, spaces = others.partition("/* Space")
    parts = zip(_PARTS, (of_type, spaces, colours), strict=True)
    found = {part: dict(re.findall(r"--([a-z]+): ([^;]+);", text)) for part, text in parts}
    found["Space"].pop("bar")
    found["Colour"] = {name: value for name, value in found["Colour"].items() if value.startswith("#")}
    return found


def scale_page() -> str:
    """The page, which needs no other file."""
    style = asset("style.css").decode()
    sections = (
        f"<section class={part.lower()}><h2>{part}</h2><dl>{_shown(part, names)}</dl></section>"
        for part, names in scale(style).items()
    )
    return f"<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Scale</title><style>{style}{_OWN}</style>" + (
        f"<h1>Type, space and colour</h1><div class=scale>{''.join(sections)}</div>"
    )


def _shown(part: str, names: dict[str, str]) -> str:
    inside, tag = ("Ann &amp; Bob, 63.39 %", "span") if part == "Type" else ("", "i")
    return "".join(
        # The dark has other colours under the same names.
        f"<dt>{name}{'' if part == 'Colour' else f': {value}'}"
        f'<dd><{tag} style="{_PARTS[part].format(name=name)}">{inside}</{tag}>'
        for name, value in names.items()
    )
