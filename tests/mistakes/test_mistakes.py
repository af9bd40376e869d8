"""Each mistake is reported as docs/mistakes.md shows it: with the place and what to do, and never with a traceback."""

import re
from pathlib import Path

import pytest
from mistakes.making import MISTAKES, PAGE, build_once, page, said_of
from mistakes.mistake import CHECK, Mistake

TEXT = PAGE.read_text(encoding="utf-8")
PARTS = dict(re.findall(r"^## \d+\. ([^\n]*)\n\n(.*?)(?=\n## |\Z)", TEXT, re.MULTILINE | re.DOTALL))

BY_DAY = [
    pytest.param(made, marks=pytest.mark.nightly) if made.typed == CHECK and number % 4 else made
    for number, made in enumerate(MISTAKES)
]
"""The same command reports most mistakes; three in four of those wait for the night."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound").resolve()
    build_once(folder)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("made", BY_DAY, ids=lambda made: made.done)
def test_a_mistake_is_reported_as_shown(made: Mistake, sound: Path, tmp_path: Path) -> None:
    said = said_of(made, sound, (tmp_path / "here").resolve())
    assert said == PARTS[made.done]


def test_the_page_shows_them_all_and_no_other() -> None:
    assert len(MISTAKES) >= 40
    assert page([PARTS[made.done] for made in MISTAKES]) == TEXT
    assert "Traceback" not in TEXT
