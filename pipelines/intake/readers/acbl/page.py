"""The JSON of a game: a file of its own, or in a page, which has it twice.

The page as the server sends it has an element `result-details`, of which one attribute is the JSON. A browser that
has shown the page has put something else in its place when the page is saved; a script, `var data = {...};`, stays.
"""

import re
from itertools import islice
from typing import Any

from lxml import etree

from pipelines.intake.readers.reading import Finding, error
from pipelines.intake.readers.results_json import parsed

_ELEMENT = "result-details"
_SCRIPT = re.compile(r"\bvar\s+data\s*=\s*(?=\{)")
_SCRIPTS_TRIED = 20
_OF_JSON = ('"board_results"', '"pair_summaries"')
_LISTS = ("sessions", "board_results", "pair_summaries")
_IS_OTHER = '"barometer-results"'
_LOOKED_AT, _BEFORE = 2**12, b" \t\r\n\xef\xbb\xbf"


def may_be_acbl(data: bytes) -> bool:
    """Whether it is worth while to decode the file and look closer."""
    return data[:_LOOKED_AT].lstrip(_BEFORE)[:1] in (b"{", b"<")


def is_acbl(text: str) -> bool:
    """Whether this is a page with the results of a club, or the JSON of one."""
    has_lists = all(word in text for word in _OF_JSON)
    if text.lstrip().startswith("{"):
        return has_lists and _IS_OTHER not in text
    return f"<{_ELEMENT}" in text or (has_lists and _SCRIPT.search(text) is not None)


def document_of(text: str) -> tuple[Any, list[Finding]]:
    """What the JSON holds; None, and an error, where there is none or it is not sound."""
    if text.lstrip().startswith("{"):
        return parsed(text)
    place = text.find(f"<{_ELEMENT}")
    attribute = _attribute(text[place:]) if place >= 0 else None
    tried = [(place, *parsed(attribute))] if attribute is not None else []
    for script in islice(_SCRIPT.finditer(text), _SCRIPTS_TRIED):
        if tried and _holds_a_game(tried[-1][1]):
            break
        tried.append((script.end(), *parsed(text[script.end() :], has_more=True)))
    if not tried:
        said = (
            "this page has a place for the results of a game, but they are not in it, or it breaks off: save it again"
        )
        return None, [error("acbl.page", said, line_no=_line_no(text, place), field=_ELEMENT)]
    place, document, findings = next((one for one in tried if _holds_a_game(one[1])), tried[-1])
    return document, [finding._replace(line_no=_line_no(text, place)) for finding in findings]


def _holds_a_game(document: Any) -> bool:
    """Whether the lists of a game are in it: a script may have other data before."""
    return isinstance(document, dict) and not document.keys().isdisjoint(_LISTS)


def _attribute(text: str) -> str | None:
    """The JSON in an attribute of the element with which the text begins."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
    root = etree.fromstring(text.encode(), parser)
    element = None if root is None else root.find(f".//{_ELEMENT}")
    values = () if element is None else element.values()
    return next((value for value in values if value.lstrip().startswith("{")), None)


def _line_no(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
