"""Result lines of one session that two files give: whether they are the same, and where they differ."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, error_on, in_two_files
from transforms.tables import SESSION, Findings
from transforms.tables.phrases import phrase

_RESULT = ("contract", "declarer", "tricks", "score", "ruling")
_WHERE = ("line", "of_round", "board", "one", "other")
"""Where two lines are of one meeting: of pairs, whatever round and direction a file gives; of teams, both count."""
_FILES = (*SESSION, "file_id", "first_file_id")
_NAMED = 5


def given_twice(again: pl.DataFrame, lines: pl.DataFrame) -> list[dy.LazyFrame[Findings]]:
    """One error per session and two files, which says how many results differ, and shows the first of them.

    Args:
        again: lines left out, as of `seen_before`, each of another file than that of the line that counts.
        lines: the `Results` that can be scored, with the `kind` of their session and `from_contract`, the score that
            the contract is worth.
    """
    told = [pl.col(name).cast(pl.String) for name in _RESULT]
    is_teams = pl.col("kind") == "teams"
    turned = ~is_teams & (pl.col("ns") > pl.col("ew"))
    shown = lines.with_columns(
        of_round=pl.when(is_teams).then("round"),
        one=pl.when(turned).then("ew").otherwise("ns"),
        other=pl.when(turned).then("ns").otherwise("ew"),
        result=pl.concat_str(*told, separator=" ", ignore_nulls=True),
        worth=pl.struct(pl.coalesce("score", "from_contract") * pl.when(turned).then(-1).otherwise(1), "ruling"),
    ).select(*SESSION, *PLACE, *_WHERE, "ns", "ew", "result", "worth")
    here = again.select(*SESSION, *PLACE, "first_file_id").join(shown, on=[*SESSION, *PLACE], maintain_order="left")
    there = shown.select(
        *(*SESSION, *_WHERE),
        first_file_id="file_id",
        there="result",
        worth_there="worth",
        there_line=pl.col("line_no").cast(pl.String),
    ).unique([*SESSION, *_WHERE, "first_file_id"], keep="first", maintain_order=True)
    beside = here.join(
        there, on=[*SESSION, *_WHERE, "first_file_id"], how="left", nulls_equal=True, maintain_order="left"
    )
    differs = pl.col("worth").ne_missing(pl.col("worth_there"))
    met = phrase("{}, board {}, {} - {}", "line", "board", *(pl.col(side).fill_null("-") for side in ("ns", "ew")))
    beside = beside.with_columns(
        shown=phrase(
            "{}: {} / {} (row {})", met, "result", pl.col("there").fill_null("–"), pl.col("there_line").fill_null("–")
        )
    )
    files = beside.group_by(_FILES, maintain_order=True).agg(
        lines=pl.len(),
        differing=differs.sum(),
        line_no=pl.coalesce(pl.col("line_no").filter(differs).first(), pl.col("line_no").min()),
        met_at=pl.col("shown").filter(differs).head(_NAMED).str.join("; "),
    )
    is_same = again.join(files.filter(pl.col("differing") == 0), on=_FILES, how="semi")
    return [
        in_two_files(is_same.lazy(), "results"),
        error_on(
            files.filter(pl.col("differing") > 0).lazy(),
            "results.in_two_files_differing",
            "results of this session are in {file} too, which counts, so they are left out here (how many: {lines});"
            " with another result there: {differing} (here / there, the first of them: {met_at}); keep the one file"
            " that is right",
            field="session_id",
            file="first_file_id",
        ),
    ]
