"""The column `vulnerable` of a table of results: who was vulnerable on the board, where a table says so.

The number of a board says who is (Law 2). Where the column says otherwise, a score that the table does not give follows
from the contract as the column says (Law 77): the cards lay on the table as they did.
"""

import polars as pl

from pipelines.intake.readers.pbn.results import brought_by, due, word_of
from pipelines.intake.readers.reading import LINES_NAMED, Finding, on_lines, warning
from transforms.tables.finding_words import gaps_of

VULNERABLE = "vulnerable"
_CELLS = ("board", "contract", "declarer", "tricks", "score", "ruling")
_COMPUTED = (
    "boards of these numbers have others vulnerable; their results have the scores that this column brings, since none"
    " are given: mend the number or the column, or give the scores"
)
_GIVEN = (
    "a board of this number has {due} vulnerable; scores count as they are given (such rows: {lines}): mend the number"
    " or the column"
)
_NOT_A_WORD = (
    "not understood, so the number of the board says who is vulnerable (such rows: {lines}): write None, NS, EW or All"
)


def scored_by_its_column(sheet: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """The sheet of results without the column, with the scores that follow from it; and findings on contradictions.

    Args:
        sheet: `line_no` and the cells of a table of results, as text.
    """
    if VULNERABLE not in sheet.columns:
        return sheet, []
    cells = {
        name: pl.col(name).str.strip_chars() if name in sheet.columns else pl.lit(None, pl.String) for name in _CELLS
    }
    said = pl.col(VULNERABLE).str.strip_chars()
    written = pl.when(said != "").then(said)
    number = cells["board"].cast(pl.Int32, strict=False)
    brought = brought_by(cells["board"], written, cells["contract"], cells["declarer"], cells["tricks"])
    is_given = pl.any_horizontal((cells[name] != "").fill_null(value=False) for name in ("score", "ruling"))
    differs = ((word_of(written) != due(number)) & number.is_not_null()).fill_null(value=False)
    told = sheet.with_columns(
        score=cells["score"],
        written=written,
        due=due(number),
        is_odd=written.is_not_null() & word_of(written).is_null(),
        is_given=differs & is_given,
        by_column=pl.when(differs, ~is_given).then(brought.cast(pl.String)),
    )
    findings: list[Finding] = []
    computed = told.filter(pl.col("by_column").is_not_null())
    if not computed.is_empty():
        first = computed["line_no"].head(LINES_NAMED + 1).to_list()
        at = {"field": VULNERABLE, "value": computed["written"][0]}
        findings.append(on_lines("tables.vulnerable/computed", _COMPUTED, first, computed.height, **at))
        sheet = told.with_columns(score=pl.coalesce("by_column", "score")).select(
            [*dict.fromkeys((*sheet.columns, "score"))]
        )
    for code, sentence, rows in (
        ("tables.vulnerable/given", _GIVEN, told.filter("is_given")),
        ("tables.vulnerable", _NOT_A_WORD, told.filter("is_odd")),
    ):
        for line_no, value, by_number in rows.select("line_no", "written", "due").head(1).iter_rows():
            gaps = {"due": by_number, "lines": rows.height}
            at = {"line_no": line_no, "field": VULNERABLE, "value": value[:80]}
            findings.append(warning(code, sentence, **at, **{gap: gaps[gap] for gap in gaps_of(sentence)}))
    return sheet.drop(VULNERABLE), findings
