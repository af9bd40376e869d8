"""The pages of ratings where teams are rated, by the matches of the sessions."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from factories import frame
from page_files import root_of
from ratings.federations import given
from reports.federation import CLUB, EVENING, Meeting, warehouse
from reports.test_rating_pages import cells
from reports.test_site import all_pages, contents
from reports.whole_site import write_site

from pipelines.machine.environment import LANGUAGE
from pipelines.reports.page_names import RATINGS
from pipelines.reports.tables.columns import rating_tables
from transforms.tables.ratings import Corrections
from transforms.tables.schemas import Players

pytestmark = pytest.mark.long


TEAMS = [f"team-{number}" for number in range(1, 13)]
KEES = {"player_id": "77", "name": "Kees Zwaluw", "public": False}


def site_of(
    tmp_path: Path, *players: dict[str, Any], teams: list[str] = TEAMS, apart: tuple[Meeting, ...] = ()
) -> Path:
    """The site of teams that all met the first; the last two of them had no rating before.

    `players` is what the club says of players and teams, `apart` are meetings of other teams.
    """
    meetings: list[Meeting] = [(0, one, teams[0], 1.0) for one in teams[1:]] + [*apart]
    made = warehouse(meetings, given(CLUB, **dict.fromkeys(teams[:-2], (1500, 126))), names={})
    made["raw.rating_seasons"] = made["raw.rating_seasons"].with_columns(games_from=pl.lit("matches"))
    said = frame(Players, *({"club": CLUB, "competition": EVENING, **row} for row in players))
    made["raw.games"] = made["raw.games"].clear()  # matches are in no such table
    others = made["raw.players"].join(said, on="player_id", how="anti")
    return write_site(made | {"raw.players": pl.concat([said, others]).sort("player_id")}, tmp_path).parent


def test_ratings_of_teams_come_from_the_matches_of_sessions(tmp_path: Path) -> None:
    site = site_of(tmp_path)
    told = {file: " ".join(page.text.split()) for file, page in all_pages(site)}
    assert not [file for file, text in told.items() if "one player against another" in text or "not the sess" in text]
    assert not [file for file, text in told.items() if "does not change them" in text]
    of = site / CLUB / EVENING / RATINGS
    for page in (of / "index.html", of / "players" / "team-2.html"):
        assert "Teams are rated, by the matches of the sessions: each match is one game." in told[page]
    rated = {file: text for file, text in told.items() if of in file.parents}
    assert {file.name for file in rated} >= {"alphabetical.html", "calibration.html", "team-2.html"}
    assert [
        file for file, text in rated.items() if "this player" in text or "layers" in text or "a player" in text
    ] == []
    pictures = {alt for file in rated for alt in root_of(file).xpath("//img/@alt")}
    assert pictures
    assert not [what for what in (*pictures, *map(str, contents(of / "charts").values())) if "layers" in what]
    assert {root_of(file).xpath("string(//@data-none)") for file in rated} == {"", "No team of that name"}
    assert "of teams, by their matches; list of" in told[site / "index.html"]
    assert cells(of / "alphabetical.html", None, 0) == [f"Team {number}" for number in range(1, 13)]


def test_a_team_has_the_name_that_its_club_gave_it(tmp_path: Path) -> None:
    site = site_of(tmp_path, {"player_id": "team-3", "name": "Falcons"}, teams=[*TEAMS[:3], "Herons"])
    listed = cells(site / CLUB / EVENING / RATINGS / "alphabetical.html", None, 0)
    assert set(listed) == {"Falcons", "Herons", "Team 1", "Team 2"}


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_team_that_is_not_shown_is_a_member(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANGUAGE, language)
    site = site_of(tmp_path, {"player_id": "team-5", "public": False})
    listed = cells(site / CLUB / EVENING / RATINGS / "alphabetical.html", None, 0)
    assert {"en": "a member", "nl": "een lid"}[language] in listed
    assert not [name for name in listed if "member-" in name or name.endswith(("member 1", "5"))]


def test_a_team_tells_no_name_of_who_is_not_shown(tmp_path: Path) -> None:
    named = {"player_id": "team-4", "name": "Zwaluw & Kow"}
    site = site_of(tmp_path, KEES, named, teams=[*TEAMS[:4], "team-ZwaluwKow", "ZwaluwSen"])
    listed = cells(site / CLUB / EVENING / RATINGS / "alphabetical.html", None, 0)
    assert {"Team member-1Kow", "member-1\N{NO-BREAK SPACE}& Kow", "member-1Sen"} <= {*listed}
    assert any("member-1kow" in file for file in contents(site))
    assert files_with("zwaluw", site) == []


@pytest.mark.parametrize("like", ["team-Kees", "team-member-1"])
def test_two_teams_with_the_name_of_who_is_not_shown_stay_two(like: str, tmp_path: Path) -> None:
    site = site_of(tmp_path, KEES, teams=[*TEAMS[:4], "team-Zwaluw", like])
    of = site / CLUB / EVENING / RATINGS
    listed = cells(of / "alphabetical.html", None, 0)
    assert sorted(listed) == ["Team 1", "Team 2", "Team 3", "Team 4", "Team member-1", "Team member-1b"]
    assert {"team-member-1.html", "team-member-1b.html"} <= {page.name for page in (of / "players").iterdir()}
    assert files_with("zwaluw", site) == []


def files_with(word: str, site: Path) -> list[str]:
    """The files whose name or text has a word, in any case."""
    return [file for file, what in contents(site).items() if word in f"{file} {what!r}".lower()]


def test_a_team_that_is_rated_no_more_is_called_as_others_where_its_published_rating_was_another() -> None:
    made = warehouse([(0, "team-1", "team-2", 1.0)], given(CLUB, **dict.fromkeys(TEAMS[:2], (1500, 126))), names={})
    of_list = {"club": CLUB, "competition": EVENING, "recomputed": None}
    rated = made["raw.rating_seasons"].with_columns(games_from=pl.lit("matches"))
    corrected = frame(Corrections, *({**of_list, "player_id": team} for team in (*TEAMS[:3], "team-5")))
    named = frame(Players, {"club": CLUB, "competition": EVENING, "player_id": "team-5", "name": "Falcons"})
    asked = {"raw.rating_seasons": rated, "ratings.corrections": corrected, "raw.players": named}
    shown = rating_tables(made | asked)["corrections"].sort("player_id")
    linked = {"Team 1": True, "Team 2": True, "Team 3": False, "Falcons": False}
    assert dict(shown.select("name", "linked").iter_rows()) == linked
