"""`barometer set` changes one key of a file of settings: all else stays, and what is refused changes nothing."""

import codecs
import stat
import tomllib
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from commands import barometer

from pipelines.machine.errors import UnusableError
from pipelines.settings.changing import changed

FILE = """\
# Ours.
club = "Harbour"  # on the pages

[[season]]
name = "2025-26"
start = 2025-09-01   # the first evening
end = 2026-08-31

[ranking]
lines = 3
#method = "balanced"   # how results become points

# Who wants a champion:
#[championship.individual]
#min = 20   # evenings
#drop = 5

[[session]]
files = ["a.pbn"]   # and no other
[scoring]
profile = "fonteintje"
"""
CASES = {
    ("ranking.lines", "2"): ("lines = 3\n", "lines = 2\n"),
    ("ranking.method", "place"): ('#method = "balanced"   # how', 'method = "place"   # how'),
    ("ranking.method", '"place"'): ('#method = "balanced"   # how', 'method = "place"   # how'),
    ("ranking.hand_on", "yes"): ("lines = 3\n", "lines = 3\nhand_on = true\n"),
    ("ranking.top_score_pairs", "63,5"): ("lines = 3\n", "lines = 3\ntop_score_pairs = 63.5\n"),
    ("championship.individual.min", "60%"): (
        "#[championship.individual]\n#min = 20   # evenings",
        '[championship.individual]\nmin = "60%"   # evenings',
    ),
    ("season.2025-26.start", "2-9-2025"): ("start = 2025-09-01   #", "start = 2025-09-02   #"),
    ("season.2025-26.name", "2025"): ('name = "2025-26"', 'name = "2025"'),
    ("session.a.pbn.keep_both", "true"): ("# and no other\n", "# and no other\nkeep_both = true\n"),
    ("session.a.pbn.kind", "butler"): ("# and no other\n", '# and no other\nkind = "butler"\n'),
    ("session.a.pbn.files", "a.pbn, b.pbn"): ('["a.pbn"]   #', '["a.pbn", "b.pbn"]   #'),
    ("scoring.line_decimals", "none"): ('"fonteintje"\n', '"fonteintje"\nline_decimals = "none"\n'),
    ("competition", "Tuesday & Co"): ("# on the pages\n", '# on the pages\ncompetition = "Tuesday & Co"\n'),
    ("awards.schemes", "ffb,ebu"): ('"fonteintje"\n', '"fonteintje"\n\n[awards]\nschemes = ["ffb", "ebu"]\n'),
    ("rating.k_steps", "[{ k = 5.0 }]"): ('"fonteintje"\n', '"fonteintje"\n\n[rating]\nk_steps = [{ k = 5.0 }]\n'),
}
REFUSED = {
    ("ranking.methd", "place"): "there is no such setting (the nearest: ranking.method)",
    ("lines", "3"): "there is no such setting (the nearest: ranking.lines)",
    ("ranking.lines", ""): ("ranking.lines: write the new value after it; to remove the setting, delete its line"),
    ("ranking.lines=", "tuesday"): "ranking.lines: write the new value after it",
    ("ranking.width", "nan"): "ranking.width = nan: write a number; ",
    ("ranking.width", "inf"): "ranking.width = inf: write a number; ",
    ("ranking.width", "-5"): "ranking.width = -5: write a number above 0",
    ("club", "a\nb"): "write words between quotes, on one line",
    ("page.name", '" "'): "write words between quotes, on one line",
    ("page.mark", "no.svg"): "harbour/no.svg: there is no such file; put the picture there first",
    ("method", "place"): "there is no such setting (the nearest: ranking.method)",
    ("season.name", "2026"): "there is no such setting (the nearest: season.NAME.name)",
    ("rating.k_steps.k", "5.0"): "there is no such setting",
    ("xyzzy", "1"): "xyzzy: there is no such setting; docs/landing.md",
    ("ranking.lines", "0"): "ranking.lines = 0: write a number from 1 to 26; ",
    ("ranking.lines", "3 the usual"): "ranking.lines = 3 the usual: write a whole number",
    ("ranking.window", "3\nlines = 4"): "write a whole number",
    ("season.2025-26.end", "31-6-2026"): "season.2025-26.end = 31-6-2026: write a date",
    ("ranking.lines", "three"): "ranking.lines = three: write a whole number",
    ("ranking.method", "plaice"): "did you mean 'place'? Write one of 'place', ",
    ("ranking.method", "place\nlines = 2"): "write one of 'place', ",
    ("season.2025-26.end", "2024-01-01"): "season 2025-26 ends before its start, 2025-09-01",
    ("season.2026-27.end", "2027-08-31"): "of that name; the names are 2025-26; add one in the file",
    ("page.colour", "green"): "page.colour = green: write a colour between quotes as #rrggbb",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a competition, the only one below the working folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "harbour" / "tuesday"
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(FILE, encoding="utf-8")
    return folder


def typed(*words: object) -> tuple[int, str, str]:
    done = barometer("set", *words)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("letters", "end"),
    [
        ("utf-16-le", "\r\n"),
        *(pytest.param(*one, marks=pytest.mark.nightly) for one in product(("utf-8", "utf-8-sig"), ("\n", "\r\n"))),
    ],
)
def test_remarks_line_ends_and_letters_are_kept(folder: Path, letters: str, end: str) -> None:
    mark = codecs.BOM_UTF16_LE if letters == "utf-16-le" else b""
    for (key, value), (before, after) in CASES.items():
        (folder / "competition.toml").write_bytes(mark + FILE.replace("\n", end).encode(letters))
        assert typed(key, value)[0] == 0, key
        expected = FILE.replace(before, after)
        assert expected != FILE
        assert (folder / "competition.toml").read_bytes() == mark + expected.replace("\n", end).encode(letters), key


def test_it_says_what_was_what_is_and_what_to_run_next(folder: Path) -> None:
    file = "harbour/tuesday/competition.toml"
    (folder / "competition.toml").chmod(0o640)
    assert typed("ranking.lines", 2, "Tuesday") == (
        0,
        f"ranking.lines: 3 -> 2, in {file}\nTo see the effect, run: barometer build {Path.cwd()}\n",
        "",
    )
    assert stat.S_IMODE((folder / "competition.toml").stat().st_mode) == 0o640
    assert typed("ranking.lines", 2)[1] == f"ranking.lines is already 2; {file} stays as it is\n"
    assert f'ranking.method: not given -> "place", in {file}\n' in typed("ranking.method", "place", folder)[1]
    assert typed("ranking.average_a", "-5")[1].startswith("ranking.average_a: not given -> -5, in ")
    for as_in_the_file in (("ranking.window=4",), ("ranking.window", "=", "5"), ("ranking.window = 6", "tuesday")):
        assert "ranking.window: " in typed(*as_in_the_file)[1]
    assert typed("page.language", "nl")[1].startswith('page.language: not given -> "nl", in harbour/club.toml\n')
    assert typed("page.name", "Ours")[0] == 0
    assert (folder.parent / "club.toml").read_text(encoding="utf-8") == '[page]\nlanguage = "nl"\nname = "Ours"\n'


def test_what_is_refused_changes_nothing(folder: Path, refused: Callable[..., str]) -> None:
    for (key, value), said in REFUSED.items():
        assert said in refused("set", key, value)
        assert (folder / "competition.toml").read_text(encoding="utf-8") == FILE
    assert [file.name for file in folder.parent.rglob("*")] == ["tuesday", "competition.toml"]
    (folder / "competition.toml").chmod(0o444)
    assert "harbour/tuesday/competition.toml is read-only; allow writing to it" in refused("set", "ranking.lines", "2")


def test_a_file_that_is_broken_already(folder: Path, refused: Callable[..., str]) -> None:
    file = folder / "competition.toml"
    for broken, said in {
        FILE.replace("lines = 3", "lines = three"): "competition.toml:10: lines = 'three': ",
        FILE.replace("lines = 3", "windw = 3"): "was not changed, because something else in it is wrong: ",
        FILE.replace("[[season]]", "[season]"): "write [[season]], in double brackets",
        "": "there is no [[season]] of that name",
    }.items():
        file.write_text(broken, encoding="utf-8")
        assert said in refused("set", "season.2025-26.end", "2026-07-31")
        assert file.read_text(encoding="utf-8") == broken
    file.write_text(FILE.replace("lines = 3", "lines = 99"), encoding="utf-8")
    assert typed("ranking.lines", "3")[0] == 0, "a change that corrects the only fault is made"
    assert file.read_text(encoding="utf-8") == FILE


def test_the_competition_is_named_where_there_are_several(folder: Path, refused: Callable[..., str]) -> None:
    other = folder.parent / "friday"
    other.mkdir()
    (other / "competition.toml").write_text(FILE.replace('"Harbour"', '"Other"'), encoding="utf-8")
    several = "contains several competitions; add the one you mean at the end of the command: harbour/friday or "
    for of_both in ((), ("harbour",)):
        assert several in refused("set", "ranking.lines", "2", *of_both)
    assert "there is no such competition in" in refused("set", "ranking.lines", "2", "fridy")
    assert "(the nearest: friday" in refused("set", "ranking.lines", "2", "fridy")
    assert typed("page.language", "nl")[0] == typed("ranking.lines", "2", "harbour/friday")[0] == 0
    assert (folder / "competition.toml").read_text(encoding="utf-8") == FILE


def test_the_sample_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pipelines.machine.paths.PACKAGES", tmp_path / "project")
    assert "it is not known which competition you mean; name its folder" in refused("set", "ranking.lines", "2")


def test_a_file_whose_last_line_does_not_end() -> None:
    season = FILE[FILE.index("[[season]]") : FILE.index("[ranking]")].replace("\n", "\r\n")
    made = changed(f"{season}[ranking]", Path("competition.toml"), "ranking.lines", "2")
    assert made.text == f"{season}[ranking]\r\nlines = 2\r\n"


def test_a_section_in_another_form_is_kept_in_that_form() -> None:
    season = FILE[FILE.index("[[season]]") : FILE.index("[ranking]")]
    for text in (f"ranking.lines = 3\n{season}", f"ranking = {{ lines = 3 }}\n{season}"):
        made = changed(text, Path("competition.toml"), "ranking.window", "4")
        assert tomllib.loads(made.text)["ranking"] == {"lines": 3, "window": 4}
        assert made.text.endswith(season)
    with pytest.raises(UnusableError, match="was not changed, because something else in it is wrong"):
        changed(f"ranking = 3\n{season}", Path("competition.toml"), "ranking.window", "4")


@pytest.mark.usefixtures("folder")
def test_a_switch_that_is_in_the_file_and_a_value_with_a_remark() -> None:
    assert typed("ranking.hand_on", "false")[0] == 0
    assert "ranking.hand_on: false -> true, in " in typed("ranking.hand_on", "true")[1]
    assert "-> 4, in " in typed("ranking.lines", "4 # one more")[1]
    assert '-> "Ours", in ' in typed("club", '"Ours" # a remark')[1]


MANY = "".join(f"{key}\n" for key in ("top = 100", "width = 40", "step = 10", "window = 6", "round_stretch = false"))


def test_a_long_file_of_windows_is_read_and_changed(folder: Path) -> None:
    file = folder / "competition.toml"
    file.write_bytes(FILE.replace("[ranking]\n", f"[ranking]\n{MANY}").replace("\n", "\r\n").encode())
    assert typed("ranking.width", "44")[0] == 0
    assert b"width = 44\r\n" in file.read_bytes()


def test_a_link_is_not_followed(folder: Path, tmp_path: Path, refused: Callable[..., str]) -> None:
    outside = tmp_path.parent / "outside.toml"
    (folder / "competition.toml").rename(outside)
    (folder / "competition.toml").symlink_to(outside)
    assert "is a link, and links are not followed" in refused("set", "ranking.lines", "2")
    assert outside.read_text(encoding="utf-8") == FILE


@pytest.mark.parametrize(("name", "named"), [("b.bws", 'files = ["b.bws"]'), ("2025-10-07", 'session = "2025-10-07"')])
def test_a_session_that_no_section_names_gets_one(folder: Path, name: str, named: str) -> None:
    (folder / "b.bws").write_bytes(b"")
    text = changed(FILE, folder / "competition.toml", f"session.{name}.kind", "butler").text
    assert text == f'{FILE}\n[[session]]\n{named}\nkind = "butler"\n'
