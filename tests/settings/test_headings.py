"""A # left before a heading, one bracket for two, and words where numbers stand: what was probably meant is told."""

from pathlib import Path

import pytest

from pipelines.settings.competition import SECTIONS, read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_slips import HEADINGS, LISTED

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
NEXT = 'name = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'


def said(folder: Path, text: str) -> str:
    path = folder / "competition.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as wrong:
        read_settings(path)
    return str(wrong.value).removeprefix(f"{path}:")


@pytest.mark.parametrize(
    ("above", "heading", "key"),
    [
        ("[ranking]\nlines = 2\n", "[championship.individual]", "min = 6"),
        ("[ranking]\nlines = 2\n", "[scoring]", 'average = "tie"'),
        ("[championship.individual]\nmin = 6\n", "[[session]]", 'files = ["a.pbn"]'),
        ("[ranking]\n", "[[season]]", 'name = "2026-27"'),
    ],
)
def test_a_key_below_a_heading_that_still_has_its_hash(tmp_path: Path, above: str, heading: str, key: str) -> None:
    text = f"{SEASON}{above}# {heading}  # who wants it\n# drop = 1\n{key}\n"
    line_no = text.split("\n").index(f"# {heading}  # who wants it") + 1
    message = said(tmp_path, text)
    assert message.startswith(f"{line_no + 2}: ")
    assert f"but below {heading}: is there still a # before it in line {line_no}?" in message


@pytest.mark.parametrize(
    ("text", "line_no"),
    [(f"{SEASON}[season]\n{NEXT}", 5), (f"{SEASON.replace('[[season]]', '[season]')}[[season]]\n{NEXT}", 1)],
)
def test_one_bracket_for_two(tmp_path: Path, text: str, line_no: int) -> None:
    assert said(tmp_path, text) == f"{line_no}: write [[season]], in two brackets"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('[[session]] files = ["a.pbn"] with keep_both = true', "write [[session]], and what is behind it on the"),
        ('[session] files = ["a.pbn"]', "write [[session]], and what is behind it on the lines below"),
        ('[[session]]\nsession = "a" with keep_both = true', "a line of its own: keep_both = true"),
        ('[[session]]\nfiles = ["a"] and supersedes = ["b"]', 'a line of its own: supersedes = ["b"]'),
        ('[[session]]\nfiles = ["a.pbn", 02-09-2025.pbn]', 'quotes: files = ["a.pbn", "02-09-2025.pbn"]'),
        ("[[session]]\nfiles = [“a.pbn”, „b.pbn“]", 'write straight quotes: files = ["a.pbn", "b.pbn"]'),
        ('[[session]]\nfiles = "a.pbn", "b.pbn"', 'between [ and ]: files = ["a.pbn", "b.pbn"]'),
        ('[[sessions]] files = ["a.pbn"]', "write [[session]], and what is behind it"),
        ("[championship pairs] min = 3", "write [championship.pairs], and what is behind it"),
        ('[[session]]\nfiles = [\n"a",\n"b"] and supersedes = ["c"]', 'a line of its own: supersedes = ["c"]'),
        ("season.1", "write [[season]], a heading"),
        ("[[session]]\nsession:", "write a key and its value: session = …"),
        ("championship.pairs", "write [championship.pairs], a heading"),
        ('[[session]]\nfiles = ["a.pbn", b.pbn]', 'write words between quotes: files = ["a.pbn", "b.pbn"]'),
        ("[[session]]\nsession = 2025-09-02\nkeep_both = true", 'write words between quotes: session = "2025-09-02"'),
        ("competition = 7", 'write words between quotes: competition = "7"'),
    ],
)
def test_a_heading_beside_other_words_and_words_without_quotes(tmp_path: Path, line: str, told: str) -> None:
    text = f"{line}\n{SEASON}" if line.startswith("competition") else f"{SEASON}{line}\n"
    assert told in said(tmp_path, text)


def test_a_season_is_missing_where_another_heading_is_misspelt(tmp_path: Path) -> None:
    told = said(tmp_path, "[[sessions]]\n")
    assert "did you mean [[session]]?" in told
    assert "missing: add [[season]]" in told


def test_each_heading_is_known_where_it_stands_bare() -> None:
    of_settings = {path[0] for path in SECTIONS if len(path) == 1}
    assert {*LISTED, *HEADINGS} == {*of_settings, "page"}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("[ranking]\nlines = drie", "ranking.lines = 'drie': write a whole number"),
        ("[ranking]\nwidth = veertig", "ranking.width = 'veertig': write a number"),
        ("[championship.individual]\nmin = zes", "min = 'zes': write a number from 1 to 10000, or a share"),
    ],
)
def test_a_word_where_a_number_stands_is_told_what_the_key_wants(tmp_path: Path, line: str, wanted: str) -> None:
    message = said(tmp_path, f"{SEASON}{line}\n")
    assert wanted in message
    assert "between quotes" not in message


@pytest.mark.parametrize(("word", "meant"), [("ja", "true"), ("nee", "false"), ("Oui", "true"), ("nei", "false")])
def test_yes_and_no_of_other_languages(tmp_path: Path, word: str, meant: str) -> None:
    assert f"write {meant}" in said(tmp_path, f"{SEASON}[ranking]\nround_stretch = {word}\n")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("People: 50 people; the files name them", "if it is a remark: # People: 50 people; the files name them"),
        ("date: see the list on the wall", "if it is a remark: # date: see the list on the wall"),
        ("[ranking]\nlines = 3   the usual three", "put a # before a remark: lines = 3   # the usual three"),
        ('[championship.individual]\nmin = "60%" of the evenings', 'min = "60%"   # of the evenings'),
        ("[ranking]\nlines: 3", "write a key and its value: lines = 3"),
    ],
)
def test_a_remark_without_its_hash_is_told_as_one(tmp_path: Path, line: str, meant: str) -> None:
    assert meant in said(tmp_path, f"{SEASON}{line}\n")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('club: "De Ruiter van Oost"', 'write a key and its value: club = "De Ruiter van Oost"'),
        ("start: 1 september 2025", "write a key and its value: start = 2025-09-01"),
        ("[[session]]\ndate = 1 sep 2025", "write dates as 2025-09-01"),
        ("date: next week", "write a key and its value: date = …"),
        ("[awards]\nschemes: club_points", 'write a key and its value: schemes = ["club_points"]'),
        ('competition = "x" club = "y"', 'write each key on a line of its own: club = "y"'),
        ('[ranking]\nmethod = "dynamic" lines = 3', "write each key on a line of its own: lines = 3"),
        ('[ranking]\nmethod = "dynamic" the usual = 3', "# the usual = 3"),
    ],
)
def test_a_setting_is_not_told_as_a_remark(tmp_path: Path, line: str, meant: str) -> None:
    told = said(tmp_path, f"{SEASON}{line}\n")
    assert meant in told
    assert ("remark" in told) == meant.startswith("#")


def test_what_the_other_championship_calls_otherwise(tmp_path: Path) -> None:
    """It was sent to the championship of players."""
    message = said(tmp_path, f"{SEASON}[championship.pairs]\nmin = 6\n")
    assert message.endswith("there is no such key: did you mean together?")


@pytest.mark.parametrize(
    ("text", "line_no", "told"),
    [
        (
            """club = "Club "De Vier"\"""",
            5,
            "quotes end at the next quote: write the words between single ones, club = 'Club \"De Vier\"'",
        ),
        (
            "[[session]]\nfiles = [2025-09-02.pbn, b.pbn]",
            6,
            'write words between quotes: files = ["2025-09-02.pbn", "b.pbn"]',
        ),
        (
            "[championship individual]\nmin = 3",
            5,
            "a point stands between the words of a heading: write [championship.individual]",
        ),
        ("[ranking]\nmethod =", 6, "nothing stands behind the =: write a value there, or take the line method = away"),
    ],
)
def test_a_slip_is_told_with_what_was_meant(tmp_path: Path, text: str, line_no: int, told: str) -> None:
    message = said(tmp_path, f"{SEASON}{text}\n")
    assert message.startswith(f"{line_no}: ")
    assert told in message
