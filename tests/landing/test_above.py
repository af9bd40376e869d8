"""An evening's file one folder too high is told, and counts nowhere."""

import os
from pathlib import Path

import polars as pl
import pytest
from landing.test_folders import NOTHING_KEPT, competition

from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.raw_tables import read_landing


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("2025-09-16.pbn", b"% PBN 2.1\n"),
        ("2025-09-16.BWS", b""),
        ("2025-09-16.xml", b'<?xml version="1.0"?>\n<USEBIO Version="1.2">'),
    ],
)
def test_a_result_file_above_a_competition_is_told_with_where_it_belongs(
    tmp_path: Path, name: str, content: bytes
) -> None:
    folder = competition(tmp_path)
    before = read_landing(folder, NOTHING_KEPT)
    (folder.parent / name).write_bytes(content)
    raw = read_landing(folder, NOTHING_KEPT)
    told = raw["findings"].filter(code="landing.above")
    assert told.select("severity", "file_id", "message").rows() == [
        (
            "warning",
            f"club/{name}",
            "the file lies above the folder evening, so it is not read: if it is of that competition, move it into that"
            " folder",
        )
    ]
    assert raw["findings"].height == before["findings"].height + 1
    assert raw["results"].equals(before["results"])


@pytest.mark.parametrize("name", ["players.csv", "members.xlsx", "settings.xml", "letter.txt", "people.csv"])
def test_other_files_above_a_competition_are_not_told(tmp_path: Path, name: str) -> None:
    folder = competition(tmp_path)
    (folder.parent / name).write_bytes(b"<settings/>")
    assert [found.competition for found in competition_folders(folder)] == ["evening"]


@pytest.mark.parametrize(
    ("written", "name"),
    [("club.toml.txt", "club.toml"), ("People.csv", "people.csv"), ("people.csv.txt", "people.csv")],
)
def test_a_file_of_the_whole_club_above_a_competition_is_told_under_nearly_its_name(
    tmp_path: Path, written: str, name: str
) -> None:
    folder = competition(tmp_path)
    (folder.parent / written).write_text("alias,player_id\nb,a\n", encoding="utf-8")
    told = read_landing(folder, NOTHING_KEPT)["findings"].filter(code="landing.name").row(0, named=True)
    assert (told["severity"], told["file_id"]) == ("error", f"club/{written}")
    assert f"rename it to {name}; Windows may hide" in told["message"]


def test_a_file_of_which_the_competition_has_a_copy_is_not_told(tmp_path: Path) -> None:
    folder = competition(tmp_path)
    (folder / "autumn").mkdir()
    (folder / "autumn" / "first.pbn").write_bytes(b"% PBN 2.1\n")
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    (folder.parent / "2025-09-23.pbn").write_bytes(b"% PBN 1.0\n")
    above, _ = competition_folders(folder)
    assert list(above.files) == ["club/2025-09-23.pbn"]


def test_files_beside_the_settings_of_another_competition_are_its_own(tmp_path: Path) -> None:
    folder = competition(tmp_path)
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    (folder.parent / "competition.toml").write_bytes((folder / "competition.toml").read_bytes())
    assert [found.competition for found in competition_folders(folder)] == ["evening"]


def test_a_link_to_the_file_above_is_no_copy(tmp_path: Path) -> None:
    """It is not followed, so the competition lacks the file."""
    folder = competition(tmp_path)
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    (folder / "2025-09-16.pbn").symlink_to(folder.parent / "2025-09-16.pbn")
    above, _ = competition_folders(folder)
    assert list(above.files) == ["club/2025-09-16.pbn"]


def test_a_folder_that_is_named_like_the_settings_is_none(tmp_path: Path) -> None:
    folder = competition(tmp_path)
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    (folder.parent / "competition.toml").mkdir()
    above, _ = competition_folders(folder)
    assert list(above.files) == ["club/2025-09-16.pbn"]


def test_a_file_of_which_the_competition_has_another_of_that_name_is_not_to_be_put_over_it(tmp_path: Path) -> None:
    """An older export lies above, and the newer one where it belongs."""
    folder = competition(tmp_path)
    (folder / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 1.0\n")
    told = read_landing(folder, NOTHING_KEPT)["findings"].filter(pl.col("code").str.starts_with("landing."))
    assert told["code"].to_list() == ["landing.above"]
    assert "see which of the two is right" in told["message"].item()


def test_what_cannot_be_read_above_a_competition_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = competition(tmp_path)
    (folder.parent / "2025-09-16.bws").write_bytes(b"x" * 1000)
    (folder.parent / "2025-09-23.bws").write_bytes(b"")
    opened = os.open

    def closed(path: str | Path, *how: int) -> int:
        if Path(path).name == "2025-09-23.bws":
            raise PermissionError(13, "Permission denied")
        return opened(path, *how)

    monkeypatch.setattr("os.open", closed)
    assert [found.competition for found in competition_folders(folder, Limits(bytes=999))] == ["evening"]
