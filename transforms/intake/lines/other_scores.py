"""Scores that do not follow from the contract: each line by itself, or in a file with many of them all at once."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import MOST_APART, finding
from transforms.tables import CLUB, Findings
from transforms.tables.phrases import phrase

_LINES_NAMED = 5
_FILE = (*CLUB, "file_id")
_DIFFERS = "{contract} by {declarer} with {tricks} tricks on board {board} scores {due}; the score of the row counts"


def other_scores(lines: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings on lines whose score is not that of their contract.

    Args:
        lines: these lines, with `from_contract`.
    """
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
    of_contract = {
        **{name: pl.col(name) for name in ("contract", "declarer", "tricks", "board")},
        "due": pl.col("from_contract"),
    }
    counted = {"lines": pl.col("lines"), "others": pl.col("others")}
    return [
        finding(
            marked.filter(~pl.col("is_one_of_many")),
            "warning",
            "score",
            pl.col("score"),
            f"{_DIFFERS}: mend one of them",
            code="results.score_of_contract",
            **of_contract,
        ),
        finding(
            many.filter("is_turned"),
            "warning",
            "score",
            pl.col("score"),
            f"{_DIFFERS}, and so in {{lines}} rows with the score of the other side (the next: {{others}}): see"
            " whether the column is that of East-West, and name it so, or turn the signs",
            code="results.scores_turned",
            **of_contract,
            **counted,
        ),
        finding(
            many.filter(~pl.col("is_turned")),
            "warning",
            "score",
            pl.col("score"),
            f"{_DIFFERS}, and likewise in {{lines}} rows (the next: {{others}}): see whether the boards have their own"
            " numbers, and mend scores or contracts",
            code="results.score_of_contract_lines",
            **of_contract,
            **counted,
        ),
    ]
