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

COLUMNS = "columns"
"""The name of the list, as a file and as a sheet."""
OF_COLUMN = "of a column"
"""What tells its words apart in the catalogues."""
_SHOWN = "report."
_IS_RANKED = "Place as text, 1 the best, `3=` where equal results share it; null or empty where there is none."
_NAMES = "The names of its players, joined by ` & `; empty where nobody is named."
_OTHER_NAMES = "The names of the players of the other."
_FIELD = "The lines that are scored together, `A+C`, or one line; with two winners one direction of these, `A NS`."
_IN_FORCE = "Whether it is the method of the competition."
_LINKED = "Whether the person sat down in this season, and so has a page."
_SCORE = (
    "The result: a percentage at matchpoints and point_a_board, IMPs a board at butler and cross_imps, victory points"
)
_FORMULA = "How {} follows, with the numbers filled in."

_FOLLOWS = {
    "player_ranking": ("rankings.player_rankings",),
    "pair_ranking": ("rankings.pair_rankings",),
    "individual_championship": ("championships.individual",),
    "pairs_championship": ("championships.pairs",),
    "sessions": ("raw.sessions",),
    "session_results": ("scored.session_results",),
    "player_sessions": ("scored.session_results",),
    "rounds": ("scored.session_rounds",),
    "matches": ("scored.match_results",),
    "control_sheet": ("scored.control_sheet",),
    "boards": ("scored.boards",),
    "frequencies": ("scored.frequencies",),
    "hands": ("raw.deals", "deals.double_dummy", "deals.par"),
    "at_the_table": ("deals.players",),
    "explained_rankings": ("rankings.player_rankings", "rankings.starting_rankings"),
    "explained_points": ("rankings.ranking_points",),
    "explained_championship": ("championships.individual",),
    "session_balance": ("movements.session_balance",),
    "luck": ("movements.luck",),
    "season_scores": ("movements.season_scores",),
    "next_seating": ("movements.next_seating",),
    "next_balance": ("movements.next_balance",),
    "foretold": ("rankings.backtest",),
    "champions": ("rankings.other_methods",),
    "other_lines": ("rankings.other_lines",),
    "next_lines": ("rankings.next_lines",),
    "regular_lines": ("rankings.regular_lines",),
    "untold_lines": ("rankings.untold_lines",),
    "events": ("scored.event_results",),
    "award_points": ("awards.points",),
    "award_totals": ("awards.totals",),
    "doubts": ("scored.doubts",),
}
"""Table of the pages -> those of the warehouse whose columns it has under the same names, the most telling last."""

_WORDS = {
    "rank": _IS_RANKED,
    "names": _NAMES,
    "other_names": _OTHER_NAMES,
    "field": _FIELD,
    "guest": "Whether the person is known not to be a member.",
    "linked": _LINKED,
    "instead_of": "The name of the person replaced; null for a player in his or her own place.",
    "title": "The title of the session, where it has one.",
    "own": _IN_FORCE,
    "anchor": "The place on the page of the boards, for links.",
    "asked": "True where the director is asked about the result: its score cannot be right, or its pairs are swapped.",
    "file": "The file in which it was read: its path within the folder of the competition.",
    "came": "Whether it has a result where others of its line have one; false too for a number that is a slip.",
    "came_from": "The line from which they go up or down, of the last session that tells its pairs; else null.",
    "evenings": "How many sessions there were, or how many were played together.",
    "sessions_required": "How many sessions must count to be eligible.",
    "in_window": "Whether the session counts in the ranking now.",
    "ranking_points": "Ranking points earned in the session.",
}
"""Column -> its description in every table of the pages that has it."""

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
    "sessions": {
        "lines": "The letters of its lines.",
        "players": "How many people sat down.",
        "pairs": "How many pairs, teams or single players there were.",
        "best_field": "The field whose winners are named.",
        "best": "The names of the winners of that field.",
        "sharing": "How many share its first place; 1: nobody shares it.",
        "best_score": f"{_SCORE} a match for teams: that of the winners.",
    },
    "player_sessions": {
        "own_substitute_ranking": "The substitute ranking of the player's own; null: the competition's.",
        "entrants": "How many entrants of the field have a score.",
        "partner": "The names of those who sat for the same entrant, joined by ` & `.",
        "championship": "counts or dropped, in the individual championship; null where it plays no part.",
        "ranking": "The rolling ranking after the session, in ranking points.",
    },
    "partners": {
        "partner": "The name of the other player.",
        "lines": "The lines in which they sat, that of most sessions first, with the number of sessions where several.",
        "score": "The mean percentage of the sessions together at matchpoints; null where there was none.",
    },
    "opponents": {
        "opponent": "The name of the player met.",
        "boards": "On how many boards.",
        "share": "The percentage of the points that the player's side had on these boards, at matchpoints.",
    },
    "rounds": {
        "group": "The group of boards that are played together against one opponent, from 1.",
        "letter": "A letter for that group, A for the first; no page prints it.",
        "lowest_board": "The lowest board of the group.",
        "highest_board": "The highest board of the group.",
        "anchor": "The place of the lowest board on the page of the boards, for links.",
        "told": "The points as the result list prints them, with that letter: `29b`; a capital for North-South.",
        "opponent_names": "The names of the players met.",
    },
    "matches": {"opponent_names": "The names of the players met."},
    "at_the_table": {
        "declarer_of_field": "The same as `declarer_gained`, of all declarers of those boards.",
        "defence_of_field": "The same as `defence_gained`, of all defenders on those boards.",
    },
    "explained_rankings": {
        "session_id": "The last session in the ranking.",
        "window": "How many sessions a ranking counts.",
        "missing": "How many of these are not yet played.",
        "formula": _FORMULA.format("the ranking"),
        "recomputed": "The value of that formula.",
        "came_in": "The ranking points of the last session.",
        "dropped_out": "What left the window for it: ranking points of a session, or the substitute ranking.",
        "dropped_date": "The day of that session; null where it was the substitute ranking.",
        "change": "The ranking less that before the last session.",
        "change_formula": _FORMULA.format("that change"),
        "own": "The substitute ranking of the player's own; null: the competition's.",
    },
    "explained_points": {
        "entrants": "How many entrants the field had.",
        "place": "The place among them, by which the method goes; equal scores share the mean of theirs.",
        "best": "The best score of the field.",
        "worst": "The worst score of the field.",
        "average_score": "The score that is average.",
        "top_score": "The score that earns the highest ranking points of the line.",
        "rule": "The method of the formula; middle where a method cannot rank.",
        "players": "How many players' rankings the mean is of, where the points start from rankings.",
        "matches_formula": "How the score of a member of a team follows from the matches played.",
        "strength_formula": "How `middle` follows from rankings, where the points start from them.",
        "before_rounding": "The value of the formula.",
        "formula": _FORMULA.format("the number of ranking points"),
        "made_of": "What the score of the entrant is made of.",
        "session_score": f"{_SCORE} a match for teams.",
        "score_formula": _FORMULA.format("that score"),
    },
    "explained_championship": {"formula": _FORMULA.format("the average")},
    "session_balance": {"winners": "In how many lists the field is ranked: 1, or 2 for North-South and East-West."},
    "session_scores": {
        "other_line": "The line of the other.",
        "other": "The number of the other pair, team or single player.",
        "score": "How much a good result of one hurts the other, as the score matrix counts it: docs/balance.md.",
        "meetings": "On how many boards they met as opponents.",
    },
    "luck": {
        "opposition": "The mean strength of the opponents, in the unit of the score; a percentage with one decimal.",
        "worth_of_a_point": "How much score one point of ranking was worth in the earlier sessions, with three "
        "decimals; null where these have too few results, or rankings that differ too little.",
    },
    "season_balance": {
        "entrants": "How many entrants the season has.",
        "combinations": "How many combinations of two of them were in one field.",
        "unmet": "How many of these have not met.",
        "qc": "How evenly they were compared; 100 is perfect.",
        "qo": "How evenly they met; 100 is perfect.",
    },
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
    words = _report_words(name.removeprefix(_SHOWN)) if is_of_page else column_words(WAREHOUSE[name])
    said = partial(pgettext, OF_COLUMN) if is_of_page else str
    units = {column: _UNIT_OF[column] for column, dtype in columns if dtype.is_numeric() and column in _UNIT_OF}
    return [
        (name, column, said(_kind(dtype)), said(words[column]), said(units[column]) if column in units else None)
        for column, dtype in columns
    ]


def _report_words(table: str) -> dict[str, str]:
    """Column -> its description: of this table of the pages, of all, of the warehouse's that it follows, of any."""
    followed = (words for name in _FOLLOWS.get(table, ()) for words in column_words(WAREHOUSE[name]).items())
    return {**COLUMN_WORDS, **dict(followed), **_WORDS, **_WORDS_IN.get(table, {})}


def _kind(dtype: pl.DataType) -> str:
    if dtype.is_integer():
        return "whole number"
    if dtype.is_numeric():
        return "number"
    if dtype == pl.Boolean:
        return "true or false"
    return "date" if dtype == pl.Date else "time" if dtype.is_temporal() else "text"
