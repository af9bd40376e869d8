"""Lines to which a file gives other points than to the same score on the same board: results edited by hand show so."""

import polars as pl

from transforms.tables import DECIMALS, SESSION

_PLACE = ("file_id", "line_no")
_SAME_RESULT = (*SESSION, "line", "board", "subfield", "score")


def unlike_the_same_score(results: pl.LazyFrame) -> pl.LazyFrame:
    """Lines simply played whose points are not those that most lines with their score have; of as many, the first.

    Args:
        results: `Results` on which the file prints points, and not of teams: between them the same score may well
            bring different points.

    Returns:
        These lines, with `points`, those for North-South, and `usual`, what the others have.
    """
    played = results.filter(pl.col("ruling").is_null(), pl.col("score").is_not_null()).with_columns(
        points=pl.col("official_ns_points").round(DECIMALS)
    )
    usual = (
        played.group_by(*_SAME_RESULT, "points")
        .agg(pl.len(), *(pl.col(column).min() for column in _PLACE))
        .sort(*_SAME_RESULT, "len", *_PLACE, descending=[*[False] * len(_SAME_RESULT), True, *[False] * len(_PLACE)])
        .unique(_SAME_RESULT, keep="first", maintain_order=True)
        .select(*_SAME_RESULT, usual="points")
    )
    return played.join(usual, on=_SAME_RESULT, nulls_equal=True).filter(pl.col("points") != pl.col("usual"))
