"""The first places of the last evening, for the first page and for that of a season."""

import polars as pl

from pipelines.reports.content import Row, by
from pipelines.reports.pages.hand_places import card_at
from transforms.tables.schemas import Tables

_PLACES = 3
_MOST = 5
"""Entrants of a list that are shown where many share a place."""
_MOST_LISTS = 4


def first_three(report: Tables, session: pl.DataFrame) -> list[tuple[str, list[Row]]]:
    """The first three of each result list of a session, and where their scorecards are, seen from `hands`.

    Args:
        report: the tables of the report, with the rows of one season.
        session: its row of `sessions`; no row: there is nothing to show.
    """
    of_session = pl.col("session_id").is_in(session["session_id"].to_list())
    rank = pl.col("rank").str.strip_chars_end("=").cast(pl.Int64)
    first = report["list_rows"].filter(of_session, rank <= _PLACES)
    return [(field, rows[:_MOST]) for field, rows in by(first.with_columns(card=card_at(first)), "field")][:_MOST_LISTS]
