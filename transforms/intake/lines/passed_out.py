"""Boards that everybody of a line passed out: mostly a round that was not played, entered as passes."""

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import PASSED_OUT
from transforms.intake.findings import PLACE, warning_on
from transforms.tables import LINE, SESSION, Findings

_FEWEST_RESULTS = 8
"""So many results, all of them passes, are no chance: of a hundred boards one or two are passed out at a table, and a
flat board at several. In the sample, and in 100 lines of real evenings, no line has more than five."""


def passed_out(results: pl.LazyFrame, settled: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each line with boards that are passed out wherever they were played, or such a round.

    It is told at the first of these results, with the lines of its file that have all of them; `settled` of one says
    that all of the line are right, also those that a later version of the file has besides.

    Args:
        results: `Results`, checked.
        settled: (`SESSION`, file_id, line_no) of results about which nobody is asked any more.
    """
    is_pass = (pl.col("contract") == PASSED_OUT) | (pl.col("contract").is_null() & (pl.col("score") == 0))
    played = results.drop_nulls(["ns", "ew"]).select(
        *LINE, "round", "board", *PLACE, passed=is_pass.fill_null(value=False) & pl.col("ruling").is_null()
    )
    everywhere = pl.col("passed").all()
    of_round = pl.col("round").is_not_null() & everywhere.over(*LINE, "round")
    several = pl.len().over(*LINE, "board") > 1
    passes = played.filter((several & everywhere.over(*LINE, "board")) | of_round)
    in_first_file = pl.col("file_id") == pl.col("file_id").first()
    rows = (
        passes.sort(*LINE, "board", *PLACE)
        .group_by(LINE, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            at_lines=pl.col("line_no").filter(in_first_file).drop_nulls().cast(pl.String).str.join(", "),
            first=pl.col("board").first(),
            boards=pl.col("board").unique().sort().cast(pl.String).str.join(", "),
            results=pl.len(),
        )
        .filter(pl.col("results") >= _FEWEST_RESULTS)
        .join(passes.join(settled, on=[*SESSION, *PLACE], how="semi"), on=LINE, how="anti")
    )
    return warning_on(
        rows,
        "results.passed_out",
        "in line {line} every result on board {boards} is a pass ({results} results): a round that was not played? They"
        " count as they are, 50 % for everybody: take them out, in the program that wrote the file where one did; or,"
        " if it was so, say it with settled in competition.toml",
        field="board",
        value="first",
        at_lines="at_lines",
    )
