"""Boards that a pair seems to have played twice, and which of these result lines counts."""

import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import PLACE
from transforms.tables import LINE, SESSION
from transforms.tables.runs import key_number

_LINE = (*SESSION, *PLACE)
_SEAT = ("session", "line", "board", "pair", "of_direction", "of_round")


def seen_before(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Find the lines on which a pair has a board that it already has on an earlier line that counts.

    Lines are in order of file and line number. A line counts unless an earlier line that counts has one of its pairs on
    the same board. A team may have each board twice in every round, once in each direction.

    Args:
        lines: `Results` with the `kind` of their session.

    Returns:
        The key of the session, `file_id`, `line_no`, `line` and `board` of the lines that do not count, with the `pair`
        and `first_file_id` and `first_line_no`, the place of the line that counts.
    """
    numbered_lines = lines.collect()
    numbered_lines = numbered_lines.with_columns(session=key_number(numbered_lines, SESSION))
    sides = pl.concat(
        numbered_lines.lazy().select(
            *_LINE, "session", "kind", "line", "round", "board", side=side, direction=pl.lit(side)
        )
        for side in ("ns", "ew")
    ).filter(pl.col("side").is_not_null())
    is_team = pl.col("kind") == "teams"
    seats = by_entrant(sides, "side").select(
        *_LINE,
        "session",
        "line",
        "board",
        pair="entrant",
        # Fill nulls, since a null equals nothing in a join.
        of_direction=pl.when(is_team).then("direction").otherwise(pl.lit("")),
        of_round=pl.when(is_team).then("round").fill_null(-1),
    )
    contested = seats.filter(pl.len().over(_SEAT) > 1).collect()
    numbered = contested.with_columns(number=pl.struct(_LINE).rank("dense"), seat=pl.struct(_SEAT).rank("dense")).sort(
        "number", "seat"
    )
    places = numbered.select("number", *_LINE, "line", "board").unique("number")
    before = places.select(first="number", first_file_id="file_id", first_line_no="line_no")
    return (
        _beaten(numbered.select("number", "seat", "pair"))
        .join(places, on="number")
        .join(before, on="first")
        .sort("number")
        .select(*_LINE, "line", "board", "pair", "first_file_id", "first_line_no")
        .lazy()
    )


def without_board(again: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """(*_LINE, lacks): who alone has no row on the board of a line, where one of its sides has that board again.

    A line of which both sides have it again is a copy, or of another board, and is not among these.

    Args:
        again: as `seen_before` gives them.
        lines: `Results` that can be scored, those of `again` among them.
    """
    of_lines = lines.lazy().join(again.lazy(), on=LINE, how="semi")
    at_board = (*LINE, "board")
    sides = (by_entrant(of_lines.select(*LINE, *PLACE, "board", side), side) for side in ("ns", "ew"))
    seats = pl.concat(sides).collect()
    counted = seats.join(again, on=_LINE, how="anti").select(*at_board, "entrant").unique()
    twice = seats.join(again, on=_LINE, how="semi").join(counted, on=[*at_board, "entrant"], how="semi")
    of_one_side = twice.group_by(*_LINE, "line", "board").agg(many=pl.len()).filter(many=1)
    everybody = of_one_side.select(at_board).unique().join(seats.select(*LINE, "entrant").unique(), on=LINE)
    lacking = everybody.join(seats, on=[*at_board, "entrant"], how="anti").group_by(at_board)
    alone = lacking.agg(lacks=pl.col("entrant").first(), many=pl.len()).filter(many=1)
    return of_one_side.join(alone, on=at_board).select(*_LINE, "lacks")


def _beaten(undecided: pl.DataFrame) -> pl.DataFrame:
    """(number, pair, first): the lines that do not count, each with the earlier line that counts instead.

    Each pass over the undecided lines decides some of them: a line that comes first in all its seats counts, and all
    other lines with one of these seats do not count. The passes go on until no line is undecided.
    """
    beaten = []
    while not undecided.is_empty():
        comes_first = pl.col("number") == pl.col("number").min().over("seat")
        counts = undecided.with_columns(comes_first=comes_first).filter(pl.col("comes_first").all().over("number"))
        lost = (
            undecided.join(counts.select("seat", first="number"), on="seat")
            .filter(pl.col("number") != pl.col("first"))
            .sort("number", "first", "pair")
            .unique("number", keep="first", maintain_order=True)
        )
        beaten.append(lost.select("number", "pair", "first"))
        decided = pl.concat([counts.select("number"), lost.select("number")])
        undecided = undecided.join(decided, on="number", how="anti")
    return pl.concat(beaten) if beaten else undecided.select("number", "pair", first="number")
