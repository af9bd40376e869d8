"""Who takes which number in the next session, if the same pairs come: for competitions that name their movement.

The pairs are those of the last session, in the lines that they would play in next (`next_lines`): nobody knows who will
come, and a season's regulars are seldom all there. Each line with as many pairs as a named movement has, or one fewer,
is numbered as `seated` does it, by a search that is bounded and always starts at the same place.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import dataframely as dy
import numpy as np
import polars as pl

from transforms.balance.movement import Movement
from transforms.tables.schemas import (
    COMPETITION,
    SESSION,
    BoardScores,
    Frame,
    LineAssignment,
    NamedMovements,
    NextBalance,
    NextSeating,
    SeasonPartnerships,
    SeasonScores,
    Sessions,
)
from transforms.tables.shared import IN_TURN, in_shape, types_of

_Row = dict[str, Any]
_Pairs = Sequence[tuple[str, str]]
_NOT_NUMBERED: tuple[list[_Row], _Row] = ([], {})


class NextSeatings(NamedTuple):
    """The numbers of all lines, and what they do to the season."""

    seating: dy.LazyFrame[NextSeating]
    balance: dy.LazyFrame[NextBalance]


class _Season(NamedTuple):
    """A season of a competition that names movements: (name, movement), its own rows, and how many boards are a set."""

    of: tuple[str, str, str]
    movements: list[tuple[str, Movement]]
    partnerships: dy.DataFrame[SeasonPartnerships]
    scores: pl.DataFrame  # as from `by_competitor`
    boards: int


def next_seating(
    movements: Frame[NamedMovements],
    next_lines: Frame[LineAssignment],
    season_scores: Frame[SeasonScores],
    *,
    partnerships: Frame[SeasonPartnerships],
    board_scores: Frame[BoardScores],
    sessions: Frame[Sessions],
) -> NextSeatings:
    """Number the pairs of each line of the next session, in the competitions that name a movement.

    Of the movements of a competition the first that fits a line is taken. The players of a pair or trio count as one,
    whichever of them sit. A set has as many boards as in the last session.
    """
    named = movements.lazy().sort(NamedMovements.primary_key()).collect()
    if named.is_empty():
        return _tables([])
    # What numbers the pairs loads a compiler, which a build without a named movement does not need.
    from transforms.balance.seating.season_so_far import boards_in_a_set, by_competitor

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
    no_scores = by_competitor(SeasonScores.create_empty(), SeasonPartnerships.create_empty()).collect()
    none_declared = SeasonPartnerships.create_empty()
    found: list[tuple[list[_Row], _Row]] = []
    for of, rows in _by_season(named).items():
        season = _Season(
            of,
            movements_of(rows),
            in_shape(SeasonPartnerships, declared.get(of, none_declared)),
            scores.get(of, no_scores),
            boards[of]["boards"][0] if of in boards else 1,
        )
        found += _lines(season, lines.get(of, LineAssignment.create_empty()))
    return _tables(found)


def movements_of(named: pl.DataFrame) -> list[tuple[str, Movement]]:
    """The movements of one season that a competition names, with their names, in the order in which it names them."""
    by_name = named.sort("place", "round", "table_no").partition_by("movement", as_dict=True, maintain_order=True)
    return [(str(name), _movement(plays)) for (name,), plays in by_name.items()]


def fitting(movements: Sequence[tuple[str, Movement]], pairs: int) -> tuple[str, Movement] | None:
    """The first movement for so many pairs or one more, with its name; None where there is none."""
    return next((one for one in movements if one[1].pairs - pairs in (0, 1)), None)


def _tables(found: Sequence[tuple[list[_Row], _Row]]) -> NextSeatings:
    def sorted_by_key(rows: Sequence[_Row], schema: type[dy.Schema]) -> pl.LazyFrame:
        return pl.LazyFrame(rows, schema=types_of(schema), orient="row").sort(schema.primary_key())

    return NextSeatings(
        in_shape(NextSeating, sorted_by_key([row for rows, _ in found for row in rows], NextSeating)),
        in_shape(NextBalance, sorted_by_key([balance for _, balance in found], NextBalance)),
    )


def _by_season(rows: pl.DataFrame) -> dict[Any, pl.DataFrame]:
    return rows.partition_by(COMPETITION, as_dict=True, maintain_order=True)


def _of_last_sessions(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> pl.LazyFrame:
    """The board scores of the last session of each season that is not of teams."""
    played = board_scores.lazy().select(SESSION).unique()
    of_pairs = sessions.lazy().filter(pl.col("kind") != "teams").join(played, on=SESSION, how="semi")
    last = of_pairs.sort(*COMPETITION, *IN_TURN).unique(COMPETITION, keep="last", maintain_order=True)
    return board_scores.lazy().join(last, on=SESSION, how="semi")


def _movement(rows: pl.DataFrame) -> Movement:
    plays = rows.select("round", "table_no", "ns", "ew", "board_set").to_numpy().astype(np.int32) - 1
    rounds, tables, ns, ew, sets = (int(most) + 1 for most in plays.max(axis=0))
    return Movement(max(ns, ew), tables, rounds, sets, plays)


def _lines(season: _Season, rows: pl.DataFrame) -> Iterator[tuple[list[_Row], _Row]]:
    ids = dict(zip(COMPETITION, season.of, strict=True))
    for (line,), of_line in rows.sort("line", "place").partition_by("line", as_dict=True, maintain_order=True).items():
        pairs = list(of_line.select("player_id", "partner_id").iter_rows())
        key = {**ids, "line": line}
        fits = fitting(season.movements, len(pairs))
        seating, balance = _NOT_NUMBERED if fits is None else _numbered(season, pairs, *fits)
        nothing = dict.fromkeys(NextBalance.column_names()) | {"pairs": len(pairs)}
        yield [key | row for row in seating], nothing | key | balance


def _numbered(season: _Season, pairs: _Pairs, name: str, movement: Movement) -> tuple[list[_Row], _Row]:
    """The seating of a line and its balance, without their keys."""
    from transforms.balance.seating.season_so_far import balance_with, between, competitors, pair_names
    from transforms.balance.seating.seating import Between, added, aims_of, seated, unmet_of_each

    present = competitors(pairs, season.partnerships)
    if len(set(present)) < len(present):  # Players of one trio are in two pairs tonight.
        present = pair_names(pairs)
    past = between(present, season.scores)
    found = seated(movement, past, boards=season.boards)
    after = added(past, found.tonight)
    nothing = Between(np.zeros_like(past.meetings), np.zeros_like(past.scores))
    seating = [
        {"number": number + 1, "entrant": entrant, "unmet_before": unmet_before, "unmet_after": unmet_after}
        for number, entrant, unmet_before, unmet_after in zip(
            found.numbers.tolist(), pair_names(pairs), unmet_of_each(past), unmet_of_each(after), strict=True
        )
    ]
    balance: _Row = {
        "movement": name,
        "absent": None if found.absent is None else found.absent + 1,
        "combinations": len(present) * (len(present) - 1) // 2,
    }
    for when, of_line, tonight in (("before", past, nothing), ("after", after, found.tonight)):
        whole = balance_with(season.scores, season.of, present, tonight).row(0, named=True)
        balance |= {
            f"unmet_{when}": aims_of(of_line).unmet,
            f"most_meetings_{when}": int(of_line.meetings.max()),
            f"qo_{when}": whole["qo"],
            f"qc_{when}": whole["qc"],
        }
    return seating, balance
