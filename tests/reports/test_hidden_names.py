"""Who is not shown is "a member" in the language of the page, and found by no search in any."""

from pathlib import Path

import polars as pl
import pytest
from factories import Tables, frame
from reports.conftest import with_another
from reports.federation import federation
from reports.reading import cells, downloaded, text_of
from reports.test_search import read
from reports.test_session_pages import results, site
from reports.whole_site import write_site

from pipelines.machine.environment import LANGUAGE
from transforms.privacy.hidden_people import A_MEMBER
from transforms.tables.schemas import Entries, Players

pytestmark = pytest.mark.long

WORDS = {"en": "a member", "nl": "een lid", "fr": "un membre", "nb": "et medlem"}
OTHERS = [language for language in WORDS if language != "en"]


def hiding(tables: Tables, player: str) -> Tables:
    return tables | {"raw.players": tables["raw.players"].with_columns(public=pl.col("player_id") != player)}


def leading(tables: Tables) -> str:
    """Who leads the ranking, and so is on the first page too."""
    return str(tables["rankings.player_rankings"].sort("date", "ranking")["player_id"][-1])


def texts(out: Path) -> dict[str, str]:
    """What a reader sees: pages, charts and what the search knows."""
    files = (file for kind in ("html", "svg", "js") for file in out.rglob(f"*.{kind}"))
    return {file.relative_to(out).as_posix(): file.read_text(encoding="utf-8") for file in files}


@pytest.fixture(params=["en", "nl", *(pytest.param(other, marks=pytest.mark.nightly) for other in ("fr", "nb"))])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(LANGUAGE, request.param)
    return str(request.param)


def test_on_pages_of_an_evening(season_with_hands: Tables, language: str, tmp_path: Path) -> None:
    leader = leading(season_with_hands)
    site = texts(write_site(with_another(hiding(season_with_hands, leader)), tmp_path).parent)
    told = {name for name, text in site.items() if WORDS[language] in text}
    kinds = {part for name in told for part in name.split("/")}
    assert kinds >= {"index.html", "federation.html", "standing.html", "players", "sessions", "hands", "charts"}
    assert [name for name, text in site.items() if language != "en" and A_MEMBER in text] == []
    assert all(WORDS[language] not in text for name, text in site.items() if name.endswith("search-index.js"))


def test_on_pages_of_ratings(language: str, tmp_path: Path) -> None:
    tables = federation()
    best = tables["ratings.lists"].sort("list_date", "position")["player_id"][-1]
    site = texts(write_site(hiding(tables, best), tmp_path).parent)
    assert any(WORDS[language] in text for text in site.values())
    assert [name for name, text in site.items() if language != "en" and A_MEMBER in text] == []
    (index,) = (text for name, text in site.items() if name.endswith("ratings/search-index.js"))
    assert WORDS[language] not in {name for name, _ in read(index)}


@pytest.mark.parametrize("language", OTHERS)
def test_tables_that_pages_show_have_the_word_and_those_of_the_warehouse_do_not(
    season_with_hands: Tables, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LANGUAGE, language)
    leader = leading(season_with_hands)
    (season,) = write_site(hiding(season_with_hands, leader), tmp_path).parent.glob("*/*/2025-26")
    assert downloaded(season, "report.player_ranking")["name"][0] == WORDS[language]
    assert A_MEMBER in downloaded(season, "raw.players")["name"]


def test_two_teams_with_the_name_of_who_is_not_shown_keep_their_own_rows(tmp_path: Path) -> None:
    pairs = [("Na", "Zwaluw"), ("Nb", "Zwaluw"), ("Nc", "Kees"), ("Nd", "Kees")]
    seated = [{"player_id": player, "entrant": team, "line_no": n} for n, (player, team) in enumerate(pairs)]
    teams = [{"entrant": team, "rank": rank, "score": 12.0 - rank} for rank, team in enumerate(("Kees", "Zwaluw"), 1)]
    season = site(
        tmp_path,
        raw_players=frame(Players, {"player_id": "77", "name": "Kees Zwaluw", "public": False}),
        raw_entries=frame(Entries, *seated),
        scored_session_results=results("imps", *teams),
    )
    listed = [row[1] for row in cells(season / "sessions" / "1.html") if row[0] in {"1", "2"}]
    assert [" ".join(row.split()[:4]) for row in listed] == ["member-1b Nc & Nd", "member-1 Na & Nb"]
    assert "2 teams, 4 players" in text_of(season / "sessions" / "1.html")
