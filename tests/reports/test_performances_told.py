"""What a player's page of ratings says a performance is: of the season, or of all seasons so far."""

from pathlib import Path

import polars as pl
import pytest
from reports.federation import CLUB, EVENING, federation
from reports.test_site import Page
from reports.whole_site import write_site

from pipelines.reports.page_names import RATINGS, page_name

pytestmark = pytest.mark.long

PEOPLE = 30


def test_a_performance_says_of_which_seasons_it_is(tmp_path: Path) -> None:
    tables = federation(PEOPLE)
    ratings = write_site(tables, tmp_path).parent / CLUB / EVENING / RATINGS
    said = {
        ("norm",): "results of the season alone would give.",
        ("performance",): "results of all seasons so far would give by themselves.",
        ("norm", "performance"): "of the season alone would give; in a row with * those of all seasons so far.",
    }
    methods = tables["ratings.elo"].drop_nulls("method").group_by("player_id").agg(pl.col("method").unique().sort())
    assert methods["method"].n_unique() > 1
    for player, of_player in methods.iter_rows():
        assert said[tuple(of_player)] in Page(ratings / "players" / f"{page_name(player)}.html").text
