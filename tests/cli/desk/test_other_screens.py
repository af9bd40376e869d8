"""Publishing, the season, and an evening while it is played."""

import re
import shutil
import time
from pathlib import Path

import pytest
from cli.desk.evenings import evening
from cli.desk.visitor import Visitor
from factories import frame

from pipelines.warehouse import Warehouse
from transforms.tables.schemas import Adjustments

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


@pytest.mark.nightly
def test_the_brake_stops_a_publication_until_a_reason_is_given(building: Visitor) -> None:
    begun = building
    begun.posts("/publish", target="", build=begun.desk.build_number())
    (folder(begun) / "2025-09-04.pbn").rename(folder(begun).parent / "gone.txt")
    begun.posts("/files", files={"2025-09-11.pbn": evening("2025-09-11")})
    begun.waits_for_build()
    page = begun.gets("/publish")
    assert "Look at this first" in page
    assert "Publish nevertheless" in page
    now = {"target": "", "build": begun.desk.build_number()}
    assert "Not everything was published." in begun.posts("/publish", **now)
    page = begun.posts("/publish", **now, accepts="the club knows")
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
    assert "New: 2025-09-11" in begun.waits_for_build()
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


def test_a_penalty_for_nobody_is_not_written(begun: Visitor) -> None:
    own = {"evening": "harbour/thursday/2025-26/2025-09-04", "sign": "gets", "amount": "1", "unit": "points"}
    for entrant in ("", "A 99", "../x", "B 1"):
        assert "choose the evening and the pair" in begun.posts("/penalties", **own, entrant=entrant)
    assert not (folder(begun) / "penalties.csv").exists()
