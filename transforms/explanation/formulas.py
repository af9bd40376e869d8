"""Fill numbers into formulas. A formula is a text with names of columns, so that it can be shown and checked."""

import re

import polars as pl

from transforms.tables.arithmetic.rounding import short_column, to_decimals
from transforms.tables.phrases import phrase

_NAME = re.compile("[a-z_]+")
_DECIMALS = (2, 3, 4, 6, 9)
_NEAR_A_HALF = 0.0005
_EXACT, _MADE, _WORDS = "= exact", "= made", " in words"  # columns: the result, what is made, and numbers as text


def filled_in(rows: pl.DataFrame, formula: str, result: str) -> pl.Series:
    """Replace the names in the formula of every row by numbers, with as few decimals as still lead to the result.

    `rows` has the columns that the formula (`+ - * / ( )`) names, numbers or lists to be added up, and `result`, which
    is published in hundredths. The value of the text equals the result to the hundredth, or differs by 0.0005 if the
    exact value is very near to a half hundredth.
    """
    if rows.is_empty():
        return pl.Series(dtype=pl.String)
    ways: list[pl.DataFrame] = []
    for decimals in _DECIMALS:
        ways.append(_with_decimals(rows, formula, result, decimals))
        if ways[-1]["exactly"].fill_null(value=False).all():
            break
    columns = {f"{column.name}_{number}": column for number, way in enumerate(ways) for column in way}
    shortest = (
        pl.when(f"{how}_{number}").then(f"text_{number}")
        for how in ("exactly", "nearly")
        for number in range(len(ways))
    )
    return pl.DataFrame(columns).select(pl.coalesce(*shortest, f"text_{len(ways) - 1}")).to_series()


def worked_out(rows: pl.DataFrame, formula: str) -> pl.Series:
    """Return the value of the formula in every row: Float64."""
    if rows.is_empty():
        return pl.Series(dtype=pl.Float64)
    numbers = rows.select(_added_up(name, rows.schema[name]) for name in sorted(set(_NAME.findall(formula))))
    return numbers.select(_value(formula)).to_series()


def number(value: pl.Expr, decimals: int = 2) -> pl.Expr:
    """Return a number as text with no more decimals than needed, and at most `decimals`: `12`, `0.5`, `11.83`."""
    return short_column(value, decimals)


def _with_decimals(rows: pl.DataFrame, formula: str, result: str, decimals: int) -> pl.DataFrame:
    """Return the `text` with this number of decimals, and whether it leads to the result `exactly` or `nearly`."""
    schema = {name: rows.schema[name] for name in sorted(set(_NAME.findall(formula)))}
    exact, made = pl.col(_EXACT), pl.col(_MADE)
    template = _NAME.sub("{}", formula).replace("*", "×")
    text = phrase(template, *(f"{name}{_WORDS}" for name in _NAME.findall(formula)))
    for two_signs, one in (("+ -", "- "), (" - -", " + ")):
        text = text.str.replace_all(two_signs, one, literal=True)
    return (
        rows.lazy()
        .select(
            *(
                pl.col(name).list.eval(to_decimals(pl.element(), decimals))
                if isinstance(dtype, pl.List)
                else to_decimals(pl.col(name), decimals)
                for name, dtype in schema.items()
            ),
            pl.col(result).cast(pl.Float64).alias(_EXACT),
        )
        .with_columns(
            *(_added_up(name, dtype) for name, dtype in schema.items()),
            *(_as_text(name, dtype) for name, dtype in schema.items()),
        )
        .select(pl.all(), _value(formula).alias(_MADE))
        .select(
            exactly=to_decimals(made) == to_decimals(exact),
            nearly=(made - exact).abs() < _NEAR_A_HALF,
            text=text,
        )
        .collect()
    )


def _added_up(name: str, dtype: pl.DataType) -> pl.Expr:
    return pl.col(name).list.sum() if isinstance(dtype, pl.List) else pl.col(name).cast(pl.Float64)


def _value(formula: str) -> pl.Expr:
    return pl.sql_expr(formula).cast(pl.Float64)


def _as_text(name: str, dtype: pl.DataType) -> pl.Expr:
    each = (pl.element() if isinstance(dtype, pl.List) else pl.col(name)).cast(pl.String).str.strip_suffix(".0")
    text = pl.col(name).list.eval(each).list.join(" + ") if isinstance(dtype, pl.List) else each
    return text.alias(f"{name}{_WORDS}")
