"""Dagster's instance of a cluster, with each of the three ways in which runs are started there."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from dagster._config import process_config, resolve_to_config_type
from dagster._core.instance.config import dagster_instance_config
from dagster._serdes import ConfigurableClassData

PROJECT = Path(__file__).resolve().parents[2]
CLUSTER = PROJECT / "deploy" / "cluster"
STARTED_BY = ["dagster.yaml", "docker.yaml", "kubernetes.yaml"]


@pytest.mark.parametrize("file", STARTED_BY)
def test_an_instance_of_it_is_what_dagster_takes(file: str, tmp_path: Path) -> None:
    instance = settings("dagster.yaml") | settings(file)
    (tmp_path / "dagster.yaml").write_text(yaml.safe_dump(instance), encoding="utf-8")
    taken, _ = dagster_instance_config(str(tmp_path))
    assert taken["run_retries"] == {"enabled": True, "max_retries": 2, "retry_on_asset_or_op_failure": False}
    assert taken["run_launcher"]["module"].startswith("dagster_")


@pytest.mark.parametrize("file", STARTED_BY)
def test_what_starts_runs_takes_its_settings(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = settings(file)["run_launcher"]
    pytest.importorskip(launcher["module"], reason=f"{launcher['module']} is of clusters alone: pip install it to try")
    for name in ("RAY_JOBS", "DAGSTER_DATABASE"):
        monkeypatch.setenv(name, "there")
    of_class = ConfigurableClassData(launcher["module"], launcher["class"], yaml.safe_dump(launcher["config"]))
    taken = process_config(resolve_to_config_type(_class_of(launcher).config_type()), of_class.config_dict)
    assert taken.success, taken.errors


@pytest.mark.parametrize("file", STARTED_BY[1:])
def test_what_is_to_be_installed_for_it_is_of_the_dagster_that_is_locked(file: str) -> None:
    """Dagster 1.13.27 and its libraries 0.29.27 are one release."""
    locked = re.search(r"^dagster==1\.(\d+)\.(\d+) ", (PROJECT / "requirements.lock").read_text(), re.MULTILINE)
    assert locked
    minor, patch = map(int, locked.groups())
    named = re.findall(r"pip install dagster-\w+==([\d.]+)", (CLUSTER / file).read_text(encoding="utf-8"))
    assert named == [f"0.{minor + 16}.{patch}"]


def settings(file: str) -> dict[str, Any]:
    return yaml.safe_load((CLUSTER / file).read_text(encoding="utf-8"))


def _class_of(launcher: dict[str, Any]) -> Any:
    return getattr(pytest.importorskip(launcher["module"]), launcher["class"])
