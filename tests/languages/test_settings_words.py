"""What is said of settings and of cells is in the language that is spoken, and in tables in English."""

import re

import pytest

from pipelines.intake.readers.cells import kind_of
from pipelines.intake.readers.reading import PROVENANCE, shape
from pipelines.intake.readers.unread import what_it_is
from pipelines.settings.competition import checked
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import parsed
from pipelines.words.finding_texts import said, wanted
from pipelines.words.languages import speaking
from transforms.tables import schemas as tables

SEASON = '[[season]]\nname = "1"\nstart = 2025-09-01\nend = 2026-08-31\n'
OTHER = SEASON.replace('"1"', '"2"')
WRONG = [
    *("[rankings]\nwindow = 6", "[weather]\nrain = true", "[ranking]\nwindw = 6", "[ranking]\nwidth = 0"),
    *("[ranking]\nwindow = 0", '[ranking]\nwindow = "six"', '[ranking]\nwindow = "6"', '[ranking]\nmethod = "best"'),
    *("[ranking]\ntop = 100\naverage_a = 80", '[scoring]\nprofile = "rutr"', '[scoring]\nprofile = "zzzzz"'),
    *('[scoring]\nline_decimals = "two"', OTHER, "[championship.pairs]\nme = 20", '[movement]\nname = "none.txt"'),
    *('[movement]\nname = "12-pairs-6-round"', "[movement]\nname = 3", "[[ranking]]"),
    *('[awards]\nschemes = ["ffb", "ffb"]', '[[session]]\naccept = "x"', 'colours = ["a"]'),
    *('[[session]]\nsession = "1"\ntogether = "AB"',),
]


def wrong(text: str) -> list[tuple[str, str]]:
    """What is said of settings in Dutch, each with the English of the tables."""
    try:
        settings = checked(parsed(SEASON + text), "competition.toml")
        problems = list(settings.set_aside)
    except SettingsError as error:
        problems = error.problems
    with speaking("nl"):
        return [(said(one._asdict()), one.message) for one in problems]


@pytest.mark.parametrize("text", WRONG)
def test_a_fault_of_the_settings_is_said_in_the_language_that_is_spoken(text: str) -> None:
    found = wrong(text)
    assert found
    for dutch, english in found:
        assert dutch != english
        assert not re.search(r"\b(there is|write|missing|give|the|whole)\b", dutch), dutch


def test_what_should_stand_in_a_cell_is_translated() -> None:
    kinds = {
        kind_of(column, tables.LANDING[name].columns()[column]).wanted
        for name in tables.LANDING
        for column in shape(name).names()
        if column not in PROVENANCE
    }
    with speaking("nl"):
        assert [text for text in kinds if wanted(text) == text] == []
    assert {wanted(text) for text in kinds} == kinds


@pytest.mark.parametrize(
    ("data", "dutch"),
    [
        (
            b"%PDF-1.7\n",
            "dit is een PDF, die uitslagen laat zien maar niet bevat, dus het wordt niet gelezen: haal het uit",
        ),
        (b"Rar!", "dit is een ingepakt bestand (RAR), dus het wordt niet gelezen: pak het uit"),
    ],
)
def test_what_a_file_is_that_is_not_read_is_said_so_too(data: bytes, dutch: str) -> None:
    finding = what_it_is(data, "results")
    assert finding is not None
    assert finding.message.startswith("this is a ")
    with speaking("nl"):
        assert said(finding._asdict()).startswith(dutch)
