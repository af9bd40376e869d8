"""The result list of a session, as a phone shows it."""

from pathlib import Path

import pytest
from page_files import root_of
from reports.test_session_pages import results, site

pytestmark = pytest.mark.long


def test_on_a_phone_who_played_fewer_boards_than_others_reads_how_many(tmp_path: Path) -> None:
    rows = [
        {"entrant": entrant, "rank": 1, "score": 50.0, "points": maximum / 2, "maximum": maximum, "boards": boards}
        for entrant, boards, maximum in (("1", 24, 144.0), ("2", 23, 138.0), ("3", 24, 144.0))
    ]
    season = site(tmp_path, scored_session_results=results("matchpoints", *rows))
    told = root_of(season / "sessions" / "1.html").xpath("//small[@class='less']")
    assert ["".join(one.itertext()).strip() for one in told] == [
        "1 · 72 of 144 · 1 club point",
        "2 · 69 of 138 · 23 boards · 1 club point",
        "3 · 72 of 144 · 1 club point",
    ]
