"""Who asked in one club not to be shown is not shown in others, also where that club cannot be built."""

from pathlib import Path
from typing import Any

import pytest

from bench.tiny_clubs import make_club
from pipelines.building import drawing
from pipelines.commands.build import build
from pipelines.paths import Paths

NAME = "Ada Alder"


def make(landing: Path, club: str, *, public: bool, tricks: int = 10) -> None:
    make_club(landing, club, tricks=tricks)
    players = landing / club / "evenings" / "players.csv"
    lines = players.read_text(encoding="utf-8").splitlines()[1:]
    told = "".join(
        f"{line},{900_000 + int(line.split(',')[0])},{number > 0 or public}\n" for number, line in enumerate(lines)
    )
    players.write_text(f"player_id,name,federation_id,public\n{told}", encoding="utf-8")


def named(paths: Paths, club: str) -> bool:
    return any(NAME in page.read_text(encoding="utf-8") for page in (paths.reports / club).rglob("*.html"))


def fail(monkeypatch: pytest.MonkeyPatch, failing: str | None) -> None:
    draw = drawing.draw_pages

    def drawn(tables: Any, clubs: list[str], *others: Any) -> None:
        if failing in clubs:
            raise ValueError(failing)
        draw(tables, clubs, *others)

    monkeypatch.setattr(drawing, "draw_pages", drawn)


@pytest.mark.parametrize("memory", [1, 10**9])
def test_a_club_that_fails_cannot_show_somebody_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: int
) -> None:
    paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "site")
    make(paths.landing, "ash", public=True)
    make(paths.landing, "fir", public=False)
    build(paths, memory=memory)
    assert [named(paths, club) for club in ("ash", "fir")] == [False, False]

    make(paths.landing, "fir", public=True)
    make(paths.landing, "ash", public=True, tricks=9)
    with monkeypatch.context() as patched:
        fail(patched, "fir")
        build(paths, memory=memory)
    assert [named(paths, club) for club in ("ash", "fir")] == [False, False]

    build(paths, memory=memory)
    assert [named(paths, club) for club in ("ash", "fir")] == [True, True]


def test_one_club_alone_shows_somebody_again(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "site")
    make(paths.landing, "ash", public=True)
    make(paths.landing, "fir", public=False)
    build(paths)
    make_club(paths.landing, "ash")
    make(paths.landing, "fir", public=True)
    build(paths)
    assert [named(paths, club) for club in ("ash", "fir")] == [True, True]
