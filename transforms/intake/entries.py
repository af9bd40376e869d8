"""Entries: the place of each player in a session, and whoever has another one there, too."""

from typing import NamedTuple

import polars as pl

from transforms.intake.findings import PLACE
from transforms.tables.phrases import phrase
from transforms.tables.schemas import PERSON, SEATED, SESSION


class Places(NamedTuple):
    """`Entries` with the first place of each player in each session, and those with another place."""

    entries: pl.LazyFrame
    again: pl.LazyFrame
    """With `first_entrant`, `first_line` and `first_file_id`: the place that counts."""


def places_of_players(entries: pl.LazyFrame, merged: pl.DataFrame) -> Places:
    """The entries by player, those of a session in order of file and line; `merged` places are reported already.

    An entry that another file gives without `substitutes_for` says for whom that one came, and is no second one.
    """
    given = _with_who_was_replaced(entries.sort(*SESSION, "player_id", *PLACE, nulls_last=True, maintain_order=True))
    in_order = given.with_columns(place=pl.int_range(pl.len()).over(SEATED)).collect().lazy()
    several = in_order.filter(pl.len().over(SEATED) > 1)
    first = pl.col("entrant", "line", "file_id").first().over(SEATED).name.prefix("first_")
    again = several.with_columns(first).filter(pl.col("place") > 0).drop("place")
    again = again.join(merged.lazy(), on=SEATED, how="anti", maintain_order="left")
    return Places(in_order.filter(place=0).drop("place").collect().lazy(), again)


def _with_who_was_replaced(entries: pl.LazyFrame) -> pl.LazyFrame:
    """The entries of files that cannot say who was replaced, with what the first other file says of the same seat."""
    seat = (*SEATED, "line", "entrant")
    told = pl.col("substitutes_for")
    is_beside = told.is_null().any().over(seat) & (pl.col("file_id").n_unique().over(seat) > 1)
    return (
        entries.with_columns(says=told.is_not_null() & is_beside)
        .with_columns(says=pl.col("says") & (pl.col("says").cum_sum().over(seat) == 1))
        .with_columns(substitutes_for=pl.coalesce(told, told.filter(pl.col("says")).first().over(seat)))
        .filter(~pl.col("says"))
        .drop("says")
    )


def names_of(players: pl.LazyFrame) -> pl.LazyFrame:
    """(`PERSON`, name, shown): of several names of one id always the same; `shown` is `Ann Ames (12)`, or the id."""
    is_named = pl.col("name") != pl.col("player_id")
    shown = pl.when(is_named).then(phrase("{} ({})", "name", "player_id")).otherwise("player_id")
    return players.group_by(PERSON).agg(pl.col("name").min()).with_columns(shown=shown)
