"""Shared code of formats in which an evening has several files: its session, findings, results and people."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from lxml import etree

from pipelines.intake.readers.reading import error
from pipelines.intake.readers.sheets import Row

SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_NO_MARKUP = re.compile(r"<script\b.*?</script|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")


class DiffersError(Exception):
    """A file differs from the description of its format, so it is left out whole; `finding` says where and how."""

    def __init__(self, code: str, line_no: int, field: str, value: str | None = None, **gaps: Any) -> None:
        self.finding = error(code, line_no=line_no, field=field, value=value, **gaps)


def missing(line_no: int, expected: str, value: str | None = None) -> DiffersError:
    """Return the error on a part that is not where the description of the format has it."""
    return DiffersError("pages.left_out/expected", line_no, expected, value, expected=expected)


def folder_of(session_id: str) -> str:
    """Return the folder of a file: the id of an evening whose files do not name it. A file in no folder is alone."""
    folder = PurePosixPath(session_id).parent.as_posix()
    return session_id if folder == "." else folder


def number(text: str | None) -> int | None:
    """Return a whole number of at most five digits; None for anything else."""
    return int(text) if text and _NUMBER.fullmatch(text) else None


def signed(amount: int, declarer: str | None, over: int | None) -> int:
    """Return the amount of a score as North-South's score, if declarer and the tricks over the contract are known."""
    if declarer is None or over is None:
        return amount
    return abs(amount) if (declarer in "NS") == (over >= 0) else -abs(amount)


def scored(amount: int, result: Row) -> str:
    """Return the amount of a score as North-South's score by contract, declarer and tricks, if there are any."""
    contract, declarer, tricks = (result.get(key) for key in ("contract", "declarer", "tricks"))
    over = int(tricks) - 6 - int(contract[0]) if contract and declarer and tricks else None
    return str(signed(amount, declarer, over))


def official(ns: float, ew: float) -> Row:
    """Return the columns with the points of a file for a row of results."""
    return {"official_ns_points": f"{ns:.6f}", "official_ew_points": f"{ew:.6f}", "official_centred": "false"}


def tree_of(text: str) -> etree._Element:
    """Return the root of an HTML page. Nothing is fetched. DiffersError: there is no element in it."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False)
    root = etree.fromstring(text.replace("\0", " ").encode("utf-8", "replace"), parser)
    if root is None:
        raise missing(1, "<html>")
    return root


def words_in(element: etree._Element) -> str:
    """Return the text of an element, without its scripts, as one line."""
    return " ".join(str(element.xpath("string()")).split())


def with_class(element: etree._Element, tag: str, name: str) -> list[etree._Element]:
    """Return the elements below that have this tag and, among others, this class."""
    return [one for one in element.iter(tag) if name in (one.get("class") or "").split()]


def rows_with(element: etree._Element, name: str) -> list[etree._Element]:
    """Return the rows that have a cell of this class. DiffersError: a row has two, because the first does not end."""
    rows: list[etree._Element] = []
    for cell in with_class(element, "td", name):
        row = cell.getparent()
        if row is None or row in rows[-1:]:
            raise missing(cell.sourceline or 1, "</tr>")
        rows.append(row)
    return rows


def cells_of(row: etree._Element, headings: Sequence[str]) -> dict[str, str]:
    """Return heading -> words of the cell. DiffersError: there are fewer cells than headings."""
    cells = [words_in(cell) for cell in row.iterchildren("td")]
    if len(cells) < len(headings):
        raise missing(row.sourceline or 1, headings[len(cells)])
    return dict(zip(headings, cells, strict=False))


def whole(root: etree._Element, text: str, tag: str, name: str | None = None) -> list[etree._Element]:
    """Return all elements of a tag, and a class. DiffersError: some are cut off, or hidden by what does not end."""
    found = with_class(root, tag, name) if name else [*root.iter(tag)]
    of_class = rf"[^<>]*\bclass=[\"']?(?:[\w-]+ )*{name}\b" if name else ""
    written = [*re.finditer(rf"<{tag}\b{of_class}", _NO_MARKUP.sub("", text), re.IGNORECASE)]
    if len(written) != len(found):
        raise DiffersError("pages.left_out/part", 1, name or tag, str(len(written)), rows=len(found))
    if found and "</table" not in text[text.rfind(written[-1][0]) :].lower():
        raise missing(text.count("\n") + 1, "</table>")
    return found


def contract_in(text: str) -> str:
    """Return a contract or result with letters for the signs of suits."""
    return "".join(SUITS.get(letter, letter) for letter in text if not letter.isspace())
