"""Declare the tables that pages show. They are computed on request and never stored."""

from collections.abc import Callable, Mapping
from copy import copy

import dataframely as dy

from transforms.tables.shared import S, warehouse_table

REPORT: dict[str, type[dy.Schema]] = {}
"""`report.boards` -> schema: what pages show, in the order in which `report_table` adds them."""

FOLLOWED: dict[type[dy.Schema], tuple[type[dy.Schema], ...]] = {}
"""Schema of `REPORT` -> schemas whose descriptions of equally named columns it takes over, most specific last."""

DECIMALS_SHOWN = "decimals"
"""The key, in the metadata of a column, of the decimals to which it is rounded."""

SHOWN_WORDS = {
    "rank": "Place as text, 1 the best, `3=` where equal results share it; null or empty where there is none.",
    "names": "The names of its players, joined by ` & `; empty where nobody is named.",
    "other_names": "The names of the players of the other.",
    "field": (
        "The lines that are scored together, `A+C`, or one line; with two winners one direction of these, `A NS`."
    ),
    "players": "Its players: id, name, whom they replace, and whether they have a page.",
    "guest": "Whether the person is known not to be a member.",
    "linked": "Whether the person sat down in this season, and so has a page.",
    "instead_of": "The name of the person replaced; null for a player in his or her own place.",
    "title": "The title of the session, where it has one.",
    "own": "Whether it is the method of the competition.",
    "anchor": "The place on the page of the boards, for links.",
    "asked": "True where the director is asked about the result: its score cannot be right, or its pairs are swapped.",
    "file": "The file it was read from: its path within the competition's folder.",
    "came": "Whether it has a result where others of its line have one; false too for a number that is a slip.",
    "came_from": "The line from which they go up or down, of the last session that names its pairs; else null.",
    "evenings": "How many sessions there were, or how many were played together.",
    "sessions_required": "How many sessions must count to be eligible.",
    "in_window": "Whether the session counts in the ranking now.",
    "ranking_points": "Ranking points earned in the session.",
    "exact": "Numbers of the row before they are rounded.",
    "has_card": "Whether the entrant has a scorecard.",
    "opponent_names": "The names of the players met.",
    "known": "Whether par of any board of the field is known.",
    "made_of": "What the score of the entrant is made of.",
}
"""Column -> its description in every table of `REPORT` that has it, where the class does not describe it itself."""


def report_table(
    name: str, *followed: type[dy.Schema], columns: str, also: Mapping[str, dy.Column] | None = None
) -> Callable[[type[S]], type[S]]:
    """Decorate a schema with its name in `REPORT`, such as `report.boards`, and give it all its columns.

    `followed` are schemas of the columns that the class does not declare; the last one that has a column gives it.
    Their numbers are rounded to two decimals, and their ranks are text; names and players need no schema. `columns` are
    the names of all columns but those that the class inherits, in order; `also` has those of every method.
    """
    taken = {column: _as_shown(kind) for schema in followed for column, kind in schema.columns().items()}

    def enter(schema: type[S]) -> type[S]:
        known = _usual() | taken | {"rank": text()} | dict(also or {}) | schema.columns()
        inherited = [column for base in schema.__bases__ for column in base.column_names()]
        kinds = {column: known[column] for column in (*inherited, *columns.split())}
        whole = type(schema)(
            schema.__name__, (dy.Schema,), {"__module__": schema.__module__, "__doc__": schema.__doc__, **kinds}
        )
        REPORT[name], FOLLOWED[whole] = whole, followed
        warehouse_table(name)(whole)
        return whole

    return enter


def rounded(description: str | None = None, *, decimals: int = 2) -> dy.Float64:
    """Make a nullable column of numbers that are rounded for readers to this number of decimals."""
    return dy.Float64(nullable=True, metadata={DECIMALS_SHOWN: decimals}, description=description)


def exact(description: str | None = None) -> dy.Float64:
    """Make a nullable column of numbers that are not rounded, because pages compute with them."""
    return dy.Float64(nullable=True, metadata={DECIMALS_SHOWN: None}, description=description)


def _as_shown(column: dy.Column) -> dy.Column:
    is_number = isinstance(column, dy.Float64)
    taken = rounded() if is_number and DECIMALS_SHOWN not in (column.metadata or {}) else copy(column)
    taken.nullable = is_number or not column.primary_key
    taken.description = None  # its words are looked up in `FOLLOWED`, after those of `SHOWN_WORDS`
    return taken


def text(description: str | None = None) -> dy.String:
    """Text, or null."""
    return dy.String(nullable=True, description=description)


def people() -> dy.List:
    """The players of an entrant or partnership, in order of their names."""
    person: dict[str, dy.Column] = {
        "player_id": text(),
        "name": text(),
        "instead_of": text(),
        "linked": dy.Bool(nullable=True),
    }
    return dy.List(dy.Struct(person, nullable=True), nullable=True)


def exact_numbers(*names: str) -> dy.Struct:
    """Numbers before they are rounded."""
    return dy.Struct({name: dy.Float64(nullable=True) for name in names}, nullable=True)


_TEXTS = ("name", "names", "other_names", "instead_of", "came_from", "anchor", "opponent_names", "made_of")


def _usual() -> dict[str, dy.Column]:
    texts = {name: text() for name in _TEXTS}
    flags = {name: dy.Bool(nullable=True) for name in ("guest", "linked", "known")}
    return {**texts, **flags, "has_card": dy.Bool(), "players": people()}
