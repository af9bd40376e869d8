"""Tables as CSV and JSON. Programs read back the same values, and no spreadsheet runs a text as a formula."""

import re

import polars as pl

_SEPARATORS = r";\t\n\r\x{2028}\x{2029}"
_SIGNS = r"=+\-@＝＋－＠﹦﹢﹣﹫"
"""Characters with which a formula can start. Excel set to Japanese or Chinese also accepts the wide forms."""
_FORMULA = rf"(^|[{_SEPARATORS}])([\p{{Zs}}\p{{Cf}}\x22]*[{_SIGNS}])"
"""Matches a sign of `_SIGNS` where a text begins, or where a spreadsheet may split it: at `;`, tabs and new lines.

Spaces, quotes and invisible marks may precede the sign, because some spreadsheets remove them."""
_NUMBER = r"^[+-][0-9]+(\.[0-9]+)?$"
_CONTROL = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
_DOUBTFUL = f"{_CONTROL}|{_FORMULA}"
_TEXTS = (pl.String, pl.Categorical, pl.Enum)
_UNSEEN = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def as_csv(rows: pl.DataFrame) -> str:
    """Return the table as CSV that is safe for spreadsheets (see `harmless`)."""
    return harmless(rows).write_csv()


def harmless(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the table with texts that no spreadsheet takes for a formula, however it splits lines.

    A text that could be a formula gets an apostrophe before the sign, also after a separator (`x;'=1`). A text that is
    a number (`-2`) stays, except in the first column, where it would start a line in a spreadsheet that splits at `;`.
    """
    texts = [name for name, dtype in rows.schema.items() if dtype in _TEXTS]
    if not texts:
        return rows
    # Ids and names repeat in many rows, so each text is checked once. Most tables are harmless.
    looks = rows.select(pl.col(name).cast(pl.String).unique().str.contains(_DOUBTFUL).any() for name in texts)
    doubtful = [name for name in texts if looks[name].item()]
    cleaned = {name: _harmless(pl.col(name).cast(pl.String), is_first=name == rows.columns[0]) for name in doubtful}
    plain = {name: pl.col(name).cast(pl.String) for name in texts if rows.schema[name] != pl.String}
    changes = plain | cleaned
    return rows.with_columns(**changes) if changes else rows


def as_json(rows: pl.DataFrame) -> str:
    """Return the table as JSON: a list of objects."""
    return escaped(rows.write_json())


def escaped(json: str) -> str:
    r"""Return the same JSON with invisible characters, which could control a terminal, written as `\u009b`."""
    return _UNSEEN.sub(lambda letter: f"\\u{ord(letter.group()):04x}", json)


def _harmless(text: pl.Expr, *, is_first: bool) -> pl.Expr:
    seen = text.str.replace_all(_CONTROL, "\ufffd")
    starts = seen.str.contains(_FORMULA)
    like_formula = starts if is_first else starts & ~seen.str.contains(_NUMBER)
    return pl.when(like_formula).then(seen.str.replace_all(_FORMULA, "${1}'${2}")).otherwise(seen)
