"""The players of whom an analyst knows more than that they played."""

import dataframely as dy
import polars as pl

from transforms.tables.filling import filled, handed_in
from transforms.tables.raw import Players
from transforms.tables.shared import CLUB


def people_of(players: pl.DataFrame | None, rows: pl.DataFrame) -> dy.DataFrame[Players]:
    """The `players` that an analyst knows, in the competition of the `rows` where they do not name one themselves.

    ValueError is raised as by `handed_in` and `filled`; and if rows are of several competitions and players of none.
    """
    if players is None:
        return Players.create_empty()
    given = handed_in(players, ("player_id",), Players.column_names())
    competitions = rows.select(CLUB).unique()
    if competitions.height == 1:
        ids = competitions.row(0, named=True)
        return filled(Players, given.with_columns(**{name: pl.lit(value) for name, value in ids.items()}))
    if not set(CLUB) <= set(given.columns):
        raise ValueError("the results are of several competitions: give the players club and competition too")
    return filled(Players, given)
