"""Who is rated: players by their names, or teams by their numbers."""

import polars as pl

from pipelines.reports.page_names import page_name
from transforms.messages import gettext
from transforms.ratings.matches import team_number
from transforms.tables import CLUB, PERSON, Tables
from transforms.tables.phrases import phrase
from transforms.tables.shared import natural


def rated_people(tables: Tables) -> pl.DataFrame:
    """Everybody on a list: `name` (the id where there is none), `printed` (the name to sort by), and `page`."""
    by_matches = tables["raw.rating_seasons"].filter(games_from="matches").select(CLUB).unique()
    known = pl.concat([tables["raw.players"].select(*PERSON, "name"), tables["ratings.lists"].select(*PERSON, "name")])
    team = phrase(gettext("Team {number}", number="{}"), team_number(pl.col("player_id")))
    names = known.drop_nulls("name").unique(PERSON, keep="first", maintain_order=True)
    return (
        tables["ratings.elo"]
        .select(PERSON)
        .unique()
        .join(names, on=PERSON, how="left")
        .join(by_matches.with_columns(is_team=True), on=CLUB, how="left")
        .with_columns(
            name=pl.coalesce(pl.when("is_team").then(team), "name", "player_id"),
            page=pl.col("player_id").map_elements(page_name, return_dtype=pl.String),
        )
        .drop("is_team")
        .with_columns(printed=natural(pl.col("name")))
    )
