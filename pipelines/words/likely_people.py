"""Who may be one person or two, as people read it: each id with its name."""

import polars as pl

from transforms.tables.phrases import phrase


def with_names(found: pl.DataFrame) -> pl.DataFrame:
    """The rows of `likely_people`, with the names behind `alias` and `player_id`: `1053 (Lotte Akkerman)`.

    An id stands alone where the name is the same or not known. One that sat down in two places stands as the alias.
    """
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
