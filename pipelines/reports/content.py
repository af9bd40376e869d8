"""The data from which the pages of a season are made."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.files import Files

Row = dict[str, Any]
Key = tuple[Any, ...]


class LatestRatings(NamedTuple):
    """The last rating list: its row, its first players as texts, and by player id all players with a rating."""

    list: Row
    first: list[tuple[Any, ...]]
    rated: Mapping[str, Row]  # `rating`, and `page`: the page's path from the folder of the ratings


class Evening(NamedTuple):
    """A session whose pages are drawn, the sessions before and after it, and what writes its pages."""

    before: Row | None
    session: Row
    after: Row | None
    files: Files

    @property
    def ids(self) -> list[str]:
        """The ids of the session and of the event of which it is a part."""
        return [self.session[of] for of in ("session_id", "event") if self.session[of] is not None]


class Season(NamedTuple):
    """The data from which the pages of one season of a competition are made."""

    competition: Row
    seasons: list[str]
    report: Mapping[str, pl.DataFrame]  # the rows of this season in the tables of `report_tables`
    tables: Mapping[str, pl.DataFrame]  # the rows of this season in the tables of `to_download`
    texts: Mapping[str, str]
    rows: Mapping[str, pl.DataFrame]  # the contents of this season's pages as markup, from the tables of `season_rows`
    inputs: str  # the digest of all this
    evenings: list[Evening]  # the sessions whose pages changed
    of_evenings: Mapping[str, pl.DataFrame]  # their rows in the tables `OF_EVENINGS`
    ratings: LatestRatings | None
    careers: list[str]  # the ids of its players who have a page of all their seasons
    is_over: bool  # whether a later season of the competition has been played
    welcome: list[str]  # paragraphs of the club's own


def by(table: pl.DataFrame, column: str) -> list[tuple[Any, list[Row]]]:
    """Return (value, rows) for each value of a column, in order of first appearance."""
    return grouped(table.to_dicts(), column)


def grouped(rows: Iterable[Row], *columns: str) -> list[tuple[Any, list[Row]]]:
    """Return (key, rows) for each combination of values in these columns. The key of several columns is a tuple."""
    key = itemgetter(*columns)
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.items())


def sessions_in_doubt(report: Mapping[str, pl.DataFrame]) -> list[Row]:
    """Return the rows of `sessions` with serious, unaccepted doubts about their files. They still count."""
    in_doubt = severe_doubts(report)["session_id"].to_list()
    return report["sessions"].filter(pl.col("session_id").is_in(in_doubt)).to_dicts()


def severe_doubts(report: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Return the serious doubts about files that the director has not accepted."""
    return report["doubts"].filter("severe", pl.col("accepted").is_null())
