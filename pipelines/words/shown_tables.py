"""Tables as people read them on a page or in a terminal: values, names, order, and which rows are left out."""

from collections.abc import Sequence

import polars as pl

from transforms.intake.consequences import STOPS
from transforms.intake.findings import argument
from transforms.published.differences import printed
from transforms.tables.arithmetic.rounding import column_in_decimals
from transforms.tables.messages import VARIANT, decimal_sign, gettext
from transforms.tables.phrases import phrase

_IN_TWO_DECIMALS = ("score", "ranking", "average")
"""Fields that pages always show with two decimals. All other numbers have as many decimals as they need."""
_DECIMALS = r"((?:^| )-?[0-9]+)\.([0-9]+(?:,|$))"
"""Matches a number with decimals that is a whole text or follows a name, as in `score 62.50, rank 1`."""


def as_on_pages(name: str) -> pl.Expr:
    """Return a column in the current language, with decimals by the kind of value in the column `field`: `62.50`."""
    number = pl.col(name).cast(pl.Float64, strict=False)
    in_two = pl.when(pl.col("field").is_in(_IN_TWO_DECIMALS)).then(column_in_decimals(number, pl.lit(2)))
    return spelled(pl.coalesce(in_two, name))


def column_on_pages(name: str, decimals: int | None) -> pl.Expr:
    """Return the column `name` of a table of publications as text with a decimal point: `62.50`."""
    if name in _IN_TWO_DECIMALS:
        return column_in_decimals(pl.col(name).cast(pl.Float64), pl.lit(2))
    return printed(name, decimals)


def spelled(texts: pl.Expr) -> pl.Expr:
    """Return texts with their numbers as the current language writes them: `score 62,50, rank 1`."""
    return texts.str.replace_all(_DECIMALS, f"${{1}}{decimal_sign()}${{2}}")


def with_names(found: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of `likely_people` with known names after the ids: `1053 (Lotte Akkerman)`."""
    is_two = pl.col("kind") == "two"
    of_alias = pl.when(is_two).then("name").otherwise("other_name")
    of_player = pl.when(is_two).then("other_name").otherwise("name")
    is_nowhere = is_two & pl.col("player_id").is_null()
    return found.with_columns(
        alias=_with_name(pl.when(is_nowhere).then("other_name").otherwise("alias"), of_alias),
        player_id=_with_name(pl.col("player_id"), of_player),
    )


def _with_name(player_id: pl.Expr, name: pl.Expr) -> pl.Expr:
    return pl.when(name != player_id).then(phrase("{} ({})", player_id, name)).otherwise(player_id)


FOLDED = "folded"
_OF_RESULT_LISTS = "official."
_LACKING = ("results.missing", "results.lone_board", "pbn.doubtful/last_board")
"""Codes (or `code/variant`) of findings about missing parts, which are consequences if the file breaks off."""
_NOT_LACKING = ("results.lone_board/other_board",)
_FILE = ("club", "competition", "file_id")


def apart(findings: pl.DataFrame, file: Sequence[str] = _FILE) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the findings, and separately those about parts that are missing because a file breaks off."""
    of_sentence = pl.concat_str("code", argument(VARIANT), separator="/", ignore_nulls=True)
    is_named = pl.any_horizontal(name.is_in(_LACKING) for name in (pl.col("code"), of_sentence))
    is_lacking = pl.col("code").str.starts_with(_OF_RESULT_LISTS) | (is_named & ~of_sentence.is_in(_NOT_LACKING))
    is_below = (is_lacking & pl.col("code").is_in(STOPS).any().over(file)).fill_null(value=False)
    return findings.filter(~is_below), findings.filter(is_below)


def folded(findings: pl.DataFrame) -> pl.DataFrame:
    """Return the findings without those that follow from a file that breaks off; `FOLDED` counts these."""
    single, below = apart(findings)
    counts = below.group_by(_FILE).agg(pl.len().alias(FOLDED))
    is_first = pl.col("code").is_in(STOPS) & (pl.col("code").is_in(STOPS).cum_sum().over(_FILE) == 1)
    return single.join(counts, on=_FILE, how="left", nulls_equal=True, maintain_order="left").with_columns(
        pl.when(is_first.fill_null(value=False)).then(FOLDED).fill_null(0).alias(FOLDED)
    )


def what_follows(number: int) -> str:
    """Return a sentence that says how many findings follow from one; "" if there are none."""
    return gettext("Findings caused by this one, which disappear with it: {number}", number=number) if number else ""
