"""Rows of players sorted by their key, with numbers for their sessions (or other groups) and players."""

from collections.abc import Sequence

import polars as pl

from transforms.tables import COMPETITION, SESSION, Rows
from transforms.tables.runs import first_of_runs, is_sorted, run_number

IN_TIME = pl.col("date").to_physical().cast(pl.Int64) * 2**32 + pl.col("session")
"""One number that sorts sessions: by date first, then by the number that `in_order` gives."""


def in_order(rows: Rows, of: Sequence[str] = SESSION, number: str = "session") -> pl.DataFrame:
    """The rows sorted by `of` and player, with two more columns: the number of each group, and of each player.

    Later steps join, group and sort by one number instead of four texts. If they keep the order of the rows, they need
    no sort of their own. The number of a player is that of `person_numbers`; the number of a group is valid in this
    frame only. The frame is not lazy, so that the work is done once, however often the frame is used. Rows that are
    sorted already, as in our tables, are not sorted again.

    Args:
        rows: (club, competition, season, player_id), the columns of `of`, and any others.
        of: the columns of the key by which rows form groups; a group is of one season of a competition.
        number: the name of the column with the number of the group; that of the player is `player`.
    """
    rows = rows.lazy().collect().rechunk()
    groups = rows.with_columns(run_number(of).alias(number))
    firsts = first_of_runs(groups, [number])
    if not (is_sorted(firsts, of) and is_sorted(groups, (number, "player_id"))):
        groups = rows.sort(*of, "player_id", maintain_order=True).with_columns(run_number(of).alias(number))
    return groups.with_columns(player=person_numbers(groups, run=number))


def person_numbers(rows: pl.DataFrame, person: str = "player_id", *, run: str | None = None) -> pl.Series:
    """The number of the player, or partnership, of each row: UInt64, and the same in every frame of a process.

    Args:
        rows: (club, competition, season), the column that says who, and any others.
        person: the name of that column.
        run: a column that numbers rows which follow one another and are of one competition, if there is one.
    """
    runs = rows.select(*COMPETITION, run=run_number(COMPETITION) if run is None else pl.col(run))
    competitions = first_of_runs(runs, ["run"]).select(_number(*COMPETITION)).to_series()
    return competitions.gather(runs["run"]) * 2**32 + rows.select(_number(person)).to_series()


def _number(*key: str) -> pl.Expr:
    number = _number_of_text(pl.col(key[0]))
    for name in key[1:]:
        number = _number_of_text(pl.concat_str(number, pl.lit(" "), name))
    return number.cast(pl.UInt64)


def _number_of_text(text: pl.Expr) -> pl.Expr:
    return text.cast(pl.Categorical).to_physical()


_KEPT = _number_of_text(pl.lit(""))
"""As long as there is an expression with this type, polars gives a text the same number again."""
