"""Teams that are rated: a club numbers and names its teams as it likes, also after who is in them."""

from collections.abc import Callable
from itertools import chain, count

import polars as pl

from transforms.privacy.ids_of_people import ids_of
from transforms.tables import CLUB, PERSON

TEAM = "^team-"
"""How the id of a team begins, as a regular expression."""
_WITH_PLACES = ("raw.ratings", "published.ratings")
_TEAM_ID = ("club", "player_id")


def by_matches(rating_seasons: pl.DataFrame) -> pl.DataFrame:
    """(club, competition) of those that rate teams.

    Args:
        rating_seasons: `RatingSeasons`.
    """
    return rating_seasons.filter(games_from="matches").select(CLUB).unique()


def rated_teams(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """(club, player_id) of who is or was rated where teams are, once, by the places in the files.

    Players who enter sessions of the club are none of them: a competition may have rated these before it rated teams.

    Args:
        read: gives the rows of a table; only `RatingSeasons` where no team is rated.
    """
    where = by_matches(read("raw.rating_seasons"))
    if where.is_empty():
        return where.select("club", player_id="competition")
    past = read("published.past_corrections").filter(kind="ratings")
    rated = pl.concat(
        [ids_of(read, _WITH_PLACES), *(rows.select(PERSON) for rows in (past, read("ratings.elo")))], how="diagonal"
    )
    return (
        rated.join(where, on=CLUB, how="semi")
        .join(read("raw.entries"), on=_TEAM_ID, how="anti")
        .sort("file_id", "line_no", "player_id", nulls_last=True)
        .select(_TEAM_ID)
        .unique(maintain_order=True)
    )


def is_team(rows: pl.DataFrame, column: str, rated: pl.DataFrame) -> pl.Series:
    """Of each row, whether an id is that of a team: it begins so, or is rated as one.

    Args:
        rows: of any table.
        column: the one with the id.
        rated: as `rated_teams` gives them.
    """
    begins = rows[column].str.contains(TEAM).fill_null(value=False)
    if rated.is_empty():
        return begins
    ids = rated.select("club", pl.col("player_id").alias(column), is_rated=True)
    known = rows.select("club", column).join(ids, on=["club", column], how="left", maintain_order="left")
    return begins | known["is_rated"].fill_null(value=False)


def apart(told: pl.DataFrame, taken: set[tuple[str, str]]) -> pl.DataFrame:
    """The same with a number behind what stands there already: `team-member-1`, `team-member-1-2`.

    Args:
        told: (club, text, shown): each id, and what stands in its place; null: it stays.
        taken: (club, id) of what else is shown.
    """
    taken = taken | {(club, text) for club, text, shown in told.iter_rows() if shown is None}
    free = []
    for club, text, shown in told.iter_rows():
        ways = chain([shown], (f"{shown}-{number}" for number in count(2)))
        way = text if shown is None else next(way for way in ways if (club, way) not in taken)
        taken.add((club, way))
        free.append((club, text, way))
    return pl.DataFrame(free, schema=told.schema, orient="row")
