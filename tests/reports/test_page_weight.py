"""What the site of the sample weighs, and how far a member's own scorecard is from its first page."""

from pathlib import Path

import pytest
from page_files import root_of

from pipelines.cli.build import build
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.paths import SAMPLE, Paths

pytestmark = pytest.mark.long

PAGES, A_PAGE, DOWNLOADS = 12_000_000, 200_000, 2_000_000  # in bytes: thirty evenings of 26 pairs, with deals


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
