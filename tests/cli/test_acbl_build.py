"""A saved page of the ACBL in a landing folder: built, and its own matchpoints compared."""

import json
from pathlib import Path

from readers.acbl_games import game, page
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.warehouse import Warehouse

SETTINGS = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


def barometer(*arguments: str | Path) -> Result:
    return CliRunner(env={"COLUMNS": "300"}).invoke(app, [str(argument) for argument in arguments])


def test_the_matchpoints_of_the_page_are_compared_with_ours(tmp_path: Path) -> None:
    folder = tmp_path / "landing" / "club" / "tuesday"
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(SETTINGS, encoding="utf-8")
    document = game()
    wrong = document["sessions"][0]["sections"][0]["boards"][0]["board_results"][1]
    wrong["ew_match_points"] = 0.5
    (folder / "2026-03-03.html").write_text(page(document), encoding="utf-8")
    built = barometer(
        "build", tmp_path / "landing", "--warehouse", tmp_path / "w.duckdb", "--reports", tmp_path / "reports"
    )
    assert built.exit_code == 0, built.stderr
    with Warehouse(tmp_path / "w.duckdb", read_only=True) as warehouse:
        results = warehouse.read("scored.session_results").sort("entrant")
        differences = warehouse.read("scored.official_differences")
    assert results.select("entrant", "points").rows() == [("1EW", 1.0), ("1NS", 3.0), ("2EW", 3.0), ("2NS", 1.0)]
    assert differences.select("ns", "ew", "official", "computed").rows() == [("2NS", "2EW", 1.0, 2.0)]
    audited = barometer("audit", "--format", "json", "--warehouse", tmp_path / "w.duckdb")
    assert [row["official"] for row in json.loads(audited.stdout)] == [1.0]
