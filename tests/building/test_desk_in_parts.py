"""The director's desk is drawn some clubs at a time."""

from pathlib import Path

import pytest

from bench.tiny_clubs import make_club
from pipelines.building import desk
from pipelines.building.desk import draw_desk, tell_of_people
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

CLUBS = ("ash", "elm", "fir")


def drawn(warehouse: Warehouse, folder: Path) -> tuple[dict[str, str], list[str]]:
    """The pages by their paths, and what is said."""
    said: list[str] = []
    in_doubt = draw_desk(warehouse, CLUBS, folder / "desk", folder / "aside", said.append)
    tell_of_people(in_doubt, folder / "other.duckdb", said.append)
    pages = {
        str(path.relative_to(folder / "aside")): path.read_text(encoding="utf-8")
        for path in sorted((folder / "aside").rglob("*.html"))
    }
    return pages, said


@pytest.mark.long
def test_pages_and_totals_are_those_of_all_clubs_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "site")
    for club in CLUBS:
        make_club(paths.landing, club, tricks=10)
        players = paths.landing / club / "evenings" / "players.csv"
        head, *lines = players.read_text(encoding="utf-8").splitlines()
        hidden = "".join(f"{line},{number > 0}\n" for number, line in enumerate(lines))
        players.write_text(f"{head},public\n{hidden}", encoding="utf-8")
    build(paths)
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        together = drawn(warehouse, tmp_path / "together")
        monkeypatch.setattr(desk, "_AT_ONCE", 1)
        apart = drawn(warehouse, tmp_path / "apart")
    assert apart == together
    assert len(together[0]) == len(CLUBS) + 1
    assert any(said.startswith(f"{len(CLUBS)} people are") for said in together[1]), together[1]
