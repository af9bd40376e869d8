"""What a club may call after people: teams that it rates, and entrants of sessions.

Two that would be called alike where a member is not shown stay two: `member-1` and `member-1b`.
"""

import re
from collections.abc import Callable, Mapping
from itertools import chain, count
from string import ascii_lowercase

import polars as pl

from transforms.privacy.names_in_texts import TEAM
from transforms.tables.schemas import CLUB, PERSON

AND = " + "
"""Between the ids of players, in the id of their partnership and of their entrant in an event or season."""
_MEMBER = re.compile(r"member-[0-9]+")
_BETWEEN = re.compile(r"(, |: | - |\+)")
"""Between entrants, where a text has several."""


def rated_teams(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """(club, competition, player_id) of all that is or was rated where teams are, once, by the places in the files.

    Left out are players whom the competition may have rated before: those who enter its sessions or games. Who stands
    on old lists alone is taken for a team, since that tells no hidden name. `read` gives the rows of a table.
    """
    where = read("raw.rating_seasons").filter(games_from="matches").select(CLUB).unique()
    if where.is_empty():
        return where.with_columns(player_id="competition")
    games = (read("raw.games").select(*CLUB, player_id=side) for side in ("player_id", "opponent_id"))
    players = pl.concat([read("raw.entries").select(PERSON), *games])
    past = read("published.past_corrections").filter(kind="ratings")
    place = ("file_id", "line_no")
    later = (rows.select(PERSON) for rows in (read("published.ratings"), past, read("ratings.elo")))
    return (
        pl.concat([read("raw.ratings").select(*PERSON, *place), *later], how="diagonal")
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


def entrants_of(read: Callable[[str], pl.DataFrame]) -> pl.DataFrame:
    """(club, text) of the entrants of sessions that are not numbers alone, by their first places in the files.

    Those whose players no file names come last, in order of their texts. `read` gives the rows of a table.
    """
    seated = read("raw.entries").select("club", "file_id", "line_no", text="entrant")
    listed = read("scored.session_results").select("club", text="entrant")
    is_name = pl.col("text").str.contains(r"\p{L}|[0-9]{5}") & ~pl.col("text").str.contains(AND, literal=True)
    named = pl.concat([seated, listed], how="diagonal").filter(is_name)
    in_order = named.sort("file_id", "line_no", "text", nulls_last=True)
    return in_order.select("club", "text").unique(maintain_order=True)


def apart(told: pl.DataFrame, taken: set[tuple[str, str]]) -> pl.DataFrame:
    """(club, text, shown) with a letter behind the number of the member where something is called so: `member-1b`.

    Args:
        told: (club, text, shown): each text, and what stands in its place; null: it stays.
        taken: (club, text) of what else is shown.
    """
    taken = taken | {(club, text) for club, text, shown in told.iter_rows() if shown is None}
    free = []
    for club, text, shown in told.iter_rows():
        way = text if shown is None else next(way for way in _ways(shown) if (club, way) not in taken)
        taken.add((club, way))
        free.append((club, text, way))
    return pl.DataFrame(free, schema=told.schema, orient="row")


def each_apart(text: str, shown: Mapping[str, str], other: Callable[[str], str]) -> str | None:
    """A text with what is `shown` in place of each entrant in it, and `other` of any other part; None: it names none.

    The text is an entrant, or several, as `3, 7`, `3+7` or `board 7: 3 - 7`.
    """
    if text in shown:
        return shown[text]
    parts = _BETWEEN.split(text)
    if shown.keys().isdisjoint(parts):
        return None
    return "".join(shown.get(part) or other(part) for part in parts)


def _ways(shown: str) -> chain[str]:
    signs = chain(ascii_lowercase[1:], (f"-{number}" for number in count(2)))
    return chain([shown], (_MEMBER.sub(rf"\g<0>{sign}", shown, count=1) for sign in signs))
