"""Sessions of any kind, written in each format and read again, are the same."""

from typing import Any

import polars as pl
import pytest
from examples import by_night
from hypothesis import given, settings
from polars.testing import assert_frame_equal
from writers.round_trips import FORMS, Tables, assert_comes_back, cells_of, read_again
from writers.sessions_of_any_kind import sessions

from pipelines.intake.writers import Form


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@given(tables=sessions())
@settings(max_examples=by_night(15), deadline=None)
def test_a_session_comes_back_as_it_was(form: Form, tables: Tables) -> None:
    assert_comes_back(tables, form)


@given(tables=sessions())
@settings(max_examples=by_night(8), deadline=None)
def test_deals_points_and_standings_come_back_in_the_columns_for_official_ones(tables: Tables) -> None:
    again = read_again(tables, "json").tables
    points = ["line", "board", "official_ns_points", "official_ew_points", "official_centred"]
    for name, columns in (
        ("results", points),
        ("official_results", ["line", "entrant", "points", "score", "rank"]),
        ("deals", ["board", "lines", "dealer", "vulnerable", "deal"]),
    ):
        same: list[Any] = [rows[name].select(columns).sort(pl.all()) for rows in (again, tables)]
        assert_frame_equal(*same)
    in_pbn = read_again(tables, "pbn").tables["deals"]
    assert in_pbn.select("board", "deal").rows() == tables["deals"].select("board", "deal").rows()
    assert cells_of(again["sessions"]).height == 1
