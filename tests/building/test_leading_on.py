"""A newer version writes the letters of an address otherwise: pages of before lead on, and name nobody hidden since."""

import os
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from factories import Tables, competitions, frame

from pipelines.building import drawing, putting
from pipelines.building.build import SHOWN
from pipelines.building.changes import RAW
from pipelines.building.failures import Failure, findings_of
from pipelines.reports import page_names
from pipelines.reports import site as module
from pipelines.reports.files import Files
from pipelines.reports.manifests import MANIFEST, NamedFolders
from pipelines.reports.page_names import page_name
from transforms.tables.schemas import WAREHOUSE, Players

CLUB, COMPETITION, PLAYER = "café", "métro", "Ådå Alder"
OLD = re.compile(r"^(caf|m-tro|d-alder)-")
"""How names began where a letter with an accent was left out."""


@pytest.fixture(autouse=True)
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A competition has a first page, one of each player, and a list of them."""

    def drawing_of(tables: Tables, files_of: dict[tuple[str, str], Files], **_: Any) -> Any:
        def draw(owner: tuple[str, str]) -> None:
            season = files_of[owner].within("2025-26")
            players = tables["raw.players"].filter(club=owner[0], competition=owner[1])["player_id"]
            season.write("index.html", b"all")
            season.write("players.csv", "\n".join(players).encode())
            for player in players:
                season.write(f"players/{page_name(player)}.html", player.encode())

        def draw_careers(club: str, files: Files) -> None:
            """Nobody played in several seasons."""

        return SimpleNamespace(draw=draw, draw_careers=draw_careers)

    monkeypatch.setattr(module, "_drawing", drawing_of)


def tables_of(*ids: str, **more: Any) -> Tables:
    """Those of a club with these players; what else is known counts for the first of them."""
    of = {"club": CLUB, "competition": COMPETITION}
    players = [{**of, "player_id": id_, "name": id_} | (more if place == 0 else {}) for place, id_ in enumerate(ids)]
    empty: Tables = {name: WAREHOUSE[name].create_empty() for name in SHOWN}
    return {**empty, "raw.competitions": competitions(CLUB, COMPETITION), "raw.players": frame(Players, *players)}


SHOWN_TO_ALL = tables_of(PLAYER, "2")
HIDDEN = tables_of(PLAYER, "2", public=False)


def put(site: Path, tables: Tables, *gone: str) -> None:
    aside = site / ".writing"
    drawing.draw_clubs(tables, [] if gone else [CLUB], site, aside, lambda *_: None)
    putting.seal(aside, os.urandom(4).hex(), gone)
    putting.put(aside, site)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(page_names, "in_plain_letters", str.lower)
        put(site, SHOWN_TO_ALL)
    assert len({part for page in pages(site) for part in page.parts if OLD.match(part)}) == 3
    return site


def pages(site: Path) -> set[Path]:
    return {page.relative_to(site) for page in site.rglob("*.html")}


def followed(site: Path, page: Path) -> str:
    """What stands where this page leads on to."""
    (there,) = re.findall(r'content="0; url=([^"]+)"', (site / page).read_text("utf-8"))
    place = Path(os.path.normpath(page.parent / there))
    assert not any(map(OLD.match, place.parts))
    return (site / place).read_text("utf-8")


def cannot(*_: Path) -> bool:
    return False


@pytest.mark.parametrize("can_exchange", [True, False])
def test_every_old_page_leads_to_the_new(site: Path, monkeypatch: pytest.MonkeyPatch, *, can_exchange: bool) -> None:
    if not can_exchange:
        monkeypatch.setattr(putting, "exchanged", cannot)
    said = {page: (site / page).read_text("utf-8") for page in pages(site)}
    for _ in range(2):
        put(site, SHOWN_TO_ALL)
        assert {page: followed(site, page) for page in said} == said
        (old,) = site.glob("caf-*")
        left = {file.relative_to(site) for file in old.rglob("*") if file.is_file()}
        assert {file for file in left if file.name not in (MANIFEST, ".build")} == set(said)


@pytest.mark.parametrize("is_drawn_before", [True, False])
def test_nothing_of_before_names_who_is_hidden_since(site: Path, *, is_drawn_before: bool) -> None:
    if is_drawn_before:
        put(site, SHOWN_TO_ALL)
    put(site, HIDDEN)
    assert len(list(site.glob("caf*"))) == 2
    assert not [file for file in site.rglob("*") if "alder" in file.name]
    assert not [file for file in site.rglob("*") if file.is_file() and b"alder" in file.read_bytes().lower()]


def test_a_club_that_goes_takes_its_folder_of_before_along(site: Path) -> None:
    put(site, SHOWN_TO_ALL)
    assert len(list(site.glob("caf*"))) == 2
    put(site, SHOWN_TO_ALL, CLUB)
    assert not list(site.glob("caf*"))


def test_a_club_that_cannot_be_drawn_keeps_its_folder_of_before(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ValueError

    before = pages(site)
    monkeypatch.setattr(module, "_drawing", fails)
    with pytest.raises(module.DrawingError):
        put(site, SHOWN_TO_ALL)
    putting.put(site / ".writing", site)
    assert pages(site) == before
    (old,) = site.glob("caf*")
    words = findings_of([Failure(CLUB, RAW, "cut off")], [CLUB], [CLUB], NamedFolders(site).of)
    undrawn, unread = words.filter(code="club.may_name")["message"]
    assert f": remove every folder of the club ({old.name}) from the site" in undrawn
    assert f", remove every folder of this club ({old.name}) and of those clubs from the site" in unread


def test_a_page_of_before_leads_on_to_the_place_on_the_page(site: Path) -> None:
    """The mark behind the address, such as that of a board, was lost."""
    (old,) = (page for page in pages(site) if "alder" in page.name)
    put(site, SHOWN_TO_ALL)
    (script,) = re.findall(r'<script src="?([^" >]+)', (site / old).read_text("utf-8"))
    assert "location.hash" in (site / old.parent / script).read_text("utf-8")
