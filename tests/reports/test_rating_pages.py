"""The pages of ratings: what stands on them, where they lead, and that names do no harm."""

from pathlib import Path
from urllib.parse import unquote, urldefrag

import polars as pl
import pytest
from factories import Tables, frame
from page_files import root_of
from ratings.federations import given
from reports.conftest import HOSTILE
from reports.federation import CLUB, EVENING, YEARS, Meeting, federation, warehouse
from reports.reading import text_of
from reports.test_site import Page, all_pages
from reports.whole_site import write_site

from pipelines.reports.files import MANIFEST
from pipelines.reports.page_names import RATINGS, page_name
from pipelines.reports.pages import rated_players
from pipelines.reports.pages import ratings as rating_pages
from transforms.ratings.published import corrections
from transforms.tables.schemas import PublishedRatings

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


@pytest.mark.parametrize("which", ["site", "hostile"])
def test_every_link_leads_somewhere_and_every_file_is_reached(which: str, request: pytest.FixtureRequest) -> None:
    root: Path = request.getfixturevalue(which)
    pages = dict(all_pages(root))
    reached = {(root / "index.html").resolve()}
    for file, page in pages.items():
        for link in page.links:
            path, fragment = urldefrag(link)
            target = (file.parent / unquote(path)).resolve() if path else file
            assert target.is_file(), f"{file}: nothing at {link}"
            assert not fragment or fragment in pages[target].ids, f"{file}: no {link}"
            reached.add(target)
    assert {file.resolve() for file in root.rglob("*") if file.is_file() and file.name != MANIFEST} == reached


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


def test_calibration_shows_every_season_beside_even_odds(tables: Tables, ratings: Path) -> None:
    told = tables["ratings.foretelling"].sort("list_date", descending=True)
    page = ratings / "calibration.html"
    assert cells(page, "seasons", 4) == [f"{loss:.4f}" for loss in told["log_loss"]]
    with_favourites = tables["ratings.calibration"].filter(pl.col("expected") > 50).sort("list_date", descending=True)
    means = with_favourites.group_by("list_date", maintain_order=True).agg(
        (pl.col("scored") * pl.col("games")).sum() / pl.col("games").sum()
    )
    assert cells(page, "seasons", 3) == [f"{mean:.2f}" for mean in means["scored"]]
    assert cells(page, "seasons", 7) == [f"{brier:.4f}" for brier in told["brier_even"]]
    assert len(list(ratings.glob("charts/calibration-*.svg"))) == YEARS + 1


def test_a_long_list_goes_on_on_further_pages(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row once and in order, on the latest list and on older ones; every page is reached."""
    monkeypatch.setattr(rating_pages, "MOST_ON_A_PAGE", 12)
    monkeypatch.setattr(rated_players, "_PLAYERS_AT_ONCE", 5)
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
