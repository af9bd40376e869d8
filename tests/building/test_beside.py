"""What stands aside takes its place, also where others have that open for a while."""

import errno
from pathlib import Path

import pytest

from pipelines.building import beside
from pipelines.building.beside import replaced
from pipelines.machine import files
from pipelines.machine.errors import UnusableError


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EBUSY])
@pytest.mark.parametrize("system", ["linux", "win32"])
def test_a_file_is_replaced_once_nobody_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, number: int
) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    refused = [OSError(number, "busy")] * 3
    replace = Path.replace

    def busy(self: Path, target: Path) -> Path:
        if refused:
            raise refused.pop()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(files, "_PAUSE", 0.001)
    new.write_text("new", encoding="utf-8")
    old.write_text("old", encoding="utf-8")
    replaced(new, old)
    assert old.read_text(encoding="utf-8") == "new"

    monkeypatch.setattr(beside, "_TRIES", 2)
    refused += [OSError(number, "busy")] * 3
    with pytest.raises(UnusableError, match=r"cannot be replaced \(busy\); .* run barometer build: it goes on from"):
        replaced(old, new)
    assert len(refused) == 1
