"""The pages of ratings: what stands on them, where they lead, and that names do no harm."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import polars as pl
import pytest
from factories import Tables, frame
from page_files import root_of
from ratings.federations import given
from reports.conftest import HOSTILE
from reports.federation import CLUB, EVENING, YEARS, Meeting, federation, warehouse
from reports.reading import text_of
from reports.test_site import Page, all_pages, contents
from reports.whole_site import write_site

from pipelines.machine.environment import LANGUAGE
from pipelines.reports.page_names import RATINGS, page_name
from pipelines.reports.pages import ratings as rating_pages
from pipelines.reports.tables.columns import rating_tables
from transforms.ratings.published import corrections
from transforms.tables.ratings import Corrections
from transforms.tables.schemas import Players, PublishedRatings

pytestmark = pytest.mark.long

PEOPLE = 30


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Three seasons; of the second list one rating was published otherwise."""
    made = federation(PEOPLE)
    second = made["ratings.elo"]["list_date"].unique().sort()[1]
    stood = made["ratings.elo"].filter(pl.col("list_date") == second, pl.col("rating").is_not_null())
    otherwise = stood.with_columns(rating=pl.col("rating") - pl.when(player_id="p001").then(7).otherwise(0))
    columns = ("club", "competition", "season", "system", "list_date", "player_id", "rating")
    published = frame(PublishedRatings, *otherwise.select(columns).to_dicts())
    corrected = corrections(published, made["ratings.elo"]).collect()
    return made | {"ratings.published": published, "ratings.corrections": corrected}


@pytest.fixture(scope="module")
def site(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tables, tmp_path_factory.mktemp("site")).parent


@pytest.fixture(scope="module")
def ratings(site: Path) -> Path:
    return site / CLUB / EVENING / RATINGS


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Players, events and games that mean no good; one of the first list, all others new."""
    people = (*HOSTILE, "ratings")
    in_turn = zip(people, (*people[1:], people[0]), strict=True)
    meetings: list[Meeting] = [(0, one, other, 2.0) for one, other in in_turn]
    made = warehouse(meetings, given(CLUB, **{HOSTILE[0]: (1500, 126)}), names={who: who for who in HOSTILE})
    made["ratings.games"] = made["ratings.games"].with_columns(event=pl.lit(HOSTILE[0]))
    return write_site(made, tmp_path_factory.mktemp("hostile")).parent


def test_names_are_never_markup(hostile: Path) -> None:
    text = Page(hostile / CLUB / EVENING / RATINGS / "alphabetical.html").text.replace("\N{NO-BREAK SPACE}", " ")
    for name in HOSTILE:
        assert name.replace("\x07", "") in text
    assert [file for file, page in all_pages(hostile) if not page.is_harmless] == []


def test_the_lists_are_those_of_the_warehouse(tables: Tables, ratings: Path) -> None:
    last = tables["ratings.lists"].filter(pl.col("list_date") == pl.col("list_date").max())
    by_place = last.filter(list="ranking").sort("position", pl.coalesce("name", "player_id").str.to_lowercase())
    names = by_place.select(pl.coalesce("name", "player_id")).to_series()
    assert cells(ratings / "index.html", "ranking", 1) == names.to_list()
    assert cells(ratings / "index.html", "ranking", 2) == by_place["rating"].cast(pl.String).to_list()
    by_name = last.filter(list="alphabetical").sort("position")
    assert cells(ratings / "alphabetical.html", None, 1) == by_name["rating"].cast(pl.String).to_list()


def test_warnings_name_the_players_and_groups(ratings: Path) -> None:
    text = text_of(ratings / "index.html")
    assert "Without a rating: 2 players" in text
    assert "lone; lonely" in text


def test_corrections_stand_on_the_first_page_and_on_their_list(tables: Tables, ratings: Path) -> None:
    (corrected,) = tables["ratings.corrections"].to_dicts()
    for page in (ratings / "index.html", ratings / "lists" / f"{corrected['list_date']}.html"):
        row = ["Player p001", str(corrected["published"]), str(corrected["recomputed"]), "+7"]
        assert [cells(page, "corrections", column) for column in range(4)] == [[text] for text in row]
    assert "Corrections" not in Page(ratings / "lists" / f"{tables['ratings.elo']['list_date'].min()}.html").text


def test_calibration_shows_every_season_next_to_even_odds(tables: Tables, ratings: Path) -> None:
    words = tables["ratings.foretelling"].sort("list_date", descending=True)
    page = ratings / "calibration.html"
    assert cells(page, "seasons", 4) == [f"{loss:.4f}" for loss in words["log_loss"]]
    with_favourites = tables["ratings.calibration"].filter(pl.col("expected") > 50).sort("list_date", descending=True)
    means = with_favourites.group_by("list_date", maintain_order=True).agg(
        (pl.col("scored") * pl.col("games")).sum() / pl.col("games").sum()
    )
    assert cells(page, "seasons", 3) == [f"{mean:.2f}" for mean in means["scored"]]
    assert cells(page, "seasons", 7) == [f"{brier:.4f}" for brier in words["brier_even"]]
    assert len(list(ratings.glob("charts/calibration-*.svg"))) == YEARS + 1


def test_a_long_list_goes_on_on_further_pages(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row once and in order, on the latest list and on older ones; every page is reached."""
    monkeypatch.setattr(rating_pages, "MOST_ON_A_PAGE", 12)
    monkeypatch.setattr(rating_pages, "_PLAYERS_AT_ONCE", 5)
    root = write_site(tables, tmp_path).parent
    made = root / CLUB / EVENING / RATINGS
    first, second, last = tables["ratings.elo"]["list_date"].unique().sort()
    for which, day, begins, goes_on in (
        ("ranking", last, "index", "ranking"),
        ("alphabetical", last, "alphabetical", "alphabetical"),
        ("ranking", second, f"lists/{second}", f"lists/{second}-ranking"),
    ):
        listed = tables["ratings.lists"].filter(list=which, list_date=day).sort("position")
        column, section = (2, "ranking") if which == "ranking" else (1, None)
        found = [cells(made / f"{begins}.html", section, column)]
        found += [cells(made / f"{goes_on}-{number}.html", None, column) for number in (2, 3)]
        assert [rating for page in found for rating in page] == listed["rating"].cast(pl.String).to_list()
        assert max(map(len, found)) == 12
    links = [(file, urldefrag(link)[0]) for file, page in all_pages(root) for link in page.links]
    linked = {(file.parent / unquote(path)).resolve() for file, path in links}
    assert {file.resolve() for file, _ in all_pages(root)} - {(root / "index.html").resolve()} <= linked
    players = {page_name(one) for one in tables["ratings.elo"]["player_id"]}
    assert {file.stem for file in made.glob("players/*.html")} == players
    assert (made / f"lists/{first}.html").is_file()


def cells(file: Path, section: str | None, column: int) -> list[str]:
    """The texts of a column of the first table in a section, headings left out."""
    root = root_of(file)
    where = ".//{*}table" if section is None else f".//*[@id='{section}']//{{*}}table"
    table = root.find(where)
    assert table is not None
    rows = table.xpath(".//*[local-name()='tbody' or local-name()='tfoot']/*[local-name()='tr']")
    return ["".join(row[column].itertext()) for row in rows]


TEAMS = [f"team-{number}" for number in range(1, 13)]
KEES = {"player_id": "77", "name": "Kees Zwaluw", "public": False}


def site_of(tmp_path: Path, *players: dict[str, Any], teams: list[str] = TEAMS) -> Path:
    """The site of teams that all met the first, and what the club says of them; the last two had no rating before."""
    meetings: list[Meeting] = [(0, one, teams[0], 1.0) for one in teams[1:]]
    made = warehouse(meetings, given(CLUB, **dict.fromkeys(teams[:-2], (1500, 126))), names={})
    made["raw.rating_seasons"] = made["raw.rating_seasons"].with_columns(games_from=pl.lit("matches"))
    said = frame(Players, *({"club": CLUB, "competition": EVENING, **row} for row in players))
    made["raw.games"] = made["raw.games"].clear()  # matches are in no such table
    others = made["raw.players"].join(said, on="player_id", how="anti")
    return write_site(made | {"raw.players": pl.concat([said, others]).sort("player_id")}, tmp_path).parent


def test_ratings_of_teams_come_from_the_matches_of_sessions(tmp_path: Path) -> None:
    site = site_of(tmp_path)
    words = {file: " ".join(page.text.split()) for file, page in all_pages(site)}
    assert not [
        file for file, text in words.items() if "one player against another" in text or "not from the sess" in text
    ]
    assert not [file for file, text in words.items() if "Sessions do not change the ratings" in text]
    of = site / CLUB / EVENING / RATINGS
    for page in (of / "index.html", of / "players" / "team-2.html"):
        assert "Teams are rated by the matches of the sessions; each match is one game." in words[page]
    rated = {file: text for file, text in words.items() if of in file.parents}
    assert {file.name for file in rated} >= {"alphabetical.html", "calibration.html", "team-2.html"}
    assert [
        file for file, text in rated.items() if "this player" in text or "layers" in text or "a player" in text
    ] == []
    pictures = {alt for file in rated for alt in root_of(file).xpath("//img/@alt")}
    assert pictures
    assert not [what for what in (*pictures, *map(str, contents(of / "charts").values())) if "layers" in what]
    assert {root_of(file).xpath("string(//@data-none)") for file in rated} == {"", "No team with that name"}
    assert "of teams, by their matches; list of" in words[site / "index.html"]
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


def test_a_team_has_no_name_of_who_is_not_shown(tmp_path: Path) -> None:
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
