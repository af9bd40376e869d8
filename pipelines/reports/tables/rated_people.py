"""Who is rated: players by their names, or teams by theirs, else by their numbers."""

import polars as pl

from pipelines.reports.page_names import page_name
from transforms.messages import gettext
from transforms.privacy.rated_teams import TEAM, by_matches
from transforms.ratings.matches import team_number
from transforms.tables import CLUB, PERSON, Tables
from transforms.tables.phrases import phrase
from transforms.tables.shared import natural


def rated_people(tables: Tables, among: str = "ratings.elo") -> pl.DataFrame:
    """Everybody in a table: `name` (the id where there is none), `printed` (the name to sort by), and `page`."""
    is_team = pl.col("player_id").str.contains(TEAM) & pl.col("teams_rated")
    people = tables[among].select(PERSON).unique()
    pages = [page_name(person) for person in people["player_id"]]
    return (
        people.with_columns(page=pl.Series(pages, dtype=pl.String))
        .join(_names(tables["raw.players"], "given"), on=PERSON, how="left")
        .join(_names(tables["ratings.lists"], "listed"), on=PERSON, how="left")
        .join(by_matches(tables["raw.rating_seasons"]).with_columns(teams_rated=True), on=CLUB, how="left")
        .with_columns(name=pl.coalesce("given", pl.when(is_team).then(_team()), "listed", "player_id"))
        .drop("teams_rated", "given", "listed")
        .with_columns(printed=natural(pl.col("name")))
    )


def _names(people: pl.DataFrame, column: str) -> pl.DataFrame:
    named = people.select(*PERSON, pl.col("name").alias(column)).drop_nulls()
    return named.unique(PERSON, keep="first", maintain_order=True)


def _team() -> pl.Expr:
    """What a team is called whose club gives it no name; who is not shown stays `member-1`, as in other numbers."""
    number = team_number(pl.col("player_id")).str.replace_all(r"member (\d)", "member-${1}")
    return phrase(gettext("Team {number}", number="{}"), number)
