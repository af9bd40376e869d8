"""A second look at spoiled files, by other means than the readers: how many rows they have, and how many are lost.

A row is accounted for where it is in a table, or where a finding says that it is left out: by its line, or in a number
of rows. Where a file is not used as a whole, a finding says so, and its rows are not counted.
"""

import json
import re
from collections.abc import Callable

import polars as pl
from lxml import etree

from bench.fuzz.rows_of_others import (
    rows_in_acbl_game,
    rows_in_acbl_live,
    rows_in_access_file,
    rows_in_bbo,
    rows_in_bridgewebs,
    rows_in_ffbridge,
    rows_in_jfr,
    rows_in_lin,
    rows_in_parquet_file,
    rows_in_results_json,
    rows_in_workbook,
)
from pipelines.intake.readers import Reading
from pipelines.intake.readers.decoding import decoded

_COUNTED = ("rows", "lines", "matches", "participants")
"""Arguments of findings that say how many rows a finding is about."""
_STAYS = (
    *("cells.taken_as_empty", "tables.error_empty", "tables.vulnerable/computed"),
    *("pbn.scoring/mixed", "pbn.scoring/no_teams", "pbn.scoring/no_individuals", "pbn.scoring/of_teams"),
    *("hidden.column", "hidden.rows", "hidden.word/formula", "workbook.merged"),
    *("usebio.taken_as_empty/cell"),
)
"""Errors on rows that are in tables: codes, with the variant where there is one."""
_LEAVE_OUT = (
    r"^(games\.left_out/(result|not_played)|games\.passed_over/(tag_twice|comment)|tables\.no_table|workbook\.outside"
    r"|pbn\.doubtful/(unfinished|no_result))$"
)
"""Warnings on rows that are in none; the rows of all others are in tables."""
_WITHOUT_ONE = "pbn.left_out/tag"
"""The line of such a finding is not among the rows that it counts."""


def lost(data: bytes, reading: Reading) -> int:
    """How many rows of the file are neither in a table nor spoken of in a finding; 0 where they cannot be counted."""
    count = _COUNTS.get(reading.format)
    if count is None or _is_refused(reading):
        return 0
    return max(count(data, reading) - _ACCOUNTED[reading.format](reading), 0)


def _is_refused(reading: Reading) -> bool:
    return not any(table.height for table in reading.tables.values()) and reading.findings.height > 0


def _left_out(reading: Reading) -> pl.DataFrame:
    """The findings on rows that are left out, with the number of `rows` of each; null where it is about its line."""
    variant = pl.col("arguments").str.json_path_match("$.variant")
    findings = reading.findings.with_columns(pl.concat_str("code", variant, separator="/", ignore_nulls=True))
    leaves_out = (pl.col("severity") == "error") | pl.col("code").str.contains(_LEAVE_OUT)
    found = findings.filter(leaves_out, ~pl.col("code").is_in(_STAYS))
    said = [json.loads(arguments or "{}") for arguments in found["arguments"]]
    rows = [
        max((int(each[name]) for name in _COUNTED if str(each.get(name, "")).isdigit()), default=0) for each in said
    ]
    return found.with_columns(rows=pl.Series([number or None for number in rows], dtype=pl.Int64))


def _by_line(reading: Reading, *names: str) -> int:
    """The lines in tables (of these names, or in any) and in findings, each once, and the rows that findings count."""
    left_out = _left_out(reading)
    of_tables = [reading.tables[name] for name in names] if names else reading.tables.values()
    lines = {line for table in of_tables for line in table["line_no"]}
    lines |= set(left_out.filter(pl.col("rows").is_null() | (pl.col("code") == _WITHOUT_ONE))["line_no"])
    return len(lines - {None}) + int(left_out["rows"].sum())


def _by_row(reading: Reading, *names: str, field: str | None = None) -> int:
    """The rows of tables (of these names, or of all), and those that findings speak of: on this field, or on any."""
    left_out = _left_out(reading)
    if field:
        left_out = left_out.filter((pl.col("field") == field) | pl.col("rows").is_null())
    heights = [table.height for name, table in reading.tables.items() if not names or name in names]
    alone = left_out.filter(pl.col("rows").is_null(), pl.col("line_no").is_not_null())
    return (
        sum(heights)
        + alone.unique(["line_no", "code", "field", "value", "arguments"]).height
        + int(left_out["rows"].sum())
    )


_ACCOUNTED: dict[str, Callable[[Reading], int]] = {
    "pbn": lambda reading: _by_line(reading, "results", "official_results", "totals", "adjustments"),
    "usebio": lambda reading: _by_row(reading, "results", field="TRAVELLER_LINE"),
    "csv": _by_line,
    "xlsx": _by_row,
    "parquet": _by_line,
    "bws": lambda reading: _by_row(reading, "results"),
    "pgn": lambda reading: _by_row(reading, "games"),
    "pdn": lambda reading: _by_row(reading, "games"),
    "json": _by_row,
    "acbl": lambda reading: _by_row(reading, "results"),
    "bridgewebs": lambda reading: _by_row(reading, "results"),
    "lin": lambda reading: _by_row(reading, "results"),
    "ffbridge": lambda reading: _by_row(reading, "results"),
    "acbl_live": lambda reading: _by_row(reading, "results"),
    "jfr": lambda reading: _by_row(reading, "results"),
    "bbo": lambda reading: _by_row(reading, "results", "official_results"),
}


_TAG_BEFORE_ITS_TEXT = re.compile(r'^([ \t]*+\[\s*+\w++)[^\S\n]*+\n\s*+"', re.MULTILINE)
_TABLE_OF_PAIRS = re.compile(r'\[\s*(?:(?:total)?scoretable\b|\w+\s*"(?=[^"]*;)(?=[^"]*\bpair))', re.IGNORECASE)
"""A tag with rows of results below it: by its columns, or else by its name."""
_TAG_OVER_LINES = re.compile(r'^([ \t]*+\[\s*+\w++\s*+"[^"\n]*+)(?:\n(?![ \t]*[\[\n])[^"\n]*+)++"\s*+\]', re.MULTILINE)


def _in_pbn(data: bytes, _: Reading) -> int:
    """The rows under tags with columns of pairs, whatever their names, and under score tables and result lists.

    Where there are none, the games with a contract, or with declarer and tricks.
    """
    text = re.sub(r"\{[^{}]*\}", "", decoded(data)[0])
    text = _TAG_BEFORE_ITS_TEXT.sub(r'\1 "', text)
    text = _TAG_OVER_LINES.sub(r'\1"]', text)
    count = waiting = tables = 0
    for line in reversed(text.split("\n")):
        plain = line.strip()
        if re.match(r'\[\s*\w+\s*"', plain):
            is_table = _TABLE_OF_PAIRS.match(plain) is not None
            count, waiting, tables = count + is_table * waiting, 0, tables + is_table
        elif plain and plain[0] not in "%;[{":
            waiting += 1
    return count if tables else _records_played(text)


def _records_played(text: str) -> int:
    """A record goes on until the next board or event begins; a contract given twice in it is one."""
    records: list[set[str]] = [set()]
    for tag, value in re.findall(r'^\[(Event|Board|Contract|Declarer|Result) "([^"]*)', text, re.MULTILINE):
        if tag in ("Event", "Board") and "Board" in records[-1]:
            records.append(set())
        if tag == "Board" or value[:1] not in "?-":
            records[-1].add(tag)
    return sum("Contract" in tags or {"Declarer", "Result"} <= tags for tags in records)


def _in_usebio(data: bytes, _: Reading) -> int:
    """The elements with pairs of both directions, whatever their names, and the result lines.

    In a file that is not sound, the result lines that begin outside comments and instructions.
    """
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    except etree.XMLSyntaxError:
        plain = re.sub(
            rb"<!DOCTYPE[^\n]*|<!--.*?(-->|\Z)|<\?.*?(\?>|\Z)|<!\[CDATA\[.*?(\]\]>|\Z)", b"", data, flags=re.DOTALL
        )
        return plain.count(b"<TRAVELLER_LINE>")
    return sum(_is_result_line(one) for one in root.iter("*"))


def _is_result_line(element: etree._Element) -> bool:
    if etree.QName(element).localname == "TRAVELLER_LINE":
        return True
    return all(element.find(f"{{*}}{side}_PAIR_NUMBER") is not None for side in ("NS", "EW"))


_QUOTED_CELL = re.compile(r'(?:(?<=[,;\t\n])|^)[ ]*"(?:[^"]|"")*"[ ]*(?=[,;\t\n]|$)')


def _in_csv(data: bytes, _: Reading) -> int:
    """The lines with content below the first such line; those within a cell are one."""
    text = _QUOTED_CELL.sub(lambda cell: cell[0].replace("\n", " "), decoded(data)[0])
    return sum(bool(line.strip(" ,;\t\"'\v\f\N{NO-BREAK SPACE}")) for line in text.split("\n")) - 1


def _games(data: bytes, _: Reading) -> int:
    """The games: as many as have tags above lines of moves, or as one tag is there."""
    text = re.sub(r"\{[^{}]*\}", "", decoded(data)[0])
    above_moves = 0
    named = False
    for line in text.split("\n"):
        if re.match(r'[ \t]*\[(Event|Date|White|Black|Result) "', line):
            named = True
        elif line.strip() and line.lstrip()[0] not in "[;%":
            above_moves, named = above_moves + named, False
    return max(
        above_moves + named, *(len(re.findall(rf'^\[{tag} "', text, re.MULTILINE)) for tag in ("Event", "White"))
    )


_COUNTS: dict[str, Callable[[bytes, Reading], int]] = {
    "pbn": _in_pbn,
    "usebio": _in_usebio,
    "csv": _in_csv,
    "xlsx": rows_in_workbook,
    "parquet": rows_in_parquet_file,
    "bws": rows_in_access_file,
    "pgn": _games,
    "pdn": _games,
    "json": rows_in_results_json,
    "acbl": rows_in_acbl_game,
    "bridgewebs": rows_in_bridgewebs,
    "lin": rows_in_lin,
    "ffbridge": rows_in_ffbridge,
    "acbl_live": rows_in_acbl_live,
    "bbo": rows_in_bbo,
    "jfr": rows_in_jfr,
}
"""Format -> the count."""
