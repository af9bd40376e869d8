"""Boards that a pair seems to have played twice: which of the lines counts."""

import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import PLACE
from transforms.tables import SESSION

_LINE = (*SESSION, *PLACE)
_SEAT = (*SESSION, "line", "board", "pair", "of_direction", "of_round")


def seen_before(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Lines on which a pair has a board that it already had on a line that counts.

    Lines are taken in order of file and number; one counts when none that counts before it has the same pair on
    the same board. A team has each board twice, once a direction, in every round.

    Returns:
        The key of the session, `file_id`, `line_no` and `board` of such lines, with the `pair` and the
        `first_file_id` in which it had the board first.
    """
    sides = pl.concat(
        lines.select(*SESSION, "kind", "line", "round", "board", *PLACE, side=side, direction=pl.lit(side))
        for side in ("ns", "ew")
    ).filter(pl.col("side").is_not_null())
    is_team = pl.col("kind") == "teams"
    seats = by_entrant(sides, "side").select(
        *_LINE,
        "line",
        "board",
        pair="entrant",
        # No nulls, which are equal to nothing.
        of_direction=pl.when(is_team).then("direction").otherwise(pl.lit("")),
        of_round=pl.when(is_team).then("round").fill_null(0),
    )
    contested = seats.filter(pl.len().over(_SEAT) > 1).collect()
    numbered = contested.with_columns(number=pl.struct(_LINE).rank("dense"), seat=pl.struct(_SEAT).rank("dense")).sort(
        "number", "seat"
    )
    places = numbered.select("number", *_LINE, "board").unique("number")
    before = places.select(first="number", first_file_id="file_id")
    return (
        _beaten(numbered.select("number", "seat", "pair"))
        .join(places, on="number")
        .join(before, on="first")
        .sort("number")
        .select(*_LINE, "board", "pair", "first_file_id")
        .lazy()
    )


def _beaten(undecided: pl.DataFrame) -> pl.DataFrame:
    """(number, pair, first): the lines that do not count, with the line before them that does.

    Of the lines not decided on, those that come first in all their seats count, and whoever shares a seat with them
    does not; so on with the rest.
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
