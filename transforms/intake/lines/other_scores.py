"""Scores that are not those of the contract, or of none: each by itself, or in a file with many of them all at once."""

import dataframely as dy
import polars as pl

from transforms.bridge.contracts import is_possible_score
from transforms.bridge.one_side import has_result
from transforms.bridge.rulings import has_outcomes, is_played, outcomes
from transforms.intake.findings import MOST_APART, PLACE, warning_on
from transforms.tables import CLUB, SESSION, Findings
from transforms.tables.phrases import phrase

_LINES_NAMED = 5
_FILE = (*CLUB, "file_id")
_DIFFERS = "{contract} by {declarer} on board {board} (tricks: {tricks}) scores {due}; the score of the row counts"


def scores_in_doubt(results: pl.LazyFrame, settled: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings on scores that are not those of their contracts, or that no contract can bring.

    Args:
        results: the rows of `checked_results`.
        settled: (`SESSION`, file_id, line_no) of results about which nobody is asked any more.
    """
    has_both = pl.all_horizontal(pl.col("ns", "ew").is_not_null())
    asked = results.join(settled, on=[*SESSION, *PLACE], how="anti", maintain_order="left")
    counted = asked.filter(has_both | has_result())
    differs = is_played(pl.col("ruling")) & (pl.col("score") != pl.col("from_contract"))
    return [*_other_scores(counted.filter(differs)), *_impossible_scores(counted)]


def _impossible_scores(lines: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for scores, given or in a ruling, that no contract can bring on their board.

    Given scores of lines with a complete contract are skipped: another warning compares them with the contract.
    """
    is_impossible = ~is_possible_score(pl.col("board"), pl.col("score"))
    given = lines.filter(is_played(pl.col("ruling")), pl.col("from_contract").is_null(), is_impossible)
    at = (*CLUB, *PLACE, "board", "ruling")
    ruled = lines.filter(has_outcomes(pl.col("ruling"))).select(at).collect()
    of_rulings = outcomes(ruled, at).lazy().filter(is_impossible).unique([*CLUB, *PLACE, "score"])
    message = "no contract on board {board} brings {score}; it counts as given: mend score or board"
    return [
        warning_on(given, "results.impossible_score", message, field="score"),
        warning_on(of_rulings, "results.impossible_outcome", message, field="ruling"),
    ]


def _other_scores(lines: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings on these lines, whose score is not `from_contract`."""
    found = lines.collect()
    if found.is_empty():
        return []
    is_turned = pl.col("score") == -pl.col("from_contract")
    marked = (
        found.lazy()
        .with_columns(is_turned=is_turned)
        .with_columns(is_one_of_many=pl.len().over(*_FILE, "is_turned") > MOST_APART)
    )
    place = phrase("line {}", "line_no")
    many = (
        marked.filter("is_one_of_many")
        .sort(*_FILE, "line_no", maintain_order=True)
        .group_by(*_FILE, "is_turned", maintain_order=True)
        .agg(
            pl.col("line_no", "score", "contract", "declarer", "tricks", "board", "from_contract").first(),
            lines=pl.len(),
            others=place.slice(1, _LINES_NAMED).str.join(", "),
        )
    )
    return [
        warning_on(
            marked.filter(~pl.col("is_one_of_many")),
            "results.score_of_contract",
            f"{_DIFFERS}: mend one of them",
            field="score",
            due="from_contract",
        ),
        warning_on(
            many.filter("is_turned"),
            "results.scores_turned",
            f"{_DIFFERS}, and so in {{lines}} rows with the score of the other side (the next: {{others}}): see"
            " whether the column is that of East-West, and name it so, or turn the signs",
            field="score",
            due="from_contract",
        ),
        warning_on(
            many.filter(~pl.col("is_turned")),
            "results.score_of_contract_lines",
            f"{_DIFFERS}, and likewise in {{lines}} rows (the next: {{others}}): see whether the boards have their own"
            " numbers, and mend scores or contracts",
            field="score",
            due="from_contract",
        ),
    ]
