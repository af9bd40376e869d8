"""The notebooks run from top to bottom on a small warehouse, as an app and as a script."""

import importlib.util
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import factories
import matplotlib as mpl
import matplotlib.pyplot as plt
import polars as pl
import pytest
from matplotlib.figure import Figure

from pipelines.warehouse import Warehouse
from transforms.season import season_tables
from transforms.simulate import simulate
from transforms.tables import METHODS, Adjustments, Matches

pytest.importorskip("marimo", reason="the notebooks need marimo: pip install barometer[notebooks]")

SEASON_REVIEW = Path(__file__).resolve().parents[1] / "notebooks" / "season_review.py"


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the notebook asks of a season of two made-up clubs."""
    made_up = simulate(clubs=2, sessions=20, seed=3)
    raw = {name: table for name, table in made_up.items() if name != "strengths"}
    rules = pl.concat(
        factories.competitions(club, competition)
        for club, competition in raw["sessions"].select("club", "competition").unique(maintain_order=True).rows()
    )
    nothing = {"adjustments": Adjustments.create_empty(), "matches": Matches.create_empty()}
    given = factories.in_warehouse({**raw, **nothing, "competitions": rules})
    tables = given | season_tables(given)
    path = tmp_path_factory.mktemp("built") / "warehouse.duckdb"
    with Warehouse(path) as made:
        for name, table in tables.items():
            made.write(name, table)
    return path


@pytest.fixture(scope="module")
def review(warehouse: Path) -> Iterator[dict[str, Any]]:
    """What the cells of the season review define."""
    with pytest.MonkeyPatch.context() as patched, mpl.rc_context():
        patched.setenv("BAROMETER_WAREHOUSE", str(warehouse))
        yield _definitions(SEASON_REVIEW)
    plt.close("all")


class TestSeasonReview:
    def test_keeps_to_the_season_chosen(self, review: dict[str, Any]) -> None:
        assert len(review["seasons"]) == 2
        assert review["choice"].value == "alderhaven, tuesday-evening, 2025-26"
        assert review["figures"]["sessions"].to_list() == [20]
        assert review["attendance"].height == 20

    def test_everybody_who_played_stands_in_the_standing(self, review: dict[str, Any]) -> None:
        standing: pl.DataFrame = review["standing"]
        assert standing["player_id"].is_unique().all()
        assert standing["ranking"].is_sorted(descending=True)
        assert standing.height > 56
        assert standing["place"].min() == 1

    def test_compares_every_method(self, review: dict[str, Any]) -> None:
        consistency: pl.DataFrame = review["consistency"]
        assert set(consistency["method"]) == set(METHODS)
        assert consistency["halves agree"].is_between(0.3, 1).all()
        assert (consistency["signal to noise"] > 0).all()

    def test_the_method_in_force_gives_the_points_of_the_warehouse(self, review: dict[str, Any]) -> None:
        in_force = review["ask"]("from rankings.ranking_points natural join here").pl()
        again = review["points"].filter(pl.col("method") == in_force["method"][0])
        both = in_force.join(again, on=["session_id", "player_id"], suffix="_again")
        assert both.height == in_force.height == again.height
        assert both.filter((pl.col("points") - pl.col("points_again")).abs() > 1e-9).is_empty()

    def test_windows_are_those_of_a_build(self, review: dict[str, Any]) -> None:
        last = review["ask"]("""
            select player_id, round(arg_max(ranking, (date, session_id)), 1) as ranking
            from rankings.player_rankings natural join here group by player_id
        """).pl()
        both = review["windows"].join(last, on="player_id")
        assert both.height == 10
        assert both["window 6"].to_list() == both["ranking"].to_list()

    def test_the_board_brings_what_the_warehouse_says(self, review: dict[str, Any]) -> None:
        board, listed = review["board_three_ways"], review["evening_awards"]
        assert board["butler"].sum() <= board.height
        assert board["matchpoints"].max() <= 2 * (board.height - 1)
        assert listed["rank"].to_list() == sorted(listed["rank"])
        assert review["champions"]["counted"].min() > 0

    def test_labels_stand_apart(self, review: dict[str, Any]) -> None:
        spread_out = review["spread_out"]
        assert spread_out(pl.Series([1.0, 1.5, 9.0]).to_numpy(), 1.0).tolist() == [1.0, 2.0, 9.0]

    @pytest.mark.parametrize("figure", ["roads_figure", "lines_figure", "attendance_figure", "halves_figure"])
    def test_draws(self, review: dict[str, Any], figure: str, tmp_path: Path) -> None:
        assert isinstance(review[figure], Figure)
        review[figure].savefig(tmp_path / "figure.svg")

    @pytest.mark.slow
    def test_runs_as_a_script(self, warehouse: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BAROMETER_WAREHOUSE", str(warehouse))
        drawn = Mock(wraps=plt.subplots)
        monkeypatch.setattr(plt, "subplots", drawn)
        runpy.run_path(str(SEASON_REVIEW), run_name="__main__")
        assert drawn.call_count == 4

    def test_stops_where_there_is_no_warehouse(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BAROMETER_WAREHOUSE", str(tmp_path / "none.duckdb"))
        definitions = _definitions(SEASON_REVIEW)
        assert "warehouse" not in definitions
        assert not (tmp_path / "none.duckdb").exists()


def _definitions(path: Path) -> dict[str, Any]:
    """Run a notebook in this process; the names its cells define."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    notebook = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(notebook)
    _, definitions = notebook.app.run()
    return dict(definitions)
