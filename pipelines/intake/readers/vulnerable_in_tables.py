"""The column `vulnerable` of a table of results: who was vulnerable on the board, where a table says so.

The number of a board says who is (Law 2). Where the column says otherwise, a score that the table does not give follows
from the contract as the column says (Law 77): the cards lay on the table as they did.
"""

import polars as pl

from pipelines.intake.readers.pbn.results import brought_by, due, word_of
from pipelines.intake.readers.reading import LINES_NAMED, Finding, on_lines, warning

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
        sheet: `line_no` and the cells of a table of results, as text or with types.
    """
    if VULNERABLE not in sheet.columns:
        return sheet, []
    text = {name: pl.col(name).cast(pl.String).str.strip_chars() for name in _CELLS if name in sheet.columns}
    cells = {name: text.get(name, pl.lit(None, pl.String)) for name in _CELLS}
    said = pl.col(VULNERABLE).cast(pl.String).str.strip_chars()
    written = pl.when(said != "").then(said)
    number = cells["board"].cast(pl.Int32, strict=False)
    brought = brought_by(cells["board"], written, cells["contract"], cells["declarer"], cells["tricks"])
    is_given = pl.any_horizontal((cells[name] != "").fill_null(value=False) for name in ("score", "ruling"))
    told = sheet.select(
        "line_no",
        written=written,
        due=due(number),
        is_odd=written.is_not_null() & word_of(written).is_null(),
        differs=((word_of(written) != due(number)) & number.is_not_null()).fill_null(value=False),
        is_given=is_given,
        brought=brought.cast(pl.String),
    ).with_columns(by_column=pl.when("differs", ~pl.col("is_given")).then("brought"))
    rest = sheet.drop(VULNERABLE)
    findings = _findings(told)
    if told["by_column"].null_count() == told.height:
        return rest, findings
    score = rest.select(cells["score"].alias("score")).to_series() if "score" in rest.columns else None
    given = pl.Series("score", [None] * rest.height, dtype=pl.String) if score is None else score
    scores = pl.DataFrame({"given": given, "by_column": told["by_column"]})
    return rest.with_columns(scores.select(pl.coalesce("by_column", "given")).to_series().alias("score")), findings


def _findings(told: pl.DataFrame) -> list[Finding]:
    findings: list[Finding] = []
    computed = told.filter(pl.col("by_column").is_not_null())
    if not computed.is_empty():
        first = computed["line_no"].head(LINES_NAMED + 1).to_list()
        at = {"field": VULNERABLE, "value": computed["written"][0]}
        findings.append(on_lines("tables.vulnerable/computed", _COMPUTED, first, computed.height, **at))
    given = told.filter("differs", "is_given")
    odd = told.filter("is_odd")
    for code, sentence, rows in (
        ("tables.vulnerable/given", _GIVEN, given),
        ("tables.vulnerable", _NOT_A_WORD, odd),
    ):
        if not rows.is_empty():
            row = rows.row(0, named=True)
            gaps = {"due": row["due"]} if rows is given else {}
            at = {"line_no": row["line_no"], "field": VULNERABLE, "value": row["written"][:80]}
            findings.append(warning(code, sentence, **at, **gaps, lines=rows.height))
    return findings
