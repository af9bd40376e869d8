"""Variables of the environment that are nearly one of ours."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from each import cases

from pipelines.intake.landing.limits import Limits, variable
from pipelines.machine import environment
from pipelines.machine.errors import UnusableError

PROJECT = Path(__file__).resolve().parents[2]


@cases(("ROWS", "READ_ROWS"), ("LANDNG", "LANDING"), ("READ_BYTE", "READ_BYTES"))
def test_a_variable_that_is_nearly_one_of_ours_is_not_passed_over(written: str, right: str) -> None:
    with pytest.raises(UnusableError, match=rf"^BAROMETER_{written}: .*BAROMETER_{right}"):
        Limits.from_environment({f"BAROMETER_{written}": "5"})


def test_every_variable_that_the_project_names_is_allowed() -> None:
    places = ("pipelines/**/*.py", "deploy/*", "deploy/systemd/*", "deploy/cluster/*", "docs/*.md", "README.md")
    texts = [path.read_text() for place in places for path in PROJECT.glob(place) if path.is_file()]
    named = {name for text in texts for name in re.findall(r"BAROMETER_[A-Z_]*[A-Z]\b", text)}
    others = {name for name in named if not name.startswith("BAROMETER_READ")}
    assert len(others) > 10
    assert Limits.from_environment(dict.fromkeys(others, "1")) == Limits()


@pytest.mark.parametrize("file", ["dagster.yaml", "docker.yaml"])
def test_every_variable_that_counts_in_a_run_is_handed_on_to_it(file: str) -> None:
    """One that the daemon knows and a run does not makes every club stale for ever, where it is of the limits."""
    said = (PROJECT / "deploy" / "cluster" / file).read_text(encoding="utf-8")
    handed_on = set(re.findall(r"^ +- (BAROMETER_\w+)(?:=\w+)?$", said, re.MULTILINE))
    limits = {variable(field.name) for field in fields(Limits)}
    of_commands = {environment.SSH_CONFIG, environment.BRIDGEMATE_CLUB, environment.BRIDGEMATE_LICENCE}
    assert handed_on == limits | environment.NAMES - of_commands - environment.OF_THE_WEB_SERVER


def test_a_variable_of_somebody_else_is_passed_over() -> None:
    assert Limits.from_environment({"BAROMETER_COLOUR": "blue", "READ_ROWS": "5"}) == Limits()
