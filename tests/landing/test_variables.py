"""Variables of the environment that are nearly one of ours."""

import re
from pathlib import Path

import pytest

from pipelines.errors import UnusableError
from pipelines.landing.limits import Limits

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("BAROMETER_READROWS", "BAROMETER_READ_ROWS"),
        ("BAROMETER_ROWS", "BAROMETER_READ_ROWS"),
        ("BAROMETER_LANDNG", "BAROMETER_LANDING"),
    ],
)
def test_a_variable_that_is_nearly_one_of_ours_is_not_passed_over(written: str, meant: str) -> None:
    with pytest.raises(UnusableError, match=rf"^{written}: .*{meant}"):
        Limits.from_environment({written: "5"})


def test_every_variable_that_the_project_names_is_allowed() -> None:
    places = ("pipelines/**/*.py", "deploy/*", "deploy/systemd/*", "deploy/cluster/*", "docs/*.md", "README.md")
    texts = [path.read_text() for place in places for path in PROJECT.glob(place) if path.is_file()]
    named = {name for text in texts for name in re.findall(r"BAROMETER_[A-Z_]*[A-Z]\b", text)}
    others = {name for name in named if not name.startswith("BAROMETER_READ")}
    assert len(others) > 10
    assert Limits.from_environment(dict.fromkeys(others, "1")) == Limits()


def test_a_variable_of_somebody_else_is_passed_over() -> None:
    assert Limits.from_environment({"BAROMETER_COLOUR": "blue", "READ_ROWS": "5"}) == Limits()
