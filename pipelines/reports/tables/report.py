"""All tables of the report: what pages show, of all competitions at once.

The players of an entrant or partnership appear twice: `names` as text, and `players` as a list of (player_id, name,
instead_of, linked), from which pages make links. Scores, points and rankings are rounded to two decimals, halves up;
ranks are text, `3=` where shared. What pages make of numbers they make before these are rounded: of `exact_score` and
the numbers in `exact`; the percentages `ns_share`, `ew_share` and `of_fair` are rounded once, as pages print them.
"""

import polars as pl

from pipelines.reports.tables.awards import award_tables
from pipelines.reports.tables.methods import method_tables
from pipelines.reports.tables.standings import championship_standing, pair_ranking, player_ranking
from transforms.privacy.not_shown import without_championships_not_shown
from transforms.season import SHOWN, season_tables
from transforms.tables import Tables

_OF_ALL = ("report.people", "report.partnerships")
"""What also names those of whom a championship is not shown."""
_FOR_OTHERS = frozenset({"people", "seats", "entrants", "partnerships"})
"""What other tables are made from, and no page shows."""


def report_tables(warehouse: Tables) -> dict[str, pl.DataFrame]:
    """Every table of the report, from the tables of the warehouse; each starts with club, competition, season."""
    tables = without_championships_not_shown(warehouse)
    of_all = season_tables(warehouse, _OF_ALL)
    shown = {table for step in SHOWN for table in step.makes}.difference(_OF_ALL)
    of = {
        name.removeprefix("report."): table
        for name, table in (of_all | season_tables({**tables, **of_all}, shown)).items()
    }
    people = of["people"].with_columns(instead_of=pl.lit(None, pl.String))
    return {
        "player_ranking": player_ranking(tables, people),
        "pair_ranking": pair_ranking(warehouse, of["partnerships"]),
        "individual_championship": championship_standing(
            tables["championships.individual"], of["people"], "player_id", ["played"]
        ),
        "pairs_championship": championship_standing(
            tables["championships.pairs"], of["partnerships"], "partnership_id", ["played", "with_substitute"]
        ),
        **{name: table for name, table in of.items() if name not in _FOR_OTHERS},
        **method_tables(tables, people, of["partnerships"]),
        **award_tables(tables, people, of["session_results"], of["events"]),
    }
