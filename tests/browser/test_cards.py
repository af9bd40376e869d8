"""The cards of movements as Chromium prints them: nothing overlaps or leaves the paper, and no card is broken."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from pipelines.cli.movement.fitting import Evening, boards_in_set, fitting
from pipelines.cli.movement.matter import cards
from pipelines.cli.movement.paper import MARGIN, Sittings
from pipelines.words.languages import speaking

pytestmark = pytest.mark.long

PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
LEAST_LETTERS = 8
"""In points, on cards at the table."""
NAMES = (
    "Inès Tessonnier & Makoto Yoshimori", "Ümit Yıldırım & Gülşah Çağlayan", "王小明 & 李淑芬", "Jo Ek & Al Bo",
    "Wilhelmina van den Boogaard-Oldenbarnevelt & Bartholomeus van Steenbergen de Jong",
    "Makoto Kawamori & Grzegorz Jaworek & Fredrik Håkonsson", " & ".join(["Wilhelmina-van-den-Boogaard" * 2] * 3),
)  # fmt: skip
EVENINGS = {
    "Mitchell of 12 tables with a skip, a pair absent": ("Mitchell with a skip", Evening(12, 24, 11, 5), 1),
    "12 tables turned": ("Mitchell, tables turned", Evening(12, 24, 12), 1),
    "Howell of 7 tables": ("Howell", Evening(7, 26, 13), 1),
    "three-quarter Howell of 8 tables": ("Three-quarter Howell", Evening(8, 24, 12), 1),
    "two sets a round": ("Library: 6-pairs-5-rounds-2-sets", Evening(3, 20), 1),
    "relay of 16 tables": ("Relay Mitchell", Evening(16, 32, 16), 2),
}
"""What is printed -> the name of the movement, the evening, and the sheets of paper of its rounds with names.

Without names, one sheet has all rounds."""


@pytest.fixture(scope="module", params=["en", "fr"])
def printed(ask: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory, request: Any) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("cards")
    pages: dict[str, Path] = {}
    for what, (name, evening, _) in EVENINGS.items():
        offer = next(offer for offer in fitting(evening) if offer.name == name)
        numbers = [number for number in range(1, offer.movement.pairs + 1) if number != evening.absent]
        with speaking(request.param):
            for called, sittings in {
                "numbers": Sittings(),
                "names": Sittings(dict(zip(numbers, cycle(NAMES), strict=False)), "A"),
            }.items():
                page = folder / f"{len(pages)}.html"
                page.write_text(cards(offer, boards_in_set(evening, offer), evening.absent, sittings), "utf-8")
                pages[f"{what}, {called}"] = page
    found = ask("print_cards.mjs", pages=[str(page) for page in pages.values()], papers=PAPERS, margin=MARGIN)
    return dict(zip(pages, found, strict=True))


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_overlaps_or_leaves_the_paper(printed: dict[str, Any], paper: str) -> None:
    assert {what: page[paper]["found"][:5] for what, page in printed.items() if page[paper]["found"]} == {}


@pytest.mark.parametrize("paper", PAPERS)
def test_each_sheet_with_cards_is_one_page_and_the_rounds_another(printed: dict[str, Any], paper: str) -> None:
    pages = {what: page[paper]["pages"] - page[paper]["sheets"] for what, page in printed.items()}
    for what, (_, _, with_names) in EVENINGS.items():
        assert (pages[f"{what}, numbers"], pages[f"{what}, names"]) == (1, with_names), what


def test_cards_can_be_read_at_the_table(printed: dict[str, Any]) -> None:
    smallest = {what: page["A4"]["smallest"] for what, page in printed.items()}
    assert {what: size for what, size in smallest.items() if size < LEAST_LETTERS} == {}
