"""What a plan asks of the deals and the pages of a country: those of the clubs in question, and nothing else."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import polars as pl
import pytest
from factories import frame
from solving.evening import DEAL, landing

from pipelines.building import changes
from pipelines.building.solving.store import Solved, newly_solved, store_of
from pipelines.intake.landing.folders import folders_in
from pipelines.warehouse import Warehouse
from transforms.tables.deals import Deals, DoubleDummy
from transforms.tables.schemas import WAREHOUSE

TRICKS = "86997574467699757446"
FIRST, SECOND = f"{1:026x}", f"{2:026x}"


def dealt(club: str, *ids: str) -> list[dict[str, Any]]:
    said = {"club": club, "dealer": "N", "vulnerable": "none", "deal": DEAL}
    return [said | {"board": board, "deal_id": deal} for board, deal in enumerate(ids, start=1)]


@pytest.fixture
def warehouse(tmp_path: Path) -> Warehouse:
    """Three clubs, one of which knows that the first deal is solved."""
    tricks = dict.fromkeys((name for name in DoubleDummy.column_names() if "_" in name and name != "deal_id"), 6)
    with Warehouse(tmp_path / "warehouse.duckdb") as made:
        deals = [*dealt("ash", FIRST, SECOND), *dealt("elm", FIRST, SECOND), *dealt("oak", FIRST)]
        made.write("raw.deals", frame(Deals, *deals))
        made.write(
            "deals.double_dummy", frame(DoubleDummy, tricks | {"club": "ash", "deal_id": FIRST, "source": "solved"})
        )
    return made


def test_only_what_a_club_lacks_is_newly_solved(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store_of(warehouse.place)
    monkeypatch.setattr(Warehouse, "read", Mock(side_effect=AssertionError("a whole table is read")))
    assert newly_solved(warehouse, path, ["ash", "elm"]).is_empty()
    Solved(path).keep({FIRST: TRICKS})
    with warehouse:
        assert newly_solved(warehouse, path, ["ash", "elm"]).rows() == [("elm", FIRST)]
        assert newly_solved(warehouse, path, []).is_empty()


def test_without_a_file_of_solved_deals_none_are_read(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("read", "read_distinct"):
        monkeypatch.setattr(Warehouse, name, Mock(side_effect=AssertionError("deals are read")))
    assert newly_solved(warehouse, store_of(warehouse.place), ["ash"]).is_empty()


def test_the_plan_of_a_group_counts_its_own_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = landing(tmp_path, "one", "other")
    for club in ("one", "other"):
        (paths.reports / club).mkdir(parents=True)
    counted: list[str] = []

    def pages(folder: Path) -> int:
        counted.append(folder.name)
        return 1

    monkeypatch.setattr(changes, "pages_in", pages)
    monkeypatch.setattr(changes, "_pages_before", Mock(return_value=None))
    with Warehouse(paths.warehouse) as warehouse:
        steps = WAREHOUSE["operations.steps"].create_empty()
        drawn = [(club, changes.SITE, "x", "x", 1, 1) for club in ("one", "other")]
        warehouse.write("operations.steps", pl.DataFrame(drawn, schema=steps.schema, orient="row"))
        plan = changes.plan_of(paths, warehouse, folders_in(paths.landing), only=["one"])
    assert counted == ["one"]
    assert set(plan.folders) == {"one", "other"}
