"""The deployments as shipped: alerts leave them, seasons end in them, and an update renews their settings."""

from pathlib import Path

import pytest
import yaml

from pipelines.machine.environment import MESSAGE_COMMAND, TIME_ZONE

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def test_containers_reach_the_receiver_of_alerts_and_take_settings_from_the_project() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    daemon = composed["services"]["daemon"]
    assert set(daemon["networks"]) - {name for name, one in composed["networks"].items() if one.get("internal")}
    assert {MESSAGE_COMMAND, TIME_ZONE} <= set(daemon["environment"])
    (instance,) = [one for one in daemon["volumes"] if one.startswith("../dagster.yaml:")]
    assert instance.endswith("/dagster/dagster.yaml:ro")
    assert "ports" not in daemon


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_that_fails_is_an_alert_and_only_alerts_leave_the_machine(unit: Path) -> None:
    said = unit.read_text(encoding="utf-8").splitlines()
    sends = unit.stem == "barometer-alerts"
    assert ("OnFailure=barometer-alerts.service" in said) != sends
    is_open = not {"PrivateNetwork=yes", "IPAddressDeny=any"} & set(said)
    assert is_open == (sends or unit.stem == "barometer-daemon")
    if "dagster-" in unit.read_text(encoding="utf-8"):
        assert any(line.startswith("ExecStartPre=/bin/ln -sfn ${BAROMETER_INSTANCE}") for line in said)
