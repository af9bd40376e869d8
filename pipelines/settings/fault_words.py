"""What is said of values in a competition.toml that are of another kind, or outside of a range."""

from transforms.messages import gettext_noop

KINDS = {
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "words between quotes",
    "string_too_short": "words between quotes, or leave it out",
    "date_type": "a date, as 2025-09-01",
    "list_type": "a list, between [ and ]",
    "too_short": "at least one",
    "too_long": "fewer of them",
    "model_type": "a table, between { and }",
}
"""Kind of fault, as pydantic names it -> what should stand there."""

BOUNDS = ("greater_than", "greater_than_equal", "less_than", "less_than_equal")
LIMITS = ("gt", "ge", "lt", "le")
RANGES: dict[tuple[str, ...], str] = {
    ("ge",): gettext_noop("write a number from {ge}{unquoted}"),
    ("gt",): gettext_noop("write a number above {gt}{unquoted}"),
    ("le",): gettext_noop("write a number to {le}{unquoted}"),
    ("lt",): gettext_noop("write a number below {lt}{unquoted}"),
    ("ge", "le"): gettext_noop("write a number from {ge} to {le}{unquoted}"),
    ("gt", "le"): gettext_noop("write a number above {gt} to {le}{unquoted}"),
    ("ge", "lt"): gettext_noop("write a number from {ge}, below {lt}{unquoted}"),
    ("gt", "lt"): gettext_noop("write a number above {gt}, below {lt}{unquoted}"),
}

NO_DEFAULT = gettext_noop("missing: write it, since it has no default")
OF_SEASON = gettext_noop("missing: write {example} below this [[season]]")
EMPTY = (
    "the file is empty: put back a copy of it, if you have one; else delete it, and run barometer new on this folder,"
    " which writes one by its result files"
)
NO_SEASON = gettext_noop(
    'missing: add [[season]] at the end, and below it, each on a line of its own, name = "2025-26", start = 2025-09-01'
    " and end = 2026-08-31"
)
