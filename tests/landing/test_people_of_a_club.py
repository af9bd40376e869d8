"""Who is who in all competitions of a club: `people.csv` next to them."""

from pathlib import Path

import polars as pl
import pytest
from factories import NOTHING_KEPT

from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.raw_tables import read_landing


@pytest.fixture
def landing(tmp_path: Path) -> Path:
    for place in ("club/noon", "club/evening", "other/evening"):
        folder = tmp_path / place
        folder.mkdir(parents=True)
        dates = 'name = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
        (folder / "competition.toml").write_text(f"[[season]]\n{dates}", encoding="utf-8")
        (folder / "sessions.csv").write_text("session_id,date,kind\n1,2025-09-02,pairs\n", encoding="utf-8")
        entries = "session_id,line,entrant,player_id\n1,A,1,Ann Ames\n1,A,1,Bob Bloom\n"
        (folder / "entries.csv").write_text(entries, encoding="utf-8")
    return tmp_path


def players(raw: dict[str, pl.DataFrame]) -> list[tuple[str, str, str]]:
    return raw["entries"].select("club", "competition", "player_id").sort(pl.all()).rows()


def test_the_table_of_a_club_holds_in_all_its_competitions(landing: Path) -> None:
    (landing / "club" / "people.csv").write_text("alias,player_id\nann ames,1001\n", encoding="utf-8")
    raw = read_landing(landing, NOTHING_KEPT)
    assert players(raw) == [
        *(("club", competition, player) for competition in ("evening", "noon") for player in ("1001", "Bob Bloom")),
        ("other", "evening", "Ann Ames"),
        ("other", "evening", "Bob Bloom"),
    ]
    of_club = raw["files"].filter(file_id="../people.csv")
    assert of_club.select("competition", "path", "rows").rows() == [
        ("evening", "club/people.csv", 1),
        ("noon", "club/people.csv", 1),
    ]
    assert raw["findings"].is_empty()


def test_who_asks_in_a_competition_that_is_left_out_is_hidden_all_the_same(landing: Path) -> None:
    folder = landing / "club" / "noon"
    (folder / "players.csv").write_text("player_id,public\nAnn Ames,false\nBob Bloom,true\n", encoding="utf-8")
    (folder / "slip.csv").write_text('player_id,public\n"7,false\n', encoding="utf-8")
    (folder / "people.csv").write_text("alias,player_id\nAnn Ames,1001\n", encoding="utf-8")
    (folder / "competition.toml").write_text("[[seaso]]\n", encoding="utf-8")
    raw = read_landing(landing, NOTHING_KEPT)
    of_folder = raw["players"].filter(competition="noon")
    assert of_folder.select("player_id", "public").rows() == [("1001", False)]
    assert raw["entries"].filter(competition="noon").is_empty()
    assert set(raw["findings"]["code"]) == {"settings.unknown_key", "hidden.rows"}
    files = raw["files"].filter(competition="noon")
    assert files["format"].unique().to_list() == ["not read"]
    assert files["file_id"].is_unique().all()


@pytest.mark.parametrize("fault", ["settings", "closed", None])
def test_only_where_files_do_not_count_nobody_is_missed(landing: Path, fault: str | None) -> None:
    """Whoever did as it said took a good row away. What is said of the sound competition next to it stays."""
    club = landing / "club"
    for folder in (club, club / "noon", club / "evening"):
        (folder / "people.csv").write_text(f"alias,player_id\nJo {folder.name},1001\n", encoding="utf-8")
    if fault == "settings":
        (club / "noon" / "competition.toml").write_text("[[seaso]]\n", encoding="utf-8")
    elif fault:
        (club / "noon" / "more.pbn").symlink_to(landing / "gone")
    found = read_landing(landing, NOTHING_KEPT)["findings"].filter(pl.col("code").str.starts_with("people"))
    expected = set(found.select("competition", "file_id", "code").rows())
    assert ("evening", "people.csv", "people.nobody") in expected
    assert (("noon", "people.csv", "people.nobody") in expected) == (fault is None)
    assert len(expected) == 1 or fault is None


def test_a_change_of_it_is_a_change_of_each_competition(landing: Path) -> None:
    before = competition_folders(landing)
    table = landing / "club" / "people.csv"
    table.write_text("alias,player_id\nAnn Ames,1001\n", encoding="utf-8")
    is_same = [one.contents == other.contents for one, other in zip(before, competition_folders(landing), strict=True)]
    assert is_same == [False, False, True]
    kept = read_landing(landing, NOTHING_KEPT)
    table.unlink()
    assert "1001" not in read_landing(landing, kept)["entries"]["player_id"]
