"""The pages of all clubs together: the rating list, the levels of the clubs, and simultaneous events."""

from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from page_files import root_of
from reports.all_clubs import EVENT, RATINGS, with_lists
from reports.whole_site import write_site

PAGES = ("index.html", "federation*", "simultaneous-*")


@pytest.fixture(scope="module")
def lists(season: Tables) -> Tables:
    return with_lists(season)


@pytest.fixture(scope="module")
def pages(lists: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its first player asks not to be shown."""
    number = lists["federation.rating_list"]["person"].min()
    hidden = pl.when(federation_id=number).then(pl.lit(value=False)).otherwise("public")
    players = lists["raw.players"].with_columns(public=hidden)
    return write_site(lists | {"raw.players": players}, tmp_path_factory.mktemp("all"), PAGES).parent


def rows_of(page: Path, section: str = "") -> list[list[str]]:
    within = f"//*[@id='{section}']" if section else ""
    rows = root_of(page).xpath(f"{within}//*[local-name()='tbody']/*")
    return [["".join(cell.itertext()) for cell in row] for row in rows]


def test_the_first_page_leads_to_every_list(pages: Path) -> None:
    links = root_of(pages / "index.html").xpath("//*[@id='federation']//@href")
    found = [link for link in links if link != "federation.html"]
    assert [link.split("-")[0] for link in found] == ["federation", "federation", "simultaneous"]
    assert all((pages / link).is_file() for link in found)


def test_the_rating_list_has_places_and_hides_who_asks(pages: Path) -> None:
    page = pages / "federation-ratings.html"
    ranking = rows_of(page, "ranking")
    assert [row[0] for row in ranking] == ["1", "2=", "2=", "4"]
    assert [int(row[2]) for row in ranking] == list(RATINGS)
    assert [row[1] for row in ranking].count("a member") == 1
    assert rows_of(page, "alphabetical")[-1][0] == "a member"
    assert pl.read_csv(pages / "federation-ratings.csv").filter(name="a member").height == 2


def test_levels_have_bands_and_clubs_without_one_a_reason(pages: Path, lists: Tables) -> None:
    page = pages / "federation-levels.html"
    (row,) = rows_of(page)
    assert row[1] == "+1.5"
    assert "Not known: nobody played in another club too" in "".join(root_of(page).itertext())
    for link in root_of(page).xpath("//*[local-name()='main']//@href"):
        assert link.split("/")[0] in lists["raw.competitions"]["club"]


def test_a_simultaneous_event_names_the_club_of_every_entrant(pages: Path, lists: Tables) -> None:
    (page,) = pages.glob("simultaneous-*.html")
    listed = rows_of(page)
    ranked = lists["federation.simultaneous_results"].drop_nulls("rank")
    assert len(listed) == ranked.height
    assert {row[2] for row in listed} == set(lists["raw.competitions"]["club_name"])
    assert [row[1] for row in listed if "&" not in row[1]] == []
    assert EVENT in "".join(root_of(page).itertext())


def test_levels_are_shown_only_where_strength_is_public(lists: Tables, tmp_path: Path) -> None:
    rules = lists["raw.competitions"].with_columns(strength_public=False)
    write_site(lists | {"raw.competitions": rules}, tmp_path, PAGES)
    assert not (tmp_path / "federation-levels.html").exists()
