"""What the desk says of what was published, and of what was not."""

import datetime as dt
from pathlib import Path

import polars as pl
import pytest
from factories import Tables, frame
from reports.test_desk import CLUB, OF_SESSION, drawn, tables, text

from pipelines.reports.desk.published import CORRECTED, NEW, PUBLISHED
from transforms.tables.schemas import ChangedResults, Competitions, PublishedCorrections


@pytest.fixture
def quiet() -> Tables:
    """A club of which there is nothing to say."""
    return tables(Competitions.create_empty)


def test_where_nothing_was_published_it_says_so(quiet: Tables, tmp_path: Path) -> None:
    page = text(drawn(quiet | {"published": pl.DataFrame(schema=PUBLISHED)}, tmp_path) / CLUB / "index.html")
    assert "Nothing was published yet. barometer publish records what people are shown" in page
    assert "No number that was published" not in page
    assert "Changed since published (" not in page


def test_it_tells_what_would_be_new_and_what_publishing_corrected(quiet: Tables, tmp_path: Path) -> None:
    evening = {"club": CLUB, **OF_SESSION, "date": dt.date(2026, 1, 6)}
    at = {"until_at": dt.datetime(2026, 2, 3, tzinfo=dt.UTC), "kind": "results", "number": 35}
    lists = {
        "new": pl.DataFrame([evening], schema=NEW),
        "corrected": pl.DataFrame([{**at, **evening}], schema=CORRECTED),
    }
    page = text(drawn(quiet | lists, tmp_path) / CLUB / "index.html")
    assert "Evenings that are not published yet: 1 6 January 2026 c Result list" in page
    told = "Corrected when it was published again: 1 3 February 2026: result lists · 6 January 2026 c · 35 values"
    assert told in page


def test_the_result_that_changed_and_how_much_follows_come_before_all_that_does(quiet: Tables, tmp_path: Path) -> None:
    usual = {"since_at": dt.datetime(2026, 7, 2, tzinfo=dt.UTC), "entrant": "8", "players": "8", "field": "rank"}
    places = {**usual, "kind": "rankings", "list": "player_places", "published": "23", "now": "28"}
    champion = {**usual, "kind": "championships", "list": "individual", "published": "2", "now": "1"}
    line = {"line": "A", "board": 1, "ns": "6", "ew": "5", "published": "50", "now": "-110", "since_build": 2}
    changed = {"changed_results": frame(ChangedResults, line)}
    page = text(
        drawn({**quiet, **changed, "corrections": frame(PublishedCorrections, places)}, tmp_path) / CLUB / "index.html"
    )
    assert page.index("line A, board 1") < page.index("50, now −110") < page.index("places of players rank 1")
    assert page.index("places of players rank 1") < page.index("Files that changed")
    assert "first place" not in page
    page = text(drawn({**quiet, "corrections": frame(PublishedCorrections, champion)}, tmp_path) / CLUB / "index.html")
    assert "A first place in a championship is among them." in page
    assert "Results that changed" not in page
