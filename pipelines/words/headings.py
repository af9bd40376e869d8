"""The headings of tables that people read in a terminal. Tables for programs have the names of their columns."""

from transforms.messages import pgettext, pgettext_noop

_HEADING = "heading of a column"
_SAID = (
    # Who may be who, and lines for tonight.
    *(pgettext_noop("heading of a column", "club"), pgettext_noop("heading of a column", "kind")),
    *(pgettext_noop("heading of a column", "other name"), pgettext_noop("heading of a column", "name")),
    *(pgettext_noop("heading of a column", "why"), pgettext_noop("heading of a column", "place")),
    *(pgettext_noop("heading of a column", "pair"), pgettext_noop("heading of a column", "ranking")),
    *(pgettext_noop("heading of a column", "alias"), pgettext_noop("heading of a column", "player id")),
    *(pgettext_noop("heading of a column", "since"), pgettext_noop("heading of a column", "until")),
    # What was published, and findings.
    *(pgettext_noop("heading of a column", "at"), pgettext_noop("heading of a column", "build")),
    *(pgettext_noop("heading of a column", "what"), pgettext_noop("heading of a column", "who")),
    *(pgettext_noop("heading of a column", "event"), pgettext_noop("heading of a column", "files")),
    *(pgettext_noop("heading of a column", "severity"), pgettext_noop("heading of a column", "where")),
    pgettext_noop("heading of a column", "message"),
    # Beside the files' own results.
    *(pgettext_noop("heading of a column", "value"), pgettext_noop("heading of a column", "official")),
    *(pgettext_noop("heading of a column", "ours"), pgettext_noop("heading of a column", "reason")),
    pgettext_noop("heading of a column", "equal"),
    # Games behind a rating.
    *(pgettext_noop("heading of a column", "date"), pgettext_noop("heading of a column", "against")),
    *(pgettext_noop("heading of a column", "rating"), pgettext_noop("heading of a column", "expected")),
    *(pgettext_noop("heading of a column", "points"), pgettext_noop("heading of a column", "counts")),
    pgettext_noop("heading of a column", "line of file"),
    # Movements.
    *(pgettext_noop("heading of a column", "no"), pgettext_noop("heading of a column", "movement")),
    *(pgettext_noop("heading of a column", "boards"), pgettext_noop("heading of a column", "balance")),
    *(pgettext_noop("heading of a column", "shared"), pgettext_noop("heading of a column", "turned")),
    pgettext_noop("heading of a column", "leave empty"),
)


def heading(column: str) -> str:
    """The heading of a column, in the language that is spoken; its name in words where nobody translated it."""
    return pgettext(_HEADING, column.replace("_", " "))
