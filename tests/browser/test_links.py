"""Every link of every page leads to a file that is there, and to the one place on it: no browser is needed to ask."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from lxml import html

from pipelines.reports.pages.boards import VIEWER

pytestmark = pytest.mark.long


@pytest.mark.parametrize("which", ["built", "hostile_site", "site_with_hands"])
def test_no_link_is_dead(which: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(which)
    # The pages of all clubs are written without those of the clubs, to which they lead.
    whole = (page for page in folder.rglob("*.html") if "together" not in page.parts)
    pages = {page: html.parse(page).getroot() for page in whole}
    places = {page: {*root.xpath("//@id")} for page, root in pages.items()}
    assert len(pages) > 20
    assert [f"{page.relative_to(folder)}: {link}" for page, link in dead(pages, places)] == []
    assert [page for page, root in pages.items() if len(root.xpath("//@id")) > len(places[page])] == []


def dead(pages: dict[Path, html.HtmlElement], places: dict[Path, set[str]]) -> Iterator[tuple[Path, str]]:
    for page, root in pages.items():
        for link in {*root.xpath("//*/@href | //*/@src")}:
            path, place = urldefrag(link)
            target = (page.parent / unquote(path)).resolve() if path else page
            if link.startswith(f"{VIEWER}?"):
                continue
            leaves = re.match(r"[a-z]+:|/", link)
            if leaves or not target.is_file() or (place and unquote(place) not in places[target]):
                yield page, link
