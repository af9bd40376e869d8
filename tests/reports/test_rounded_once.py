"""Percentages and means on pages are made of the numbers of the warehouse, and rounded once."""

import polars as pl
import pytest
from factories import Tables, competitions, frame

from pipelines.reports.downloads import to_download
from pipelines.reports.tables.columns import report_tables
from transforms.explanation import words
from transforms.tables import schemas
from transforms.tables.schemas import WAREHOUSE


def report(**given: pl.DataFrame) -> Tables:
    """The report's tables of a warehouse with these tables, named `schema_table`, and all others empty."""
    tables: Tables = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    tables["raw.competitions"] = competitions()
    return report_tables(tables | {name.replace("_", ".", 1): table for name, table in given.items()})


def seats(**players: str) -> pl.DataFrame:
    """Who sits for which entrant, in both of two sessions."""
    return frame(
        schemas.Entries,
        *(
            {"session_id": session, "player_id": player, "entrant": entrant}
            for session in "12"
            for player, entrant in players.items()
        ),
    )


@pytest.mark.parametrize(
    ("points", "top", "ns", "ew"),
    [
        (1 / 3, 6.0, 5.6, 94.4),  # 5.56 and 94.44; of 0.33 and 5.67 it would be 5.5 and 94.5
        (47 / 3, 18.0, 87.0, 13.0),  # 87.04 and 12.96; of 15.67 it would be 87.1
        (0.5, 8.0, 6.3, 93.8),  # halves away from zero: 6.25 and 93.75
    ],
)
def test_the_share_of_a_board(points: float, top: float, ns: float, ew: float) -> None:
    sheet = frame(
        schemas.ControlSheet, {"board": 1, "ns": "1", "ew": "2", "ns_points": points, "ew_points": top - points}
    )
    board = frame(schemas.Boards, {"board": 1, "results": 1, "top": top, "balanced": True})
    shown = report(scored_control_sheet=sheet, scored_boards=board)["control_sheet"]
    assert shown.select("ns_share", "ew_share").row(0) == (ns, ew)


def test_explained_points_have_two_decimals_and_their_sentences_the_exact_ones() -> None:
    """80 less 63.335, shown as 63.34, is 16.67 (halves away from zero); of the rounded number it would be 16.66."""
    earned = {"player_id": "ann", "entrant": "1", "points": 63.335, "score": 38.751125, "high": 100.0, "low": 60.0}
    played = frame(schemas.RankingPoints, {**earned, "middle": 80.0})
    results = frame(schemas.SessionResults, {"entrant": "1", "score": 38.751125, "rank": 1})
    tables = report(
        rankings_ranking_points=played, scored_session_results=results, raw_sessions=frame(schemas.Sessions, {}),
        raw_entries=seats(ann="1").filter(session_id="1"),
    )  # fmt: skip
    [row] = tables["explained_points"].to_dicts()
    assert [row[name] for name in ("score", "best", "worst")] == [38.75, 38.75, 38.75]
    assert "16.67 less" in words.points({**row, **row["exact"]})


def test_columns_for_pages_are_in_no_download() -> None:
    tables = {f"report.{name}": table for name, table in report().items()}
    only_pages = {"exact_score", "ns_share", "ew_share", "of_fair", "exact"}
    assert only_pages <= {column for table in tables.values() for column in table.columns}
    assert not only_pages & {column for table in to_download(tables).values() for column in table.columns}
