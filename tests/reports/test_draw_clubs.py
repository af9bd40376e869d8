"""Pages are drawn aside by club, and only those that show something else than before."""

from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest
from charts_once import drawn_anew
from factories import Tables
from reports.whole_site import summary

from pipelines.reports.charts import drawing as charts
from pipelines.reports.files import MANIFEST, put
from pipelines.reports.pages import season as season_pages
from pipelines.reports.site import DrawingError, draw_clubs, draw_first
from transforms.privacy.withheld import shown_to_all
from transforms.tables.schemas import SESSION

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True, scope="module")
def every_chart_is_drawn() -> Iterator[None]:
    with drawn_anew():
        yield


def clubs_of(tables: Tables) -> list[str]:
    return sorted(tables["raw.competitions"]["club"].unique())


def first_of(tables: Tables) -> Tables:
    shown = shown_to_all(tables)
    return {**summary(shown), "awards.federation": shown["awards.federation"]}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but the manifests, which say more or less by who asked for the drawing."""
    files = (file for file in folder.rglob("*") if file.is_file() and file.name != MANIFEST)
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def drawn(season: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the season, drawn and put club by club; nobody may change it."""
    folder = tmp_path_factory.mktemp("drawn")
    for club in reversed(clubs_of(season)):
        draw_clubs(season, [club], folder / "site", folder / "aside")
    draw_first(first_of(season), folder / "site", folder / "aside")
    assert not (folder / "site").exists()
    put(folder / "aside", folder / "site")
    return folder / "site"


def test_club_by_club_gives_the_site_of_all_at_once(site: Path, drawn: Path) -> None:
    assert contents(drawn) == contents(site)


def test_where_nothing_changed_nothing_is_drawn(season: Tables, drawn: Path, tmp_path: Path) -> None:
    draw_clubs(season, clubs_of(season), drawn, tmp_path / "aside")
    draw_first(first_of(season), drawn, tmp_path / "aside")
    assert not (tmp_path / "aside").exists()


def test_a_new_title_is_drawn(season: Tables, drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own two pages, some of those who played in it, and that of the season; no chart, and a few tables."""
    club, competition, of, session = season["raw.sessions"].select(*SESSION).row(0)
    title = pl.when(club=club, session_id=session).then(pl.lit("Gala")).otherwise("title")
    changed = {**season, "raw.sessions": season["raw.sessions"].with_columns(title=title)}

    def no_chart(*_: object) -> None:
        raise AssertionError("a chart is drawn that shows no title")

    monkeypatch.setattr(charts, "svg_of", no_chart)
    draw_clubs(changed, clubs_of(season), drawn, tmp_path)
    folder = f"{club}/{competition}/{of}"
    pages = {name: page for name, page in contents(tmp_path).items() if name.endswith(".html")}
    own = (f"sessions/{session}.html", f"hands/{session}/boards.html", "evenings.html")
    assert {f"{folder}/{page}" for page in own} < {*pages}
    assert all(b"Gala" in page for page in pages.values())
    played = season["raw.entries"].filter(club=club, session_id=session)["player_id"].unique()
    assert {Path(name).stem for name in pages if "/players/" in name} <= {*played}
    others = {Path(name).name for name in contents(tmp_path) if not name.endswith(".html")}
    assert others == {"2025-26.xlsx", "2025-26.zip", "search-index.js"}
    assert len([page for page in contents(drawn) if page.startswith(folder)]) > 2 * len(contents(tmp_path))


@pytest.mark.parametrize("together", [True, False])
def test_a_club_that_cannot_be_drawn_is_named_and_the_others_are_whole(
    season: Tables, drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, together: bool
) -> None:
    good, bad = clubs_of(season)
    as_before: Callable[..., None] = season_pages.write_player_pages

    def fails(of: season_pages.Season, files: season_pages.Files) -> None:
        as_before(of, files)
        if of.competition["club"] == bad:
            raise KeyError("a word")

    monkeypatch.setattr(season_pages, "write_player_pages", fails)
    site, aside = tmp_path / "site", tmp_path / "aside"
    with pytest.raises(DrawingError, match=f"^{bad}: its pages cannot be drawn") as raised:
        draw_clubs(season, [good, bad] if together else [bad], site, aside)
    assert (raised.value.club, raised.value.why) == (bad, "KeyError: 'a word'")
    assert raised.value.drawn == ((good,) if together else ())
    assert not (aside / bad).exists()
    if together:
        put(aside, site)
        whole = {name: content for name, content in contents(drawn).items() if Path(name).parts[0] == good}
        assert contents(site) == whole


def test_a_file_that_somebody_damaged_is_drawn_again(season: Tables, tmp_path: Path) -> None:
    """Also a chart and a workbook, whose input did not change."""
    club = clubs_of(season)[0]
    site = tmp_path / "site"
    draw_clubs(season, [club], site, tmp_path / "aside")
    put(tmp_path / "aside", site)
    whole = contents(site)
    damaged = [next(site.rglob(name)) for name in ("leaders.svg", "2025-26.xlsx", "index.html", "2025-26.zip")]
    for file in damaged[:-1]:
        file.write_bytes(b"damaged")
    damaged[-1].unlink()
    draw_clubs(season, [club], site, tmp_path / "aside")
    assert set(contents(tmp_path / "aside")) == {file.relative_to(site).as_posix() for file in damaged}
    put(tmp_path / "aside", site)
    assert contents(site) == whole
