"""Every kind of page, looked at in Chromium: what axe-core finds, what stands over its frame, how small things are."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.kinds import PAGES, templates_of_pages
from lxml import etree

pytestmark = pytest.mark.long

WIDTHS = (320, 390, 768, 1280, 1920)
PHONES = (320, 390)
HEIGHT = 844
LEAST_TEXT = 11
Found = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def found(ask: Callable[..., Any], built: Path) -> Found:
    """Kind -> what was found of its page."""
    return looked_at(ask, built, WIDTHS, axe=True)


def looked_at(ask: Callable[..., Any], built: Path, widths: tuple[int, ...], **more: Any) -> Found:
    pages = [str(built / page) for page in PAGES.values()]
    return dict(zip(PAGES, ask("look_at_pages.mjs", widths=widths, height=HEIGHT, pages=pages, **more), strict=True))


@pytest.fixture(scope="module")
def on_a_phone_in_french(ask: Callable[..., Any], in_french: Path) -> Found:
    """The same, on phones alone, of the language with the longest words; axe is left out."""
    return looked_at(ask, in_french, PHONES, axe=False)


@pytest.fixture(scope="module")
def of_a_prankster(ask: Callable[..., Any], hostile_site: Path) -> Found:
    """The same of a page of each kind of a season whose names are markup, long, short and from right to left."""
    [season] = {page.parent for page in hostile_site.glob("*/*/*/awards.html")}
    pages = [hostile_site / "index.html", hostile_site / "federation.html"]
    pages += [page for page in season.glob("*.html") if page.name != "last.html"]  # this one leads to another page
    pages += [*season.glob("players/wilhelmina*.html"), min(season.glob("sessions/*.html"))]
    pages += [min(season.glob(f"hands/*/{name}.html")) for name in ("boards", "a-cards", "board-1", "card-a-1")]
    found = ask("look_at_pages.mjs", widths=WIDTHS, height=HEIGHT, pages=[str(page) for page in pages], axe=False)
    return dict(zip([page.stem for page in pages], found, strict=True))


def test_every_template_of_a_page_is_looked_at() -> None:
    assert set(PAGES) == templates_of_pages()


def test_each_loads_without_a_word_of_the_browser(found: Found) -> None:
    assert words({kind: page["said"] for kind, page in found.items()}) == {}


def test_the_question_to_the_director_is_on_cards_and_boards(built: Path) -> None:
    """So that its words are measured too."""
    for kind in ("card", "board"):
        assert "the director has been asked to check this result" in (built / PAGES[kind]).read_text(
            encoding="utf-8"
        ), kind


@pytest.mark.parametrize("when", ["light", "dark", "phone"])
def test_axe_finds_nothing(found: Found, when: str) -> None:
    assert words({kind: page["axe"][when] for kind, page in found.items()}) == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_stands_over_its_frame_and_a_finger_hits_what_it_means(found: Found, width: int) -> None:
    stays_in_frames(found, width)
    assert words({kind: page["widths"][str(width)]["small"] for kind, page in found.items()}) == {}


def test_with_large_letters_no_phone_scrolls_sideways(ask: Callable[..., Any], built: Path, found: Found) -> None:
    large = looked_at(ask, built, (390,), axe=False, letters=24)
    at = {kind: page["widths"]["390"] for kind, page in large.items()}
    assert at != {kind: page["widths"]["390"] for kind, page in found.items()}, "the browser takes no heed of it"
    assert {kind: page["sideways"] for kind, page in at.items() if page["sideways"] > 0} == {}


@pytest.mark.nightly
@pytest.mark.parametrize("width", PHONES)
def test_long_words_stay_in_their_frames_too(on_a_phone_in_french: Found, width: int) -> None:
    stays_in_frames(on_a_phone_in_french, width)
    assert words({kind: page["widths"][str(width)]["small"] for kind, page in on_a_phone_in_french.items()}) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("width", WIDTHS)
def test_names_of_a_prankster_stay_in_their_frames(of_a_prankster: Found, width: int) -> None:
    assert len(of_a_prankster) > 12
    assert words({kind: page["said"] for kind, page in of_a_prankster.items()}) == {}
    stays_in_frames(of_a_prankster, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_text_in_charts_can_be_read(found: Found, built: Path, width: int) -> None:
    small: dict[str, float] = {}
    for kind, page in found.items():
        at = page["widths"][str(width)]
        folder = (built / PAGES[kind]).parent
        sizes = {picture["file"]: smallest(folder / picture["file"]) * picture["scale"] for picture in at["pictures"]}
        if at["smallest"] is not None:
            sizes["in the page"] = at["smallest"]
        small |= {f"{kind}: {name}": round(size, 2) for name, size in sizes.items() if size < LEAST_TEXT - 0.01}
    assert small == {}


def stays_in_frames(found: Found, width: int) -> None:
    at = {kind: page["widths"][str(width)] for kind, page in found.items()}
    assert {kind: page["sideways"] for kind, page in at.items() if page["sideways"] > 0} == {}
    assert words({kind: page["over"] for kind, page in at.items()}) == {}


def smallest(drawing: Path) -> float:
    """The smallest text of an SVG file, in pixels at its natural size."""
    root = etree.parse(drawing).getroot()
    _, _, width, _ = map(float, root.attrib["viewBox"].split())
    natural = root.attrib["width"]
    pixels = float(natural.removesuffix("pt")) * 96 / 72 if natural.endswith("pt") else float(natural)
    return min(size_of(text) for text in root.iterfind(".//{*}text")) * pixels / width


SIZE = re.compile(r"(?:^|[ ;:])([\d.]+)px")
SCALE = re.compile(r"scale\(([\d.]+)\)")


def size_of(text: etree._Element) -> float:
    """What the nearest of it and those around it says, as large as they draw it."""
    around = [text, *text.iterancestors()]
    said = (element.get("font-size") or "".join(SIZE.findall(element.get("style", ""))) for element in around)
    scales = [float(found) for element in around for found in SCALE.findall(element.get("transform", ""))]
    return float(next(size for size in said if size)) * math.prod(scales)


def words(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Kinds with faults: how many, and the first of them."""
    return {kind: [f"{len(faults)} faults", *faults[:3]] for kind, faults in found.items() if faults}
