"""Who is not shown: who asks for it in any competition of the club, the same person elsewhere, and who has the name."""

import polars as pl

from transforms.privacy.namesakes import namesakes, told_apart
from transforms.privacy.other_ids import same_by_number
from transforms.tables.messages import gettext_noop

A_MEMBER = gettext_noop("a member")
"""The name of who is not shown, in tables; what is made for readers says it in their language (`said_names`)."""


def hidden_people(players: pl.DataFrame, people: pl.DataFrame, ids: pl.DataFrame | None = None) -> pl.DataFrame:
    """`Players`, of all clubs, who are not shown, with `hidden`: whose second id each may be, else null.

    Any `federation_id` that the club of the person who asks gives counts in all clubs (`same_by_number`). A namesake is
    hidden in this club alone. Of `ids` (club, competition, player_id, file_id, line_no), people who may have no row in
    `Players`, the rows have these columns alone.
    """
    key = ["club", "player_id"]
    said = players.filter(~pl.col("public").fill_null(value=True))
    asking = players.join(said, on=key, how="semi", maintain_order="left")
    left = pl.concat([said, same_by_number(asking, players)]).unique(maintain_order=True)
    asked = left.select(key).unique()
    unlisted = players.clear() if ids is None else ids.join(players, on=key, how="anti", maintain_order="left")
    everybody = pl.concat([players, unlisted], how="diagonal")
    settled = told_apart(players, people, ["club"])
    marked = (
        players.filter(pl.col("namesake_of").is_not_null())
        .join(asked, on=key, how="anti")
        .join(settled, on=key, how="anti")
        .group_by(key)
        .agg(hidden=pl.col("namesake_of").min())
    )
    hidden = pl.concat([asked, marked.select(key)])
    names = pl.concat(
        [
            everybody.select(*key, said="player_id"),
            players.select(*key, said="name"),
            people.select(*key, said="alias").join(hidden, on=key, how="semi"),
        ]
    )
    too = pl.concat([marked, namesakes(names, hidden, settled, ["club"])])
    return pl.concat([left, everybody.join(too, on=key, maintain_order="left")], how="diagonal")


def with_public_names(players: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """`Players` of all clubs, with the name of each or else the id; "a member" for who is not shown."""
    hidden = hidden_people(players, people).select("club", "player_id").unique().with_columns(is_hidden=True)
    told = players.join(hidden, on=["club", "player_id"], how="left", maintain_order="left")
    name = pl.when("is_hidden").then(pl.lit(A_MEMBER)).otherwise(pl.coalesce("name", "player_id"))
    return told.with_columns(name=name).drop("is_hidden")
