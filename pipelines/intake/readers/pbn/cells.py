"""The rows of a score table or result list, by the names of their columns."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from pipelines.intake.readers.pbn.text import TABLES_OF_RESULTS, Document, Section
from pipelines.intake.readers.pbn.told import Told

Row = dict[str, str | None]
"""Name of a column -> cell, null where it is empty; with the `line_no`, and of a score table the `board`
and what `[Vulnerable]` says of it."""

_NAME_OF_SECTION = re.compile(r"\w{1,10}")
_CELL = re.compile(r'"([^"]*)"|(\S+)')
_UNUSUAL = re.compile(r"[;{^]")
_ARTIFICIAL = "^"
"""Stands before a score that was not earned in play, in quotes or without."""
_EMPTY = ("", "-", "?")

SCORE_COLUMNS = (
    *("Section", "Round", "Table", "PairId_NS", "PairId_EW", "Names_NS", "Names_EW", "PairNS", "PairEW"),
    *("Contract", "Declarer", "Result", "Score", "Score_NS", "Score_EW"),
    *("MP_NS", "MP_EW", "IMP_NS", "IMP_EW", "Percentage_NS", "Percentage_EW"),
)
RANK_COLUMNS = (
    *("Section", "Rank", "PairId", "Direction", "Names", "NrBoards", "ScorePenalty", "TotalPercentage"),
    *("TotalScoreMP", "TotalMP", "TotalScoreIMP", "TotalIMP"),
)
_NAMED = {name.lower(): name for name in (*SCORE_COLUMNS, *RANK_COLUMNS)} | {"setion": "Section"}
_PAIRS = (("PairId_NS", "Names_NS", "PairNS"), ("PairId_EW", "Names_EW", "PairEW"))
_OUTCOME = ("Score_NS", "Score_EW", "Score", "Contract")
_OF_NAMES = ("Names", "Names_NS", "Names_EW", "PairNS", "PairEW")
_WITHOUT_MARK = frozenset((*_OF_NAMES, "PairId", "PairId_NS", "PairId_EW", "Section", "Table"))
"""Whoever or whatever is in these columns may be called anything."""


def rows_of_tables(found: Document) -> tuple[list[Row], list[Row]]:
    """The rows of all score tables, and those of all result lists; rows that cannot be used are told."""
    scores: list[Row] = []
    ranked: list[Row] = []
    by_tag = _in_sections_by_tag(found)
    for section in found.sections:
        if section.is_table:
            stops_here = found.is_cut_off and section is found.sections[-1]
            rows = _rows(section, found.told, stops_here=stops_here)
            if by_tag:
                rows = [{**row, "Section": section.game.get("section")} for row in rows]
            (scores if section.name == "scoretable" else ranked).extend(rows)
    return scores, ranked


def _in_sections_by_tag(found: Document) -> bool:
    """Whether tags `[Section]` tell which section every table is of, and no column does.

    Every section has tables of scores, and each or none has its result list.
    """
    tables = [section for section in found.sections if section.is_table and section.lines]
    of_scores, of_lists = (
        {section.game.get("section") or "" for section in tables if section.name == name} for name in TABLES_OF_RESULTS
    )
    if len(of_scores) < 2 or of_lists not in (set(), of_scores):
        return False
    are_names = all(_NAME_OF_SECTION.fullmatch(name) for name in of_scores)
    return are_names and not any("Section" in columns_of(section.value)[0] for section in tables)


def _rows(section: Section, told: Told, *, stops_here: bool) -> list[Row]:
    """The rows of a table; none where a column is missing that the table needs, or where its board is not known."""
    columns, widths = columns_of(section.value)
    table = "ScoreTable" if section.name == "scoretable" else "TotalScoreTable"
    if missing := missing_columns(section.name, columns):
        told.error(
            "pbn.column",
            "{table} lacks {columns}, so its rows cannot be used (how many: {rows}): export it with these columns",
            line_no=section.line_no,
            field=missing[0],
            value=f"board {section.board}" if section.board else table,
            table=table,
            columns=", ".join(missing),
            rows=len(section.lines),
        )
        return []
    if section.name == "scoretable" and section.board is None and section.lines:
        told.error(
            "pbn.board",
            "a score table that no [Board] stands before, so its rows are left out (how many: {rows}): write the board"
            " before it",
            line_no=section.line_no,
            field=table,
            value=section.lines[0][1],
            rows=len(section.lines),
        )
        return []
    rows: list[Row] = []
    vulnerable = section.game.vulnerable
    for line_no, line in section.lines:
        cells = _cells(line, columns, widths)
        if len(cells) == len(columns) and not cells[-1].startswith('"'):
            row: Row = {column: _known(cell) for column, cell in zip(columns, cells, strict=True)}
            row["line_no"] = str(line_no)
            if section.name == "scoretable":
                row["board"] = section.board
                row["vulnerable"] = vulnerable
            rows.append(row)
        elif stops_here and line_no == section.lines[-1][0]:
            told.error(
                "pbn.cut_off_row",
                "the file stops in the middle of this row, which is left out, as is all that stood below it: export it"
                " again, or copy all of it",
                line_no=line_no,
                field=table,
                value=line,
            )
        else:
            told.error(
                "pbn.cells",
                "cells: {cells}, columns: {columns}; the row is left out: quote cells with spaces",
                line_no=line_no,
                field=table,
                value=line,
                cells=len(cells),
                columns=len(columns),
            )
    return rows


def _known(cell: str) -> str | None:
    return None if cell in _EMPTY else cell


@lru_cache(maxsize=64)
def columns_of(header: str) -> tuple[list[str], list[int]]:
    """The names of the columns, and how wide each is at least; a plus or minus before a name says how it is sorted."""
    written = [column.strip().lstrip("+-") for column in header.split(";")]
    names = [column.partition("\\")[0].strip() for column in written]
    return [_NAMED.get(name.lower(), name) for name in names], [_width(column) for column in written]


def missing_columns(table: str | None, columns: list[str]) -> list[str]:
    """The columns without which no row of this table (in small letters) can be used."""
    if table == "totalscoretable":
        return [column for column in ("PairId", "Names") if column not in columns]
    missing = [pair[0] for pair in _PAIRS if not set(pair) & set(columns)]
    return missing if set(_OUTCOME) & set(columns) else [*missing, "Score_NS"]


def _width(column: str) -> int:
    digits = re.search(r"\\([0-9]{1,4})", column)
    return int(digits[1]) if digits else 0


def _cells(line: str, columns: list[str], widths: list[int]) -> list[str]:
    """The cells of a row; names at its end may stand without quotes, each as wide as its column says."""
    cells = [quoted or word for quoted, word in _CELL.findall(line)]
    if len(cells) == len(columns) and _UNUSUAL.search(line) is None:
        return cells
    words = list(_words(line))
    cells = [_bare(line[start:end], column) for (start, end), column in zip_longest(words, columns[: len(words)])]
    names = len(columns) - next((place for place, column in enumerate(columns) if column in _OF_NAMES), len(columns))
    leading = len(columns) - names
    if len(cells) <= len(columns) or not names or not set(columns[leading:]) <= set(_OF_NAMES) or '"' in line:
        return cells
    rest = line[words[leading][0] : words[-1][1]]
    return [*cells[:leading], *_unquoted(rest, widths[leading:])]


def _bare(cell: str, column: str | None) -> str:
    """A cell without its quotes, and but for what somebody is called, without the mark of what was not earned."""
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"'
    content = cell[1:-1] if is_quoted else cell
    return content if column in _WITHOUT_MARK else content.removeprefix(_ARTIFICIAL)


def _unquoted(rest: str, widths: list[int]) -> list[str]:
    """Names without quotes: two blanks or more between them, or else as wide as their columns at least."""
    apart = [name for name in rest.split("  ") if name.strip()]
    if len(apart) == len(widths):
        return [name.strip() for name in apart]
    names = []
    for width in widths[:-1]:
        blank = rest.find(" ", width)
        end = len(rest) if blank < 0 else blank
        names.append(rest[:end].strip())
        rest = rest[end:].lstrip()
    return [name for name in (*names, rest.strip()) if name]


def _words(line: str) -> Iterator[tuple[int, int]]:
    """Where each cell stands, up to a remark."""
    for cell in _CELL.finditer(line):
        if cell[2] and cell[2][0] in ";{":
            return
        yield cell.span()
