"""`barometer balance seat`: numbers for those present, and what it says of what cannot be used."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from balance.test_next_seating import PLAYED as MOVEMENT
from balance.test_next_seating import given_season, named
from commands import barometer
from factories import competitions, frame
from typer.testing import Result

from pipelines.warehouse import Warehouse
from transforms.balance.schedule import write_schedule
from transforms.tables.schemas import Players

PAIRS = {number: (f"{number}a", f"{number}b") for number in range(1, 9)}


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight pairs of whom 1 to 4 sat North-South last week, two rounds of three boards."""
    path = tmp_path_factory.mktemp("built") / "warehouse.duckdb"
    season, of = given_season(), {"club": "club", "competition": "evening"}
    names = [{**of, "player_id": player, "name": f"Player {player}"} for pair in PAIRS.values() for player in pair]
    tables = {
        "raw.competitions": competitions().with_columns(season=pl.lit("2025")),
        "raw.players": frame(Players, *names),
        "raw.sessions": season["sessions"],
        "scored.board_scores": season["board_scores"],
        "movements.season_scores": season["season_scores"],
    }
    with Warehouse(path) as open_warehouse:
        for name, table in tables.items():
            open_warehouse.write(name, table)
    return path


@pytest.fixture
def schedule(tmp_path: Path) -> Path:
    path = tmp_path / "mitchell.txt"
    path.write_text(write_schedule(MOVEMENT), encoding="utf-8")
    return path


@pytest.fixture
def present(tmp_path: Path) -> Path:
    return attendance(tmp_path, *PAIRS.values())


def attendance(folder: Path, *pairs: tuple[str, str]) -> Path:
    path = folder / "present.csv"
    path.write_text("player_id,partner_id\n" + "".join(f"{one},{other}\n" for one, other in pairs), encoding="utf-8")
    return path


def seat(warehouse: Path, present: Path, movement: Path | str, *options: str) -> Result:
    arguments = ("evening", present, "--movement", movement, "--warehouse", warehouse)
    return barometer("balance", "seat", *arguments, *options, columns=120)


def test_those_who_met_last_week_do_not_meet_again(warehouse: Path, present: Path, schedule: Path) -> None:
    done = seat(warehouse, present, schedule, "--format", "json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert [row["number"] for row in found["pairs"]] == list(range(1, 9))
    assert {(row["player_id"], row["partner_id"]) for row in found["pairs"]} == set(PAIRS.values())
    assert {(row["unmet_before"], row["unmet_after"]) for row in found["pairs"]} == {(5, 3)}
    before, after = found["balance"]
    assert (before["unmet"], after["unmet"], after["season_unmet"], after["most_meetings"]) == (20, 12, 12, 1)
    assert (before["season"], after["season"], found["absent"]) == ("before", "after", None)
    assert after["season_qc"] > before["season_qc"]
    assert after["season_qo"] == pytest.approx(100 * 16**2 / (28 * 16))


def test_with_an_odd_number_present_a_number_stays_away(warehouse: Path, tmp_path: Path, schedule: Path) -> None:
    present = attendance(tmp_path, *list(PAIRS.values())[1:])
    done = seat(warehouse, present, schedule, "--absent", "5")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("7 pairs; number 5 stays empty")
    assert "Pairs of entrants that have not met" in done.stdout
    assert "differ from those on the page of the season" in done.stdout
    found = json.loads(seat(warehouse, present, schedule, "--format", "json").stdout)
    assert {row["number"] for row in found["pairs"]} == set(range(1, 9)) - {found["absent"]}


def test_the_movement_may_be_that_of_the_competition(warehouse: Path, tmp_path: Path, present: Path) -> None:
    own, file = tmp_path / "own.duckdb", tmp_path / "own.txt"
    own.write_bytes(warehouse.read_bytes())
    with Warehouse(own) as tables:
        tables.write("raw.movements", named(MOVEMENT, name="own.txt"))
    file.write_text(write_schedule(MOVEMENT), encoding="utf-8")
    done = barometer("balance", "seat", "evening", present, "--warehouse", own, "--format", "json")
    assert done.exit_code == 0, done.output
    assert done.stdout == seat(own, present, file, "--format", "json").stdout


REFUSED = {
    "12-pairs-6-rounds": "12-pairs-6-rounds: 8 pairs are present, but the movement has 12: choose a movement for 8",
    "8-pairs-7-round": "there is no such schedule file or library movement (the nearest: 8-pairs-7-rounds",
    "8-players-7-rounds-shared": "8-players-7-rounds-shared: the movement is for single players; choose",
    "../movements/8-pairs-7-rounds": "there is no such schedule file or library movement",
}


def test_a_movement_that_cannot_be_used_is_refused(warehouse: Path, present: Path, refused: Callable[..., str]) -> None:
    asked = ("balance", "seat", "evening", present, "--warehouse", warehouse)
    for movement, words in REFUSED.items():
        assert words in refused(*asked, "--movement", movement)
    assert "8 pairs are present, but no movement is named for this number of pairs; add --movement" in refused(*asked)


def test_the_season_may_still_have_to_begin(tmp_path: Path, present: Path, schedule: Path) -> None:
    path = tmp_path / "new.duckdb"
    with Warehouse(path) as tables:
        tables.write("raw.competitions", competitions())
    guests = [word for pair in PAIRS.values() for player in pair for word in ("--guest", player)]
    done = seat(path, present, schedule, "--format", "json", *guests)
    assert done.exit_code == 0, done.output
    before, after = json.loads(done.stdout)["balance"]
    assert (before["unmet"], before["season_qc"], after["unmet"]) == (28, None, 20)
    assert (before["season_unmet"], after["season_unmet"]) == (28, 20)
