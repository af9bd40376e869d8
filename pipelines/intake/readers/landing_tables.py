"""The tables of the landing folder that any program can write: CSV or Parquet files, or sheets of an XLSX workbook.

A table is recognised by its column names, so files and sheets may have any name. Until the columns are known, all cells
are text: `007` stays `007`, and a text that looks like a formula stays a text.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import dataframely as dy
import polars as pl

from pipelines.intake.readers import hidden_players, scores, words_abroad
from pipelines.intake.readers.cells import kind_of, percent_as_number
from pipelines.intake.readers.hidden_players import PUBLIC, table_not_hidden
from pipelines.intake.readers.lines import MOST_COLUMNS, Lines, csv_lines, cut_off, header_of, of_wrong_width, text_at
from pipelines.intake.readers.parquet_lines import parquet_lines
from pipelines.intake.readers.reading import (
    LETTERS_SHOWN,
    PROVENANCE,
    Finding,
    Sheets,
    error,
    is_lost_without,
    on_rows,
    required,
    shape,
    warning,
)
from pipelines.intake.readers.workbook import ONLY_OF_TABLES, Archive, ArchiveError, sheets_of
from transforms.tables import schemas as tables
from transforms.tables.nearest_words import nearest_words
from transforms.tables.schemas import CLUB, LANDING

_TABLES = tuple(name for name in LANDING if name not in ("official_results", "stated", "schedule"))
_CALLED = {"adjustments": "adjustments (penalties)"}
_ONLY_COMPARED = ("official_ns_points", "official_ew_points", "official_centred", "official_datum")
_NOT_HANDED_IN = (*PROVENANCE, *_ONLY_COMPARED, "namesake_of", "deal_id")
_EXPORTED: dict[str, tuple[type[dy.Schema], ...]] = {
    "totals": (tables.SessionResults,),
    "ranking_points": (tables.RankingPoints,),
    "awards": (tables.AwardPoints,),
    "ratings": (tables.RatingList, tables.Elo, tables.PublishedRatings),
}
"""By table of the landing folder, the tables exported by Barometer that may also be read as that table."""
_OF_RESULT_LIST = ("score", "scoring", "points")
_IN_ALL, _OF_SEASON = "games_total", "games (of the season)"
_ERROR_CELL = r"^#(?:[\p{Lu}0-9_]+(?:/[\p{Lu}0-9_]+)?[!?]|N/[ABDV]|NV)$"
"""The text that a spreadsheet shows in a cell if its formula failed, in several languages."""
_TWO_READINGS = r"^([0-9][0-9]?)[/-]([0-9][0-9]?)[/-][0-9]{4}(?:[T\s].*)?$"

_NUMBERS = r"^[\d\s.,+()/-]*$"
PRESENT = "tables.present"
PLAYER, PARTNER, PAIR = ("player_id", "player"), ("partner_id", "partner"), ("pair", "partnership_id")
"""The column names that an attendance list may have for each of its columns; `barometer lines` reads such lists."""
_NEXT_TO_THEM = ("name", "partner_name", "third_id", "third", "note", "notes", "")
"""Other columns of an attendance list. A file with further columns may be a table that says who must not be shown."""


def is_landing_table(text: str) -> bool:
    """Return whether the first line has enough column names of a table to recognise it."""
    return _recognised(_names(header_of(text)[:MOST_COLUMNS]))[0] is not None


def _intended(header: list[str], file: str) -> Finding | None:
    by_name = words_abroad.table_named(file, _TABLES)
    as_columns = {
        table: words_abroad.columns_abroad(header, _columns(table)) for table in ([by_name] if by_name else _TABLES)
    }
    name = by_name or max(_TABLES, key=lambda table: _held(table, as_columns[table]))
    if by_name is None and _table_with(as_columns[name]) != name:
        return None
    renames = [f"{cell} → {column}" for cell, column in zip(header, as_columns[name], strict=True) if cell != column]
    gaps: dict[str, Any] = {"line_no": 1, "table": _CALLED.get(name, name), "needed": ", ".join(_missing(name, []))}
    gaps |= {"columns": ", ".join(_columns(name))}
    if name not in ("players", "people"):  # the first row may name somebody who must be hidden
        gaps |= {"value": ",".join(header)}
    if renames:
        return error("unread.words_abroad", renames=", ".join(renames), **gaps)
    if name == "results":  # any program may give its files such names
        return None
    return error("unread.words_of_table", **gaps)


def not_read(text: str, file: str) -> list[Finding]:
    """Return the findings on a text that is no landing table: it may be a faulty one, or ask to hide somebody."""
    header = _names(header_of(text)[:MOST_COLUMNS])
    return [_intended(header, file) or error("unread.unknown"), *table_not_hidden(header, 1)]


def read_csv(text: str) -> Sheets:
    """Read one table. Its first line names the columns. Commas, semicolons or tabs separate the cells."""
    return _tables([("this file", csv_lines(text))])


def read_workbook(data: bytes) -> Sheets:
    """Read the tables of a workbook, one per sheet. A sheet that is no table is skipped with a warning."""
    try:
        return _tables((f"sheet {name}", lines) for name, lines in sheets_of(Archive(data)))
    except ArchiveError as unusable:
        return Sheets({}, [unusable.finding])


def read_parquet(data: bytes) -> Sheets:
    """Read one table from a Parquet file. Its rows count as lines, from 1."""
    return _tables([("this file", parquet_lines(data))])


def _names(header: list[str]) -> list[str]:
    return [re.sub(r"[\s-]+", "_", cell[:LETTERS_SHOWN].strip().strip('"').strip().lower()) for cell in header]


def _tables(sources: Iterable[tuple[str, Lines]]) -> Sheets:
    sheets: dict[str, pl.DataFrame] = {}
    findings: list[Finding] = []
    for source, lines in sources:
        as_written = _names(lines.header)
        name, header = _recognised(as_written)
        if name == "ratings":
            header = _with_games_in_all(header)
        is_read = not header or (name and not lines.is_hidden)
        findings += [finding for finding in lines.findings if is_read or finding.code not in ONLY_OF_TABLES]
        if lines.open_quotes:
            findings.append(lines.open_quotes.finding(table=name) if name else lines.open_quotes.finding())
        if not header:
            continue
        columns = {*as_written}
        names_two = not columns.isdisjoint(PLAYER) and not columns.isdisjoint(PARTNER)
        if names_two and columns <= {*PLAYER, *PARTNER, *PAIR, *_NEXT_TO_THEM}:
            findings.append(warning(PRESENT, line_no=lines.header_line, source=source))
            continue
        known = _columns(name) if name else ()
        here = ", ".join(cell for column, cell in zip(header, lines.header, strict=True) if column not in known)
        place: dict[str, Any] = {
            **{"line_no": lines.header_line, "value": here, "source": source},
            "lines": lines.body.height + lines.outside + sum(fault.lines for fault in lines.of_wrong_width.values()),
        }
        if name is None:
            why = None if lines.is_hidden else _without_table(lines, place)
        elif lines.is_hidden:
            why = error("tables.hidden", table=name, **place, severity="warning" if name in sheets else "error")
        elif name in sheets:
            why = error("tables.second", table=name, **place)
        else:
            why = _lacking(name, header, lines, place)
        if why is not None:
            findings += [why, *table_not_hidden(header, lines.header_line)]
        elif name:
            sheets[name], stated, problems = _sheet(name, header, lines)
            findings += problems
            sheets |= stated
    if not sheets and not any(finding.severity == "error" or finding.code == PRESENT for finding in findings):
        findings.append(error("tables.no_table/nothing"))
    return Sheets(sheets, findings)


def _without_table(lines: Lines, place: dict[str, Any]) -> Finding:
    for line_no, cells in lines.beginning[1:]:
        header = _names(cells)
        name = _table_with(header)
        # One known name alone may come from a list that explains columns.
        if name and not _missing(name, header) and len(set(_columns(name)) & set(header)) > 1:
            return error("tables.below_title", table=name, names_line=line_no, **place)
    return warning("tables.no_table", document="docs/landing.md", **place)


def _lacking(name: str, header: list[str], lines: Lines, place: dict[str, Any]) -> Finding | None:
    if missing := _missing(name, header):
        lacks = ", ".join(missing)
        gaps: dict[str, Any] = {"field": lacks, "table": name, "missing": lacks, **place}
        unknown = [cell for cell in header if cell not in _columns(name)]
        # If two headings mean the same column, the first counts.
        renamed = {words_abroad.column_abroad(cell, missing): cell for cell in reversed(unknown)}
        if len(missing) == 1 and lacks not in renamed and (near := nearest_words(lacks, unknown)):
            renamed[lacks] = near[0]
        if set(missing) <= renamed.keys():
            renames = ", ".join(f"{renamed[column]} → {column}" for column in missing)
            return error("tables.lacks/renamed", renames=renames, **gaps)
        return error("tables.lacks", **gaps)
    for column, dtype in ((header[at], dtype) for at, dtype in lines.unusable.items()):
        if column in _columns(name):
            gaps = {"column": column, "dtype": dtype[:LETTERS_SHOWN], "table": name}
            return error("tables.no_cells", field=column, **gaps, **place)
    return None


def _with_games_in_all(header: list[str]) -> list[str]:
    """Return the columns of a rating list, renamed where needed so that `games` is the number of games in all seasons.

    In a printed list, which has norms, `games` has the games of the season only, so it gets another name.
    """
    if not {_IN_ALL, "norm"} & set(header):
        return header
    meanings = {"games": _OF_SEASON, _IN_ALL: "games"}
    return [meanings.get(column, column) for column in header]


def _exported(name: str, header: list[str]) -> set[str]:
    if not set(CLUB) <= set(header):
        return set()
    written = (LANDING[name], *_EXPORTED.get(name, ()))
    known = {"season", *(column for table in written for column in table.column_names())} - set(_ONLY_COMPARED)
    return known | ({_OF_SEASON} if "games" in header else set())


def _recognised(header: list[str]) -> tuple[str | None, list[str]]:
    """Return the table that these headings fit best, and the headings with foreign words in English.

    Foreign headings identify a table only if they name all required columns, at least two columns, and half of all.
    """
    name = _table_with(header)
    if name is None or _missing(name, header):
        intended = max(_TABLES, key=lambda table: _held(table, words_abroad.columns_abroad(header, _columns(table))))
        read = words_abroad.in_our_words(header, _columns(intended))
        known, _ = _held(intended, read)
        if known > 1 and 2 * known >= len(header) and not _missing(intended, read):
            return intended, read
    return name, words_abroad.in_our_words(header, _columns(name)) if name else header


def _table_with(header: list[str]) -> str | None:
    """Return the table that these columns fit best; None if most columns are unknown and most required ones missing.

    If Barometer exported the file, the table that knows most of its columns is the best.
    """
    header = [column for column in header if column]
    ours = {name: len(_exported(name, header) & set(header)) for name in _TABLES if not _missing(name, header)}
    best = max(_TABLES, key=lambda name: (ours.get(name, 0), _held(name, header)))
    columns, needed = _held(best, header)
    has_half = columns > 1 and 2 * columns >= len(header)
    return best if len(header) > 1 and (has_half or needed >= 1 / 2) else None


def _held(name: str, header: list[str]) -> tuple[int, float]:
    known = set(_columns(name)) & set(header)
    return len(known), len(known & set(required(name))) / len(required(name))


def _columns(name: str) -> list[str]:
    of_shape = [column for column in shape(name).names() if column not in _NOT_HANDED_IN]
    return [*of_shape, scores.VULNERABLE] if name == "results" else of_shape


def _missing(name: str, header: list[str]) -> list[str]:
    must_have = required(name)
    if name == "results":
        must_have = [*must_have, "ns", "ew", *(() if {"contract", "ruling"} & set(header) else ("score",))]
    return [column for column in must_have if column not in header]


def _sheet(name: str, header: list[str], lines: Lines) -> tuple[pl.DataFrame, dict[str, pl.DataFrame], list[Finding]]:
    breaks_off, stated = cut_off(name, header, lines)
    findings: list[Finding] = []
    if lines.body.is_empty() and not (lines.of_wrong_width or lines.findings or lines.open_quotes or lines.cut_off):
        findings = [warning("tables.no_table/no_lines", line_no=lines.header_line, table=name)]
    others = {column: text_at(lines.body, header.index(column)) for column in header if column not in _columns(name)}
    doubtful = hidden_players.doubtful_columns(others, lines.body) if name == "players" else []
    findings += [
        *_not_columns(name, header, lines.header_line, lines.body, doubtful),
        *_without_heading(header, lines.body),
        *of_wrong_width(name, lines, header),
        *breaks_off,
    ]
    columns = {column: header.index(column) for column in _columns(name) if column in header}
    cells = {column: text_at(lines.body, place) for column, place in columns.items()}
    if name == "totals" and {*CLUB, *_OF_RESULT_LIST} <= set(header):
        cells |= _by_scoring(*(text_at(lines.body, header.index(column)) for column in _OF_RESULT_LIST))
    sheet, not_worked_out = _without_errors(name, lines.body.select("line_no", **cells))
    sheet = hidden_players.hidden_in(sheet, (lines.body.select(others[column]).to_series() for column in doubtful))
    findings += not_worked_out
    sheet, not_decided = _in_english(words_abroad.with_result_apart(sheet) if name == "results" else sheet)
    findings += not_decided
    if name == "results":
        for step in (scores.with_tricks_and_score, scores.with_tricks_won, scores.scored_by_vulnerable):
            sheet, odd = step(sheet)
            findings += odd
    if {"amount", "unit"} <= set(sheet.columns):
        sheet = sheet.with_columns(amount=percent_as_number(pl.col("amount"), pl.col("unit")))
    findings += _ambiguous_dates(name, sheet)
    if name == "players" and PUBLIC in sheet.columns:
        lost = [*lines.findings, *([lines.open_quotes.finding()] if lines.open_quotes else ()), *findings]
        findings += hidden_players.doubts_about_table(sheet, lost)
    return sheet, stated, findings


def _by_scoring(score: pl.Expr, scoring: pl.Expr, points: pl.Expr) -> dict[str, pl.Expr]:
    """Return the result columns of `totals` for an exported list; the scoring decides which of them is filled."""
    in_percent, in_imps = scoring.is_in(("matchpoints", "point_a_board")), scoring.is_in(("butler", "cross_imps"))
    return {
        "percentage": pl.when(in_percent).then(score),
        "points": pl.when(in_percent).then(points),
        "imps": pl.when(in_imps).then(points),
        "vp": pl.when(~in_percent & ~in_imps).then(points),
    }


def _without_heading(header: list[str], lines: pl.DataFrame) -> Iterator[Finding]:
    for place in (place for place, column in enumerate(header) if not column):
        filled = lines.select("line_no", value=text_at(lines, place).str.strip_chars()).filter(pl.col("value") != "")
        for line_no, value in filled.head(1).iter_rows():
            at = {"line_no": line_no, "value": value}
            yield warning("tables.column/no_heading", **at, lines=filled.height, column=place + 1)


def _without_errors(name: str, sheet: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    findings: list[Finding] = []
    lost = pl.lit(value=False)
    for column in (column for column in sheet.columns if column != "line_no"):
        is_error = pl.col(column).str.strip_chars().str.contains(_ERROR_CELL)
        found = sheet.filter(is_error)
        if found.is_empty():
            continue
        is_lost, hides = is_lost_without(name, column), name == "players" and column == PUBLIC
        code = "tables.error_lost" if is_lost else "hidden.word/formula" if hides else "tables.error_empty"
        findings.append(on_rows(code, found, field=column, value=found[column][0], table=name))
        if is_lost:
            lost = lost | is_error.fill_null(value=False)
        elif not hides:
            sheet = sheet.with_columns(pl.when(~is_error).then(column).alias(column))
    return sheet.filter(~lost), findings


_WORDS_ABROAD = {
    "contract": words_abroad.contracts_in_english,
    **dict.fromkeys(("declarer", "seat", "dealer"), words_abroad.seats_in_english),
}


def _in_english(sheet: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    findings: list[Finding] = []
    for column in (column for column in _WORDS_ABROAD if column in sheet.columns):
        read = _WORDS_ABROAD[column](sheet[column])
        sheet = sheet.with_columns(read.cells)
        if read.letter:
            written = sheet.filter(pl.col(column).str.strip_chars() != "")
            one, other = read.meanings[0], read.meanings[-1]
            gaps = {"letter": read.letter, "one": one, "other": other}
            findings.append(on_rows("tables.notation", written, field=column, value=written[column][0], **gaps))
            sheet = sheet.with_columns(pl.lit(None, pl.String).alias(column))
    return sheet, findings


def _ambiguous_dates(name: str, sheet: pl.DataFrame) -> Iterator[Finding]:
    """Warn about the first date of each column in which day and month may be swapped. Dates with dots are clear."""
    dates = (column for column, dtype in shape(name).items() if dtype == pl.Date)
    for column in (column for column in dates if sheet.schema.get(column) == pl.String):
        written = pl.col(column).str.strip_chars()
        day, month = (written.str.extract(_TWO_READINGS, part).cast(pl.Int64) for part in (1, 2))
        read_as = kind_of(column, LANDING[name].columns()[column]).value(written)
        read = sheet.select("line_no", written, read_as=read_as).drop_nulls("read_as")
        found = read.filter(day <= 12, month <= 12, day != month)
        for line_no, value, date in found.head(1).iter_rows():
            day = f"{date.day} {date:%B %Y}"
            at: dict[str, Any] = {"line_no": line_no, "field": column, "value": value}
            yield warning("tables.ambiguous_date", **at, day=day, dates=found.height, date=date)


def _not_columns(
    name: str, header: list[str], line_no: int | None, lines: pl.DataFrame, doubtful: list[str]
) -> Iterator[Finding]:
    known = _columns(name)
    first: dict[str, int] = {}
    taken: set[str] = {PUBLIC}
    exported = _exported(name, header)
    for place, column in enumerate(header):
        at: dict[str, Any] = {"line_no": line_no, "field": column, "table": name}
        if column in first:
            yield _twice(place, first[column], lines, at)
        elif column in doubtful:
            yield error("hidden.column", line_no=line_no, field=column)
        elif column == _OF_SEASON and column not in exported:
            yield warning("tables.column/of_season", **at | {"field": "games"})
        elif column and column not in (*known, *exported):
            abroad = words_abroad.column_abroad(column, [absent for absent in known if absent not in header])
            renamed = [*nearest_words(column, known), *([abroad] if abroad else [])]
            renamed = [nearest for nearest in renamed if nearest not in first and nearest not in taken]
            allowed = ", ".join(known)
            if renamed:
                taken.add(renamed[0])
                yield error("tables.column/misspelt", **at, columns=allowed, nearest=renamed[0])
            elif (
                name == "players"
                and PUBLIC not in header
                and _may_hide(lines.select(text_at(lines, place)).to_series())
            ):
                yield error("tables.hiding", line_no=line_no, field=column)
            else:
                yield warning("tables.column/unknown", **at, columns=allowed)
        if column:
            first.setdefault(column, place)


def _may_hide(cells: pl.Series) -> bool:
    return hidden_players.says_yes_or_no(cells) and not cells.str.contains(_NUMBERS).all()


def _twice(place: int, first: int, lines: pl.DataFrame, gaps: dict[str, Any]) -> Finding:
    one, other = (text_at(lines, at).fill_null("").str.strip_chars() for at in (first, place))
    differing = lines.select(other=other, differs=(other != one) & (other != "")).filter("differs")["other"]
    if differing.is_empty():
        return warning("tables.column/twice", **gaps)
    return error("tables.column/differs", **gaps, value=differing[0], lines=differing.len())
