from decimal import ROUND_HALF_UP, Decimal

import polars as pl
import pytest
from factories import Tables, competitions, frame
from hypothesis import given
from hypothesis import strategies as st

from pipelines.reports.tables.columns import report_tables
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.schemas import WAREHOUSE


def report(**given_tables: pl.DataFrame) -> Tables:
    """The report's tables of a warehouse with these tables, named `schema_table`, and all others empty."""
    tables: Tables = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    tables["raw.competitions"] = competitions()
    return report_tables(tables | {name.replace("_", ".", 1): table for name, table in given_tables.items()})


@given(st.decimals(min_value=0, max_value=1000, places=3))
def test_halves_are_rounded_up(value: Decimal) -> None:
    rounded = pl.select(to_decimals(pl.lit(float(value)))).item()
    assert rounded == float(value.quantize(Decimal("0.01"), ROUND_HALF_UP))


def test_players_stand_in_order_of_their_last_ranking_and_share_places() -> None:
    rows = [("ann", "1", 80.0), ("bob", "1", 90.0), ("bob", "2", 85.0), ("cas", "2", 85.0), ("dee", "1", 99.9)]
    rankings = frame(
        schemas.PlayerRankings,
        *({"player_id": p, "session_id": s, "ranking": r, "sessions_counted": 1} for p, s, r in rows),
    )
    standing = report(rankings_player_rankings=rankings)["player_ranking"]
    assert standing.select("rank", "player_id", "ranking", "change", "sessions").rows() == [
        ("1", "dee", 99.9, None, 1),
        ("2=", "bob", 85.0, -5.0, 2),
        ("2=", "cas", 85.0, None, 1),
        ("4", "ann", 80.0, None, 1),
    ]


def test_places_are_gained_and_lost_by_the_last_session_also_by_those_who_were_not_there() -> None:
    rows = [("ann", "1", 80.0), ("bob", "1", 70.0), ("dee", "1", 60.0), ("bob", "2", 90.0), ("cas", "2", 75.0)]
    rankings = frame(
        schemas.PlayerRankings,
        *({"player_id": p, "session_id": s, "ranking": r, "sessions_counted": 1} for p, s, r in rows),
    )
    standing = report(rankings_player_rankings=rankings)["player_ranking"]
    assert standing.select("rank", "player_id", "places", "change", "in_last").rows() == [
        ("1", "bob", 1, 20.0, True),
        ("2", "ann", -1, None, False),
        ("3", "cas", None, None, True),
        ("4", "dee", -1, None, False),
    ]


def test_who_is_not_eligible_stands_below_the_nearest_first() -> None:
    standing = frame(
        schemas.IndividualChampionship,
        {"player_id": "ann", "played": 3, "average": 90.0, "eligible": False, "sessions_needed": 2},
        {"player_id": "bob", "played": 5, "average": 60.0, "eligible": True, "rank": 2, "sessions_needed": 0},
        {"player_id": "cas", "played": 5, "average": 70.0, "eligible": True, "rank": 1, "sessions_needed": 0},
        {"player_id": "dee", "played": 4, "average": 50.0, "eligible": False, "sessions_needed": 1},
        {"player_id": "eve", "played": 3, "average": 95.0, "eligible": False, "sessions_needed": 2},
    ).with_columns(pl.col("counted", "dropped").fill_null(0))
    shown = report(championships_individual=standing)["individual_championship"]
    assert shown.select("rank", "player_id").rows() == [
        ("1", "cas"),
        ("2", "bob"),
        (None, "dee"),
        (None, "eve"),
        (None, "ann"),
    ]


def test_one_competition_at_a_time_gives_the_same_as_all_at_once(season: Tables) -> None:
    together = report_tables(season)
    for (club,), _ in season["raw.competitions"].group_by("club"):
        of_club = {name: table.filter(club=club) for name, table in season.items() if name != "awards.federation"}
        apart = report_tables(of_club)
        for name, table in together.items():
            # The rows of lines that cards name are counted among all that are made at once.
            of_both = table.filter(pl.col("club") == club), apart[name]
            one, other = (rows.drop("row", strict=False) for rows in of_both)
            assert one.equals(other), name


@pytest.mark.parametrize("shuffled", [1, 2])
def test_the_order_of_the_rows_makes_no_difference(season: Tables, shuffled: int) -> None:
    expected = report_tables(season)
    for name, table in report_tables(
        {n: t.sample(fraction=1, shuffle=True, seed=shuffled) for n, t in season.items()}
    ).items():
        assert table.equals(expected[name]), name
