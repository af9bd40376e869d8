"""A formula with its numbers filled in: `100 - (100 - 60) / (12 - 1) × (4 - 1)`.

A formula is written once, as text with names of columns in it (`high - low`). That text serves both to show the
formula and to check it.
"""

import re

import polars as pl

from transforms.arithmetic.columns_as_text import short_column
from transforms.arithmetic.rounding import to_decimals
from transforms.tables.phrases import phrase

_NAME = re.compile("[a-z_]+")
_DECIMALS = (2, 3, 4, 6, 9)
_NEAR_A_HALF = 0.0005


def filled_in(rows: pl.DataFrame, formula: str, result: str) -> pl.Series:
    """The formula of every row: names are replaced by numbers with as few decimals as still lead to the result.

    Args:
        rows: the columns named in the formula, numbers or lists of numbers (which are added up), and the result.
        formula: numbers, names of columns, `+ - * / ( )`.
        result: the column with the value of the formula; it is published in hundredths.

    Returns:
        One String per row. The value of the formula as shown equals the result to the hundredth. Where the result lies
        on a half of a hundredth and no number of decimals achieves that, the value is less than 0.0005 away.
    """
    names = sorted(set(_NAME.findall(formula)))
    exact = rows[result].cast(pl.Float64)
    ways: list[tuple[pl.Series, pl.Series, pl.Series]] = []
    for decimals in _DECIMALS:
        numbers = _rounded(rows, names, decimals)
        made = worked_out(numbers, formula)
        to_the_hundredth = hundredths(made) == hundredths(exact)
        ways.append((to_the_hundredth, (made - exact).abs() < _NEAR_A_HALF, _in_words(numbers, formula)))
        if to_the_hundredth.fill_null(value=False).all():
            break
    columns = {
        f"{name}_{number}": column
        for number, way in enumerate(ways)
        for name, column in zip(("exactly", "nearly", "text"), way, strict=True)
    }
    shortest = (
        pl.when(f"{how}_{number}").then(f"text_{number}")
        for how in ("exactly", "nearly")
        for number in range(len(ways))
    )
    return pl.DataFrame(columns).select(pl.coalesce(*shortest, f"text_{len(ways) - 1}")).to_series()


def worked_out(rows: pl.DataFrame, formula: str) -> pl.Series:
    """The value of the formula in every row: Float64."""
    numbers = rows.select(
        pl.col(name).list.sum() if isinstance(rows.schema[name], pl.List) else pl.col(name).cast(pl.Float64)
        for name in sorted(set(_NAME.findall(formula)))
    )
    return numbers.select(pl.sql_expr(formula).cast(pl.Float64)).to_series()


def hundredths(values: pl.Series) -> pl.Series:
    """The values rounded to two decimals, as they are published: Float64."""
    return values.to_frame("value").select(to_decimals(pl.col("value"))).to_series()


def number(value: pl.Expr, decimals: int = 2) -> pl.Expr:
    """A number as text, with no more decimals than needed, and at most `decimals`: `12`, `0.5`, `11.83`."""
    return short_column(value, decimals)


def _rounded(rows: pl.DataFrame, names: list[str], decimals: int) -> pl.DataFrame:
    return rows.select(
        pl.col(name).list.eval(to_decimals(pl.element(), decimals))
        if isinstance(rows.schema[name], pl.List)
        else to_decimals(pl.col(name), decimals)
        for name in names
    )


def _in_words(numbers: pl.DataFrame, formula: str) -> pl.Series:
    texts = numbers.select(
        pl.col(name).list.eval(short_column(pl.element(), max(_DECIMALS))).list.join(" + ")
        if isinstance(dtype, pl.List)
        else short_column(pl.col(name), max(_DECIMALS))
        for name, dtype in numbers.schema.items()
    )
    template = _NAME.sub("{}", formula).replace("*", "×")
    made = phrase(template, *_NAME.findall(formula))
    for two_signs, one in (("+ -", "- "), (" - -", " + ")):
        made = made.str.replace_all(two_signs, one, literal=True)
    return texts.select(made).to_series()
