"""What the site of the sample weighs, and how far a member's own scorecard is from its first page."""

from pathlib import Path

import pytest
from page_files import root_of

from pipelines.commands.build import build
from pipelines.paths import SAMPLE, Paths

pytestmark = pytest.mark.slow

PAGES, A_PAGE, DOWNLOADS = 12_000_000, 200_000, 2_000_000
"""In bytes: thirty evenings of 26 pairs, with deals."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    build(Paths(SAMPLE, folder / "warehouse.duckdb", folder / "reports"))
    return folder / "reports"


def sizes(site: Path, *endings: str) -> list[int]:
    return [file.stat().st_size for file in site.rglob("*") if file.suffix in endings]


def test_the_pages_are_light(sample: Path) -> None:
    pages = sizes(sample, ".html", ".svg", ".css", ".js")
    assert sum(pages) < PAGES
    assert max(pages) < A_PAGE


def test_the_downloads_are_light(sample: Path) -> None:
    assert sum(sizes(sample, ".zip", ".xlsx", ".csv")) < DOWNLOADS


def test_from_the_first_page_of_a_season_the_last_scorecards_are_two_taps_away(sample: Path) -> None:
    first = next(sample.glob("*/*/2025-26/index.html"))
    [evening, *_] = root_of(first).xpath("//section[@id='sessions']//h2/a/@href")
    listed = root_of(first.parent / evening)
    results = listed.xpath("//section[@class='results']/table/tbody/tr")
    links = [link for row in results for link in row.xpath("td[contains(@class, 'strong')]/a/@href")]
    assert len(links) == len(results) > 20
    for link in links:
        page, _, place = link.partition("#")
        assert root_of((first.parent / evening).parent / page).xpath("//article/@id").count(place) == 1
