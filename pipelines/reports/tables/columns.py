"""How columns of the report become text: numbers, formulas, rulings and names; and the tables of the report."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import polars as pl

from pipelines.reports.page_names import page_name
from pipelines.settings.ratings import rating_table
from pipelines.words.languages.numbers import decimal_sign
from transforms.privacy.hidden_people import A_MEMBER
from transforms.rankings.championships import without_championships_not_shown
from transforms.season import season_tables
from transforms.season.shown import SHOWN
from transforms.tables.arithmetic.as_shown import aligned, ids_with_page
from transforms.tables.messages import gettext
from transforms.tables.schemas import Tables

_WITH_NAMES = ("raw.players", "ratings.lists", "awards.federation")
_IN_BRACKETS = re.compile(r"\([^()]+\)")
_TERM = re.compile(r"(?<![\d.])(?<!× )\d+(?:\.\d+)?(?![\d.]| ×)")  # a number that is added and not multiplied
_EACH = re.compile(r"[^\n]+")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_OF_ALL = ("report.people", "report.partnerships", "report.pair_ranking")  # championships not shown count here too
_FOR_OTHERS = frozenset({"report.people", "report.partnerships", "report.seats", "report.entrants"})
_OF_RATINGS = "report.rating_"
_OF_EVENINGS = [
    *("report.lines", "report.cards", "report.card_totals", "report.meetings"),
    *("report.evening_deals", "report.evening_boards", "report.award_cells"),
]  # only pages of sessions need these
_MADE = [table for step in SHOWN for table in step.makes]


def hundredths(column: pl.Expr) -> pl.Expr:
    """Return a number as text with two decimals, as `words.fixed` does: `12.00`, `−0.29`; "" for null."""
    return aligned(column, pl.lit(2)).fill_null("")


def won(column: pl.Expr, scoring: pl.Expr) -> pl.Expr:
    """Return a score or points with two decimals, as `words.won` does: with a plus for gains where losses exist."""
    is_gain = scoring.is_in(["butler", "cross_imps"]) & (column > 0)
    return pl.when(is_gain).then("+" + hundredths(column)).otherwise(hundredths(column))


def formula(column: pl.Expr) -> pl.Expr:
    """Return formulas with numbers as the active language writes them: `100 − (100 − 60) / 12 = 89,09`."""
    with_minus = column.str.replace_all("-", "−", literal=True)
    return with_minus.str.replace_all(r"(\d)\.(\d)", f"${{1}}{decimal_sign()}${{2}}")


def formula_said(text: str) -> str:
    """Return one formula, as `formula` does. In brackets, terms of a sum get equal decimals: `(79,41 + 79,60) / 2`."""

    def aligned_terms(terms: re.Match[str]) -> str:
        most = max((len(number.partition(".")[2]) for number in _TERM.findall(terms[0])), default=0)
        return _TERM.sub(lambda number: f"{Decimal(number[0]):.{most}f}", terms[0])

    return _POINT.sub(decimal_sign(), _IN_BRACKETS.sub(aligned_terms, text).replace("-", "−"))


def ruling_said(result: pl.Expr) -> pl.Expr:
    """Return a result with its ruling in words of the active language. Contracts stay as they are."""
    words = {"average": gettext("average"), "not played": gettext("not played"), "reversed": gettext("reversed")}
    words |= {"PASS": gettext("PASS"), " of ": f" {gettext('of')} "}
    return result.str.replace_many(words | {"NS ": f"{gettext('NS')} ", "EW ": f"{gettext('EW')} "})


def each(values: pl.Series, word: Callable[[Any], str]) -> pl.Series:
    """Return a function's result for each value. It is called once for equal values; null stays null."""
    different = values.drop_nulls().unique()
    said = pl.Series([word(value) for value in different], dtype=pl.String)
    return values.replace_strict(different, said, default=None, return_dtype=pl.String)


def page_ids(lists: pl.Series) -> pl.Series:
    """Return for each list of players the page ids of those who have a page, with spaces between; null for none."""
    ids = lists.alias("players").to_frame().select(ids_with_page("players").replace("", None)).to_series()
    return each(ids, lambda several: _EACH.sub(lambda found: page_name(found[0]), several).replace("\n", " "))


def names_said(tables: Tables) -> Tables:
    """Return the tables with names as readers see them (`said_names`). Reports take their names only from here."""
    named = {name: tables[name].with_columns(said_names(pl.col("name"))) for name in _WITH_NAMES if name in tables}
    return {**tables, **named}


def said_names(name: pl.Expr) -> pl.Expr:
    """Return the names of people. A person who is not shown is "a member" in the active language."""
    return name.replace(A_MEMBER, gettext(A_MEMBER))


def is_shown(name: pl.Expr) -> pl.Expr:
    """Return whether a name of `said_names` belongs to a person who is shown."""
    return name != gettext(A_MEMBER)


def whole(column: str) -> pl.Expr:
    """Return a whole number as text; "" for null."""
    return pl.col(column).cast(pl.String).str.replace("-", "−", literal=True).fill_null("")


def with_sign(column: str) -> pl.Expr:
    """Return a whole number as text with its sign: `+57`, `−110`, `0`; "" for null."""
    return pl.when(pl.col(column) > 0).then("+" + whole(column)).otherwise(whole(column))


def report_tables(warehouse: Tables) -> dict[str, pl.DataFrame]:
    """Return the tables of the report by name, without `evening_tables`. They start with club, competition, season."""
    given = {**without_championships_not_shown(warehouse), **season_tables(warehouse, _OF_ALL)}
    others = _FOR_OTHERS.union(_OF_EVENINGS)
    wanted = [name for name in _MADE if name not in others and not name.startswith(_OF_RATINGS)]
    made = {**given, **season_tables(given, wanted)}
    return {name.removeprefix("report."): made[name] for name in wanted}


def evening_tables(report: Tables) -> dict[str, pl.DataFrame]:
    """Return the large tables that only pages of sessions need, by name, from the report's rows of these sessions."""
    made = season_tables({f"report.{name}": table for name, table in report.items()}, _OF_EVENINGS)
    return {name.removeprefix("report."): made[name] for name in _OF_EVENINGS}


def rating_tables(warehouse: Tables) -> dict[str, pl.DataFrame]:
    """Return all tables of the rating pages by name. Each starts with the columns club and competition."""
    wanted = [name for name in _MADE if name.startswith(_OF_RATINGS)]
    made = season_tables({**warehouse, "rating_table": rating_table()}, wanted)
    return {name.removeprefix(_OF_RATINGS): made[name] for name in wanted}
