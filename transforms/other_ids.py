"""The other ids of a person, by the table `people`."""

import polars as pl


def lines_about(persons: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """The lines of `people` that lead to some persons, directly or over other lines, whatever their dates.

    Args:
        persons: (club, player_id).
        people: `People`.
    """
    ends, found = persons.select("club", "player_id"), people.clear()
    left = people.filter(pl.col("alias") != pl.col("player_id"))
    while not ends.is_empty():
        lines = left.join(ends, on=["club", "player_id"], how="semi", maintain_order="left")
        left = left.join(lines, on=lines.columns, how="anti", nulls_equal=True, maintain_order="left")
        found = pl.concat([found, lines])
        ends = lines.select("club", player_id="alias").unique()
    return found
