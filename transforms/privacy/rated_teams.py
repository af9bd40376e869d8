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
    """(club, competition) of those that rate teams.

    Args:
        rating_seasons: `RatingSeasons`.
    """
    return rating_seasons.filter(games_from="matches").select(CLUB).unique()


def rated_teams(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """(club, competition, player_id) of who is or was rated where teams are, once, by the places in the files.

    Players are none of them, whom the competition may have rated before it rated teams: who enters its sessions or its
    games. Who stands on old lists alone is taken for a team, since that tells no hidden name.

    Args:
        read: gives the rows of a table; only `RatingSeasons` where no team is rated.
    """
    where = by_matches(read("raw.rating_seasons"))
    if where.is_empty():
        return where.with_columns(player_id="competition")
    games, past = read("raw.games"), read("published.past_corrections").filter(kind="ratings")
    sides = (games.select(*CLUB, player_id=side) for side in ("player_id", "opponent_id"))
    players = pl.concat([read("raw.entries").select(PERSON), *sides])
    lists = (_with_places(read(name)) for name in _LISTS)
    others = (rows.select(PERSON) for rows in (past, read("ratings.elo")))
    return (
        pl.concat([*lists, *others], how="diagonal")
        .join(where, on=CLUB, how="semi")
        .join(players, on=PERSON, how="anti")
        .sort("file_id", "line_no", "player_id", nulls_last=True)
        .select(PERSON)
        .unique(maintain_order=True)
    )


def _with_places(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(*PERSON, *(name for name in ("file_id", "line_no") if name in rows.columns))


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
    key = [*(name for name in CLUB if name in rows.columns), column]
    ids = rated.rename({"player_id": column}).select(key).unique().with_columns(is_rated=True)
    known = rows.select(key).join(ids, on=key, how="left", maintain_order="left")
    return begins | known["is_rated"].fill_null(value=False)
