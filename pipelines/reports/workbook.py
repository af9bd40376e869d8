"""Tables as an XLSX workbook: its cells hold text, numbers and dates, never formulas.

The cells of a table are made column by column as XML, and the parts have no time: the same tables give the same bytes.
"""

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

import polars as pl
import polars.selectors as cs

_MOST_CHARACTERS = 32_767
_WIDEST = 60
_PADDING = 0.71
"""What a cell needs beside its characters, in widths of a character."""
_COMPRESSION = 2
"""Of 9. The usual 6 takes three times as long, for workbooks a fifth smaller."""
_FIRST_DAY = pl.date(1899, 12, 30)
_FIRST_SURE_DAY = 61
"""1 March 1900. Spreadsheets disagree on days before it, since one of them knows a 29 February 1900."""
_BOLD, _DATE = 1, 2
"""The numbers of the styles of headings and of dates in `_STYLES`."""

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_STYLES = (
    f'{_XML}<styleSheet xmlns="{_MAIN}">'
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


def workbook(sheets: Mapping[str, pl.DataFrame]) -> bytes:
    """A workbook with one sheet per table, with the name of the table (at most 31 characters).

    The frozen first row of a sheet has headings. Columns are text, numbers, booleans or dates; values of any other type
    are written as text. The cell of a number that is not finite stays empty.
    """
    parts = _around(list(sheets)) | {
        f"xl/worksheets/sheet{number}.xml": _sheet(_as_cells(table))
        for number, table in enumerate(sheets.values(), start=1)
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, text in parts.items():
            part = zipfile.ZipInfo(name)
            part.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(part, text.encode(), compresslevel=_COMPRESSION)
    return written.getvalue()


def _around(names: list[str]) -> dict[str, str]:
    """Every part of a workbook but its sheets."""
    numbers = range(1, len(names) + 1)
    sheets = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, names, strict=True)
    )
    targets = [("worksheet", f"worksheets/sheet{number}.xml") for number in numbers] + [("styles", "styles.xml")]
    types = {"/xl/workbook.xml": "sheet.main", "/xl/styles.xml": "styles"} | {
        f"/xl/worksheets/sheet{number}.xml": "worksheet" for number in numbers
    }
    return {
        "[Content_Types].xml": (
            f'{_XML}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels"'
            ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            + "".join(f'<Override PartName="{name}" ContentType="{_TYPE}.{of}+xml"/>' for name, of in types.items())
            + "</Types>"
        ),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(targets),
        "xl/styles.xml": _STYLES,
    }


def _relations(targets: list[tuple[str, str]]) -> str:
    related = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{of}" Target="{target}"/>'
        for number, (of, target) in enumerate(targets, start=1)
    )
    return f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">{related}</Relationships>'


def _as_cells(table: pl.DataFrame) -> pl.DataFrame:
    """The table as cells can hold it: finite numbers, and text that is not too long and that XML allows."""
    plain = cs.numeric() | cs.boolean() | cs.date()
    return table.with_columns(
        pl.when(cs.float().is_finite()).then(cs.float()),
        (~plain)
        .cast(pl.String)
        .str.slice(0, _MOST_CHARACTERS)
        .str.replace_all(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]", ""),
    )


def _sheet(table: pl.DataFrame) -> str:
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{width + _PADDING}" customWidth="1"/>'
        for number, width in enumerate(_widths(table), start=1)
    )
    names = pl.DataFrame([table.columns], schema=_letters(table.width), orient="row")
    values = table.rename(dict(zip(table.columns, _letters(table.width), strict=True)))
    return (
        f'{_XML}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        f"<cols>{widths}</cols><sheetData>{_rows(names, first=1, style=_BOLD)}{_rows(values, first=2)}</sheetData>"
        "</worksheet>"
    )


def _widths(table: pl.DataFrame) -> list[int]:
    longest = table.select(pl.all().cast(pl.String).str.len_chars().max().fill_null(0)).row(0)
    return [min(max(len(name), width), _WIDEST) for name, width in zip(table.columns, longest, strict=True)]


def _letters(columns: int) -> list[str]:
    """The names of columns in a sheet: A to Z, then AA to ZZ."""
    alphabet = [chr(ord("A") + number) for number in range(26)]
    return (alphabet + [first + second for first in alphabet for second in alphabet])[:columns]


def _rows(table: pl.DataFrame, *, first: int, style: int = 0) -> str:
    """The rows as XML; the names of the columns are those of the sheet. Cells without a value are left out."""
    row = pl.int_range(first, pl.len() + first).cast(pl.String).alias("row")
    cells = (_cell(table[name], style) for name in table.columns)
    parts = [pl.lit('<row r="'), "row", pl.lit('">'), *cells, pl.lit("</row>")]
    return table.with_columns(row).select(pl.concat_str(parts, ignore_nulls=True)).to_series().str.join("").item()


def _cell(column: pl.Series, style: int) -> pl.Expr:
    value = pl.col(column.name)
    if column.dtype == pl.Date:
        day = (value - _FIRST_DAY).dt.total_days()
        as_day = _element(column.name, f'" s="{_DATE}"><v>', day.cast(pl.String), "</v></c>")
        return pl.when(day >= _FIRST_SURE_DAY).then(as_day).otherwise(_text(column.name, value.cast(pl.String), style))
    if column.dtype == pl.Boolean:
        return _element(column.name, '" t="b"><v>', value.cast(pl.Int8).cast(pl.String), "</v></c>")
    if column.dtype.is_numeric():
        return _element(column.name, '"><v>', value.cast(pl.String), "</v></c>")
    return _text(column.name, _escaped(column), style)


def _text(letters: str, text: pl.Expr, style: int) -> pl.Expr:
    styled = f' s="{style}"' if style else ""
    return _element(letters, f'"{styled} t="inlineStr"><is><t xml:space="preserve">', text, "</t></is></c>")


def _element(letters: str, before: str, value: pl.Expr, after: str) -> pl.Expr:
    return pl.concat_str(pl.lit(f'<c r="{letters}'), "row", pl.lit(before), value, pl.lit(after))


def _escaped(column: pl.Series) -> pl.Expr:
    """The text as XML; what a spreadsheet would take for the code of a character (`_x0041_`) stays what it is."""
    text = pl.col(column.name)
    if not column.str.contains(r"[&<>\r]|_x").any():
        return text
    return (
        text.str.replace_all(r"_(x[0-9A-Fa-f]{4}_)", "_x005F_${1}")
        .str.replace_all("&", "&amp;", literal=True)
        .str.replace_all("<", "&lt;", literal=True)
        .str.replace_all(">", "&gt;", literal=True)
        .str.replace_all("\r", "_x000D_", literal=True)
    )
