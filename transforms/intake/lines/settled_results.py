"""Results that a director has looked at and that are right: `settled` of `[[session]]`; nobody is asked about them."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import as_in_tables
from transforms.intake.findings import IN_SETTINGS, PLACE, warning_on
from transforms.tables import CLUB, LINE, Findings
from transforms.tables.raw_session_settings import SETTLED

SAYING_SETTLED = (
    *("results.turned", "results.turned_either", "results.other_opponents", "results.other_board"),
    *("results.lone_board", "results.lone_board_or_two", "results.far_board", "results.passed_out"),
)
"""Codes whose sentence says that `settled` ends the question: the director's desk has beside each what to write."""
ASKED = ("results.impossible_score", "results.impossible_outcome", "results.score_of_contract", *SAYING_SETTLED)
"""Codes of what is asked about one result that counts, or about several (`at_lines`)."""


def lines_asked_about() -> pl.Expr:
    """The numbers of the lines that each finding is about, as a list: those of `at_lines`, else its own."""
    told = pl.col("arguments").str.json_path_match("$.at_lines").str.split(", ")
    numbers = told.list.eval(pl.element().cast(pl.Int64, strict=False))
    return pl.coalesce(numbers, pl.concat_list("line_no"))


def settled_results(settings: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of `Results` that are settled: (`LINE`, board, ns, ew, club, competition, file_id, line_no), each once.

    Args:
        settings: `SessionSettings`, with the ids under which the sessions count.
        results: `Results`.
    """
    meant = _meant(settings)
    at = [*CLUB, "session_id", "line", "board"]
    found = [results.join(meant.select(*at, pl.col("pair").alias(side)), on=[*at, side]) for side in ("ns", "ew")]
    return pl.concat(found).select(*LINE, "board", "ns", "ew", "file_id", "line_no").unique()


def settled_nothing(settings: pl.LazyFrame, settled: pl.LazyFrame, sessions: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each result that is settled and that is none.

    Args:
        settings: `SessionSettings`, with the ids under which the sessions count.
        settled: `settled_results`.
        sessions: `Sessions`; of a name that means none of them something else is told.
    """
    at = [*CLUB, "session_id", "line", "board"]
    both = pl.concat(settled.select(*at, pair=side) for side in ("ns", "ew"))
    return warning_on(
        _meant(settings)
        .join(sessions.select(*CLUB, "session_id").unique(), on=[*CLUB, "session_id"], how="semi")
        .join(both, on=[*at, "pair"], how="anti")
        .with_columns(**IN_SETTINGS),
        "settings.settled_nothing",
        "session {session} has no such result: write line, board and one of its pairs, as A 3 12",
        field="session.settled",
        value="written",
        session="session_id",
    )


def settled_unasked(
    settings: pl.LazyFrame, settled: pl.LazyFrame, without_question: pl.LazyFrame
) -> dy.LazyFrame[Findings]:
    """A warning for each result that is settled, and about which nobody asked.

    Args:
        settings: as for `settled_nothing`.
        settled: `settled_results`.
        without_question: the rows of it about which nobody would ask.
    """
    at = [*CLUB, "session_id", "line", "board"]
    places = pl.concat(settled.select(*at, *PLACE, pair=side) for side in ("ns", "ew"))
    none = without_question.select(*at, *PLACE, is_asked=pl.lit(value=False)).unique()
    written = [*at, "pair", "written"]
    return warning_on(
        _meant(settings)
        .join(places, on=[*at, "pair"])
        .join(none, on=[*at, *PLACE], how="left", nulls_equal=True)
        .group_by(written)
        .agg(is_asked=pl.col("is_asked").fill_null(value=True).any())
        .filter(~pl.col("is_asked"))
        .with_columns(**IN_SETTINGS),
        "settings.settled_unasked",
        "nobody asks about this result of session {session}, so this changes nothing: see whether line, board and pair"
        " are those of the question, or take it out",
        field="session.settled",
        value="written",
        session="session_id",
    )


def _meant(settings: pl.LazyFrame) -> pl.LazyFrame:
    """(club, competition, session_id, line, board, pair, written) of each result that is settled."""
    return (
        settings.filter(pl.col("session_id").is_not_null())
        .select(*CLUB, "session_id", written="settled")
        .explode("written", empty_as_null=False, keep_nulls=False)
        .select(
            *(*CLUB, "session_id", "written"),
            line=pl.col("written").str.extract(SETTLED, 1),
            board=pl.col("written").str.extract(SETTLED, 2).cast(pl.Int32),
            pair=as_in_tables(pl.col("written").str.extract(SETTLED, 3)),
        )
        .unique(maintain_order=True)
    )
