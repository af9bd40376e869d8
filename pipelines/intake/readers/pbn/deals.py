r"""The deals of a PBN file: the cards of each board, dealer and vulnerability, and a double-dummy table beside them.

A table stands in `[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]`, a row for each declarer and denomination,
or in `[DoubleDummyTricks "..."]`, 20 hexadecimal digits: North, South, East, West, and of each no trump, spades,
hearts, diamonds, clubs. Some programs write the rows into the value of the tag, with `\n` and `\t` spelt out.
"""

import re

import polars as pl

from pipelines.intake.readers.cells import LONGEST_TEXT, VULNERABLE_WORDS
from pipelines.intake.readers.pbn.cells import Row
from pipelines.intake.readers.pbn.text import Document, Game, Section
from pipelines.intake.readers.reading import Finding, error, warning
from transforms.tables.schemas import SEATS

_COLUMNS = ("session_id", "board", "lines", "dealer", "vulnerable", "deal", "double_dummy", "date", "line_no")
_NO_CARDS = re.compile(r"(?:[NESW]:)?[\s.-]*", re.IGNORECASE)
_STRAINS = ("NT", "S", "H", "D", "C")
_ORDER = [(seat, strain) for seat in SEATS for strain in _STRAINS]
"""Of the digits in our table."""
_ORDER_OF_DIGITS = [(seat, strain) for seat in ("N", "S", "E", "W") for strain in _STRAINS]
_DIGITS = re.compile(r"[0-9a-dA-D]{20}")
_UNKNOWN = re.compile(r"([*0-9a-fA-F-])\1{19}")
_MOST = 13


def deals(found: Document, lines: dict[str | None, str | None], session_id: str) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of deals, each board and deal once, and findings on double-dummy tables that cannot be used.

    Args:
        found: the file.
        lines: section -> its line.
        session_id: the id of the session.
    """
    tables = {
        section.game.line_no: section for section in reversed(found.sections) if section.name == "optimumresulttable"
    }
    in_sections = len({line for line in lines.values() if line}) > 1
    rows: dict[tuple[str | None, ...], Row] = {}
    unusable: list[tuple[int, str]] = []
    for game in found.games:
        deal, board = game.get("deal"), game.get("board")
        if deal is None or _NO_CARDS.fullmatch(deal):
            continue
        tricks, wrong = _table(game, tables.get(game.line_no))
        if wrong:
            unusable.append((wrong, f"board {board}"))
        line = lines.get(game.get("section")) if in_sections and game.get("section") else None
        key = (board, deal, line)
        if key in rows and (tricks is None or rows[key]["double_dummy"]):
            continue
        rows[key] = {
            "session_id": session_id,
            "board": board,
            "lines": line,
            "dealer": game.get("dealer"),
            "vulnerable": _vulnerable(game),
            "deal": deal[:LONGEST_TEXT],
            "double_dummy": tricks,
            "date": _day(game),
            "line_no": str(game.tags["deal"].line_no if "deal" in game.tags else game.line_no),
        }
    sheet = pl.DataFrame(list(rows.values()), schema=dict.fromkeys(_COLUMNS, pl.String))
    return sheet, [] if not unusable else [_not_used(unusable)]


def without_boards(sheet: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """The deals that have the number of their board, and an error for those that have none."""
    without = sheet.filter(pl.col("board").is_null())
    if without.is_empty():
        return sheet, []
    return sheet.filter(pl.col("board").is_not_null()), [
        error(
            "pbn.deal_without_board",
            "a deal without the number of its board, so it is left out (deals like it: {deals}): write [Board] with it",
            line_no=int(without["line_no"][0]),
            field="Board",
            value=without["deal"][0][:80],
            deals=without.height,
        )
    ]


def _not_used(tables: list[tuple[int, str]]) -> Finding:
    return warning(
        "pbn.double_dummy",
        "a double-dummy table without a number of tricks for each of 20 contracts, so it is passed over (tables like"
        " it: {tables}), and the deal counts: leave it, since the deal is solved here",
        line_no=tables[0][0],
        field="OptimumResultTable",
        value=tables[0][1],
        tables=len(tables),
    )


def _vulnerable(game: Game) -> str | None:
    """The word where it is known; of others the reader of results tells, and the number of the board says it."""
    said = (game.vulnerable or "").lower()
    return said if said in VULNERABLE_WORDS else None


def _day(game: Game) -> str | None:
    """The date of the board where it is a whole one; `????.??.??` and parts of one are none."""
    said = (game.get("date") or "").replace(".", "-")
    return said if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", said) else None


def _table(game: Game, section: Section | None) -> tuple[str | None, int | None]:
    """The digits of our table, or else the line on which there is a table that cannot be used."""
    if section is not None and (tricks := _of_rows(section)):
        return tricks, None
    digits = game.get("doubledummytricks")
    if digits and _DIGITS.fullmatch(digits):
        of = dict(zip(_ORDER_OF_DIGITS, digits.lower(), strict=True))
        return "".join(of[cell] for cell in _ORDER), None
    if digits and not _UNKNOWN.fullmatch(digits):
        return None, game.tags["doubledummytricks"].line_no if "doubledummytricks" in game.tags else game.line_no
    return None, section.line_no if section is not None and section.lines else None


def _of_rows(section: Section) -> str | None:
    """The digits of a table with a row for each declarer and denomination; None where one is missing or given twice."""
    text = section.value.replace("\\n", "\n").replace("\\t", " ").replace("\\r", "")
    header, _, inside = re.sub(r";\s+", ";", text.strip()).replace("\n", " ").partition(" ")
    names = [re.sub(r"\\.*", "", name).strip().lstrip("+-").lower() for name in header.split(";")]
    if len(names) < 3 or not {"declarer", "denomination", "result"} <= set(names):
        return None
    places = [names.index(name) for name in ("declarer", "denomination", "result")]
    words = inside.split()
    rows = [words[start : start + len(names)] for start in range(0, len(words), len(names))]
    rows += [line.split() for _, line in section.lines if line.strip()]
    tricks: dict[tuple[str, str], str] = {}
    for row in rows:
        if len(row) != len(names):
            return None
        declarer, strain, result = (row[place].strip('"').upper() for place in places)
        cell = (declarer, "NT" if strain == "N" else strain)
        if cell in tricks or not result.isdecimal() or not result.isascii() or int(result[:4]) > _MOST:
            return None
        tricks[cell] = f"{int(result):x}"
    return "".join(tricks[cell] for cell in _ORDER) if set(tricks) == set(_ORDER) else None
