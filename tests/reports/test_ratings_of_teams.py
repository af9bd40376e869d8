"""The pages of ratings where teams are rated, by the matches of the sessions."""

from pathlib import Path

import polars as pl
import pytest
from ratings.federations import given
from reports.federation import CLUB, EVENING, Meeting, warehouse
from reports.test_rating_pages import cells
from reports.test_site import all_pages
from reports.whole_site import write_site

from pipelines.reports.page_names import RATINGS

pytestmark = pytest.mark.long


def test_ratings_of_teams_come_from_the_matches_of_sessions(tmp_path: Path) -> None:
    teams = [f"team-{number}" for number in range(1, 13)]
    meetings: list[Meeting] = [(0, one, "team-1", 1.0) for one in teams[1:]]
    made = warehouse(meetings, given(CLUB, **dict.fromkeys(teams[:-2], (1500, 126))), names={})
    made["raw.rating_seasons"] = made["raw.rating_seasons"].with_columns(games_from=pl.lit("matches"))
    site = write_site(made, tmp_path).parent
    told = {file: " ".join(page.text.split()) for file, page in all_pages(site)}
    assert not [file for file, text in told.items() if "one player against another" in text or "not the sess" in text]
    assert not [file for file, text in told.items() if "does not change them" in text]
    of = site / CLUB / EVENING / RATINGS
    for page in (of / "index.html", of / "players" / "team-2.html"):
        assert "Teams are rated, by the matches of the sessions: each match is one game." in told[page]
    assert " players" not in told[of / "alphabetical.html"]
    assert "of teams, by their matches; list of" in told[site / "index.html"]
    assert cells(of / "alphabetical.html", None, 0) == [f"Team {number}" for number in range(1, 13)]
