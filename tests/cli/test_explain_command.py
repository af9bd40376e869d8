"""barometer explain: whom it finds, what it prints, and what it says when there is nothing to explain."""

import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import polars as pl
import pytest
from explanation.conftest import built
from explanation.working_out import hundredths, worked_out
from factories import Tables, competitions
from simulated import simulate
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.explain import ExplainedRating, games_at_a_glance, games_title, print_rating, read_in
from pipelines.warehouse import Warehouse
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, WAREHOUSE

HOSTILE = "[red]A[/red]\x1b[2J\u202e"


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Five evenings of two clubs; one player of a name that means no good."""
    made_up = simulate(2, 5, pairs=12, boards=4)
    owners = made_up["sessions"].select("club", "competition").unique().sort("club").rows()
    raw = {name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items()}
    raw |= {name: table for name, table in made_up.items() if name != "strengths"}
    raw["competitions"] = pl.concat(
        competitions(*owner, ranking={"method": method})
        for owner, method in zip(owners, ("dynamic", "place"), strict=True)
    )
    number = pl.int_range(pl.len())
    name = phrase("Jan {} Jansen", number.cast(pl.String).str.zfill(3))
    raw["players"] = raw["players"].with_columns(name=pl.when(number == 0).then(pl.lit(HOSTILE)).otherwise(name))
    return built(raw)


@pytest.fixture(scope="module")
def warehouse(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("built") / "warehouse.duckdb"
    with Warehouse(path) as open_warehouse:
        for name in WAREHOUSE.keys() & tables.keys():
            open_warehouse.write(name, tables[name])
    return path


@pytest.fixture(scope="module")
def someone(tables: Tables) -> tuple[str, ...]:
    """The club, competition, season and id of one who played, under the method `dynamic`."""
    ranked = tables["rankings.player_rankings"].select(*COMPETITION, "player_id")
    return ranked.row(0)


def explained(*arguments: str, warehouse: Path, columns: int | None = 100) -> str:
    """What it prints into so many columns; None: into a pipe."""
    width = {"COLUMNS": None if columns is None else str(columns)}
    result = CliRunner().invoke(app, ["explain", *arguments, "--warehouse", str(warehouse)], env=width)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_as_a_table(warehouse: Path, tables: Tables, someone: tuple[str, ...]) -> None:
    club, competition, _, player_id = someone
    printed = explained(player_id, "--competition", f"{club}/{competition}", warehouse=warehouse)
    ranking = tables["rankings.player_rankings"].filter(club=club, player_id=player_id).sort("date")["ranking"][-1]
    assert f"({player_id})" in printed
    assert str(hundredths(ranking)) in printed
    assert "earns the strength of the field" in " ".join(printed.split())
    assert "Boards, read in" in printed
    assert max(map(len, printed.splitlines())) <= 100


def test_as_json(warehouse: Path, tables: Tables, someone: tuple[str, ...]) -> None:
    club, competition, _, player_id = someone
    printed = explained(player_id, "--competition", f"{club}/{competition}", "--format", "json", warehouse=warehouse)
    (explanation,) = json.loads(printed)
    assert [explanation[name] for name in ("club", "competition", "season", "player_id")] == list(someone)
    ranking = explanation["ranking"]
    assert hundredths(worked_out(ranking["formula"])) == hundredths(ranking["value"])
    played = tables["rankings.ranking_points"].filter(club=club, player_id=player_id)
    assert len(explanation["sessions"]) == played.height
    assert all(board["source"]["line_no"] for session in explanation["sessions"] for board in session["boards"])


@pytest.mark.parametrize("columns", [80, 120, None])
def test_nothing_is_lost_however_wide_it_is(warehouse: Path, someone: tuple[str, ...], columns: int | None) -> None:
    club, competition, _, player_id = someone
    asked = (player_id, "--competition", f"{club}/{competition}")
    (explanation,) = json.loads(explained(*asked, "--format", "json", warehouse=warehouse))
    printed = explained(*asked, warehouse=warehouse, columns=columns)
    in_window = [session for session in explanation["sessions"] if session["in_window"]]
    steps = [explanation["ranking"], explanation["individual"]]
    steps += [session[step] for session in in_window for step in ("points", "strength", "score")]
    for step in steps:
        assert f"{step['formula']} = {hundredths(step['value'])}" in " ".join(printed.split())
    assert "counts for" in printed
    assert printed.count(" ranking, individual, pairs") == len(in_window)
    if columns is None:
        assert all(board["how"] in printed for session in in_window for board in session["boards"])
    else:
        assert max(map(len, printed.splitlines())) <= columns


def test_a_part_of_a_name_is_enough_and_capitals_do_not_matter(warehouse: Path, tables: Tables) -> None:
    wanted = tables["raw.players"].row(1, named=True)
    assert f"Jan 001 Jansen ({wanted['player_id']})" in explained("JANSEN 001", warehouse=warehouse)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([""], "give an id or a part of a name"),
        ([" "], "give an id or a part of a name"),
        ([","], "give an id or a part of a name"),
        (["nobody at all"], "there is no such player"),
        (["Jan 003 Janssen"], "(the nearest: Jan 003 Jansen"),
        (["jansen"], "that may be Jan 001 Jansen"),
        (["Jan 001 Jansen", "--competition", "friday"], "there is no such competition; there are "),
        (["Jan 001 Jansen", "--season", "1999"], "--season 1999: Jan 001 Jansen did not play then; there are 2025-26"),
        (["Jan 001 Jansen", "--session", "never"], "--session never: the player did not play in it; there are "),
    ],
)
def test_what_cannot_be_found_is_said_in_one_line(
    warehouse: Path, arguments: list[str], said: str, refused: Callable[..., str]
) -> None:
    assert said in refused("explain", *arguments, "--warehouse", warehouse)


@pytest.mark.parametrize(
    ("many", "files", "title", "named"),
    [
        (10, ["a.csv"], "The games of this list, the latest first", "a.csv"),
        (12, ["a.csv"], "The last 10 of 12 games of this list, the latest first", "a.csv"),
        (12, ["a.csv", "b.csv"], "The last 10 of 12 games of this list, the latest first", None),
        (1, [None], "The games of this list, the latest first", None),
    ],
)
def test_games_behind_a_rating_say_how_many_they_are_and_where_they_were_read(
    many: int, files: list[str | None], title: str, named: str | None
) -> None:
    game = {"date": "2026-04-13", "opponent": "B", "opponent_rating": 1400, "norm": 0.78, "points": 2.0}
    games = [{**game, "counted": True, "file": files[no % len(files)], "line_no": no + 2} for no in range(many)]
    rating = ExplainedRating({"method": "norm"}, games)
    assert (games_title(rating), read_in(rating)) == (title, named)
    shown = games_at_a_glance(rating)
    assert shown.height == min(many, 10)
    if len(files) > 1:
        assert shown["where"][:2].to_list() == ["a.csv:2", "b.csv:3"]
        assert "line of file" not in shown.columns
    elif named:
        assert shown["line of file"][0] == "2"
        assert "where" not in shown.columns
    else:
        assert not {"where", "line of file"} & set(shown.columns)


def test_numbers_of_games_stand_on_the_right_and_an_unrated_opponent_has_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("pipelines.cli.explain.in_words", Mock(return_value=()))
    game = {"date": "2026-04-13", "opponent": "B", "opponent_rating": 1400, "norm": 0.78, "points": 2.0}
    game |= {"counted": True, "file": "a.csv", "line_no": 2}
    unrated = {**game, "opponent_rating": None, "norm": None, "points": 0.5, "line_no": 13}
    row = {"club": "c", "competition": "elo", "season": "s", "name": "A", "player_id": "1", "method": "norm"}
    print_rating(ExplainedRating(row, [game, unrated]))
    file, headings, _, first, second = capsys.readouterr().out.splitlines()[-6:-1]
    assert file == "Read in a.csv"
    assert second.split() == ["2026-04-13", "B", "none", "0.5", "yes", "13"]
    for heading, cells in {"rating": ("1400", "none"), "points": ("2", "0.5"), "line of file": ("2", "13")}.items():
        end = headings.index(heading) + len(heading)
        assert [line[:end].split()[-1] for line in (first, second)] == list(cells)
