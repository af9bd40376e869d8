"""Number the pairs of the next session, in competitions that name their movement, assuming that the same pairs come.

The pairs are those of the last session, in the lines in which they would play next (`next_lines`). A line is numbered
if it has as many pairs as a named movement, or one fewer. The search always starts from the same random seed.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import dataframely as dy
import numpy as np
import polars as pl

from transforms.balance.movement import Movement
from transforms.tables import schemas
from transforms.tables.schemas import COMPETITION, SESSION, Frame
from transforms.tables.shared import IN_TURN, S, in_shape, types_of

_Row = dict[str, Any]


class NextSeatings(NamedTuple):
    """The numbers of all lines, and their effect on the season."""

    seating: dy.LazyFrame[schemas.NextSeating]
    balance: dy.LazyFrame[schemas.NextBalance]


def next_seating(
    movements: Frame[schemas.NamedMovements],
    next_lines: Frame[schemas.LineAssignment],
    season_scores: Frame[schemas.SeasonScores],
    *,
    partnerships: Frame[schemas.SeasonPartnerships],
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
) -> NextSeatings:
    """Number the pairs of each line of the next session by the first named movement that fits it (docs/balance.md).

    The players of a declared pair or trio count as one competitor, whichever of them play. A set has as many boards as
    in the last session.
    """
    named = movements.lazy().sort(schemas.NamedMovements.primary_key()).collect()
    if named.is_empty():
        return _tables([], [])
    # Numbering the pairs loads a compiler, which a build without a named movement does not need.
    from transforms.balance.seating.season_so_far import Season, boards_in_a_set, by_competitor, seated_tonight

    of_named = named.select(COMPETITION).unique()
    lines, scores, declared, boards = (
        _by_season(table.lazy().join(of_named.lazy(), on=COMPETITION, how="semi").collect())
        for table in (
            next_lines,
            by_competitor(season_scores, partnerships),
            partnerships,
            boards_in_a_set(_of_last_sessions(board_scores, sessions)),
        )
    )
    no_scores = by_competitor(schemas.SeasonScores.create_empty(), schemas.SeasonPartnerships.create_empty()).collect()
    none_declared = schemas.SeasonPartnerships.create_empty()
    seating: list[_Row] = []
    balance: list[_Row] = []
    for of, rows in _by_season(named).items():
        season = Season(
            of, in_shape(schemas.SeasonPartnerships, declared.get(of, none_declared)), scores.get(of, no_scores)
        )
        of_lines = lines.get(of, schemas.LineAssignment.create_empty()).sort("line", "rank")
        for (line,), of_line in of_lines.partition_by("line", as_dict=True, maintain_order=True).items():
            pairs = list(of_line.select("player_id", "partner_id").iter_rows())
            key: _Row = {**dict(zip(COMPETITION, of, strict=True)), "line": line}
            balance.append(dict.fromkeys(schemas.NextBalance.column_names()) | key | {"pairs": len(pairs)})
            if fits := fitting(movements_of(rows), len(pairs)):
                in_a_set = boards[of]["boards"][0] if of in boards else 1
                tonight = seated_tonight(fits[1], pairs, season, boards=in_a_set)
                seating += [key | row for row in tonight.pairs.iter_rows(named=True)]
                combinations = len(pairs) * (len(pairs) - 1) // 2
                balance[-1] |= {"movement": fits[0], "absent": tonight.absent, "combinations": combinations}
                for row in tonight.balance.iter_rows(named=True):
                    when = row["season"]
                    balance[-1] |= {f"{name}_{when}": row[name] for name in ("unmet", "most_meetings")}
                    balance[-1] |= {f"{name}_{when}": row[f"season_{name}"] for name in ("qo", "qc")}
    return _tables(seating, balance)


def movements_of(named: pl.DataFrame) -> list[tuple[str, Movement]]:
    """Return the named movements of one season, with their names, in the order in which the competition lists them."""
    by_name = named.sort("place", "round", "table_no").partition_by("movement", as_dict=True, maintain_order=True)
    return [(str(name), _movement(plays)) for (name,), plays in by_name.items()]


def fitting(movements: Sequence[tuple[str, Movement]], pairs: int) -> tuple[str, Movement] | None:
    """Return the first movement for this number of pairs or one more, with its name; None if none fits."""
    return next((one for one in movements if one[1].pairs - pairs in (0, 1)), None)


def _tables(seating: Sequence[_Row], balance: Sequence[_Row]) -> NextSeatings:
    def in_order(rows: Sequence[_Row], schema: type[S]) -> dy.LazyFrame[S]:
        return in_shape(schema, pl.LazyFrame(rows, schema=types_of(schema), orient="row").sort(schema.primary_key()))

    return NextSeatings(in_order(seating, schemas.NextSeating), in_order(balance, schemas.NextBalance))


def _by_season(rows: pl.DataFrame) -> dict[Any, pl.DataFrame]:
    return rows.partition_by(COMPETITION, as_dict=True, maintain_order=True)


def _of_last_sessions(board_scores: Frame[schemas.BoardScores], sessions: Frame[schemas.Sessions]) -> pl.LazyFrame:
    played = board_scores.lazy().select(SESSION).unique()
    of_pairs = sessions.lazy().filter(pl.col("kind") != "teams").join(played, on=SESSION, how="semi")
    last = of_pairs.sort(*COMPETITION, *IN_TURN).unique(COMPETITION, keep="last", maintain_order=True)
    return board_scores.lazy().join(last, on=SESSION, how="semi")


def _movement(rows: pl.DataFrame) -> Movement:
    plays = rows.select("round", "table_no", "ns", "ew", "board_set").to_numpy().astype(np.int32) - 1
    rounds, tables, ns, ew, sets = (int(most) + 1 for most in plays.max(axis=0))
    return Movement(max(ns, ew), tables, rounds, sets, plays)
