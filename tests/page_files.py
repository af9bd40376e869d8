"""Pages of the site as XML: what HTML lets a page leave out is put back first, and all else must be well-formed."""

import re
from pathlib import Path

from lxml import etree

_TAG = re.compile("<(/?)([a-z][a-z0-9]*)[^>]*?(/?)>")
_SET = re.compile(r" (defer|hidden)(?=[\s>])")
_EMPTY = ("link", "meta")  # elements without an end
_AND = re.compile(r"&(?=[ <]|\w=)")
_ROW = re.compile("(?<!\n)(?=<(?:tr|li|p|div|h[123]|table|tbody|thead|section|details|header|main|footer|nav)[ >])")
_VALUE = re.compile(r"=(\"[^\"]*\"|[^\s\"'=<>`]+)")
_NOTHING = re.compile(r"(?<![\w.-])(None|null|nan|NaN|NaT|undefined|<NA>)(?![\w.-])")
_SENTENCES = ("None.", "None;", "None: the files have")
"""English that begins with such a word."""
_ENDED_BY: dict[str, tuple[str, ...]] = {
    "td": ("td", "th"),
    "th": ("td", "th"),
    "tr": ("td", "th", "tr"),
    "tbody": ("td", "th", "tr", "thead", "tbody"),
    "tfoot": ("td", "th", "tr", "tbody"),
    "thead": (),
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "body": (),
    "html": (),
    "p": ("p",),
    **dict.fromkeys(("details", "div", "dl", "figure", "h2", "h3", "nav", "ol", "section", "table", "ul"), ("p",)),
}
"""Start of an element -> elements that it ends, from the innermost on."""


def root_of(page: Path) -> etree._Element:
    """The root of a page, or of a drawing.

    Raises:
        etree.XMLSyntaxError: it is not well-formed.
    """
    return etree.fromstring(with_ends(page.read_text(encoding="utf-8")).encode())


def unnamed(site: Path) -> dict[str, set[str]]:
    """Page -> the cells, links and names on it that are what a program calls nothing: `None`, `None & Ada`.

    The page on the columns of the downloads, which names nobody, says of each when it is null.
    """
    pages = (page for page in sorted(site.rglob("*.html")) if page.name != "columns.html")
    found = {page.relative_to(site).as_posix(): _without_a_name(page) for page in pages}
    return {page: texts for page, texts in found.items() if texts}


def _without_a_name(page: Path) -> set[str]:
    text = page.read_text(encoding="utf-8")
    if not _NOTHING.search(text):
        return set()
    texts = (" ".join("".join(found).split()) for found in root_of(page).itertext())
    return {text for text in texts if _NOTHING.search(text) and not text.startswith(_SENTENCES)}


def with_ends(page: str) -> str:
    """The page with an end for every element, and quotes around all attributes."""
    page = _ROW.sub("\n", _AND.sub("&amp;", page))
    opened: list[str] = []
    pieces: list[str] = []
    at = 0
    for tag in _TAG.finditer(page):
        is_end, name, is_empty = tag.groups()
        text = page[at : tag.start()]
        at = tag.end()
        ended: list[str] = []
        if is_end:
            while opened and opened[-1] != name and opened[-1] in _ENDED_BY:
                ended.append(opened.pop())
            if opened:
                opened.pop()
        elif not (is_empty or name in _EMPTY):
            ended.extend(opened.pop() for other in _ENDED_BY.get(name, ()) if opened and opened[-1] == other)
            opened.append(name)
        inside = text.rstrip() if ended else text
        pieces += [inside, *(f"</{each}>" for each in ended), text[len(inside) :], _whole(tag)]
    return "".join([*pieces, page[at:], *(f"</{each}>" for each in reversed(opened))])


def _whole(tag: re.Match[str]) -> str:
    whole = _VALUE.sub(_quoted, _SET.sub(r' \1="\1"', tag[0]))
    return whole if tag[2] not in _EMPTY or tag[3] else f"{whole[:-1]}/>"


def _quoted(value: re.Match[str]) -> str:
    return value[0] if value[1].startswith('"') else f'="{value[1]}"'
