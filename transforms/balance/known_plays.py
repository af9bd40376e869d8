"""The plays of every movement that a rule makes, as a table, to recognise which movement was played."""

from collections.abc import Iterator
from functools import cache

import polars as pl

from transforms.balance.generators import (
    double_weave,
    has_howell,
    howell,
    mitchell,
    relay_mitchell,
    scheveningen,
    skip_mitchell,
)
from transforms.balance.movement import Movement

PLAY = ("round", "table", "ns", "ew", "board_set")
MOST_TABLES, MOST_MOVEMENTS = 40, 10
"""More tables than any line of a club has, and more movements than there are for one number of tables."""


def known_plays(tables: list[int]) -> pl.DataFrame:
    """Return (tables, movement, *`PLAY`), Int32, of the movements for these numbers of tables; all count from 1.

    A movement has its greatest number of rounds.
    """
    return pl.concat([_plays(0), *(_plays(many) for many in tables if 2 <= many <= MOST_TABLES)])


@cache
def _plays(tables: int) -> pl.DataFrame:
    plays = dict.fromkeys(PLAY, pl.Int32)
    rows = [
        pl.DataFrame(movement.plays + 1, schema=plays).with_columns(
            tables=pl.lit(tables, pl.Int32), movement=pl.lit(MOST_MOVEMENTS * tables + number, pl.Int32)
        )
        for number, movement in enumerate(_movements(tables) if tables else ())
    ]
    empty = pl.DataFrame(schema={"tables": pl.Int32, "movement": pl.Int32, **plays})
    return pl.concat([empty, *rows], how="diagonal")


def _movements(tables: int) -> Iterator[Movement]:
    if tables % 2:
        yield mitchell(tables)
    else:
        yield relay_mitchell(tables)
        if tables > 2:
            yield skip_mitchell(tables)
        if tables % 4 == 0:
            yield double_weave(tables)
    if tables % 2 or tables == 6:
        yield scheveningen(tables)
    if has_howell(2 * tables):
        yield howell(2 * tables)
