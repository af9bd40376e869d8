"""What the control sheet of a session says of its boards: whether they balance, and how often a score was made."""

from typing import NamedTuple

import polars as pl

from pipelines.reports.content import Row, Season, by
from pipelines.reports.rows import texts_joined
from pipelines.words.words import balance, balances, short
from transforms.tables.arithmetic.as_shown import in_short
from transforms.tables.finding_words import message_of
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import BOARD


class Sheet(NamedTuple):
    """The control sheet of a session."""

    boards: int
    """How many boards it has."""
    failing: list[tuple[str, int, str]]
    """(field, number, place on the page) of the boards that do not balance."""
    files: list[str]
    """The files in which it was read; where there are several, each line has the number of its file in this list."""
    balance: str
    """On how many boards the points add up, in words."""


def control_sheets(season: Season) -> dict[str, Sheet]:
    """Session -> its control sheet."""
    report = season.report
    read_in = report["control_sheet"].select("session_id", "file").drop_nulls().unique().sort("session_id", "file")
    files = {session: [row["file"] for row in rows] for session, rows in by(read_in, "session_id")}
    return {
        session: Sheet(
            len(boards),
            [(row["field"], row["board"], row["anchor"]) for row in boards if not row["balanced"]],
            files.get(session, []),
            balances(boards),
        )
        for session, boards in by(report["boards"], "session_id")
    }


def sums_of_boards(boards: pl.DataFrame) -> dict[str, pl.Series]:
    """`worth`, the top or datum of each board, and `balance`, whether its points add up: in words."""
    told = boards.select("results", "top", "datum", "ns_points", "ew_points", "balanced", "as_ruled").to_dicts()
    return {
        "worth": pl.Series([_worth(board) for board in told], dtype=pl.String),
        "balance": pl.Series([balance(board) for board in told], dtype=pl.String),
    }


def _worth(board: Row) -> str:
    if board["datum"] is not None:
        return gettext("datum {datum}", datum=short(board["datum"]))
    return "" if board["top"] is None else gettext("top {top}", top=short(board["top"]))


def scores_of_boards(frequencies: pl.DataFrame) -> pl.DataFrame:
    """How often each score was made, of the boards on which one was made more than once: `BOARD`, scores.

    The forms of a fouled board are told apart.
    """
    times = pl.when(pl.col("times") != 1).then(phrase(" ×{}", in_short(pl.col("times")))).otherwise(pl.lit(""))
    scores = frequencies.filter("often").select(
        *BOARD, "subfield", text=pl.concat_str(in_short(pl.col("score")), times)
    )
    of_forms = texts_joined(scores, [*BOARD, "subfield"], "text", ", ")
    said = {"form": pl.col("subfield"), "scores": pl.col("text")}
    of_form, of_all = message_of(gettext("scores of form {form}: {scores}"), said), gettext("scores: {scores}")
    is_alone = pl.col("subfield").fill_null("") == ""
    in_words = of_forms.with_columns(scores=pl.when(is_alone).then(message_of(of_all, said)).otherwise(of_form))
    return texts_joined(in_words, BOARD, "scores", " · ")
