"""What every column of the downloads is: `columns.csv` of the zip file, and the sheet `columns` of the workbook.

What belongs here: the words for columns of the tables `report.*`, which pages show, in the language of the page; the
schemas describe those of the warehouse, in English, as in the warehouse itself.
"""

from collections.abc import Mapping
from functools import cache, partial
from typing import NamedTuple

import polars as pl

from pipelines.warehouse.column_words import column_words
from pipelines.words.languages import language
from transforms.messages import pgettext
from transforms.tables import COMPETITION, METHODS, WAREHOUSE
from transforms.tables.column_words import COLUMN_WORDS
from transforms.tables.shown import REPORT, SHOWN_WORDS

COLUMNS = "columns"
"""The name of the list, as a file and as a sheet."""
OF_COLUMN = "of a column"
"""What tells its words apart in the catalogues."""
_SHOWN = "report."
_IN_FORCE = "Whether it is the method of the competition."
_FORMULA = "How {} follows, with the numbers filled in."

_FOLLOWS = {
    "player_ranking": ("rankings.player_rankings",),
    "pair_ranking": ("rankings.pair_rankings",),
    "individual_championship": ("championships.individual",),
    "pairs_championship": ("championships.pairs",),
    "foretold": ("rankings.backtest",),
    "champions": ("rankings.other_methods",),
    "other_lines": ("rankings.other_lines",),
    "next_lines": ("rankings.next_lines",),
    "regular_lines": ("rankings.regular_lines",),
    "untold_lines": ("rankings.untold_lines",),
    "award_points": ("awards.points",),
    "award_totals": ("awards.totals",),
}
"""Table of the pages -> those of the warehouse whose columns it has under the same names, the most telling last."""

_WORDS_IN: dict[str, dict[str, str]] = {
    "player_ranking": {
        "ranking_before": "The ranking before the last session the player played; null where that was the first.",
        "change": "The ranking less that before; pages show it where `in_last`.",
        "sessions": "Sessions played in the season.",
        "last_played": "The day of the last of them.",
        "in_last": "Whether that is the last session of the season that earned anybody ranking points.",
        "places": "How many places higher than before that session; null for anyone who was in no ranking.",
        "next_above": "The name of the player in the next higher place; null for the first.",
        "behind": "How much higher the ranking of that player is.",
    },
    "individual_championship": {
        "next_above": "The name of the player with the next higher rank; null for the first, and for one with no rank.",
        "behind": "How much higher the average of that player is.",
    },
    "pairs_championship": {
        "next_above": "The names of the pair with the next higher rank; null for the first, and for one with no rank.",
        "behind": "How much higher the average of that pair is.",
    },
    "pair_ranking": {"together": "Sessions played together in the season."},
    "foretold": {
        "share": "`right` divided by `compared`, in percent.",
        "share_error": "The standard error of `share`, in percent; null with fewer than five sessions that have a tau.",
        "difference": "`share` less that of the competition's own method, in percent; null for that method.",
        "difference_error": "The standard error of `difference`, in percent; null as `share_error`.",
        "tau": "The mean over the sessions of Kendall's tau-b, with three decimals.",
    },
    "methods": {
        "own_place": "The place by the method of the competition.",
        **{f"{method}_place": f"The place by the method {method}." for method in METHODS},
        **{f"{method}_ranking": f"The ranking by the method {method}." for method in METHODS},
        "moves": "The lowest of these places less the highest.",
    },
    "champions": {"average": "The average of the champion by that method; null where nobody is eligible."},
    "other_lines": {f"{method}_line": f"The line by the method {method}." for method in METHODS},
}
"""Table of the pages -> column -> its description there."""

_UNITS = {
    "ranking points": (
        *("ranking", "ranking_before", "ranking_points", "substitute_ranking", "own_substitute_ranking"),
        *("high", "low", "middle", "before_rounding", "recomputed", "ranking_above_mean", "own"),
        *("came_in", "dropped_out"),
        *(f"{method}_ranking" for method in METHODS),
    ),
    "percent": (
        "qf",
        "qc",
        "qo",
        "qf_absent_mean",
        "qf_highest_absent",
        "qc_before",
        "qc_after",
        "qo_before",
        "qo_after",
    ),
    "victory points": ("vp",),
    "IMPs": ("imps",),
    "tricks": ("tricks", "double_dummy_tricks", "gained"),
    "tricks a board": (
        *("declarer_gained", "declarer_of_field", "declarer_sd", "defence_gained", "defence_of_field", "defence_sd"),
    ),
    "points of the score": ("par_score", "par_difference", "double_dummy_score", "datum"),
    "as scoring says": ("ns_points", "ew_points", "top", "maximum", "best_score", "session_score"),
}
_UNIT_OF = {column: unit for unit, columns in _UNITS.items() for column in columns}
_SCHEMA = ("table", "column", "type", "words", "unit")


class Column(NamedTuple):
    """A column for readers: its name, what it is, and its unit where it is known, in the language that is spoken."""

    name: str
    words: str
    unit: str | None


def columns_of(name: str, table: pl.DataFrame) -> list[Column]:
    """The columns of a table that pages show, but for those that say of which season a row is; none of any other.

    Args:
        name: with its schema.
        table: what is offered of it.
    """
    if not name.startswith(_SHOWN):
        return []
    listed = _of_table(name, tuple(table.schema.items()), language())
    return [Column(column, words, unit) for _, column, _, words, unit in listed if column not in COMPETITION]


def column_list(tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """One row per column of these tables: table, column, type, words, and the unit where it is known.

    Args:
        tables: by name with a schema, such as `raw.results` or `report.luck`.

    Raises:
        KeyError: a column has no description.
    """
    spoken = language()
    rows = [row for name, table in tables.items() for row in _of_table(name, tuple(table.schema.items()), spoken)]
    return pl.DataFrame(rows, schema=dict.fromkeys(_SCHEMA, pl.String), orient="row")


@cache
def _of_table(
    name: str, columns: tuple[tuple[str, pl.DataType], ...], _language: str
) -> list[tuple[str, str, str, str, str | None]]:
    """The rows of one table; those of a page in the language that is spoken, which is part of what is kept."""
    is_of_page = name.startswith(_SHOWN)
    schema = WAREHOUSE.get(name) or REPORT.get(name)
    words = column_words(schema) if schema else _report_words(name.removeprefix(_SHOWN))
    said = partial(pgettext, OF_COLUMN) if is_of_page else str
    units = {column: _UNIT_OF[column] for column, dtype in columns if dtype.is_numeric() and column in _UNIT_OF}
    return [
        (name, column, said(_kind(dtype)), said(words[column]), said(units[column]) if column in units else None)
        for column, dtype in columns
    ]


def _report_words(table: str) -> dict[str, str]:
    """Column -> its description: of this table of the pages, of all, of the warehouse's that it follows, of any."""
    followed = (words for name in _FOLLOWS.get(table, ()) for words in column_words(WAREHOUSE[name]).items())
    return {**COLUMN_WORDS, **dict(followed), **SHOWN_WORDS, **_WORDS_IN.get(table, {})}


def _kind(dtype: pl.DataType) -> str:
    if dtype.is_integer():
        return "whole number"
    if dtype.is_numeric():
        return "number"
    if dtype == pl.Boolean:
        return "true or false"
    return "date" if dtype == pl.Date else "time" if dtype.is_temporal() else "text"
