"""Teams that are rated: a club numbers and names its teams as it likes, also after who is in them."""

import polars as pl

from transforms.tables import CLUB

TEAM = "^team-"
"""How the id of a team begins, as a regular expression."""


def by_matches(rating_seasons: pl.DataFrame) -> pl.DataFrame:
    """(club, competition) of those that rate teams.

    Args:
        rating_seasons: `RatingSeasons`.
    """
    return rating_seasons.filter(games_from="matches").select(CLUB).unique()


def is_team(name: str, rows: pl.DataFrame, column: str, teams_rated: pl.DataFrame) -> pl.Series:
    """Of each row, whether an id is that of a team: it begins so, or stands in a rating table where teams are rated.

    Args:
        name: of the table.
        rows: of that table.
        column: the one with the id.
        teams_rated: (club, competition) of those that rate teams.
    """
    begins = rows[column].str.contains(TEAM).fill_null(value=False)
    of_rating = _of_ratings(name, rows)
    if not of_rating.any() or not {*CLUB} <= {*rows.columns}:
        return begins
    here = rows.select(CLUB).join(teams_rated.with_columns(here=True), on=CLUB, how="left", maintain_order="left")
    return begins | (of_rating & here["here"].fill_null(value=False) & rows[column].is_not_null())


def _of_ratings(name: str, rows: pl.DataFrame) -> pl.Series:
    """Of each row of a table, whether it is about a rating."""
    if name.startswith("published.") and "kind" in rows.columns:
        return rows["kind"] == "ratings"
    is_table = name.startswith(("ratings.", "raw.ratings", "published.ratings"))
    return pl.repeat(is_table, rows.height, dtype=pl.Boolean, eager=True)
