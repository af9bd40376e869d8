"""barometer contest: systems judged on evenings of a warehouse, as a table, CSV, JSON and a page; what it refuses."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import polars as pl
from cli.conftest import TwoClubs
from commands import barometer
from page_files import root_of

from pipelines.cli.contest import _drawn, contest, evenings_of
from pipelines.cli.contest import system_name as name_of
from pipelines.warehouse import Warehouse
from pipelines.words.words import fixed
from transforms.strength.contest_systems import SYSTEMS
from transforms.strength.filter import CONSTANTS
from transforms.strength.fit import fitted
from transforms.tables.contest import WHO
from transforms.tables.schemas import METHODS

TUESDAY = "alderhaven/tuesday-evening"
PLACE = "ranking.method=place ranking.window=2"


def printed(warehouse: Path, *arguments: str) -> str:
    done = barometer("contest", *arguments, "--run-in", "1", "--warehouse", warehouse)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_rankings_by_each_method_and_window_take_part_and_a_rule_that_is_tried_is_the_same(two_clubs: TwoClubs) -> None:
    found = contest(two_clubs.warehouse, TUESDAY, [PLACE], windows=True, run_in=1)
    assert found.evenings == 4
    by_system = {
        system: rows.select("who", "measure", "value").rows()
        for (system,), rows in found.rows.group_by("system", maintain_order=True)
    }
    windows = {f"{method} {window}" for method in METHODS for window in range(1, 21)}
    assert set(by_system) >= {*SYSTEMS, "ridge", "model", "ranking", *METHODS, *windows, PLACE}
    assert by_system[PLACE] == by_system["place 2"] != by_system["place 3"]
    assert by_system["ranking"] == by_system["balanced"]
    drawn = [row["system"] for row in _drawn(found)]
    assert set(by_system) - set(drawn) < windows
    assert sorted(system.split()[0] for system in drawn if system in windows) == sorted(METHODS)
    assert {who for who, *_ in by_system["fifty"]} <= set(WHO)


def test_all_clubs_are_one_contest_and_csv_has_what_json_has(two_clubs: TwoClubs, tmp_path: Path) -> None:
    page = tmp_path / "contest.html"
    every = pl.read_csv(printed(two_clubs.warehouse, "--format", "csv").encode(), infer_schema_length=None)
    words = json.loads(printed(two_clubs.warehouse, "--format", "json", "--page", str(page)))
    assert every.height == len(words["systems"])
    assert every.columns == list(words["systems"][0])
    assert words["evenings"] == 8
    alone = contest(two_clubs.warehouse, TUESDAY, [], windows=False, run_in=1)
    of_both, of_one = (rows.filter(system="fifty", who="all", measure="rmse")["number"] for rows in (every, alone.rows))
    assert of_both.item() > of_one.item()
    root = root_of(page)
    best_first = every.filter(who="all", measure="rmse").sort("value", maintain_order=True)["system"].to_list()
    (body,) = root.iterfind(".//*[@id='all']//tbody")
    names = ["".join(row[0].itertext()).strip().replace("\N{NO-BREAK SPACE}", " ") for row in body]
    assert names == [name_of(system) for system in best_first]
    (drawing,) = root.iterfind(".//{*}svg")
    assert {"Elo of players, K 32", "ranking (place)"} <= {"".join(text.itertext()) for text in drawing.iter("{*}text")}


def test_the_terminal_names_systems_and_says_what_chance_can_do(two_clubs: TwoClubs) -> None:
    said = printed(two_clubs.warehouse, TUESDAY, "--set", PLACE)
    assert "All results (" in said
    assert f" {PLACE} " in said
    assert " ranking (dynamic) " in said
    assert "chance alone can make the difference" in said
    assert name_of("place 1") == "ranking (place, 1 session)"


def test_the_constants_that_fit_can_be_put_into_competition_toml(two_clubs: TwoClubs) -> None:
    """They are those of all clubs."""
    done = barometer("contest", "--fit", "--warehouse", two_clubs.warehouse)
    found = tomllib.loads(done.stdout)["strength"]
    with Warehouse(two_clubs.warehouse, read_only=True) as warehouse:
        expected = fitted(evenings_of(warehouse))
    assert found == {name: round(getattr(expected, name), 2) for name in CONSTANTS}
    assert f"log-likelihood {fixed(expected.likelihood)}" in done.stdout


def test_fit_takes_no_other_option_and_its_help_names_the_section(refused: Callable[..., str]) -> None:
    for other in ([TUESDAY], ["--windows"], ["--set", PLACE], ["--run-in", "2"], ["--format", "json"]):
        assert "--fit is for all evenings of a warehouse" in refused("contest", "--fit", *other)
    assert " [strength] of " in " ".join(barometer("contest", "--help").stdout.replace("│", "").split())


def test_what_cannot_be_judged_is_reported(two_clubs: TwoClubs, refused: Callable[..., str]) -> None:
    warehouse = ("--warehouse", two_clubs.warehouse)
    assert "after the 15 of the run-in, and there are 5 in all" in refused("contest", TUESDAY, *warehouse)
    assert "nothing has this name" in refused("contest", "wednesday", *warehouse)
    assert "did you mean window?" in refused("contest", TUESDAY, "--set", "ranking.windw=3", *warehouse)
    assert "write a key and a value" in refused("contest", TUESDAY, "--set", "place", *warehouse)
