"""The players of entrants as markup, for whole columns: who sat down, with links to their pages."""

import polars as pl

from pipelines.reports.page_names import page_name
from pipelines.reports.rows import MARKUP, joined, written
from pipelines.reports.tables.columns import each


def people(lists: pl.Series, players: str) -> pl.Series:
    """Each list of players one after the other, as the macro `people` of `macros.html` shows it: `MARKUP`.

    Args:
        lists: lists of (player_id, name, instead_of, linked), as `named` makes them; null is nobody.
        players: the folder of the players' pages, seen from the page: "" or `../players/`.
    """
    row = pl.int_range(pl.len())
    # Most entrants come many times, and look the same each time.
    different = lists.alias("players").to_frame().unique(maintain_order=True).with_columns(number=row)
    seats = different.drop_nulls("players").explode("players", empty_as_null=False).unnest("players")
    cells = seats.select(
        "linked",
        "name",
        "instead_of",
        page=each(seats["player_id"], page_name),
        last=pl.col("number") != pl.col("number").shift(-1, fill_value=-1),
    )
    of_list = joined(
        seats.select("number").with_columns(
            written("macros.html", "among", cells, asked=["instead_of"], players=players)
        ),
        ["number"],
    )
    shown = different.join(of_list, on="number", how="left", maintain_order="left")
    found = (
        lists.alias("players").to_frame().join(shown, on="players", how="left", nulls_equal=True, maintain_order="left")
    )
    return found["markup"].cast(MARKUP)
