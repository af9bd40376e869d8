"""A list of who is present, as `barometer lines` reads it: among results it is none of their tables."""

from pipelines.readers.reading import Finding, warning

PRESENT = "tables.present"
"""Code of what is told of it."""

_NEEDED, _ALLOWED = {"player_id", "partner_id"}, {"player_id", "partner_id", "pair", "partnership_id", ""}


def is_of_who_is_present(header: list[str]) -> bool:
    """Whether these are the columns of such a list, and no others."""
    return _NEEDED <= set(header) <= _ALLOWED


def who_is_present(source: str, line_no: int | None) -> Finding:
    """The finding on such a list."""
    return warning(
        "tables.present",
        "{source} is a list of who is present, for barometer lines, and has no results, so it is passed over: move it"
        " out of the folders with results",
        line_no=line_no,
        source=source,
    )
