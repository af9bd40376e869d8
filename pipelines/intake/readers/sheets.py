"""What the sheets of several formats have in common: words for kinds of sessions, lines of sections, and people."""

import string
from collections.abc import Iterable, Sequence

import polars as pl

from pipelines.intake.readers.people import SCHEMA, with_player_ids
from pipelines.intake.readers.reading import Finding, shape
from transforms.tables.nearest_words import nearest_words

Row = dict[str, str | None]

HOW_SCORED = {
    "pairs": "at matchpoints",
    "butler": "by Butler",
    "cross_imp": "by cross-IMPs",
    "teams": "as matches of teams",
}
"""Kind of a session -> how its boards are scored, in the words of findings."""


def sheet_of(name: str, rows: Sequence[Row]) -> pl.DataFrame:
    """The sheet of a table: a column of text for each that the table has; cells of others are passed over."""
    columns = [column for column in shape(name).names() if column != "file_id"]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String))


def lines_of(sections: Sequence[str]) -> list[str | None]:
    """The line of each section: its own letter where every section has a different one, else A, B, C; null past Z."""
    own = [section.upper() for section in sections]
    if set(own) <= set(string.ascii_uppercase) and len(set(own)) == len(own):
        return [*own]
    return [string.ascii_uppercase[place : place + 1] or None for place in range(len(own))]


def sheets_of_people(people: Sequence[Row], *, once: bool = False) -> tuple[dict[str, pl.DataFrame], list[Finding]]:
    """The sheets of entries and players, and of official results without a value for entrants who have no ids.

    Args:
        people: rows with the columns of `pipelines.intake.readers.people.SCHEMA`.
        once: whether somebody who is named twice for an entrant, as in two sessions of one event, counts once.
    """
    named = pl.DataFrame(people, schema=SCHEMA)
    seated, findings = with_player_ids(named)
    entrant = ("session_id", "line", "entrant")
    nobody = named.select(*entrant, "line_no").unique(entrant, keep="first", maintain_order=True)
    sheets = {
        "entries": seated.unique([*entrant, "player_id"], keep="first", maintain_order=True) if once else seated,
        "players": seated.unique("player_id", keep="first", maintain_order=True),
        "official_results": nobody.join(seated, on=entrant, how="anti", nulls_equal=True, maintain_order="left"),
    }
    return sheets, findings


class Slips:
    """Names that are nearly others; each is looked up once, and of a file only so many, of which none is long."""

    LONGEST, MOST = 40, 1000

    def __init__(self, alike: float) -> None:
        self._alike = alike
        self._found: dict[tuple[str, str], list[str]] = {}

    def nearest(self, name: str, where: str, words: Iterable[str], at_most: int = 1) -> list[str]:
        """Those of the words that are nearly this name; `where` stands for the words, which are always the same."""
        if (name, where) not in self._found:
            if len(name) > self.LONGEST or len(self._found) == self.MOST:
                return []
            self._found[name, where] = nearest_words(name, words, at_most, self._alike)
        return self._found[name, where]
