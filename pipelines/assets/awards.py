"""Stage 6: federation points: what every event brought its players, a season's sum, and all clubs together."""

import polars as pl

from pipelines.assets.table_asset import table_asset
from transforms.awards import (
    award_points,
    award_totals,
    checked_imports,
    federation_awards,
    sessions_without_ranks,
)
from transforms.intake.findings import sorted_findings

_EVENTS = {
    "session_results": "scored.session_results",
    "entries": "raw.entries",
    "sessions": "raw.sessions",
    "choices": "raw.award_choices",
    "imported": "raw.awards",
}


@table_asset("awards.points", group="awards", event_results="scored.event_results", **_EVENTS)
def points(session_results: pl.DataFrame, entries: pl.DataFrame, **tables: pl.DataFrame) -> pl.LazyFrame:
    """Awards by every scheme that a competition chose, and those that federations gave themselves."""
    sound = checked_imports(tables["imported"], session_results, entries).rows
    return award_points(session_results, entries, **{**tables, "imported": sound})


@table_asset("awards.totals", group="awards", made="awards.points")
def totals(made: pl.DataFrame) -> pl.LazyFrame:
    """What a season brought every player."""
    return award_totals(made)


@table_asset("awards.federation", group="awards", made="awards.points", players="raw.players")
def federation(made: pl.DataFrame, players: pl.DataFrame) -> pl.LazyFrame:
    """What a season brought everybody in all clubs."""
    return federation_awards(made, players)


@table_asset("awards.findings", group="awards", all_seasons=True, **_EVENTS)
def findings(session_results: pl.DataFrame, entries: pl.DataFrame, **tables: pl.DataFrame) -> pl.LazyFrame:
    """What is wrong with the awards of federations, and events that cannot be awarded."""
    return sorted_findings(
        [
            *checked_imports(tables["imported"], session_results, entries).findings,
            sessions_without_ranks(session_results, tables["sessions"], tables["choices"]),
        ]
    )
