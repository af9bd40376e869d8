"""Which files a build calls renamed."""

from pathlib import Path

from factories import frame

from pipelines.building.changes import _renamed
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import Sessions


def test_of_two_copies_that_are_gone_one_was_renamed(tmp_path: Path) -> None:
    """Else a new file would count for both, and one file fewer than none be new."""
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        gone = [{"session_id": name, "file_id": f"{name}.csv"} for name in ("a", "b")]
        warehouse.write("raw.sessions", frame(Sessions, *gone))
        club, competition = warehouse.read("raw.sessions").select("club", "competition").row(0)
        before = {(club, competition, f"{name}.csv"): ("same",) for name in ("a", "b")}
        assert len(_renamed(before, {(club, competition, "c.csv"): ("same",)}, warehouse)) == 1
