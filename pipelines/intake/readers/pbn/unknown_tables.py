"""Tables under tags that nothing is read from, as by a slip of spelling: `[Score_Table "PairId_NS;PairId_EW;..."]`."""

from pipelines.intake.readers.pbn.cells import columns_of, missing_columns
from pipelines.intake.readers.pbn.text import TABLES_OF_RESULTS, Document, Section
from pipelines.intake.readers.reading import Finding, warning
from transforms.tables.nearest_words import nearest_words

_NOT_READ = (
    *("actiontable", "auctiontimetable", "instantscoretable", "optimumplaytable", "optimumresulttable"),
    "playtimetable",
)
"""Tables of the standard that hold no results of those who played."""
_LONGEST = 40


def tell_unknown_tables(found: Document) -> list[Finding]:
    """Tell of rows of results under other tags; and a warning for each other tag that has a table below it."""
    others: dict[str, list[Section]] = {}
    for section in found.sections:
        if not section.lines or section.is_table or not _may_be_table(section):
            continue
        meant = _meant(section)
        if meant is None:
            others.setdefault(section.name or "", []).append(section)
            continue
        found.told.error(
            "pbn.table_like",
            "[{written}] is no table that is known, so its rows are left out (how many: {rows}): did you mean {meant}?"
            " Write it so",
            line_no=section.line_no,
            field=meant,
            value=section.written,
            written=section.written[:_LONGEST],
            meant=meant,
            rows=len(section.lines),
        )
    return [
        warning(
            "pbn.table_unknown",
            "[{written}] is no table that is known, so the rows below it are passed over (how many in this file:"
            " {lines}): if they are results, write ScoreTable or TotalScoreTable",
            line_no=sections[0].line_no,
            field=sections[0].written[:_LONGEST],
            value=sections[0].lines[0][1][:200],
            written=sections[0].written[:_LONGEST],
            lines=sum(len(section.lines) for section in sections),
        )
        for sections in others.values()
    ]


def _may_be_table(section: Section) -> bool:
    """Whether lines below it are not told yet, and no standard says what they are."""
    return section.name is not None and section.name.endswith("table") and section.name not in _NOT_READ


def _meant(section: Section) -> str | None:
    """The table of results that has these columns, or nearly this name."""
    columns = columns_of(section.value)[0]
    for name, table in TABLES_OF_RESULTS.items():
        if not missing_columns(name, columns):
            return table
    near = nearest_words((section.name or "")[:_LONGEST], TABLES_OF_RESULTS)
    return TABLES_OF_RESULTS[near[0]] if near and ";" in section.value and "pair" in section.value.lower() else None
