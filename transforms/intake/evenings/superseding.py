"""Which session replaces which, over chains of corrections, and whose address stays."""

from typing import NamedTuple

import polars as pl

from transforms.intake.evenings.newer import is_marked
from transforms.tables.shared import natural

_LONGEST = 64
"""Replacements in a row; a longer chain is taken for a circle."""


class Chains(NamedTuple):
    """Sessions that are replaced, each followed to the one that counts in the end."""

    ends: pl.DataFrame
    """(evening, root): the session that counts instead."""
    circles: pl.DataFrame
    """(evening): those that replace each other in a circle, or follow one; none of them is replaced."""


def chains(replaced: pl.DataFrame) -> Chains:
    """Follow each replaced session to the end of its chain.

    Args:
        replaced: (evening, by), at most one row per evening.
    """
    ends = replaced.select("evening", root="by")
    following = replaced.select(root="evening", next="by")
    for _ in range(_LONGEST):
        on = ends.join(following, on="root", how="left", maintain_order="left")
        if on["next"].null_count() == on.height:
            break
        ends = on.select("evening", root=pl.coalesce("next", "root"))
    endless = ends.join(following, on="root", how="semi")
    return Chains(ends.join(endless, on="evening", how="anti", maintain_order="left"), endless.select("evening"))


def addresses(ends: pl.DataFrame, settled: pl.DataFrame, parts: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Find the session whose id each session that counts takes over.

    Where the director settled what replaces what, it is the first of the chain. Among sessions that were found to be
    one evening it is one without a mark in its name (`x` before `x (1)`), of these a whole one before a part, of these
    the first in the natural order of ids.

    Why not the oldest: a clone, an unpacked archive or a folder in the cloud gives files other times, and with them the
    page of the evening would move, though nothing was corrected. Names come with the files. The
    price is that a correction without a mark whose name comes first (`corr` after `wed`) moves the page once.

    Args:
        ends: of `Chains`.
        settled: (evening, by) as the director settled it.
        parts: (evening): those of which another has all lines and more.
        sessions: `evening`, `session_id`.

    Returns:
        (evening, first).
    """
    replacing = settled.join(ends, on="evening", how="semi").select(evening="by")
    of_evening = pl.concat([ends, ends.select(evening="root", root="root").unique(maintain_order=True)])
    in_order = (
        of_evening.join(replacing, on="evening", how="anti")
        .join(sessions.select("evening", "session_id"), on="evening")
        .sort(
            "root",
            is_marked(pl.col("session_id")),
            pl.col("evening").is_in(parts["evening"].implode()),
            natural(pl.col("session_id")),
            "session_id",
            "evening",
        )
    )
    return in_order.unique("root", keep="first", maintain_order=True).select(evening="root", first="evening")
