"""What `barometer build` and others cannot use at all is told in one line, before any work."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.cli.build import build
from pipelines.intake.landing.folders import LandingError
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

TESTS = Path(__file__).parents[1]


def test_a_season_that_starts_from_the_one_before_is_built_with_all_others(tmp_path: Path) -> None:
    folder = tmp_path / "landing" / "harbour" / "tuesday"
    folder.mkdir(parents=True)
    season = '[[season]]\nname = "{}"\nstart = 200{}-01-01\nend = 200{}-12-31\n'
    written = season.format("first", 1, 1) + season.format("second", 2, 2)
    (folder / "competition.toml").write_text(written, encoding="utf-8")
    paths = Paths(tmp_path / "landing", tmp_path / "w.duckdb", tmp_path / "reports")
    said: list[str] = []
    build(paths, "second", say=said.append)
    assert "season second starts from the final rankings of the one before (ranking.hand_on)" in said[0]
    assert said[0].endswith(": all seasons are built.")
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert set(warehouse.read("raw.competitions")["season"]) == {"first", "second"}
    with pytest.raises(LandingError, match="there is no season third; there are first, second"):
        build(paths, "third")


def test_what_cannot_be_used_at_all_is_told_in_one_line(tmp_path: Path, refused: Callable[..., str]) -> None:
    for words, told in {
        ("build", tmp_path / "absent"): "no such folder",
        ("build", tmp_path): "no competition in it",
        ("build", __file__): "this is a file; name the folder in which it lies",
        ("build", TESTS / "balanse"): "there is no such folder; did you mean",
        ("build", TESTS.with_name("test") / "balanse"): f"did you mean {TESTS / 'balance'}?",
        ("audit", "--warehouse", tmp_path / "absent.duckdb"): "no such warehouse",
    }.items():
        assert told in refused(*words)
