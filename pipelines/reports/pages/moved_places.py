"""Why a player stands higher or lower than before the last session: who came above, and who no longer is."""

import datetime as dt
from typing import NamedTuple

import polars as pl

from transforms.messages import gettext, one_behind_the_other

_MOST_NAMED = 3


class Others(NamedTuple):
    """How many others, and the names of the first of them, one behind the other."""

    number: int
    names: str


class Moved(NamedTuple):
    """Since the session of a day."""

    day: dt.date
    came_above: Others
    no_longer_above: Others


def moved_places(ranking: pl.DataFrame) -> dict[str, Moved]:
    """Player id -> who moved past, of those with another place than before.

    Args:
        ranking: `player_ranking` of a season.
    """
    now = pl.col("rank").str.strip_chars_end("=").cast(pl.Int64)
    everybody = ranking.select("player_id", "name", now=now, before=now + pl.col("places"))
    moved = everybody.filter(pl.col("before") != pl.col("now"))
    beside = moved.join(everybody, how="cross", suffix="_other", maintain_order="left_right")
    is_above = pl.col("now_other") < pl.col("now")
    # Who is new in the ranking was not above anybody.
    was_above = (pl.col("before_other") < pl.col("before")).fill_null(value=False)
    name = pl.col("name_other")
    past = beside.group_by("player_id", maintain_order=True).agg(
        came=name.filter(is_above & ~was_above), went=name.filter(was_above & ~is_above)
    )
    day = max(ranking["last_played"], default=dt.date.min)
    return {player: Moved(day, _named(came), _named(went)) for player, came, went in past.iter_rows()}


def _named(names: list[str]) -> Others:
    more = len(names) - _MOST_NAMED
    told = names if more <= 1 else [*names[:_MOST_NAMED], gettext("{number} others", number=more)]
    return Others(len(names), one_behind_the_other(told))
