"""Old runs leave the history of Dagster, with their files; what was made stays known."""

import datetime as dt
from pathlib import Path

import dagster as dg
import pytest

from pipelines.assets.history import clean
from pipelines.machine.environment import HISTORY_DAYS

pytestmark = pytest.mark.long


@dg.asset
def made() -> int:
    """A table."""
    return 1


def test_runs_that_are_old_are_removed_with_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = dt.datetime.now(dt.UTC)
    with dg.DagsterInstance.local_temp(str(tmp_path)) as instance:
        (first, second) = (dg.materialize([made], instance=instance).run_id for _ in range(2))
        assert [path.stem for path in tmp_path.rglob(f"{first}*.db")] == [first]
        assert clean(instance, now + dt.timedelta(89)) == 0
        monkeypatch.setenv(HISTORY_DAYS, "7")
        assert clean(instance, now + dt.timedelta(6)) == 0
        assert clean(instance, now + dt.timedelta(8)) == 2
        assert instance.get_runs_count() == 0
        assert [*tmp_path.rglob(f"{first}*"), *tmp_path.rglob(f"{second}*")] == []
        assert instance.get_latest_materialization_event(dg.AssetKey("made")) is not None
