"""What the site of the sample weighs, and how far a member's own scorecard is from its first page."""

from pathlib import Path

import pytest
from page_files import root_of

from pipelines.cli.build import build
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.paths import SAMPLE, Paths

pytestmark = pytest.mark.long

PAGES, A_PAGE, DOWNLOADS = 12_000_000, 200_000, 2_000_000
"""In bytes: thirty evenings of 26 pairs, with deals."""


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


def test_the_downloads_are_light(sample: Path) -> None:
    assert sum(sizes(sample, ".zip", ".xlsx", ".csv")) < DOWNLOADS


@pytest.mark.parametrize(
    ("page", "section"), [("index.html", "@class='last-evening'"), ("*/*/2025-26/index.html", "@id='sessions'")]
)
def test_from_a_first_page_the_last_scorecards_are_two_taps_away(sample: Path, page: str, section: str) -> None:
    first = next(sample.glob(page))
    [evening, *_] = root_of(first).xpath(f"//section[{section}]//h2/a/@href")
    listed = root_of(first.parent / evening)
    results = listed.xpath("//section[@class='results']/table/tbody/tr")
    links = [link for row in results for link in row.xpath("td[contains(@class, 'strong')]/a/@href")]
    assert len(links) == len(results) > 20
    for link in links:
        cards, _, place = link.partition("#")
        assert root_of((first.parent / evening).parent / cards).xpath("//article/@id").count(place) == 1
