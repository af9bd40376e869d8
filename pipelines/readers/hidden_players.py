"""The table `players`, in which people ask not to be named: a slip there must publish nobody, or at least be told."""

from typing import Any

from pipelines.readers.reading import Finding, error
from transforms.tables.nearest_words import nearest_words

PUBLIC = "public"
_LEAVES_OUT = ("csv.open_quote", "tables.cells", "tables.error_lost", "workbook.sheet_damaged", "workbook.merged")
"""The beginnings of codes of errors on lines of a table that are left out, or on cells that are taken as empty."""


def with_public(header: list[str], columns: list[str]) -> list[str]:
    """The names of the columns, where one that is nearly `public` stands for it if there is none.

    Args:
        header: the names as the reader compares them.
        columns: the columns that the table may have.
    """
    near = [name for name in header if name not in columns and nearest_words(name, columns) == [PUBLIC]]
    if PUBLIC in header or not near:
        return header
    return [PUBLIC if place == header.index(near[0]) else name for place, name in enumerate(header)]


def misspelt_public(**told: Any) -> Finding:
    """The error on a column that counts as `public`."""
    sentence = (
        "players has no such column; did you mean public? It counts as public, so that nobody is named by a slip: write"
        " it so"
    )
    return error("tables.public_misspelt", sentence, **told)


def not_hidden(name: str, header: list[str], findings: list[Finding]) -> list[Finding]:
    """An error where lines of a table that hides people are left out, since who is hidden there may be named.

    Args:
        name: the table.
        header: the names of its columns.
        findings: those on its lines.
    """
    lost = [finding for finding in findings if finding.severity == "error" and finding.code.startswith(_LEAVES_OUT)]
    if name != "players" or PUBLIC not in header or not lost:
        return []
    sentence = (
        "lines of this table of players are not read, and with them perhaps that somebody is not to be named (public):"
        " who it is may be shown; mend them before the site is published"
    )
    return [error("tables.perhaps_not_hidden", sentence, line_no=lost[0].line_no, field=PUBLIC)]
