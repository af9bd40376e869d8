"""Which session replaces which, over chains of corrections, and whose address stays."""

from typing import NamedTuple

import polars as pl

_LONGEST = 64
"""Replacements in a row; a longer chain is taken for a circle."""


class Chains(NamedTuple):
    """Sessions that are replaced, each followed to the one that counts in the end."""

    ends: pl.DataFrame
    """(evening, root, depth): the session that counts instead, and over how many replacements."""
    circles: pl.DataFrame
    """(evening): those that replace each other in a circle, or follow one; none of them is replaced."""


def chains(replaced: pl.DataFrame) -> Chains:
    """Follow each replaced session to the end of its chain.

    Args:
        replaced: (evening, by), at most one row per evening.
    """
    ends = replaced.select("evening", root="by", depth=pl.lit(1, pl.Int32))
    following = replaced.select(root="evening", next="by")
    for _ in range(_LONGEST):
        on = ends.join(following, on="root", how="left", maintain_order="left")
        if on["next"].null_count() == on.height:
            break
        ends = on.select(
            "evening",
            root=pl.coalesce("next", "root"),
            depth=pl.col("depth") + pl.col("next").is_not_null().cast(pl.Int32),
        )
    endless = ends.join(following, on="root", how="semi")
    return Chains(ends.join(endless, on="evening", how="anti", maintain_order="left"), endless.select("evening"))


def addresses(ends: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Find the session whose id each session that counts takes over: the first of its chain, and of these the oldest.

    Args:
        ends: of `Chains`.
        sessions: (evening, age).

    Returns:
        (evening, first).
    """
    aged = ends.join(sessions.select("evening", "age"), on="evening")
    return (
        aged.sort("root", "depth", "age", descending=[False, True, False])
        .unique("root", keep="first", maintain_order=True)
        .select(evening="root", first="evening")
    )
