"""Publishing, the season, and an evening while it is played."""

import hashlib
import re
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import polars as pl
import pytest
from cli.desk.evenings import evening
from cli.desk.visitor import Visitor
from factories import frame

from pipelines.cli.desk.desk import Desk
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import SESSION, Adjustments, Doubts

pytestmark = pytest.mark.long


def folder(visitor: Visitor) -> Path:
    return visitor.desk.paths.landing / "harbour" / "thursday"


@pytest.mark.parametrize("path", ["/publish", "/season", "/live"])
def test_before_the_first_file_every_screen_leads_to_the_inbox(visitor: Visitor, path: str) -> None:
    assert "Give the inbox the file of an evening first." in visitor.gets(path)


def test_a_file_may_be_dropped_on_every_screen(begun: Visitor) -> None:
    (folder(begun).with_name("wednesday")).mkdir()
    shutil.copy(folder(begun) / "competition.toml", folder(begun).with_name("wednesday"))
    for screen in ("/tonight", "/live", "/publish", "/people", "/penalties", "/season", "/rules"):
        dialog = begun.gets(screen).partition('<dialog id="dropped"')[2].partition("</dialog>")[0]
        assert 'action="/files"' in dialog, screen
        assert 'value="harbour/wednesday"' in dialog, "it asks to which competition the file belongs"
    page = begun.posts("/files", files={"x.pbn": evening("2025-09-11")}, competition="harbour/wednesday")
    assert "Added: x.pbn" in page
    assert "<dialog" not in page


def test_where_the_pages_go_is_remembered_once_they_are_there(
    begun: Visitor, started: list[tuple[object, ...]], tmp_path: Path
) -> None:
    web, desk = tmp_path / "web", begun.desk
    assert "write the whole path of the folder" in begun.posts("/publish", where="folder", folder="web")
    assert "write LOGIN@SERVER:FOLDER" in begun.posts("/publish", where="server", server="www.harbour.example")
    assert "choose where the pages go" in begun.posts("/publish")
    assert started == []
    begun.posts("/publish", where="folder", folder=web, build=3)
    assert started == [("publish", str(web), "--build", 3, *desk.job.places)]
    (desk.folder / "publish.txt").write_text("barometer: no files may be written there\n")
    desk.job.publication.status = 2
    page = begun.gets("/publish")
    assert "<p>no files may be written there</p>" in page
    assert f'value="{web}"' in page
    assert not (desk.folder / "target.txt").exists()
    desk.job.publication.status = 0
    assert "no files may be written there" not in begun.posts("/publish", where="folder", folder=web, build=3)
    assert (desk.folder / "target.txt").read_text() == str(web)
    page = begun.posts("/publish", where="folder", folder=tmp_path / "none" / "web", build=3)
    assert "the folder that should contain this one does not exist; create it, or correct the path</p>" in page
    assert f'value="{tmp_path / "none" / "web"}"' in page, "what was typed stays"
    assert len(started) == 2


def test_after_a_publication_is_said_where_to_look_and_who_is_gone(
    begun: Visitor, started: list[tuple[object, ...]], tmp_path: Path
) -> None:
    desk, table = begun.desk, "scored.doubts"
    with Warehouse(desk.paths.file) as warehouse:
        of = warehouse.read("raw.sessions").select(SESSION).row(0, named=True)
        doubt = {**of, "what": "ranks", "differing": 1, "of": 6, "official": 1.0, "severe": True, "file_id": "1.pbn"}
        warehouse.write(table, frame(Doubts, doubt))
    (desk.folder / "names.json").write_text('{"harbour": ["Somebody Hidden"]}')
    page = begun.gets("/publish")
    assert "The pages of these evenings have a warning: 4 September 2025." in page
    assert "<q>Nobody has checked this yet, so the result may be wrong: ….</q>" in page
    desk.job.publication.status = 0
    page = begun.posts("/publish", where="folder", folder=tmp_path / "web", build=desk.build_number())
    assert len(started) == 1
    assert "1 name is gone from the pages: Somebody Hidden." in page
    assert "Open index.html there to look." in page


@pytest.mark.nightly
def test_the_brake_stops_a_publication_until_a_reason_is_given(building: Visitor) -> None:
    begun = building
    begun.publishes()
    (folder(begun) / "2025-09-04.pbn").rename(folder(begun).parent / "gone.txt")
    begun.posts("/files", files={"2025-09-11.pbn": evening("2025-09-11")})
    begun.waits_for_build()
    page = begun.gets("/publish")
    assert "Look at this first" in page
    assert "Publish nevertheless" in page
    assert "Nothing was published. Do what these lines say, build, and publish again." in begun.publishes()
    page = begun.publishes(accepts="the club knows")
    assert "Published results" in page
    with Warehouse(begun.desk.paths.file, read_only=True) as warehouse:
        assert warehouse.read("published.stops")["reason"].to_list() == ["the club knows"]


@pytest.mark.nightly
def test_an_evening_is_followed_and_ended(building: Visitor, tmp_path: Path) -> None:
    begun = building
    source = tmp_path / "tonight.pbn"
    shutil.copy(folder(begun) / "2025-09-04.pbn", source)
    source.write_bytes(evening("2025-09-11"))
    begun.posts("/live/begin", source=str(source))
    page = begun.gets("/live")
    for _ in range(300):
        if "<iframe" in page:
            break
        time.sleep(0.1)
        page = begun.gets("/live")
    assert 'src="/site/harbour/thursday/live.html"' in page
    assert "Lotte Akkerman" in begun.gets("/site/harbour/thursday/live.html")
    assert "an evening is followed already" in begun.posts("/live/begin", source=str(source))
    begun.posts("/live/end")
    assert "New: 11 September 2025" in begun.waits_for_build()
    assert [path.name for path in folder(begun).glob("*.pbn") if path.read_bytes() == evening("2025-09-11")]


def test_a_penalty_is_written_as_by_hand(begun: Visitor) -> None:
    evening_id = re.search('<option value="([^"]+)"', begun.gets("/penalties"))
    assert evening_id is not None
    page = begun.gets(f"/penalties?evening={evening_id[1]}")
    assert "A 1 Lotte Akkerman &amp; Vera Guidotti" in page
    page = begun.posts("/penalties", evening=evening_id[1], entrant="A 1", sign="loses", amount="ten", unit="points")
    assert "write a number above 0" in page
    own = {"evening": evening_id[1], "entrant": "A 1", "sign": "loses", "amount": "10", "reason": "=late <b>"}
    begun.posts("/penalties", **own, unit="percent_of_top")
    written = (folder(begun) / "penalties.csv").read_text()
    assert written == "session_id,line,entrant,amount,unit,reason\n2025-09-04,A,1,-10,percent_of_top,=late <b>\n"
    own_id = dict(zip(("club", "competition", "season", "session_id"), evening_id[1].split("/"), strict=True))
    given = {**own_id, "line": "A", "entrant": "1", "amount": -10.0, "unit": "percent_of_top", "reason": "=late <b>"}
    begun.desk.tables.of("harbour")["raw.adjustments"] = frame(Adjustments, given)
    page = begun.gets(f"/penalties?evening={evening_id[1]}")
    assert "−10 (percent of the top of one board)" in page
    assert "=late &lt;b&gt;" in page
    begun.posts("/undo", entry=1)
    assert not (folder(begun) / "penalties.csv").exists()


EVENING = "harbour/thursday/2025-26/2025-09-04"
PENALTY = {"evening": EVENING, "entrant": "A 1", "sign": "loses", "amount": "10", "unit": "percent_of_top"}


def test_penalties_at_the_same_time_are_all_written_and_noted(begun: Visitor) -> None:
    def given(pair: int) -> str:
        return begun.posts("/penalties", **{**PENALTY, "entrant": f"A {pair}"})

    with ThreadPoolExecutor() as pool:
        pages = [*pool.map(given, range(1, 7))]
    assert sorted(re.findall("Penalty for A ([0-9]) ", "".join(pages))) == [*"123456"], "each page says its own"
    assert len((folder(begun) / "penalties.csv").read_text().splitlines()) == 7
    assert [entry.number for entry in begun.desk.journal.entries()] == [6, 5, 4, 3, 2, 1]


def test_what_is_said_stays_on_its_page_alone(begun: Visitor) -> None:
    own = {"Cookie": begun.cookie, "Origin": f"http://{begun.host}", "Referer": f"http://{begun.host}/penalties?said=x"}
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    body = urlencode({**PENALTY, "amount": "ten", "reason": "late"}).encode()
    where = begun.asks("POST", "/penalties", body, own | kind).headers["location"]
    for _ in range(2):
        page = begun.gets(where)
        assert "write a number above 0" in page
        assert 'value="ten"' in page
        assert 'value="late"' in page
        assert '<option value="A 1" selected="selected">' in page
    page = begun.gets("/penalties")
    assert "write a number above 0" not in page
    assert '<option value="">Choose a pair</option>' in page


def test_a_penalty_is_removed(begun: Visitor) -> None:
    for pair in (1, 2):
        begun.posts("/penalties", **{**PENALTY, "entrant": f"A {pair}"})
    table = folder(begun) / "penalties.csv"
    written, of = table.read_bytes(), {"club": "harbour", "competition": "thursday"}
    own = {
        **of,
        "season": "2025-26",
        "session_id": "2025-09-04",
        "line": "A",
        "unit": "percent_of_top",
        "amount": -10.0,
    }
    rows = [{**own, "entrant": f"{pair}", "file_id": table.name, "line_no": 1 + pair} for pair in (1, 2)]
    tables = begun.desk.tables.of("harbour")
    tables["raw.adjustments"] = frame(Adjustments, *rows)
    file = {**of, "file_id": table.name, "sha256": hashlib.sha256(written).hexdigest()}
    tables["raw.files"] = pl.DataFrame([file])
    first = {"evening": EVENING, "file": table.name, "line_no": 2}
    assert "Penalty removed for A 1 Lotte Akkerman" in begun.posts("/penalties/remove", **first)
    assert table.read_bytes() == b"".join(written.splitlines(keepends=True)[::2])
    assert "this table has changed since" in begun.posts("/penalties/remove", **first)
    begun.posts("/undo", entry=3)
    assert table.read_bytes() == written


def test_what_was_done_later_is_taken_back_too_after_asking(begun: Visitor) -> None:
    for pair in (1, 2):
        begun.posts("/penalties", **{**PENALTY, "entrant": f"A {pair}"})
    assert "Take all of this back" in begun.gets("/")
    begun.posts("/undo", entry=1)
    assert not (folder(begun) / "penalties.csv").exists()
    assert all(entry.undone for entry in begun.desk.journal.entries())
    begun.posts("/penalties", **PENALTY)
    (folder(begun) / "penalties.csv").write_text("session_id\n")
    assert "the file has changed since" in begun.posts("/undo", entry=3)
    assert "Cannot be taken back here" in begun.gets("/")


@pytest.mark.nightly
def test_what_the_desk_runs_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = tmp_path / "endless"
    endless.write_text("#!/bin/sh\nexec sleep 60\n")
    endless.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(endless))
    desk = Desk(Paths(tmp_path / "results", tmp_path / "warehouse.duckdb", tmp_path / "reports"))
    desk.live.start("live")
    desk.job.start()
    assert (desk.live.runs(), desk.job.runs()) == (True, True)
    desk.close()
    assert (desk.live.runs(), desk.job.runs()) == (False, False)


def test_a_penalty_for_nobody_is_not_written(begun: Visitor) -> None:
    own = {"evening": "harbour/thursday/2025-26/2025-09-04", "sign": "gets", "amount": "1", "unit": "points"}
    for entrant in ("", "A 99", "../x", "B 1"):
        assert "choose the evening and the pair" in begun.posts("/penalties", **own, entrant=entrant)
    assert not (folder(begun) / "penalties.csv").exists()
