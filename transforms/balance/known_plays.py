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
MOST_PAIRS = 80
"""More pairs than any line of a club has."""


def known_plays(pairs: list[int]) -> pl.DataFrame:
    """Return (pairs, movement, *`PLAY`), Int32, of the movements for these even numbers of pairs; all count from 1.

    A movement has its greatest number of rounds. `movement` is its number among those for as many pairs.
    """
    return pl.concat([_plays(0).clear(), *(_plays(one) for one in pairs if 4 <= one <= MOST_PAIRS)])


@cache
def _plays(pairs: int) -> pl.DataFrame:
    schema = dict.fromkeys(("pairs", "movement", *PLAY), pl.Int32)
    rows = [
        pl.DataFrame(movement.plays + 1, schema=dict.fromkeys(PLAY, pl.Int32)).select(
            pl.lit(pairs, pl.Int32).alias("pairs"), pl.lit(number, pl.Int32).alias("movement"), *PLAY
        )
        for number, movement in enumerate(_movements(pairs // 2) if pairs else ())
    ]
    return pl.concat([pl.DataFrame(schema=schema), *rows])


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
