"""Workbooks of every kind: what a cell becomes, what is reported, and what no workbook can do."""

import datetime as dt
import io
import zipfile

import polars as pl
import pytest
import xlsxwriter
from each import cases, items
from result_files import Read, rows
from workbooks import SHEET, text_cell, understated, with_cells, with_header, with_part, workbook

from pipelines.intake.readers import Reading

PLAYERS = workbook({"players": [["player_id", "name"], ["1", "Ann"]]})


def expected(reading: Reading) -> list[tuple[object, ...]]:
    return rows(reading, "findings", "code", "line_no", "value")


ERROR = '<c r="{}" t="e"><v>{}</v></c>'
BROKEN_OFF = zipfile.ZipFile(io.BytesIO(with_cells(f'<row r="2">{text_cell("A2", "1")}</row><row r="3">'))).read(SHEET)


@cases(
    *(
        (
            with_cells(
                f'<row r="2">{ERROR.format("A2", shown)}{text_cell("B2", "Ann")}</row>'
                f'<row r="3">{text_cell("A3", "2")}{ERROR.format("B3", shown)}</row>'
            ),
            [("2", None, 3)],
            [("tables.error_empty", 3, shown), ("tables.error_lost", 2, shown)],
        )
        for shown in ("#N/A", "#REF!", "#DIV/0!", "#NAME?", "#NV")
    ),
    (
        with_cells(
            f'<row r="2">{text_cell("A2", "1")}<c r="B2"><f>A1&amp;"x"</f></c></row>'
            '<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="str"><f>A1</f><v>Bo</v></c></row>'
        ),
        [("1", None, 2), ("2", "Bo", 3)],
        [("tables.error_empty", 2, "#FORMULA!")],
    ),
    (with_part(PLAYERS, SHEET, BROKEN_OFF[:-30]), [("1", None, 2)], [("workbook.sheet", 2, None)]),
    # two lines of one number
    (
        with_cells(f'<row r="5">{text_cell("A5", "1")}</row><row r="5">{text_cell("A5", "2")}</row>'),
        *([("1", None, 5), ("2", None, 6)], []),
    ),
)
def test_a_cell_that_cannot_be_used_is_reported(
    read: Read, book: bytes, players: list[tuple[object, ...]], findings: list[tuple[object, ...]]
) -> None:
    reading = read(book)
    assert rows(reading, "players", "player_id", "name", "line_no") == players
    assert sorted(expected(reading)) == findings


def test_a_cell_at_the_far_corner_is_passed_over_and_reported(read: Read) -> None:
    rows = f'<row r="2">{text_cell("A2", "1")}</row><row r="1048576">{text_cell("XFD1048576", "!")}</row>'
    reading = read(with_cells(rows))
    assert reading.tables["players"]["player_id"].to_list() == ["1"]
    assert expected(reading) == [("workbook.outside", 1048576, "!")]


@cases(
    *(('<c r="A2"><v>7</v></c>', "7"), ('<c r="A2"><v>7.0</v></c>', "7"), ("<c><v>7</v></c>", "7")),
    *(('<c r="A2"><v>1234567</v></c>', "1234567"), ('<c r="A2"><v>0.5</v></c>', "0.5")),
    *(('<c r="A2"><v>1E3</v></c>', "1000"), ('<c r="A2" t="b"><v>1</v></c>', "true")),
    ('<c r="A2" t="s"><v>0</v></c>', "player_id"),
    ('<c r="A2" t="inlineStr"><is><r><t>An</t></r><r><t>n</t></r><rPh><t>x</t></rPh></is></c>', "Ann"),
)
def test_a_cell_as_text(read: Read, cell: str, text: str) -> None:
    assert read(with_cells(f"<row>{cell}</row>")).tables["players"]["player_id"].to_list() == [text]


@pytest.mark.parametrize("written", [dt.date(2025, 9, 2), dt.datetime(2025, 9, 2, 19, 30), "2 sep 2025"])
def test_dates_of_a_workbook(read: Read, written: object) -> None:
    reading = read(workbook({"x": [["session_id", "date"], ["1", written]]}))
    assert reading.tables["sessions"]["date"].to_list() == [dt.date(2025, 9, 2)]


@pytest.mark.parametrize("form", ["0%", "0.00%", "0.0%;[Red]-0.0%"])
def test_a_percentage_is_no_fraction(read: Read, form: str) -> None:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet, in_percent = book.add_worksheet("x"), book.add_format({"num_format": form})
        sheet.write_row(0, 0, ["session_id", "line", "entrant", "amount", "unit", "reason"])
        for row, (amount, reason) in enumerate([(-0.1, 0.125), ("-10", 0.07)], start=1):
            sheet.write_row(row, 0, ["1", "A", "1", amount, "percent", reason], in_percent)
    reading = read(content.getvalue())
    assert expected(reading) == []
    assert rows(reading, "adjustments", "amount", "reason") == [(-10, "12.5%"), (-10, "7%")]


BOMB = with_part(PLAYERS, "xl/sharedStrings.xml", "<sst>" + "<si><t>" + "x" * 5_000_000 + "</t></si></sst>")
WIDE = f"<worksheet><sheetData><row>{'<c><v>1</v></c>' * 501}</row></sheetData></worksheet>"
MANY_PARTS = io.BytesIO()
with zipfile.ZipFile(MANY_PARTS, "w") as made:
    for number in range(2001):
        made.writestr(f"xl/worksheets/sheet{number}.xml", "")
ENTITIES = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><worksheet><sheetData/></worksheet>'


@items(
    (BOMB, "workbook.too_large"),
    (with_part(PLAYERS, SHEET, WIDE), "workbook.too_large"),
    (MANY_PARTS.getvalue(), "workbook.too_large"),
    (workbook({f"s{number}": [] for number in range(201)}), "workbook.too_large"),
    (with_part(PLAYERS, SHEET, ENTITIES), "workbook.not_read"),
    (with_part(PLAYERS, "xl/workbook.xml", "<workbook>" * 5), "workbook.not_read"),
    (with_part(PLAYERS, SHEET, "<worksheet>" + "x" * 5000, zipfile.ZIP_LZMA), "workbook.not_read"),
    (understated(PLAYERS, "xl/workbook.xml"), "workbook.not_read"),
    *(
        (with_header(PLAYERS, at_local, at_central, value), "workbook.not_read")
        for at_local, at_central, value in ((4, 6, 999), (8, 10, 99), (6, 8, 1))
    ),
    *((PLAYERS[:-30], "workbook.not_read"), (PLAYERS[:200], "workbook.not_read")),
    ids=range(13),
)
def test_a_strange_file_costs_itself(read: Read, monkeypatch: pytest.MonkeyPatch, content: bytes, code: str) -> None:
    monkeypatch.setattr("pipelines.intake.readers.workbook.LARGEST", 4_000_000)
    reading = read(content)
    assert reading.findings.select("severity", "code").rows() == [("error", code)]
    assert all(rows.is_empty() for rows in reading.tables.values())


def test_letters_that_many_cells_share_are_counted_for_each(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.intake.readers.workbook.LARGEST", 1_000_000)
    rows = "".join(f'<row r="{line}"><c r="A{line}" t="s"><v>0</v></c></row>' for line in range(2, 30))
    book = with_part(with_cells(rows), "xl/sharedStrings.xml", f"<sst><si><t>{'x' * 50_000}</t></si></sst>")
    assert read(book).findings["code"].to_list() == ["workbook.too_large"]


RESULTS = [["session_id", "line", "board", "ns", "ew", "score"], ["x", "A", 1, 1, 2, 420], ["x", "A", 1, 3, 4, -50]]


def test_a_table_below_a_title_is_an_error_that_names_both(read: Read) -> None:
    reading = read(workbook({"results": [["Results of the Club"], [], *RESULTS], "more": [["player_id", "name"]]}))
    [finding] = reading.findings.filter(pl.col("code") != "tables.no_table").rows(named=True)
    assert (finding["code"], finding["severity"], finding["line_no"]) == ("tables.below_title", "error", 1)
    assert finding["value"] == "Results of the Club"
    assert "columns of results are named in row 3 of sheet results" in finding["message"]
    assert reading.tables["results"].is_empty()


@pytest.mark.parametrize("rows", [[["Notes"], ["player_id", "the number"]], [["Notes", "x"], ["", "", "Ann"], ["Bo"]]])
def test_a_sheet_without_a_table_is_one_warning(read: Read, rows: list[list[object]]) -> None:
    reading = read(workbook({"results": RESULTS, "notes": rows}))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"]) == ("tables.no_table", "warning")
    assert finding["value"] == ", ".join(map(str, rows[0]))
    assert f"(rows after the first: {len(rows) - 1})" in finding["message"]


def merged(book: bytes, *areas: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(book)) as packed:
        sheet = packed.read(SHEET).decode()
    cells = "".join(f'<mergeCell ref="{area}"/>' for area in areas)
    return with_part(book, SHEET, sheet.replace("</sheetData>", f"</sheetData><mergeCells>{cells}</mergeCells>"))


def test_merged_cells_are_named_once(read: Read) -> None:
    rows = [RESULTS[0], RESULTS[1], ["", *RESULTS[2][1:]]]
    reading = read(merged(workbook({"results": rows}), "A2:A3", "C2:D2"))
    [finding] = reading.findings.filter(code="workbook.merged").rows(named=True)
    assert (finding["severity"], finding["line_no"], finding["value"]) == ("error", 2, "A2:A3")
    assert "sheet results are merged (A2:A3, C2:D2)" in finding["message"]


@pytest.mark.parametrize("area", ["A1:B1", "H2:H3", "", "A2"])
def test_cells_that_are_merged_next_to_or_above_a_table_are_silent(read: Read, area: str) -> None:
    assert read(merged(workbook({"results": RESULTS}), area)).findings.is_empty()


def changed(book: bytes, part: str, old: str, new: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(book)) as packed:
        content = packed.read(part).decode()
    assert old in content
    return with_part(book, part, content.replace(old, new, 1))


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
@pytest.mark.parametrize("names", [("old", "results"), ("results", "old"), ("old", "notes")])
def test_a_hidden_sheet_is_never_the_one_that_counts(read: Read, state: str, names: tuple[str, str]) -> None:
    sheets = {"old": RESULTS[:2], "results": RESULTS, "notes": []}
    book = workbook({name: sheets[name] for name in names})
    reading = read(changed(book, "xl/workbook.xml", 'name="old"', f'name="old" state="{state}"'))
    is_elsewhere = "results" in names
    assert reading.tables["results"].height == (2 if is_elsewhere else 0)
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"]) == ("tables.hidden", "warning" if is_elsewhere else "error")
    assert finding["message"].startswith("sheet old is hidden, so its table results is left out (rows: 1)")


def test_a_hidden_sheet_without_a_table_is_silent(read: Read) -> None:
    book = workbook({"lists": [["x"], ["y"]], "results": RESULTS})
    assert read(changed(book, "xl/workbook.xml", 'name="lists"', 'name="lists" state="hidden"')).findings.is_empty()


@pytest.mark.parametrize(("line", "findings"), [(1, 0), (2, 1), (3, 1)])
def test_hidden_rows_count_and_are_reported_once(read: Read, line: int, findings: int) -> None:
    book = changed(workbook({"results": RESULTS}), SHEET, f'<row r="{line}"', f'<row hidden="1" r="{line}"')
    reading = read(book)
    assert reading.tables["results"].height == 2
    assert (
        rows(reading, "findings", "code", "severity", "line_no")
        == [("workbook.hidden_rows", "warning", line)] * findings
    )
