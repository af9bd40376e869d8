"""All tables of the report: what pages show, of all competitions at once.

The players of an entrant appear twice: `names` as text, and `players` as a list from which pages make links. Numbers
are rounded to two decimals, halves up; what pages make of them is made of `exact_score` and `exact` before that.
"""

import polars as pl

from pipelines.settings.ratings import rating_table
from transforms.privacy.not_shown import without_championships_not_shown
from transforms.season import SHOWN, season_tables
from transforms.tables.schemas import Tables

_OF_ALL = ("report.people", "report.partnerships", "report.pair_ranking")
"""What is also made from championships that are not shown."""
_FOR_OTHERS = frozenset({"report.people", "report.partnerships", "report.seats", "report.entrants"})
_OF_RATINGS = "report.rating_"
_MADE = [table for step in SHOWN for table in step.makes]


def report_tables(warehouse: Tables) -> dict[str, pl.DataFrame]:
    """Every table of the report, from the tables of the warehouse; each starts with club, competition, season."""
    given = {**without_championships_not_shown(warehouse), **season_tables(warehouse, _OF_ALL)}
    wanted = [name for name in _MADE if name not in _FOR_OTHERS and not name.startswith(_OF_RATINGS)]
    made = {**given, **season_tables(given, wanted)}
    return {name.removeprefix("report."): made[name] for name in wanted}


def rating_tables(warehouse: Tables) -> dict[str, pl.DataFrame]:
    """Every table of the rating pages, from the tables of the warehouse; each starts with club and competition."""
    wanted = [name for name in _MADE if name.startswith(_OF_RATINGS)]
    made = season_tables({**warehouse, "rating_table": rating_table()}, wanted)
    return {name.removeprefix(_OF_RATINGS): made[name] for name in wanted}
