"""Pages used by the keyboard alone, by a finger on a phone, and on paper."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from browser.kinds import PAGES
from factories import Tables
from reports.conftest import computed, raw_tables
from reports.whole_site import write_site

pytestmark = pytest.mark.long

A_PHONE = {"width": 390, "height": 844}
Met = dict[str, Any]


@pytest.fixture(scope="module")
def player(club: Tables) -> str:
    """Somebody whom the search has to find."""
    return str(club["raw.players"]["name"].sort()[40])


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of an evening of three lines, 28 pairs and 24 boards."""
    return evening_of_three_lines(tmp_path_factory.mktemp("full"), None)


@pytest.fixture(scope="module")
def joined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with two of the lines in one list, where each number has the letter of its line."""
    page = evening_of_three_lines(tmp_path_factory.mktemp("joined"), "A+B")
    assert ">A4</span>" in page.read_text(encoding="utf-8")
    return page


def evening_of_three_lines(folder: Path, together: str | None) -> Path:
    raw = raw_tables(clubs=1, sessions=1, pairs=28, boards=24)
    assert raw["raw.results"]["line"].n_unique() == 3
    raw["raw.sessions"] = raw["raw.sessions"].with_columns(together=pl.lit(together, pl.String))
    (page,) = write_site(computed(raw), folder).parent.glob("*/*/*/sessions/*.html")
    return page


@pytest.fixture(scope="module")
def met(ask: Callable[..., Any], built: Path, full: Path, joined: Path, player: str) -> Met:
    used = {name: name for name in ("season", "standing", "meetings", "next", "analysis", "player", "board", "card")}
    used |= {"cards": "cards", "first": "index", "evening": "session", "boards": "hands"}
    pages = {name: str(built / PAGES[kind]) for name, kind in used.items()}
    return dict(
        ask("use_pages.mjs", name=player.split()[0].lower(), full=str(full), joined=str(joined), **A_PHONE, **pages)
    )


def test_pages_are_printed_on_one_sheet_and_the_map_of_a_season_with_who_is_who_on_two(met: Met) -> None:
    assert met["sheets"] == {**dict.fromkeys(met["sheets"], 1), "meetings": 2}
    assert met["sheets"].keys() == {"standing", "board", "card", "evening", "full", "joined", "next", "meetings"}


def test_a_printed_ranking_can_be_read(met: Met) -> None:
    assert met["letters"] == [9]


def test_a_row_of_joined_lines_is_as_tall_as_its_names(met: Met) -> None:
    heights = met["heights"]
    assert heights["joined"] == heights["full"]
    assert max(heights["full"]) <= 40


@pytest.mark.parametrize("of", ["season", "evening"])
def test_a_cell_of_a_map_is_shown_to_a_finger_and_to_the_keyboard(met: Met, of: str) -> None:
    cells = met["cells"][of]
    plain = {which: cells[which].replace("\u2068", "").replace("\u2069", "") for which in ("tapped", "below")}
    first, second, third = cells["names"][:3]
    assert cells["before"].startswith("Point at a cell, tap it, or move with the arrow keys")
    for words, who in ((plain["tapped"], second), (plain["below"], third)):
        assert words.startswith(who)
        assert first in words


def test_a_line_of_the_chart_of_all_rankings_is_named_by_a_finger_and_by_the_keyboard(met: Met) -> None:
    lines = met["lines"]
    for none in ("before", "again", "left"):
        assert lines[none]["text"].startswith("Tap a line, or move with the arrow keys")
        assert lines[none]["chosen"] == []
    assert lines["tapped"]["chosen"] == [lines["of"]], "ten pixels off it is still meant"
    assert lines["shared"]["ways"] == 2
    assert " & " in lines["shared"]["text"], "who shares a line is named with the other"
    assert len(lines["next"]["chosen"]) == 1
    assert lines["asked"] == lines["tapped"]
    assert lines["next"]["chosen"] != lines["shared"]["chosen"]


def test_a_table_of_methods_fits_and_its_names_stay(met: Met) -> None:
    assert len(met["methods"]) == 2
    for frame in met["methods"]:
        assert frame["moved"] == 0
        assert abs(frame["left"]) < 1


def test_the_first_key_shows_a_way_past_the_ways(met: Met) -> None:
    skip = met["keyboard"]["skip"]
    assert skip["text"] == "Skip to the content"
    assert min(skip["top"], skip["left"], skip["height"] - 24) >= 0
    assert met["keyboard"]["isPast"]
    assert [spot for spot in met["keyboard"]["marked"] if spot["outline"] < 1] == [], "what has the focus is marked"


def test_the_search_is_reached_and_finds_without_a_mouse(met: Met, player: str) -> None:
    *_, found = met["keyboard"]["marked"]
    assert found["tag"] == "a"
    assert player.split()[0] in met["keyboard"]["title"]
    assert met["keyboard"]["title"] == found["text"]


@pytest.mark.parametrize("page", ["first", "season"])
def test_the_last_evening_and_the_ranking_end_within_three_screens_of_a_phone(met: Met, page: str) -> None:
    ends = met["finger"]["ends"][page]
    assert len(ends) == 2
    assert max(ends) <= 3 * A_PHONE["height"]


def test_all_lists_of_an_evening_end_within_three_screens_of_a_phone_and_a_finger_hits_every_link(met: Met) -> None:
    assert met["finger"]["evening"]["lists"] == 3
    assert met["finger"]["evening"]["end"] <= 2500
    assert met["finger"]["evening"]["low"] == []


def test_a_scorecard_is_two_taps_from_the_first_page(met: Met) -> None:
    card = met["finger"]["card"]
    assert "rank 3 of" in card["text"]
    assert 0 <= card["top"] < A_PHONE["height"]


def test_who_says_who_he_is_has_his_last_result_on_top_and_his_rows_marked(met: Met) -> None:
    me = met["me"]
    assert (me["before"], me["said"]) == ("This is me", "Not me any more")
    for page in ("first", "season"):
        shown = me["pages"][page]
        assert shown["result"].startswith("My last result")
        assert "rank " in shown["result"]
        places = [link.split("#")[0].removeprefix("file://") for link in shown["links"]]
        assert [Path(place).is_file() for place in places] == [True] * 3
        assert places[-1].endswith("/players/1001.html")
    for page in ("standing", "evening", "board"):
        rows = me["pages"][page]["rows"]
        assert me["name"] in rows[0]["text"]
        assert "none" not in {row["shadow"] for row in rows}, "a bar marks it, not a colour alone"
    assert len(me["pages"]["board"]["rows"]) == 1
    assert me["pages"]["evening"]["jump"].startswith("My result · ")
    assert len(me["pages"]["evening"]["rows"]) == 4, "of the list, the rounds, the event and its federation points"


def test_who_the_reader_is_stays_in_the_browser_until_it_is_taken_back(met: Met) -> None:
    [[key, kept]] = met["me"]["kept"]
    assert key.endswith("/club/")
    assert json.loads(kept) == [{"folder": "alderhaven/tuesday-evening", "id": "1001", "name": met["me"]["name"]}]
    assert met["me"]["again"] == {"button": "This is me", "kept": 0, "rows": []}


def test_the_line_of_the_reader_comes_first_and_two_may_share_a_browser(met: Met) -> None:
    nobody, one, both = (met["two"][who] for who in ("nobody", "one", "both"))
    first, second, third = nobody["lists"]
    assert (nobody["mine"], nobody["jumps"]) == (0, [])
    assert one["lists"] == [third, first, second]
    assert (one["mine"], one["jumps"]) == (1, ["#mine"])
    assert both["lists"] == [third, first, second]
    assert (both["mine"], sorted(both["jumps"])) == (2, ["#mine", "#mine1"])
    assert met["two"]["buttons"] == ["This is me", "This is me too"]


def test_where_the_browser_keeps_nothing_there_is_no_button_and_nothing_breaks(met: Met) -> None:
    assert met["me"]["refused"] == 0
    assert met["me"]["errors"] == []


def test_a_long_list_shows_the_rows_of_a_line_and_of_a_name(met: Met, player: str) -> None:
    shown = met["filters"]
    every, of_line, named = (shown[name] for name in ("all", "ofLine", "named"))
    assert of_line == [row for row in every if row["line"] == "A"]
    assert shown["pressed"] == "true"
    word = player.split()[0].lower()
    assert named == [row for row in of_line if word in row["text"].lower()]
    assert len(named) < len(of_line) < len(every) == shown["again"]
    assert shown["status"] == f"{len(named)} of {len(every)} rows"


def test_addresses_of_a_time_when_all_boards_had_one_page_lead_on(met: Met) -> None:
    number, row = met["leadsOn"]["number"], met["leadsOn"]["row"]
    assert met["leadsOn"]["found"] == {f"board-{number}.html": 0, row: 1, "card-a-1.html": 0}
