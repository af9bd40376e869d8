"""An evening's file one folder too high is told, and counts nowhere."""

import os
from pathlib import Path

import polars as pl
import pytest
from landing.test_folders import NOTHING_KEPT, competition

from pipelines.intake.landing.folders import competition_folders
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


def test_a_file_of_which_the_competition_has_another_of_that_name_is_not_to_be_put_over_it(tmp_path: Path) -> None:
    """An older export lies above, and the newer one where it belongs."""
    folder = competition(tmp_path)
    (folder / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 1.0\n")
    told = read_landing(folder, NOTHING_KEPT)["findings"].filter(pl.col("code").str.starts_with("landing."))
    assert told["code"].to_list() == ["landing.above"]
    assert "see which of the two is right" in told["message"].item()


def test_files_of_another_size_than_those_above_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = competition(tmp_path)
    (folder / "same.pbn").write_bytes(b"% PBN 2.1\n")
    (folder / "large.pbn").write_bytes(b"x" * 1000)
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    opened, names = os.open, list[str]()

    def noted(path: str | Path, *how: int) -> int:
        names.append(Path(path).name)
        return opened(path, *how)

    monkeypatch.setattr("os.open", noted)
    assert [found.competition for found in competition_folders(folder)] == ["evening"]
    assert names.count("large.pbn") == 1, "for its checksum, as all files of the competition are"
    assert names.count("same.pbn") == 2
