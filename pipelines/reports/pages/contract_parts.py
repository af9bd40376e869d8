"""A result in short, as the lines of a control sheet have it, taken apart."""

import polars as pl

_RESULT = r"^([NESW]?)([1-7])([SHDCN])(!*)(=|[+-]\d+)?$"


def parts_of_result() -> dict[str, pl.Expr]:
    """The parts of `result`, `N4S!-1`: `declarer`, `level` (Int32), `strain`, `doubled` and `made`.

    All are null where it is no contract; where it does not tell them, `declarer` is "" and `made` is null.
    """
    parts = pl.col("result").str.extract_groups(_RESULT).struct
    declarer, level, strain, doubled, made = (parts.field(str(number)) for number in range(1, 6))
    return {
        "declarer": declarer,
        "level": level.cast(pl.Int32),
        "strain": strain,
        "doubled": doubled,
        "made": made,
    }
