"""Teams that are rated: a club numbers and names its teams as it likes, also after who is in them."""

from collections.abc import Callable

import polars as pl

from transforms.tables.schemas import CLUB, PERSON

TEAM = "^team-"
"""How the id of a team begins, as a regular expression."""
TEAM_OR_NAME = f"{TEAM}|^Team "
"""The same, or how the name of a team begins to which its club gives none."""
_LISTS = ("raw.ratings", "published.ratings")


def by_matches(rating_seasons: pl.DataFrame) -> pl.DataFrame:
    """(club, competition) of those that rate teams, by `RatingSeasons`."""
    return rating_seasons.filter(games_from="matches").select(CLUB).unique()


def rated_teams(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """(club, competition, player_id) of all that is or was rated where teams are, once, by the places in the files.

    Left out are players whom the competition may have rated before: those who enter its sessions or games. Who stands
    on old lists alone is taken for a team, since that tells no hidden name. `read` gives the rows of a table.
    """
    where = by_matches(read("raw.rating_seasons"))
    if where.is_empty():
        return where.with_columns(player_id="competition")
    games, past = read("raw.games"), read("published.past_corrections").filter(kind="ratings")
    sides = (games.select(*CLUB, player_id=side) for side in ("player_id", "opponent_id"))
    players = pl.concat([read("raw.entries").select(PERSON), *sides])
    place = ("file_id", "line_no")
    rated = (*(read(name) for name in _LISTS), past, read("ratings.elo"))
    ids = [rows.select(*PERSON, *(name for name in place if name in rows.columns)) for rows in rated[:2]]
    return (
        pl.concat([*ids, *(rows.select(PERSON) for rows in rated[2:])], how="diagonal")
        .join(where, on=CLUB, how="semi")
        .join(players, on=PERSON, how="anti")
        .sort(*place, "player_id", nulls_last=True)
        .select(PERSON)
        .unique(maintain_order=True)
    )


def is_team(rows: pl.DataFrame, column: str, rated: pl.DataFrame) -> pl.Series:
    """Whether the id in a column of rows is that of a team: it begins so, or is among `rated_teams`."""
    begins = rows[column].str.contains(TEAM).fill_null(value=False)
    if rated.is_empty():
        return begins
    key = [*(name for name in CLUB if name in rows.columns), column]
    ids = rated.rename({"player_id": column}).select(key).unique().with_columns(is_rated=True)
    known = rows.select(key).join(ids, on=key, how="left", maintain_order="left")
    return begins | known["is_rated"].fill_null(value=False)
