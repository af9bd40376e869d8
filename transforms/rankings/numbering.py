"""Rows of players sorted by their key, with numbers for their sessions (or other groups) and players."""

from collections.abc import Sequence

import polars as pl

from transforms.tables import COMPETITION, SESSION, Rows
from transforms.tables.runs import first_of_runs, is_sorted, key_number, run_number

IN_TIME = pl.col("date").to_physical().cast(pl.Int64) * 2**32 + pl.col("session")
"""One number that sorts sessions: by date first, then by the number that `in_order` gives."""


def in_order(rows: Rows, of: Sequence[str] = SESSION, number: str = "session") -> pl.DataFrame:
    """The rows sorted by `of` and player, with two more columns: the number of each group, and of each player.

    Later steps join, group and sort by one number instead of four texts. If they keep the order of the rows, they need
    no sort of their own. The numbers are valid in this frame only. The frame is not lazy, so that the work is done
    once, however often the frame is used. Rows that are sorted already, as in our tables, are not sorted again.

    Args:
        rows: (club, competition, season, player_id), the columns of `of`, and any others.
        of: the columns of the key by which rows form groups; a group is of one season of a competition.
        number: the name of the column with the number of the group; that of the player is `player`.
    """
    rows = rows.lazy().collect()
    groups = rows.with_columns(run_number(of).alias(number))
    firsts = first_of_runs(groups, [number])
    if not (is_sorted(firsts, of) and is_sorted(groups, (number, "player_id"))):
        groups = rows.sort(*of, "player_id", maintain_order=True).with_columns(run_number(of).alias(number))
        firsts = first_of_runs(groups, [number])
    return groups.with_columns(player=_number(key_number(firsts, COMPETITION).gather(groups[number]), "player_id"))


def numbered(rows: Rows, person: str = "player_id") -> pl.DataFrame:
    """The rows in any order, with `number`: one for each player, or partnership, of each competition.

    Args:
        rows: (club, competition, season), the column that says who, and any others.
        person: the name of that column.
    """
    rows = rows.lazy().collect()
    return rows.with_columns(number=_number(key_number(rows, COMPETITION), person))


def _number(competition: pl.Series, person: str) -> pl.Expr:
    return pl.lit(competition.cast(pl.UInt64)) * 2**32 + pl.col(person).cast(pl.Categorical).to_physical()
