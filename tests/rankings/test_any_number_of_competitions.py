"""One frame of many competitions gives what each gives apart, in whatever order the rows come."""

import polars as pl
import pytest
from factories import Tables, in_warehouse
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from rankings.seasons import MANY, apart, federations, few_seasons, together

from transforms.season import STANDINGS, season_tables
from transforms.tables.schemas import WAREHOUSE

BY_PLACE_OR_TIME = ("rankings.next_lines", "rankings.regular_lines", "rankings.untold_lines")


def made(raw: Tables) -> Tables:
    """Every table of the rankings and the championships, each of them in the shape of its schema."""
    more = ("backtest", "other_lines", "starting_rankings", "next_lines", "regular_lines", "untold_lines")
    tables = season_tables(in_warehouse(raw), (*STANDINGS, *(f"rankings.{name}" for name in more)))
    return {name: WAREHOUSE[name].validate(table) for name, table in tables.items()}


@pytest.mark.long
@few_seasons
@given(federations(MANY), st.integers(0, 100))
def test_shuffled_rows_give_the_same_sorted_by_key(federation: Tables, seed: int) -> None:
    shuffled = {name: table.sample(fraction=1, shuffle=True, seed=seed) for name, table in federation.items()}
    expected = made(federation)
    for name, found in made(shuffled).items():
        assert_frame_equal(found, expected[name], rel_tol=0, abs_tol=1e-9)
        assert name in BY_PLACE_OR_TIME or found.equals(found.sort(WAREHOUSE[name].primary_key()))


@pytest.mark.long
@few_seasons
@given(federations(MANY), st.data())
def test_competitions_apart_give_the_same(federation: Tables, data: st.DataObject) -> None:
    """On whichever side of the cut a competition is, those on the other side change nothing for it."""
    competitions = apart(federation)
    cut = data.draw(st.integers(1, max(1, len(competitions) - 1)))
    parts = [made(together(part)) for part in (competitions[:cut], competitions[cut:]) if part]
    for name, expected in made(federation).items():
        assert_frame_equal(pl.concat(part[name] for part in parts), expected, rel_tol=0, abs_tol=1e-9)
