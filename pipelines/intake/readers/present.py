"""A list of who is present, as `barometer lines` reads it: among results it is none of their tables."""

from pipelines.intake.readers.reading import Finding, warning

PRESENT = "tables.present"
"""Code of what is told of it."""

PLAYER, PARTNER, PAIR = ("player_id", "player"), ("partner_id", "partner"), ("pair", "partnership_id")
"""The names that a column of it may have, by what stands in it."""
_BESIDE = ("name", "partner_name", "third_id", "third", "note", "notes", "")
"""What people write beside these; any other column may be one of a table, which says who is not to be shown."""


def is_of_who_is_present(header: list[str]) -> bool:
    """Whether these are the columns of such a list, and no others."""
    columns = set(header)
    has_both = not columns.isdisjoint(PLAYER) and not columns.isdisjoint(PARTNER)
    return has_both and columns <= {*PLAYER, *PARTNER, *PAIR, *_BESIDE}


def who_is_present(source: str, line_no: int | None) -> Finding:
    """The finding on such a list."""
    return warning(
        PRESENT,
        "{source} is a list of who is present, for barometer lines, and has no results, so it is passed over: move it"
        " out of the folders with results",
        line_no=line_no,
        source=source,
    )
