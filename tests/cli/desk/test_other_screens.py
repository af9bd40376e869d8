"""Publishing, the season, and an evening while it is played."""

import html
import re
import shutil
import time
from pathlib import Path

import pytest
from cli.desk.evenings import evening
from cli.desk.visitor import Visitor

from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long


def folder(visitor: Visitor) -> Path:
    return visitor.desk.paths.landing / "harbour" / "thursday"


@pytest.mark.parametrize("path", ["/publish", "/season", "/live"])
def test_before_the_first_file_every_screen_leads_to_the_inbox(visitor: Visitor, path: str) -> None:
    assert "Give the inbox the file of an evening first." in visitor.gets(path)


def test_what_was_published_and_what_would_change_for_whom(begun: Visitor, tmp_path: Path) -> None:
    assert "Nothing has been published yet." in begun.gets("/publish")
    page = begun.posts("/publish", target=str(tmp_path / "web"))
    assert "Published results: 1 new" in page
    assert "Last published on" in page
    assert (tmp_path / "web" / "index.html").is_file()
    assert not list((tmp_path / "web").rglob("*private*"))
    corrected = evening("2025-09-04").replace(b"2H S 8", b"2H S 10", 1)
    (folder(begun) / "2025-09-04.pbn").write_bytes(corrected)
    begun.posts("/files", files={"2025-09-11.pbn": evening("2025-09-11")})
    begun.waits_for_build()
    page = begun.gets("/publish")
    assert "Evenings that are not published yet: 1" in page
    assert "published numbers will change, of" in page
    assert "Lotte Akkerman" in page
    assert f'value="{tmp_path / "web"}"' in page
    season = begun.gets("/season")
    assert "People saw the published value, and would now see another" in season
    assert "barometer " not in html.unescape(season).replace('content="Barometer', "")


@pytest.mark.nightly
def test_the_brake_stops_a_publication_until_a_reason_is_given(begun: Visitor) -> None:
    begun.posts("/publish", target="")
    (folder(begun) / "2025-09-04.pbn").rename(folder(begun).parent / "gone.txt")
    begun.posts("/files", files={"2025-09-11.pbn": evening("2025-09-11")})
    begun.waits_for_build()
    page = begun.gets("/publish")
    assert "Look at this first" in page
    assert "Publish nevertheless" in page
    assert "Not everything was published." in begun.posts("/publish", target="")
    page = begun.posts("/publish", target="", accepts="the club knows")
    assert "Published results" in page
    with Warehouse(begun.desk.paths.file, read_only=True) as warehouse:
        assert warehouse.read("published.stops")["reason"].to_list() == ["the club knows"]


@pytest.mark.nightly
def test_an_evening_is_followed_and_ended(begun: Visitor, tmp_path: Path) -> None:
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


@pytest.mark.nightly
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
    begun.waits_for_build()
    page = begun.gets(f"/penalties?evening={evening_id[1]}")
    assert "−10 (percent of the top of one board" in page
    assert "=late &lt;b&gt;" in page
    begun.posts("/undo", entry=1)
    assert not (folder(begun) / "penalties.csv").exists()


@pytest.mark.parametrize("entrant", ["", "A 99", "../x", "B 1"])
def test_a_penalty_for_nobody_is_not_written(begun: Visitor, entrant: str) -> None:
    own = {"evening": "harbour/thursday/2025-26/2025-09-04", "entrant": entrant, "sign": "gets", "amount": "1"}
    assert "choose the evening and the pair" in begun.posts("/penalties", **own, unit="points")
    assert not (folder(begun) / "penalties.csv").exists()
