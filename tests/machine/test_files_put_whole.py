"""A file is what it was or what it is to be, and never half."""

import os
import stat
from pathlib import Path

import pytest

from pipelines.cli.balance.long_search import can_be_written
from pipelines.machine import waits
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import patiently, put_whole


def test_a_file_is_replaced_with_its_rights_and_a_link_stays(tmp_path: Path) -> None:
    place, link = tmp_path / "a.txt", tmp_path / "link.txt"
    place.write_text("before", encoding="utf-8")
    place.chmod(0o600)
    link.symlink_to(place)
    put_whole(link, "søndag\n")
    assert place.read_bytes() == "søndag\n".encode()
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "link.txt"]


def test_a_failed_write_names_the_file_and_leaves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a.txt"
    place.write_text("before", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as words:
        put_whole(place, "after")
    assert words.value.filename == str(place)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert place.read_text(encoding="utf-8") == "before"


def test_a_device_gets_what_is_written_and_whether_a_file_can_be_put_is_known_before(tmp_path: Path) -> None:
    device = Path(os.devnull)
    put_whole(device, "text")
    can_be_written(device)
    assert not device.is_file()
    can_be_written(tmp_path / "new.txt")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match="No such file"):
        can_be_written(tmp_path / "none" / "new.txt")


def test_on_windows_a_file_that_is_open_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waits, "FILE_PAUSE", 0)
    refused: list[int] = []

    def busy() -> None:
        if len(refused) < times:
            refused.append(1)
            raise PermissionError(13, "in use")

    times = 1
    with pytest.raises(PermissionError):
        patiently(busy, tmp_path)
    refused.clear()
    monkeypatch.setattr("pipelines.machine.files.sys.platform", "win32")
    patiently(busy, tmp_path)
    assert len(refused) == 1
    times = 1_000
    with pytest.raises(UnusableError, match="another program has it open"):
        patiently(busy, tmp_path)
