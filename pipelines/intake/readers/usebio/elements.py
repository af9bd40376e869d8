"""The elements of an XML tree and their texts; and findings on elements that are not read."""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from pipelines.intake.readers.reading import Finding, error
from pipelines.intake.readers.sheets import Slips

Element = etree._Element

LINE = "TRAVELLER_LINE"
_LONGEST_TEXT = 500
"""The most characters of a text, as megabytes of text must not be copied to each line. No name or number has more."""
LIN = re.compile(r"(?:md|mb)(?:\||%7C)", re.IGNORECASE)
"""The text, or the link, by which a program for online play shows a board with its auction and play."""
_LONGEST_LIN = 20_000
_SHOWN = 40

_ROWS = (LINE, "BOARD", "MATCH", "PAIR", "TEAM", "PLAYER", "PARTICIPANTS", "SECTION", "SESSION", "EVENT")
"""Elements that may repeat. One with a similar name may be a misspelling, even if the right name is there too."""
_OF_EVENT = ("DATE", "WINNER_TYPE", "BOARD_SCORING_METHOD", "MATCH_SCORING_METHOD", "SCORING_METHOD")
CELLS_OF_LINE = (
    *("ROUND_NUMBER", "TABLE_NUMBER", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "CONTRACT", "PLAYED_BY", "LEAD", "TRICKS"),
    *("SCORE", "N_PLAYER_NUMBER", "E_PLAYER_NUMBER", "S_PLAYER_NUMBER", "W_PLAYER_NUMBER", "DIRECTION"),
    *("NS_MATCH_POINTS", "EW_MATCH_POINTS", "NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS", "NS_CROSS_IMPS"),
    *("EW_CROSS_IMPS", "NS_BUTLER_POINTS", "EW_BUTLER_POINTS", "NS_BUTLER_IMPS", "EW_BUTLER_IMPS"),
)
_OF_ENTRANT = ("PAIR_NUMBER", "PLAYER_NUMBER", "DIRECTION", "PLACE", "TOTAL_SCORE", "PERCENTAGE")
_OF_PLAYER = ("PLAYER_NAME", "NATIONAL_ID_NUMBER", "CLUB_ID_NUMBER")
_CELLS = {
    **dict.fromkeys(("EVENT", "SESSION"), _OF_EVENT),
    "BOARD": ("BOARD_NUMBER", "BOARD_AVERAGE", "IMPS", "TEAM_POINTS", "OPPOSING_TEAM_POINTS"),
    "MATCH": (
        *("ROUND_NUMBER", "OPPOSING_TEAM", "TEAM_SCORE", "OPPOSING_TEAM_SCORE"),
        *("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "NS_SCORE", "EW_SCORE"),
    ),
    LINE: CELLS_OF_LINE,
    **dict.fromkeys(("PAIR", "TEAM"), _OF_ENTRANT),
    "PLAYER": (*_OF_ENTRANT, *_OF_PLAYER),
}
_NOT_READ = (
    *("SCORER", "PAIRS", "TEAMS", "PLAYERS", "EW_PAIRS", "NS_PAIRS", "NS_SCORE", "EW_SCORE", "PAIR_IMPS"),
    *("START_BOARD_NUMBER", "END_BOARD_NUMBER", "NEXT_BOARD", "MASTER_POINTS", "MASTER_POINTS_AWARDED", "TITLE"),
    *("PAIRWISE_SCORING_METHOD", "SESSION_COUNT", "SECTION_COUNT", "BOARDS_PLAYED", "BOARDS", "BOARDS_PER_ROUND"),
    *("NS_POINTS", "EW_POINTS", "NS_IMPS", "EW_IMPS", "POINTS", "NAME", "DATES", "ROUND", "TABLE", "PLAYED", "RESULT"),
    *("CLUB_NAME", "TEAM_NAME", "TEAM_ID", "TEAM_NUMBER", "SECTION_NAME", "EVENT_NAME", "SESSION_NAME", "SESSION_ID"),
    *("SECTION_ID", "CONTACT", "EVENT_IDENTIFIER", "EVENT_DESCRIPTION", "EVENT_TYPE", "EVENT_DATE", "END_DATE"),
    "UPDATE",
)
"""Names in the standard or of programs that are not read. They are no misspellings of names that are read."""
_OF_THEIR_OWN = ("PLACED", "CLUB_NUMBER")
"""Names that resemble a name that is read, but mean something else in other programs."""
_ONE_OF_SEVERAL = re.compile(r"(?:TOTAL_SCORE|PERCENTAGE|PLACE)_?[0-9]")
"""The name of a further total, which programs write in addition to the total that is read, or in place of it."""
_READ = frozenset((*_ROWS, *(cell for cells in _CELLS.values() for cell in cells)))
_KNOWN = _READ | {*_NOT_READ, *_OF_THEIR_OWN}
_ONE_SLIP = 0.85
_MOST_NAMED = 50


def said(code: str, element: Element | None = None, **at: Any) -> Finding:
    """Return an error (or another `severity`) with the line and the name of the element, if one is given."""
    if element is not None:
        at = {"line_no": element.sourceline, "field": str(element.tag), **at}
    return error(code, **at)


def text(element: Element, path: str) -> str | None:
    """Return the text at this path, without blanks around it; None if there is none."""
    return (element.findtext(path) or "").strip() or None


def texts(element: Element) -> dict[str, str]:
    """Return the texts of the direct children, by name, except empty texts. Of equal names, the first counts."""
    found = ((str(child.tag), (child.text or "").strip()) for child in element.iterchildren("*", reversed=True))
    return {name: written for name, written in dict(found).items() if written}


def first(*texts: str | None) -> str | None:
    """Return the first text that is not empty."""
    return next((each for each in texts if each), None)


def line_no(element: Element) -> str:
    """Return the number of the line on which the element begins, as text."""
    return str(element.sourceline)


def tidied(root: Element) -> list[Finding]:
    """Remove namespaces and overlong texts. Return an error for each such text under a known name."""
    # This is done element by element: in a damaged file, XPath may take time that grows with the square of its size.
    too_long: list[tuple[Element, str, str]] = []
    for element in root.iter("*"):
        name = str(element.tag)
        if name.startswith("{"):
            element.tag = name = etree.QName(element).localname
        written = element.text
        if written and len(written) > _LONGEST_TEXT and _is_leaf(element) and not _is_lin(name, written):
            if name in _KNOWN:  # other overlong texts are the program's additions
                too_long.append((element, name, written))
            element.text = None
        for attribute, value in element.items():
            if len(value) > _LONGEST_TEXT:
                too_long.append((element, attribute, value))
                del element.attrib[attribute]
    return [
        said(
            "usebio.taken_as_empty/long", of, field=name, value=f"{value[:_SHOWN]}...", characters=len(value), name=name
        )
        for of, name, value in too_long
    ]


def _is_lin(name: str, text: str) -> bool:
    return name not in _KNOWN and len(text) <= _LONGEST_LIN and LIN.search(text) is not None


def _is_leaf(element: Element) -> bool:
    return next(element.iterchildren("*"), None) is None


def misspelt(root: Element) -> Iterator[Finding]:
    """Yield an error for each unknown name that resembles a known name, or whose element holds a result.

    A leaf is compared only with known leaves, so that `SECTIONS`, a number of sections, is not taken for `SECTION`.
    """
    slips = Slips(_ONE_SLIP)
    found: dict[tuple[str, str], list[Element]] = {}
    for holder in root.iter("*"):
        elements = list(holder.iterchildren("*"))
        siblings = {str(element.tag) for element in elements}
        for element in elements:
            nearest = _nearest(element, str(holder.tag), slips)
            if nearest in _ROWS or (nearest and nearest not in siblings):
                found.setdefault((str(element.tag), nearest), []).append(element)
    for (written, nearest), elements in list(found.items())[:_MOST_NAMED]:
        code = "usebio.left_out/element" if nearest in _ROWS else "usebio.taken_as_empty/cell"
        if nearest == LINE and not _is_line(elements[0]) and _is_result(elements[0]):
            code = "usebio.left_out/result"
        value = written[: Slips.LONGEST]
        gaps = {"written": value, "nearest": nearest, "rows": len(elements)}
        yield said(code, elements[0], field=nearest, value=value, **gaps)
    if more := list(found.values())[_MOST_NAMED:]:
        other = more[0][0]
        gaps = {"names": len(more), "rows": sum(map(len, more))}
        yield said("usebio.left_out/names", other, field=LINE, value=str(other.tag)[: Slips.LONGEST], **gaps)


def _is_line(element: Element) -> bool:
    return element.find("NS_PAIR_NUMBER") is not None and element.find("EW_PAIR_NUMBER") is not None


def _is_result(element: Element) -> bool:
    holder = None if element.find("SCORE") is None else next(element.iterancestors("BOARD", LINE), None)
    return holder is not None and holder.tag == "BOARD"


def _nearest(element: Element, holder: str, slips: Slips) -> str | None:
    written, is_leaf = str(element.tag), _is_leaf(element)
    if not is_leaf and written not in _READ and (_is_line(element) or _is_result(element)):
        return LINE
    name = written.upper().replace("-", "_")
    if written in _KNOWN or _ONE_OF_SEVERAL.fullmatch(name):
        return None
    read = (*_ROWS, *_CELLS.get(holder, ()))
    nearest = next(iter(slips.nearest(name, holder, (*read, *_NOT_READ))), None)
    return nearest if nearest in read and not (is_leaf and nearest in _ROWS) else None
