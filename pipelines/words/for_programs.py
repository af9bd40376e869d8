"""Tables as CSV and JSON: programs get the same values back, and spreadsheets run nothing."""

import re

import polars as pl

_SEPARATORS = r";\t\n\r\x{2028}\x{2029}"
_SIGNS = r"=+\-@＝＋－＠﹦﹢﹣﹫"
"""What a formula starts with; Excel takes the wide forms for the others where it is set to Japanese or Chinese."""
_FORMULA = rf"(^|[{_SEPARATORS}])([\p{{Zs}}\p{{Cf}}\x22]*[{_SIGNS}])"
"""A sign at the start of a text, or behind what a spreadsheet may split it at: `;` in half of Europe, tabs, new lines.
Blanks, quotes and marks that cannot be seen may stand before the sign: one spreadsheet or another takes them away."""
_NUMBER = r"^[+-][0-9]+(\.[0-9]+)?$"
_CONTROL = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
_DOUBTFUL = f"{_CONTROL}|{_FORMULA}"
_TEXTS = (pl.String, pl.Categorical, pl.Enum)
_UNSEEN = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def as_csv(rows: pl.DataFrame) -> str:
    """The table as CSV, `harmless`."""
    return harmless(rows).write_csv()


def harmless(rows: pl.DataFrame) -> pl.DataFrame:
    """The table as CSV may hold it: no spreadsheet takes a text for a formula, whatever it splits lines at.

    A text that could be one gets an apostrophe before the sign, also behind a separator (`x;'=1`). Numbers stay as they
    are, and so does a text that is one (`-2`), save in the first column: there it would start the line of a spreadsheet
    that splits at `;`. A control character other than a tab or a line break becomes U+FFFD.
    """
    texts = [name for name, dtype in rows.schema.items() if dtype in _TEXTS]
    if not texts:
        return rows
    # Ids and names stand in many rows, so it is quicker to look at each of them once. Most tables are harmless.
    looks = rows.select(pl.col(name).cast(pl.String).unique().str.contains(_DOUBTFUL).any() for name in texts)
    doubtful = [name for name in texts if looks[name].item()]
    cleaned = {name: _harmless(pl.col(name).cast(pl.String), is_first=name == rows.columns[0]) for name in doubtful}
    plain = {name: pl.col(name).cast(pl.String) for name in texts if rows.schema[name] != pl.String}
    changes = plain | cleaned
    return rows.with_columns(**changes) if changes else rows


def as_json(rows: pl.DataFrame) -> str:
    """The table as JSON: a list of objects."""
    return escaped(rows.write_json())


def escaped(json: str) -> str:
    """The same JSON with what cannot be seen written as `\\u009b`: on a terminal it could steer, hide or turn text."""
    return _UNSEEN.sub(lambda letter: f"\\u{ord(letter.group()):04x}", json)


def _harmless(text: pl.Expr, *, is_first: bool) -> pl.Expr:
    seen = text.str.replace_all(_CONTROL, "\ufffd")
    starts = seen.str.contains(_FORMULA)
    like_formula = starts if is_first else starts & ~seen.str.contains(_NUMBER)
    return pl.when(like_formula).then(seen.str.replace_all(_FORMULA, "${1}'${2}")).otherwise(seen)
