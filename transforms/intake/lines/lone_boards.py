"""A board of which a line has one result, and several of the others: a slip in its number, or a stray row."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.tables import CLUB, LINE, SESSION, Findings

_FEWEST_USUAL = 3
"""So many results, at least, the board in the middle has. In none of 100 lines of real evenings was a board alone."""
_FAR = 1 / 4
"""Of the numbers from the lowest to the highest of the other boards, at least `_NEAR`: one beyond that is far away."""
_NEAR = 4
_LESS_ONE = 2
"""So many results, at three tables, the board has that was meant; and others where a schedule ended early."""


def lone_boards(met: pl.LazyFrame, settled: pl.LazyFrame, told: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each result that is the only one of its board in its line, unless its schedule ended early.

    At three tables the slip may be the one of the two others: of whom nobody can say here, and so both are named. At
    two tables only a number far away from all others is told, where another board lacks a result.

    Args:
        met: `lines_of_meetings`.
        settled: (`SESSION`, file_id, line_no) of results about which nobody is asked any more.
        told: `Findings` about boards with a wrong number, of which nothing more is to be said.
    """
    counts = met.group_by(*LINE, "board").agg(results=pl.len())
    # In each Howell of 6 to 32 pairs that is stopped, more boards have two than one; a slip makes at most as many.
    twos, ones = ((pl.col("results") == number).sum().over(LINE) for number in (_LESS_ONE, 1))
    ended_early = twos > ones
    usual = pl.col("results").median().over(LINE)
    lone = counts.filter(pl.col("results") == 1, usual >= _FEWEST_USUAL, ~ended_early)
    of_two = (
        counts.filter(pl.col("results") == _LESS_ONE, usual == _LESS_ONE + 1)
        .group_by(LINE)
        .agg(others=pl.col("board").sort().cast(pl.String).str.join(", "))
    )
    rows = (
        met.join(lone, on=[*LINE, "board"])
        .join(of_two, on=LINE, how="left")
        .join(settled, on=[*SESSION, *PLACE], how="anti")
        .join(told, on=[*CLUB, *PLACE], how="anti")
        .sort(*LINE, "board")
        .collect()
        .lazy()  # at hand, as both findings look at them
    )
    far = (
        met.join(_far_away(counts), on=[*LINE, "board"])
        .join(settled, on=[*SESSION, *PLACE], how="anti")
        .join(pl.concat([rows.select(*CLUB, *PLACE), told.select(*CLUB, *PLACE)]), on=[*CLUB, *PLACE], how="anti")
        .sort(*LINE, "board")
    )
    return [
        warning_on(
            far,
            "results.far_board",
            "{ns} - {ew} alone have a result on this board in line {line}, far away from its other boards, which are"
            " {lowest} to {highest}; it counts as given: mend the number of the board, or delete the row if the board"
            " was not played; or, if it was so, say it with settled in competition.toml",
            field="board",
        ),
        warning_on(
            rows.filter(pl.col("others").is_null()),
            "results.lone_board",
            "{ns} - {ew} alone have a result on this board in line {line}; it counts as given: mend the number of the"
            " board, or delete the row if the board was not played; or, if it was so, say it with settled in"
            " competition.toml",
            field="board",
        ),
        warning_on(
            rows.filter(pl.col("others").is_not_null()),
            "results.lone_board_or_two",
            "{ns} - {ew} alone have a result on this board in line {line}, where two have one on board {others}: the"
            " number of the board may be wrong here or there; all count as given: mend the wrong number, or delete the"
            " row if the board was not played; or, if it was so, say it with settled in competition.toml",
            field="board",
        ),
    ]


def _far_away(counts: pl.LazyFrame) -> pl.LazyFrame:
    """(`LINE`, board, lowest, highest): a board with one result, far below or above all others of its line.

    Args:
        counts: (`LINE`, board, results).
    """
    board, results = pl.col("board"), pl.col("results")
    in_order = counts.sort(*LINE, "board")
    ends = []
    for is_end, lowest, highest in (
        (board == board.max().over(LINE), board.min(), board.get(-2, null_on_oob=True)),
        (board == board.min().over(LINE), board.get(1, null_on_oob=True), board.max()),
    ):
        others = in_order.with_columns(
            is_end=is_end, lowest=lowest.over(LINE), highest=highest.over(LINE), most=results.max().over(LINE)
        ).with_columns(lacking=(~pl.col("is_end") & (results < pl.col("most"))).any().over(LINE))
        away = pl.max_horizontal(board - pl.col("highest"), pl.col("lowest") - board)
        wide = pl.col("highest") - pl.col("lowest") + 1
        ends.append(
            others.filter("is_end", "lacking", results == 1, wide > 1, away > pl.max_horizontal(_FAR * wide, _NEAR))
        )
    return pl.concat(ends).select(*LINE, "board", "lowest", "highest")
