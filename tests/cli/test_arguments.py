"""What is wrong with the words of a command: in plain words, with the correction, in the language of the user."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.cli.app import run
from pipelines.cli.build import build
from pipelines.cli.terminal.output import say
from pipelines.intake.landing.folders import LandingError
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

TESTS = Path(__file__).parents[1]
SAID = {
    "buld x": "buld: there is no such command (the nearest: build); see barometer --help",
    "xyzzy": "xyzzy: there is no such command; see barometer --help",
    "deals solv": "solv: there is no such command (the nearest: solve); see barometer deals --help",
    "build x --report p": "--report: there is no such option (the nearest: --reports); see barometer build --help",
    "build x --quux p": "--quux: there is no such option; see barometer build --help",
    "--warehous=x": "--warehous: there is no such option (the nearest: --warehouse); see barometer --help",
    "--hepl": "--hepl: there is no such option (the nearest: --help); see barometer --help",
    "deals solve --language en": (
        "--language must come before the command: barometer --language …; see barometer deals solve --help"
    ),
    "--full build history": "--full: barometer has no such option; it belongs to build; see barometer --help",
    "check club --reports p": (
        "--reports: barometer check has no such option; it belongs to new, desk, build, live, publish; "
        "see barometer check --help"
    ),
    "explain": "player is missing; add it, as in: barometer explain Jaworek; see barometer explain --help",
    "check my club": "club: too many words; put a name with spaces between quotes; see barometer check --help",
    "findings --format x": "--format: there is no x; write one of table, csv, json; see barometer findings --help",
    "movement --boards 24.5": "--boards: write a whole number; see barometer movement --help",
    "deals solve --workers 0": "--workers: write a number from 1; see barometer deals solve --help",
    "deals solve --workers 9999": "--workers: write a number up to 1000; see barometer deals solve --help",
    "ratings --on soon": "--on: soon: write dates like 2025-12-31; see barometer ratings --help",
    "ratings --on 21.09.2016": "--on: 21.09.2016: write dates like 2016-09-21; see barometer ratings --help",
    "people –-format csv": (
        "–-format: this begins with a long dash, into which Word and mail programs change hyphens; "
        "type hyphens instead; see barometer --help"
    ),
    "build —full": (
        "—full: this begins with a long dash, into which Word and mail programs change hyphens; type "
        "hyphens instead; see barometer --help"
    ),
    "build --warehouse": "the value of --warehouse is missing; see barometer --help",
    "build --full=3": "--full: this option takes no value; leave out the value; see barometer --help",
}


def said(words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr("sys.argv", ["barometer", *words.split()])
    assert run() == 2
    return capsys.readouterr().err.removeprefix("barometer: ").rstrip("\n")


def test_plain_words_and_the_correction(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert {words: said(words, monkeypatch, capsys) for words in SAID} == SAID


def test_no_english_word_is_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(LANGUAGE, "nl")
    others = [words for words in SAID if "--language" not in words]
    assert [words for words in others if said(words, monkeypatch, capsys) == SAID[words]] == []


def test_letter_case_does_not_matter(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("export x --format PBN", "audit --format Json", "history Ann --as Player"):
        assert "none.duckdb: no such warehouse" in said(f"{words} --warehouse none.duckdb", monkeypatch, capsys)


def test_what_is_said_comes_behind_what_was_printed_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the log of a run without a terminal the last line stood above its table."""
    log = tmp_path / "log.txt"
    with log.open("a", encoding="utf-8") as out, log.open("a", encoding="utf-8", buffering=1) as errors:
        monkeypatch.setattr("sys.stdout", out)
        monkeypatch.setattr("sys.stderr", errors)
        sys.stdout.write("a table\n")
        say("All of them are the same as Barometer's.")
        monkeypatch.undo()
    assert log.read_text(encoding="utf-8") == "a table\nAll of them are the same as Barometer's.\n"


@pytest.mark.long
def test_a_season_that_starts_from_the_one_before_is_built_with_all_others(tmp_path: Path) -> None:
    folder = tmp_path / "landing" / "harbour" / "tuesday"
    folder.mkdir(parents=True)
    season = '[[season]]\nname = "{}"\nstart = 200{}-01-01\nend = 200{}-12-31\n'
    written = season.format("first", 1, 1) + season.format("second", 2, 2)
    (folder / "competition.toml").write_text(written, encoding="utf-8")
    paths = Paths(tmp_path / "landing", tmp_path / "w.duckdb", tmp_path / "reports")
    said: list[str] = []
    build(paths, "second", say=said.append)
    assert "season second starts from the final rankings of the season before (ranking.hand_on)" in said[0]
    assert said[0].endswith(", so all seasons are built.")
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert set(warehouse.read("raw.competitions")["season"]) == {"first", "second"}
    with pytest.raises(LandingError, match="there is no season third; choose one of these: first, second"):
        build(paths, "third")


def test_what_cannot_be_used_at_all_is_one_line(tmp_path: Path, refused: Callable[..., str]) -> None:
    for words, said in {
        ("build", tmp_path / "absent"): "no such folder",
        ("build", tmp_path): "there is no competition in this folder",
        ("build", __file__): "this is a file; name its folder",
        ("build", TESTS / "balanse"): "there is no such folder; did you mean",
        ("build", TESTS.with_name("test") / "balanse"): f"did you mean {TESTS / 'balance'}?",
        ("audit", "--warehouse", tmp_path / "absent.duckdb"): "no such warehouse",
    }.items():
        assert said in refused(*words)
