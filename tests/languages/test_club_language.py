"""club.toml says which language the pages of a club speak."""

from pathlib import Path

import polars as pl
import pytest

from pipelines.cli.build import build
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.paths import Paths
from transforms.tables.schemas import WAREHOUSE

pytestmark = pytest.mark.usefixtures("charts_drawn_once")

NOTHING_KEPT = {
    name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items() if name.startswith("raw.")
}
RESULTS = (
    "session_id,line,round,table,board,ns,ew,contract,declarer,tricks\n1,A,1,1,1,1,2,4S,N,10\n1,A,1,2,1,3,4,4S,N,9\n"
)


@pytest.fixture
def landing(tmp_path: Path) -> Path:
    """Two clubs with an evening each."""
    for club in ("harbour", "mill"):
        folder = tmp_path / "landing" / club / "tuesday"
        folder.mkdir(parents=True)
        season = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
        (folder / "competition.toml").write_text(season, encoding="utf-8")
        (folder / "sessions.csv").write_text("session_id,date,kind\n1,2025-11-04,pairs\n", encoding="utf-8")
        (folder / "results.csv").write_text(RESULTS, encoding="utf-8")
    return tmp_path / "landing"


def settings(landing: Path, club: str, text: str) -> None:
    (landing / club / "club.toml").write_text(text, encoding="utf-8")


def of_settings(raw: dict[str, pl.DataFrame]) -> pl.DataFrame:
    return raw["findings"].filter(file_id="../club.toml")


def languages(raw: dict[str, pl.DataFrame]) -> list[tuple[str, str | None]]:
    return raw["competitions"].select("club", "language").sort("club").rows()


def test_a_club_names_its_language(landing: Path) -> None:
    settings(landing, "mill", '[page]\nlanguage = "NL"\n')
    raw = read_landing(landing, NOTHING_KEPT)
    assert languages(raw) == [("harbour", None), ("mill", "nl")]
    assert of_settings(raw).is_empty()
    of_club = raw["files"].filter(file_id="../club.toml")
    assert of_club.select("path", "format").rows() == [("mill/club.toml", "settings")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[page]\nlanguage = "de"\n', (2, "page.language", "de", "settings.club")),
        ("[page]\nlanguage = 3\n", (2, "page.language", "3", "settings.club")),
        ('[page]\nlangauge = "nl"\n', (2, "page.langauge", "nl", "settings.club")),
        ('language = "nl"\n', (1, "language", "nl", "settings.club")),
        ("page = 3\n", (1, "page", "3", "settings.club")),
        ('[page\nlanguage = "nl"\n', (1, None, "[page", "settings.heading")),
    ],
)
def test_what_is_wrong_in_it_is_told_and_nothing_else_suffers(
    landing: Path, text: str, found: tuple[int | None, str | None, str, str]
) -> None:
    settings(landing, "mill", text)
    raw = read_landing(landing, NOTHING_KEPT)
    told = of_settings(raw).select("club", "severity", "line_no", "field", "value", "code")
    assert told.rows() == [("mill", "error", *found)]
    assert languages(raw) == [("harbour", None), ("mill", None)]
    assert raw["results"].height == 4


@pytest.mark.long
def test_clubs_of_one_build_speak_their_own_languages(
    landing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(LANGUAGE, raising=False)
    settings(landing, "mill", '[page]\nlanguage = "nl"\n')
    paths = Paths(landing, tmp_path / "warehouse.duckdb", tmp_path / "reports")

    def sheets() -> list[str]:
        build(paths)
        return [
            (paths.reports / club / "tuesday" / "2025-26" / "hands" / "1" / "boards.html").read_text(encoding="utf-8")
            for club in ("harbour", "mill")
        ]

    harbour, mill = sheets()
    assert ("Control sheet" in harbour, "4 November 2025" in harbour) == (True, True)
    assert ("Controlestaat" in mill, "4 november 2025" in mill, "Control sheet" in mill) == (True, True, False)
    settings(landing, "mill", '[page]\nlanguage = "fr"\n')
    monkeypatch.setenv(LANGUAGE, "nb")
    harbour, mill = sheets()
    assert ("Kontrolliste" in harbour, "Feuille de contrôle" in mill) == (True, True)
    assert build(paths).up_to_date
