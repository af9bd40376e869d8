"""A club that changes over in mid-season: sessions by their totals or their ranking points, then by result files."""

from collections.abc import Mapping

import polars as pl
import pytest
from factories import Tables, competitions, frame
from polars.testing import assert_frame_equal
from simulated import simulate

from transforms.season import season_tables
from transforms.tables import schemas
from transforms.tables.schemas import SEATED, SESSION, WAREHOUSE

RANKED = ("rankings.player_rankings", "rankings.pair_rankings", "championships.individual")
STANDINGS = (*RANKED, "championships.pairs")
WANTED = (*STANDINGS, "rankings.ranking_points", "scored.session_results")
METHODS = ("place", "proportional", "balanced", "dynamic")


def season_of(raw: Mapping[str, pl.DataFrame]) -> Tables:
    nothing = {name: schema.create_empty() for name, schema in WAREHOUSE.items() if name.startswith("raw.")}
    return season_tables({**nothing, **{f"raw.{name}": table for name, table in raw.items()}}, WANTED)


@pytest.fixture(scope="module")
def files() -> Tables:
    """Six sessions of two clubs, as result files give them."""
    made = simulate(clubs=2, sessions=6, seed=3)
    return {name: made[name] for name in ("players", "partnerships", "sessions", "entries", "results")}


def rules(files: Tables, method: str) -> pl.DataFrame:
    keys = files["sessions"].select(schemas.COMPETITION).unique(maintain_order=True)
    least = {"individual": {"min": 3, "drop": 1}, "pairs": {"together": 3}}
    one = competitions(ranking={"method": method}, championship=least).drop(schemas.COMPETITION)
    return keys.join(one, how="cross").select(schemas.Competitions.column_names())


def with_first_sessions(files: Tables, number: int) -> tuple[Tables, pl.DataFrame]:
    """The tables without the result lines of the first sessions, and these sessions."""
    first = files["sessions"].sort("date").group_by("club", maintain_order=True).head(number).select(SESSION)
    return {**files, "results": files["results"].join(first, on=SESSION, how="anti")}, first


def assert_same(one: Tables, other: Tables, names: tuple[str, ...]) -> None:
    for name in names:
        assert_frame_equal(one[name], other[name], check_exact=False, abs_tol=1e-9, rel_tol=0)
        assert not one[name].is_empty()


@pytest.mark.parametrize("method", METHODS)
def test_two_sessions_by_totals_give_the_same_rankings_and_championships(files: Tables, method: str) -> None:
    whole = season_of({**files, "competitions": rules(files, method)})
    later, first = with_first_sessions(files, 2)
    lists = whole["scored.session_results"].join(first, on=SESSION, how="semi").filter(pl.col("boards") > 0)
    totals = lists.select(*schemas.LINE, "entrant", "boards", "rank", percentage="score", file_id=pl.lit("totals.csv"))
    given = schemas.Totals.cast(totals.with_columns(points=None, maximum=None, imps=None, vp=None, line_no=None))
    changed = season_of({**later, "competitions": rules(files, method), "totals": given})
    assert_same(whole, changed, (*STANDINGS, "rankings.ranking_points"))
    both = ["score", "rank", "club_points"]
    assert_frame_equal(
        lists.select(both), changed["scored.session_results"].join(lists, on=SESSION, how="semi").select(both)
    )


@pytest.mark.parametrize("method", METHODS)
def test_a_session_by_ranking_points_gives_the_same_rankings(files: Tables, method: str) -> None:
    whole = season_of({**files, "competitions": rules(files, method)})
    later, first = with_first_sessions(files, 1)
    earned = whole["rankings.ranking_points"].join(first, on=SESSION, how="semi").select(*SEATED, "points")
    given = frame(schemas.EarnedPoints, *earned.to_dicts())
    without = later["entries"].join(first, on=SESSION, how="anti")
    changed = season_of({**later, "competitions": rules(files, method), "entries": without, "ranking_points": given})
    assert_same(whole, changed, RANKED)
    found = changed["rankings.ranking_points"].filter(method="given")
    assert_frame_equal(found.select(*SEATED, "points"), earned)
    assert found.drop_nulls("entrant").is_empty()
    assert changed["scored.session_results"].join(first, on=SESSION, how="semi").is_empty()
