"""The second week of a club: the first evening is published, its file is corrected, the next comes with a new name."""

import datetime as dt
import html
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.desk.evenings import MEMBERS, evening
from cli.desk.visitor import Visitor, visiting

from pipelines.building.swap import Places
from pipelines.machine import clock

pytestmark = pytest.mark.long


def folder(visitor: Visitor) -> Path:
    return visitor.desk.paths.landing / "harbour" / "thursday"


def files_in(site: Path) -> dict[str, bytes]:
    return {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*.html")}


@pytest.fixture(scope="module")
def said() -> list[str]:
    """What the desk said to somebody who published in the build of the second week: its own, and another process's."""
    return []


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory, said: list[str]) -> Iterator[Visitor]:
    """A new desk after two weeks, in the second of whose builds somebody has published."""
    home = tmp_path_factory.mktemp("week")
    with visiting(home / "results") as visitor:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(clock, "today", lambda: dt.date(2025, 9, 5))
            page = visitor.posts(
                "/files", files={"2025-09-04.pbn": evening("2025-09-04")}, club="Harbour", name="Thursday"
            )
        assert "4 September 2025 · Thursday pairs · 6 pairs · 2 boards" in page
        assert "New: 4 September 2025" in visitor.waits_for_build()
        assert "Thursday" in visitor.gets("/site/index.html")
        assert "Nothing has been published yet." in visitor.gets("/publish")
        seen = visitor.desk.build_number()
        to_web = {"where": "folder", "folder": str(home / "web"), "build": seen}
        page = visitor.publishes(**to_web)
        assert "Published results: 1 new" in page
        assert "Last published on" in page
        assert "name is new on the web" not in page
        corrected = evening("2025-09-04").replace(b"2H S 8", b"2H S 10", 1)
        (folder(visitor) / "2025-09-04.pbn").write_bytes(corrected)
        misspelt = tuple(pair.replace("Akkerman ", "Akkermann ") for pair in MEMBERS)
        visitor.posts("/files", files={"2025-09-11.pbn": evening("2025-09-11", misspelt).replace(b"2H S", b"3NT N")})
        said.append(visitor.posts("/publish", **to_web))
        copy = Places(visitor.desk.paths.file, visitor.desk.paths.reports).copy
        while not copy.exists():  # until the build holds the lock
            assert visitor.desk.job.runs(), visitor.desk.job.lines()
            time.sleep(0.01)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(visitor.desk.job, "runs", lambda: False)  # as if it were another process that builds
            visitor.posts("/publish", **to_web)
        visitor.waits_for_build()
        said.append(visitor.gets("/publish"))
        yield visitor


def test_what_nobody_has_seen_is_not_published(week: Visitor, said: list[str]) -> None:
    """Neither while the pages are made nor after, before somebody looked at them."""
    at_once, waited = said
    assert "the pages are being made; publish when that is done" in at_once
    assert "the pages have changed since you looked" in waited
    web = week.desk.paths.reports.parent / "web"
    assert not list(web.rglob("*2025-09-11*"))
    assert (web / "index.html").is_file()
    assert not list(web.rglob("*private*"))


def test_what_would_change_for_whom(week: Visitor) -> None:
    page = week.gets("/publish")
    assert "Evenings that are not published yet: 1" in page
    assert "published numbers will change, of" in page
    assert "Lotte Akkerman" in page
    assert "1 name is new on the web: Lotte Akkermann." in page
    assert "1 question is open" in page
    assert '<time datetime="2025-09-04">4 September 2025</time>' in page
    assert f'value="{week.desk.paths.reports.parent / "web"}"' in page
    season = week.gets("/season")
    assert "People saw the published value, and would now see another" in season
    assert "barometer " not in html.unescape(season).replace('content="Barometer', "")


@pytest.mark.nightly
def test_a_misspelt_name_is_asked_about_and_settled(week: Visitor) -> None:
    page = week.gets("/")
    assert "Lotte Akkermann and Lotte Akkerman: one person?" in page
    question = re.search('name="question" value="([0-9a-f]+)"', page)
    assert question is not None
    week.posts("/answers", question=question[1], answer=0)
    assert "No questions." in week.waits_for_build()
    people = folder(week).parent / "people.csv"
    assert people.read_text() == "alias,player_id\nLotte Akkermann,Lotte Akkerman\n"


def test_what_was_looked_at_is_published_whole(week: Visitor) -> None:
    page = week.gets("/publish")
    build = re.search('name="build" value="([0-9]+)"', page)
    assert build is not None
    web = week.desk.paths.reports.parent / "web"
    page = week.publishes(where="folder", folder=web, build=build[1], accepts="the score was wrong")
    assert f"Copied to {web}" in page
    assert files_in(web) == files_in(week.desk.paths.reports)
