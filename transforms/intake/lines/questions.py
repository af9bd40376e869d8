"""What is asked about results that count; and which of those that a director settled nobody asked about."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE
from transforms.intake.lines.lone_boards import lone_boards
from transforms.intake.lines.other_boards import other_boards
from transforms.intake.lines.other_scores import scores_in_doubt
from transforms.intake.lines.passed_out import passed_out
from transforms.intake.lines.settled_results import ASKED, lines_asked_about
from transforms.intake.lines.swapped_pairs import swapped_pairs
from transforms.tables import CLUB, Findings

_OF_FILE = ("results.scores_turned", "results.score_of_contract_lines")
"""Codes of what is asked about many results of a file, of which only the first are named."""


def questions(results: pl.LazyFrame, met: pl.LazyFrame, settled: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings on results that may be wrong, each of which `settled` can end.

    Args:
        results: the rows of `checked_results`.
        met: `lines_of_meetings` of them, at hand.
        settled: `settled_results`.
    """
    wrong_boards = other_boards(met, settled)
    return [
        wrong_boards,
        *lone_boards(met, settled, wrong_boards),
        passed_out(results, settled),
        *scores_in_doubt(results, settled),
        *swapped_pairs(met, settled),
    ]


def without_question(results: pl.LazyFrame, met: pl.LazyFrame, settled: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of `settled` about which nobody would ask if they were not settled; the arguments are as before."""
    told = pl.concat(questions(results, met, settled.clear()))
    asked = (
        told.filter(pl.col("code").is_in(ASKED))
        .with_columns(line_no=lines_asked_about())
        .explode("line_no", empty_as_null=False, keep_nulls=False)
        .select(*CLUB, *PLACE)
    )
    files = told.filter(pl.col("code").is_in(_OF_FILE)).select(*CLUB, "file_id")
    return settled.join(asked, on=[*CLUB, *PLACE], how="anti").join(files, on=[*CLUB, "file_id"], how="anti")
