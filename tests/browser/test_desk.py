"""A director's evenings at the desk, in Chromium: with a mouse, by the keyboard alone, and in four languages."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.desks import CLUB, COMPETITION, GUEST, command, evenings, opened, pairs
from browser.test_pages import stays_in_frames, words
from cli.desk.evenings import STRANGERS, evening
from cli.desk.visitor import visiting

WIDTHS = (768, 1280)
Seen = dict[str, Any]


@pytest.mark.parametrize("by_keyboard", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_first_evening(ask: Callable[..., Any], tmp_path: Path, by_keyboard: bool) -> None:
    """In the short form: a file, two names, and the pages."""
    with opened(tmp_path) as address:
        met = ask("desk_evenings.mjs", address=address, upTo=1, byKeyboard=by_keyboard, **evenings(tmp_path / "files"))
    [first] = met["met"].values()
    assert met["errors"] == []
    assert any("4 September 2025" in line for line in first["seen"]["news"])
    assert COMPETITION in first["seen"]["site"]
    if by_keyboard:
        assert first["clicks"] == 0
        assert [one["tag"] for one in first["seen"]["marked"] if one["outline"] < 2] == []
    else:
        assert first["clicks"] <= 4


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("five")


@pytest.fixture(scope="module")
def met(ask: Callable[..., Any], home: Path) -> Seen:
    """Five evenings on one desk, one after the other, and a file in whose build the browser is closed."""
    with opened(home) as address:
        return dict(ask("desk_evenings.mjs", address=address, upTo=6, **evenings(home / "files")))


@pytest.mark.long
def test_few_clicks_are_enough(met: Seen) -> None:
    most = {"first": 4, "second": 4, "correction": 5, "tonight": 11, "publication": 3, "closed": 1}
    assert {name: one["clicks"] for name, one in met["met"].items()} == most
    assert met["errors"] == []


@pytest.mark.long
def test_a_foreign_file_waits_and_a_misspelt_name_is_asked_about(met: Seen, home: Path) -> None:
    seen = met["met"]["second"]["seen"]
    assert any(line.startswith("11 September 2025 · Thursday pairs · 24 pairs") for line in seen["said"])
    assert ["Hardly anybody in this file has played here" in one for one in seen["waiting"]] == [True]
    assert len(seen["questions"]) == 1
    assert seen["after"] == []
    assert {path.name for path in (home / "results").rglob("*.pbn")} == {
        *("2025-09-04.pbn", "2025-09-11.pbn", "2025-09-18.pbn"),
    }


@pytest.mark.long
def test_a_corrected_file_replaces_the_earlier_one(met: Seen, home: Path) -> None:
    seen = met["met"]["correction"]["seen"]
    assert ["Is this file its correction?" in one for one in seen["waiting"]] == [True]
    assert any(line.startswith("Taken back: ") for line in seen["back"])
    kept = home / "results/alderhaven/tuesday-evening/2025-09-04.pbn"
    assert kept.read_bytes() == (home / "files/corrected/2025-09-04.pbn").read_bytes()


@pytest.mark.long
def test_an_evening_has_three_lines_without_a_pair_and_with_a_guest(met: Seen) -> None:
    seen = met["met"]["tonight"]["seen"]
    assert "23 pairs" in seen["here"][0]
    assert [line[:6] for line in seen["lines"]] == ["Line A", "Line B", "Line C"]
    assert GUEST in seen["printed"]
    assert pairs()[6].partition(" & ")[0] not in seen["printed"]


@pytest.mark.long
def test_what_is_published_is_the_corrected_evenings(met: Seen, home: Path) -> None:
    seen = met["met"]["publication"]["seen"]
    assert "this is the first time" in seen["preview"][0]
    assert seen["said"][0].startswith("Published results: ")
    pages = "".join(path.read_text("utf-8") for path in (home / "files/web").rglob("*.html"))
    assert CLUB in pages
    assert pairs()[0].partition(" & ")[0] in pages
    assert not re.search("|".join((GUEST, "Iinès", STRANGERS[0].partition(" & ")[0])), pages)


@pytest.mark.long
def test_a_browser_closed_in_the_middle_loses_nothing(met: Seen) -> None:
    seen = met["met"]["closed"]["seen"]
    assert (seen["ran"], seen["runs"]) == (1, 1)
    assert any("18 September 2025" in line for line in seen["news"])
    assert "Added: 2025-09-18.pbn" in seen["entries"][0]


@pytest.mark.long
def test_a_second_desk_says_where_the_first_is(tmp_path: Path) -> None:
    with opened(tmp_path) as address:
        second = command(tmp_path)
        _, said = second.communicate(timeout=60)
        assert (second.returncode, address in said) == (0, True)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk with something of every kind: a question, a file that waits, a guest who is asked about, three lines."""
    home = tmp_path_factory.mktemp("busy")
    asked = evenings(home / "files")
    with visiting(home / "results") as director:
        for which in ("first", "second"):
            names = {"club": CLUB, "name": COMPETITION} if which == "first" else {}
            director.posts("/files", files={f"{which}.pbn": Path(asked["files"][which]).read_bytes()}, **names)
            director.waits_for_build()
        director.publishes()
        director.posts("/files", files={"foreign.pbn": evening("2025-09-12", STRANGERS)})
        director.posts("/tonight/last")
        director.posts("/tonight/lines", lines=3)
    return home


@pytest.fixture(scope="module", params=["en", "nl", "fr", "nb"])
def found(ask: Callable[..., Any], busy: Path, request: Any) -> dict[str, Seen]:
    """Screen -> what was found of it."""
    evening_id, of = "alderhaven/tuesday-evening/2025-26/2025-09-04", "alderhaven/tuesday-evening"
    screens = (
        *("/", "/tonight", "/tonight?print", "/live", "/publish", "/people", "/penalties", "/season", "/rules"),
        *("/nowhere", f"/penalties?evening={evening_id}", f"/rules?of={of}&boards=none"),
        f"/people?person={pairs()[0].partition(' & ')[0]}",
    )
    with opened(busy, "--language", request.param) as key:
        root = key.partition("/?")[0]
        looked = ask(
            "look_at_pages.mjs", widths=WIDTHS, height=900, pages=[root + one for one in screens], axe=True, key=key
        )
    return dict(zip(screens, looked, strict=True))


@pytest.mark.long
def test_axe_finds_nothing_and_everything_stays_in_its_frame(found: dict[str, Seen]) -> None:
    for colours in ("light", "dark"):
        assert words({screen: one["axe"][colours] for screen, one in found.items()}) == {}
    for width in WIDTHS:
        stays_in_frames(found, width)
        assert words({screen: one["widths"][str(width)]["small"] for screen, one in found.items()}) == {}
    said = {screen: one["said"] for screen, one in found.items() if screen != "/nowhere"}  # the browser notes the 404
    assert words(said) == {}
