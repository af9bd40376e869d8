"""Lines whose official points differ from those of the same score on the same board, as after an edit by hand."""

import polars as pl

from transforms.tables.schemas import DECIMALS, SESSION

_PLACE = ("file_id", "line_no")
_SAME_RESULT = (*SESSION, "line", "board", "subfield", "score")


def unlike_the_same_score(results: pl.LazyFrame) -> pl.LazyFrame:
    """Played lines whose North-South `points` are not the `usual` ones for their score on that board.

    Usual are those of most lines with this score, of several the first. `results` have official points, and no lines of
    teams: between these a score may rightly bring other points.
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
