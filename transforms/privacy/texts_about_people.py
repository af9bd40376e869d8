"""Which texts of a table may name somebody."""

import polars as pl

from transforms.privacy.ids_of_people import ID_COLUMNS
from transforms.tables.schemas import CLUB, WAREHOUSE

OF_FINDINGS = ("value", "arguments", "message")
"""Columns of findings, which go together."""
_NOT_ABOUT_PEOPLE = (
    *CLUB,
    "season",
    "sha256",
    "format",
    "code",
    "field",
    "name",
    "contract",
    "ruling",
    "result",
    "worth",
)
"""Columns that are never searched for names; `name` is that of the person in the row."""
_WITHOUT_TEXTS = ("raw.competitions", "raw.rating_seasons", "raw.movements", "raw.looks", "movements.next_balance")
"""Tables whose texts are rules."""


def searched(name: str, rows: pl.DataFrame) -> list[str]:
    """The columns of a table in which a text may name somebody; those of findings are not among them."""
    if name in _WITHOUT_TEXTS:
        return []
    columns = WAREHOUSE[name].columns()
    of_few_words = {column for column in columns if getattr(columns[column], "regex", None)}
    passed = {*_NOT_ABOUT_PEOPLE, *ID_COLUMNS, *OF_FINDINGS, *of_few_words}
    return [
        column
        for column, dtype in rows.schema.items()
        if dtype in (pl.String, pl.List(pl.String)) and column not in passed
    ]
