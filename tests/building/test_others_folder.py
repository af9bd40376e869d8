"""No run writes pages among what is somebody else's, whichever way it begins."""

from pathlib import Path

import pytest

from pipelines.assets.group_run import GroupRun
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths


@pytest.mark.parametrize("what", ["club/tuesday/2025-09-02.pbn", "index.html"])
def test_a_run_into_a_folder_of_others_is_refused_before_anything_is_written(tmp_path: Path, what: str) -> None:
    landing, reports = tmp_path / "landing", tmp_path / "site"
    landing.mkdir()
    (reports / what).parent.mkdir(parents=True)
    (reports / what).write_text('% PBN 2.1\n[Event "Evening"]\n', encoding="utf-8")
    run = GroupRun(Paths(landing, tmp_path / "w.duckdb", reports), "a run")
    with pytest.raises(UnusableError, match=r"not Barometer's"):
        run.start_federation(print)
    run.close()
    assert [path.name for path in tmp_path.iterdir() if path not in (landing, reports)] == []
