"""Sort rows of players by key, and number their sessions (or other groups), players and seats."""

import weakref
from collections.abc import Sequence
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.tables.runs import facts_of_runs, first_of_runs, first_rows, is_sorted, numbered_runs, run_of_rows
from transforms.tables.schemas import CLUB, COMPETITION, SESSION, Rows
from transforms.tables.shared import IN_TURN


class _Numbers(NamedTuple):
    key: pl.DataFrame  # of the table, in its order
    order: pl.Series | None  # the place of each row in the table; None if the table is sorted, like Barometer's tables
    group: pl.Series
    player: pl.Series


_IN_USE: dict[tuple[int, tuple[str, ...]], _Numbers] = {}
"""The numbers of each table in use, by its identity, so that another table with the same keys need not be numbered."""


def in_order(
    table: Rows, columns: Sequence[str] = (), of: tuple[str, ...] = SESSION, number: str = "session"
) -> pl.DataFrame:
    """Return the rows sorted by `of` and player, with the `number` of each group and of each player (`player`).

    Later steps then join, group and sort by one number instead of four texts. `person_numbers` gives the number
    of a player. The number of a group is valid only in this frame; a group must not be larger than a season of a
    competition. A table in memory is numbered once. Of the other columns, only `columns` are kept.
    """
    rows = table if isinstance(table, pl.DataFrame) else table.select(*of, "player_id", *columns).collect()
    numbers = _IN_USE.get((id(rows), of)) or _numbers(rows, of)
    rows = pl.concat([numbers.key, rows.select(columns).rechunk()], how="horizontal")
    rows = rows if numbers.order is None else rows[numbers.order]
    return rows.hstack([numbers.group.alias(number), numbers.player.alias("player")])


def _numbers(table: pl.DataFrame, of: tuple[str, ...]) -> _Numbers:
    key = table.select(*of, "player_id").rechunk()
    others = (numbers for (_, columns), numbers in list(_IN_USE.items()) if columns == of)
    numbers = next((other for other in others if other.key.equals(key)), None) or _new_numbers(key, of)
    _IN_USE[id(table), of] = numbers
    weakref.finalize(table, _IN_USE.pop, (id(table), of), None)
    return numbers


def _new_numbers(key: pl.DataFrame, of: Sequence[str]) -> _Numbers:
    groups = key.hstack([numbered_runs(key, of).alias("group")])
    order = None
    if not (is_sorted(first_of_runs(groups, ["group"]), of) and is_sorted(groups, ("group", "player_id"))):
        order = key.select(pl.arg_sort_by(*of, "player_id", maintain_order=True)).to_series()
        groups = key[order]
        groups = groups.hstack([numbered_runs(groups, of).alias("group")])
    return _Numbers(key, order, groups["group"], person_numbers(groups, run="group"))


def person_numbers(rows: pl.DataFrame, person: str = "player_id", *, run: str | None = None) -> pl.Series:
    """Return a number (UInt64) for each player or partnership, equal in all frames. `run` names a column of runs."""
    first = first_rows(rows, COMPETITION if run is None else [run])
    competitions = rows.select(COMPETITION)[first].select(_number(*COMPETITION) * 2**32).to_series()
    return competitions[run_of_rows(first, rows.height)] + rows.select(_number(person)).to_series()


def times(sessions: pl.DataFrame) -> pl.Series:
    """Return one number (Int64) per row of `sessions` that sorts the sessions of a competition as `IN_TURN` does."""
    days = sessions["date"].to_physical().cast(pl.Int64) * 2**32
    # Ids matter only for sessions on the same day.
    shared = sessions.select(pl.struct(*CLUB, "date").is_duplicated().arg_true()).to_series()
    if shared.is_empty():
        return days
    turn = sessions[shared].select(pl.struct(IN_TURN).rank("dense").cast(pl.Int64)).to_series()
    return days.scatter(shared, days[shared] + turn)


def of_session(text: pl.Expr) -> pl.Expr:
    """Return a number (UInt64) for each combination of the number of the session and a text."""
    return pl.col("session").cast(pl.UInt64) * 2**32 + _number_of_text(text)


def _number(*key: str) -> pl.Expr:
    number = _number_of_text(pl.col(key[0]))
    for name in key[1:]:
        number = _number_of_text(pl.concat_str(number, pl.lit(" "), name))
    return number.cast(pl.UInt64)


def _number_of_text(text: pl.Expr) -> pl.Expr:
    return text.cast(pl.Categorical).to_physical()


_KEPT = _number_of_text(pl.lit(""))
"""This expression makes polars keep the numbers of texts in memory, so that a text always gets the same number."""


_LINE = pl.col("line").cast(pl.Enum(list(ascii_uppercase))).to_physical()
SEAT = (pl.col("session").cast(pl.UInt64) * 2**5 + _LINE) * 2**32 + _number_of_text(pl.col("entrant"))
"""One number for each entrant of each session. The rows must have the numbers of `in_order`, `line` and `entrant`."""


def seated(players: pl.DataFrame, *facts: str) -> pl.DataFrame:
    """Return session, player, the `facts` and `seat` (a number for the entrant) of rows of `in_order`, by `seat`."""
    rows = players.select("session", "player", *facts, seat=SEAT)
    # The rows are sorted by session already, which makes numpy faster.
    return rows[np.argsort(rows["seat"].to_numpy(), kind="stable")]


def without_extra_players(seats: pl.DataFrame, extra: pl.LazyFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """Drop the seats of `extra` players (`extra_players`); `sessions` has the number and key of each session."""
    players = extra.collect()
    if players.is_empty():
        return seats
    found = players.select(
        facts_of_runs(players, SESSION, sessions.select("session", *SESSION)).to_series(),
        player=person_numbers(players),
    )
    return seats.join(found, on=["session", "player"], how="anti", maintain_order="left")


def two_by_two(seated: pl.DataFrame) -> pl.LazyFrame:
    """Return every two players who share a seat, the second with the prefix `other_`, in half the time of a join."""
    most = seated.select(pl.col("seat").rle().struct.field("len").max().fill_null(0).clip(lower_bound=2)).item()
    others = pl.all().exclude("session")
    return pl.concat(
        seated.lazy()
        .with_columns(others.shift(-distance).name.prefix("other_"))
        .filter(pl.col("seat") == pl.col("other_seat"))
        for distance in range(1, most)
    )
