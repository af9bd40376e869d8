"""Federation points as a reader sees them."""

import polars as pl
import pytest
from factories import Tables

from pipelines.reports.tables.report import report_tables
from transforms.awards.shown import federation_lists

ENTRANT = ["club", "competition", "session_id", "line", "entrant"]


@pytest.fixture(scope="module")
def report(season: Tables) -> Tables:
    return report_tables(season)


def test_each_entrant_has_a_row_a_scheme_as_the_result_list_names_it(report: Tables) -> None:
    listed = report["session_results"].filter(pl.col("rank").is_not_null())
    awarded = report["award_points"]
    assert awarded.height == 2 * listed.height
    both = awarded.join(listed, on=ENTRANT, suffix="_listed")
    assert both.height == awarded.height
    for column in ("field", "names", "rank"):
        assert both[column].to_list() == both[f"{column}_listed"].to_list()
    club_points = both.filter(scheme="club_points")
    assert club_points["points"].to_list() == club_points["club_points"].to_list()


def test_a_federation_that_gave_the_players_of_an_entrant_each_their_own_has_a_row_for_each(
    hostile_season: Tables,
) -> None:
    awarded = report_tables(hostile_season)["award_points"]
    (own,) = awarded.filter(scheme="tbf").rows(named=True)
    assert own["points"] == 1.25
    assert len(own["players"]) == 1
    of_pair = awarded.filter(pl.col("players").list.len() == 2, scheme="ffb", session_id=own["session_id"])
    assert own["names"] in of_pair.filter(entrant=own["entrant"], line=own["line"])["names"].str.split(" & ")[0]


def test_the_list_of_all_clubs_holds_everybody_by_season_scheme_and_rank(season: Tables) -> None:
    federation = season["awards.federation"]
    earlier = federation.with_columns(season=pl.lit("2024-25"))
    lists = federation_lists(pl.concat([earlier, federation]).sample(fraction=1, shuffle=True, seed=1))
    assert lists.height == 2 * federation.height
    heads = lists.select("season", "scheme").unique(maintain_order=True).rows()
    assert heads == [(year, scheme) for year in ("2025-26", "2024-25") for scheme in ("ffb", "club_points")]
    for _, rows in lists.group_by("season", "scheme", maintain_order=True):
        assert rows["points"].to_list() == sorted(rows["points"], reverse=True)
