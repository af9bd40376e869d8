import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from each import items
from factories import Tables
from page_files import root_of
from reports.reading import parts
from reports.whole_site import write_site

from pipelines.cli.build import build
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import SAMPLE, Paths
from pipelines.reports.pages.boards import VIEWER

pytestmark = pytest.mark.long

PROJECT = Path(__file__).resolve().parents[2]


class Page:
    """A page taken apart; one that is not well-formed is an error."""

    def __init__(self, file: Path) -> None:
        root = root_of(file)
        self.elements = [(str(element.tag), dict(element.attrib)) for element in root.iter()]
        self.links = [
            link for _, attributes in self.elements for name in ("href", "src") if (link := attributes.get(name))
        ]
        self.ids = [attributes["id"] for _, attributes in self.elements if "id" in attributes]
        self.text = "".join(root.itertext())
        self.is_harmless = not any(
            (tag == "script" and set(attributes) != {"src", "defer"})
            or (tag == "img" and attributes["src"] == "x")
            or any(name.startswith("on") for name in attributes)
            for tag, attributes in self.elements
        )


def contents(folder: Path) -> dict[str, object]:
    """Every file; of a workbook its parts, but for the one that says when it was made."""
    return {str(file.relative_to(folder)): content(file) for file in folder.rglob("*") if file.is_file()}


def content(file: Path) -> object:
    if file.suffix != ".xlsx":
        return file.read_bytes()
    return {name: part for name, part in parts(file) if name != "docProps/core.xml"}


def all_pages(out: Path) -> Iterator[tuple[Path, Page]]:
    for file in sorted(out.rglob("*.html")):
        yield file, Page(file)


def test_names_are_never_markup(hostile_season: Tables, hostile_site: Path) -> None:
    found = dict(all_pages(hostile_site))
    played = hostile_season["raw.players"].join(hostile_season["raw.entries"], on="player_id", how="semi")
    of_sessions = (page.text for file, page in found.items() if file.parent.name == "sessions")
    sessions = [text.replace("\N{NO-BREAK SPACE}", " ") for text in of_sessions]
    for name in played["name"].str.replace_all(r"\x07", ""):
        assert any(name in text for text in sessions), name
    assert [file for file, page in found.items() if not page.is_harmless] == []


@pytest.mark.parametrize("name", ["site", "hostile_site"])
def test_a_page_may_load_its_own_files_and_nothing_else(name: str, request: pytest.FixtureRequest) -> None:
    """The policy stands before all that it forbids, and no page needs what it forbids."""
    root: Path = request.getfixturevalue(name)
    for file, page in all_pages(root):
        words = [attributes.get("http-equiv") for _, attributes in page.elements]
        (place,) = (number for number, header in enumerate(words) if header == "Content-Security-Policy")
        policy = page.elements[place][1]["content"]
        assert policy.startswith("default-src 'none'; "), file
        assert not re.search(r"unsafe|https?:|data:|\*", policy), file
        assert {"base-uri 'none'", "form-action 'none'", "script-src 'self' file:"} <= set(policy.split("; ")), file
        assert not {"link", "script", "img", "svg"} & {tag for tag, _ in page.elements[:place]}, file
        for tag, attributes in page.elements:
            assert tag not in {"style", "base", "form", "iframe", "object", "embed", "audio", "video"}, file
            assert "style" not in attributes, (file, tag)
            if attributes.get("href", "").startswith(f"{VIEWER}?"):
                assert (tag, attributes.pop("rel")) == ("a", "noopener"), file
                del attributes["href"]
            assert not any(re.search(r"https?:|javascript:|//", value) for value in attributes.values()), (file, tag)


def test_findings_are_on_no_page_and_in_no_download(site: Path) -> None:
    """They are for the director: `test_desk.py`."""
    for file in site.rglob("*"):
        if file.suffix == ".zip":
            texts = {name: part.decode() for name, part in parts(file)}
            assert not [name for name in texts if "findings" in name or "differences" in name]
        elif file.is_file():
            texts = {file.name: file.read_bytes().decode(errors="ignore")}
        else:
            continue
        assert not any(said in text for text in texts.values() for said in ("no date", "of no club")), file


def test_links_of_before_lead_to_their_place(site: Path) -> None:
    """Places on the page of a season to which others may have linked, when all stood on that page."""
    places = {"ranking", "pairs", "championship", "pairs-championship", "sessions", "awards", "downloads"}
    for page in site.glob("*/*/2025-26/index.html"):
        assert places <= {*Page(page).ids}


def test_the_first_page_of_a_club_has_the_first_ten(season_with_hands: Tables, site_with_hands: Path) -> None:
    ranked = season_with_hands["rankings.player_rankings"].sort("date", "session_id").group_by("player_id").last()
    ordered = ranked["ranking"].sort(descending=True)
    ten = ordered.filter(ordered.round(9) >= ordered.round(9)[9])
    (folder,) = (page.parent for page in site_with_hands.glob("*/*/*/standing.html"))
    first, of_season = (leaders(page) for page in (site_with_hands / "index.html", folder / "index.html"))
    assert [row[3] for row in first] == [f"{points:.2f}" for points in ten]
    assert first == of_season
    links = {*root_of(site_with_hands / "index.html").xpath("//section[@class='ranking']//tbody//@href")}
    assert {(site_with_hands / link).is_file() for link in links} == {True}
    assert len(links) == ten.len() >= 10


def leaders(page: Path) -> list[list[str]]:
    """The cells of the ranking that a page shows: rank, places, player, ranking, change."""
    rows = root_of(page).xpath("//section[h2[contains(., 'Ranking')]]/table/tbody/tr")
    return [["".join(cell.itertext()) for cell in row] for row in rows]


def test_the_same_tables_give_the_same_bytes_in_another_process(season: Tables, site: Path, tmp_path: Path) -> None:
    for number, table in enumerate(season.values()):
        table.write_parquet(tmp_path / f"{number}.parquet")
    again = (
        "import sys; from pathlib import Path; import polars as pl; from reports.whole_site import write_site;"
        "folder, *names = sys.argv[1:];"
        "tables = {name: pl.read_parquet(f'{folder}/{number}.parquet') for number, name in enumerate(names)};"
        "write_site(tables, Path(folder) / 'site')"
    )
    threads = "1" if pl.thread_pool_size() > 1 else "2"
    other = {"PYTHONHASHSEED": "7", "LC_ALL": "C", "POLARS_MAX_THREADS": threads, "PYTHONPATH": "tests"}
    environment = {**os.environ, **other}
    subprocess.run([sys.executable, "-c", again, str(tmp_path), *season], check=True, cwd=PROJECT, env=environment)
    first, second = contents(site), contents(tmp_path / "site")
    assert first.keys() == second.keys()
    assert [file for file in first if first[file] != second[file]] == []


def test_a_season_without_sessions_and_an_empty_warehouse_have_a_page(season: Tables, tmp_path: Path) -> None:
    nothing = {name: table.clear() for name, table in season.items()}
    write_site(nothing | {"raw.competitions": season["raw.competitions"].head(1)}, tmp_path / "one")
    (page,) = (tmp_path / "one").glob("*/*/2025-26/index.html")
    assert "0 sessions" in Page(page).text
    assert "no competition yet" in Page(write_site(nothing, tmp_path / "none")).text


@items(
    ("index.html", "the index.html in this folder was not made by Barometer"),
    ("monday.pbn", "this folder contains files that Barometer did not make"),
)
def test_a_folder_of_somebody_else_is_not_written_to(season: Tables, tmp_path: Path, there: str, why: str) -> None:
    (tmp_path / there).write_text("<h1>Our club</h1>")
    with pytest.raises(UnusableError, match=f"{why}.* name a new or an empty folder"):
        write_site(season, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "<h1>Our club</h1>"


@pytest.mark.parametrize("out", ["file", "file/site"])
def test_a_place_that_cannot_be_a_folder_is_refused(season: Tables, tmp_path: Path, out: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(UnusableError, match="cannot be written there"):
        write_site(season, tmp_path / out)


PAGES, A_PAGE, DOWNLOADS, SITE = 12_500_000, 60_000, 1_750_000, 14_000_000
"""In bytes: thirty evenings of 26 pairs, with a page for each of 720 boards and 771 scorecards."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    build(Paths(SAMPLE, folder / "warehouse.duckdb", folder / "reports"))
    return folder / "reports"


def sizes(site: Path, *endings: str) -> list[int]:
    return [file.stat().st_size for file in site.rglob("*") if file.suffix in endings]


@pytest.fixture(scope="module")
def in_french(sample: Path) -> Path:
    """The same in the language that takes most letters."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(LANGUAGE, "fr")
        build(Paths(SAMPLE, sample.parent / "warehouse.duckdb", sample.parent / "fr"))
    return sample.parent / "fr"


@pytest.mark.parametrize(
    ("site", "language"), [("sample", "en"), pytest.param("in_french", "fr", marks=pytest.mark.nightly)]
)
def test_the_pages_are_light(site: str, language: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(site)
    pages = sizes(folder, ".html", ".svg", ".css", ".js")
    assert root_of(folder / "index.html").get("lang") == language
    assert sum(pages) < PAGES
    assert max(pages) < A_PAGE


def test_the_whole_site_is_light(sample: Path) -> None:
    assert sum(file.stat().st_size for file in sample.rglob("*") if file.is_file()) < SITE


def test_the_list_of_last_results_is_light(sample: Path) -> None:
    (file,) = sample.rglob("last-results.js")
    assert file.stat().st_size <= 8_000


def test_the_downloads_are_light(sample: Path) -> None:
    assert sum(sizes(sample, ".zip", ".xlsx", ".csv")) < DOWNLOADS
