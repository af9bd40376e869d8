"""How many cores there are to work with."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from pipelines.machine.cores import cores


@pytest.mark.parametrize(("said", "known"), [("max 100000", 64), ("150000 100000", 2), ("10000 100000", 1), ("", 64)])
def test_cores_of_a_bounded_container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, known: int) -> None:
    (tmp_path / "cpu.max").write_text(said, encoding="ascii")
    monkeypatch.setattr("pipelines.machine.cores._CPU_MAX", tmp_path / "cpu.max")
    monkeypatch.setattr("os.sched_getaffinity", Mock(return_value=range(64)), raising=False)
    assert cores() == known
