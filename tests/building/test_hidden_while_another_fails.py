"""Who asked in one club not to be shown is not shown in others, also where that club cannot be built."""

import os
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from first_builds import FirstBuilds
from steps import steps_with

from bench.tiny_clubs import make_club
from pipelines.assets.group_run import GroupRun
from pipelines.assets.told import findings_in_words
from pipelines.building import drawing
from pipelines.building.groups import BUDGET
from pipelines.cli.build import build
from pipelines.machine.environment import GROUP_BYTES
from pipelines.machine.paths import Paths, desk_of
from pipelines.warehouse import Warehouse
from transforms.rankings.rankings import player_rankings

pytestmark = pytest.mark.long

NAME = "Ada Alder"


def make(landing: Path, tricks: int = 10, /, **is_public: bool) -> None:
    """Clubs by name, each with whether its first player, who is the same person everywhere, may be named."""
    for club, public in is_public.items():
        make_club(landing, club, tricks=tricks)
        players = landing / club / "evenings" / "players.csv"
        lines = players.read_text(encoding="utf-8").splitlines()[1:]
        told = "".join(
            f"{line},{900_000 + int(line.split(',')[0])},{number > 0 or public}\n" for number, line in enumerate(lines)
        )
        players.write_text(f"player_id,name,federation_id,public\n{told}", encoding="utf-8")


def named(paths: Paths, club: str) -> bool:
    return any(NAME in page.read_text(encoding="utf-8") for page in (paths.reports / club).rglob("*.html"))


def both_named(paths: Paths) -> list[bool]:
    return [named(paths, club) for club in ("ash", "fir")]


def codes(paths: Paths, club: str = "fir") -> list[str]:
    """Those of the findings of the only club that failed."""
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        findings = warehouse.read("operations.findings")
    assert set(findings["club"]) <= {club}
    return findings["code"].to_list()


def fail(monkeypatch: pytest.MonkeyPatch, failing: str, why: str = "broken") -> None:
    draw = drawing.draw_pages

    def drawn(tables: Any, clubs: list[str], *others: Any) -> None:
        if failing in clubs:
            raise ValueError(why)
        draw(tables, clubs, *others)

    monkeypatch.setattr(drawing, "draw_pages", drawn)


def test_a_club_that_fails_cannot_show_somebody_again(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(paths.landing, ash=True, fir=False)
    first_builds.build()
    assert both_named(paths) == [False, False]

    make(paths.landing, fir=True)
    make(paths.landing, 9, ash=True)
    with monkeypatch.context() as patched:
        fail(patched, "fir")
        build(paths)
    assert both_named(paths) == [False, False]

    build(paths)
    assert both_named(paths) == [True, True]


def test_the_desk_of_a_club_tells_who_is_not_named_there_by_what_another_says(
    paths: Paths, first_builds: FirstBuilds
) -> None:
    def told(club: str) -> bool:
        return "Who is not named" in (desk_of(paths.reports) / club / "index.html").read_text(encoding="utf-8")

    make(paths.landing, ash=True, fir=True)
    first_builds.build()
    assert not told("ash")
    make(paths.landing, fir=False)
    build(paths)
    assert not named(paths, "ash")
    assert told("ash")
    shutil.rmtree(paths.landing / "fir")
    build(paths)
    assert named(paths, "ash")
    assert not told("ash")


@pytest.mark.nightly
def test_how_many_are_not_named_is_said(paths: Paths) -> None:
    make(paths.landing, ash=True)
    said: list[str] = []
    build(paths, say=said.append)
    assert not any("a member" in line for line in said)
    make(paths.landing, ash=False)
    build(paths, say=said.append)
    assert '1 person is "a member" on the pages, as a table players says (public).' in said


def fail_at_rankings(monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def ranked(**given: Any) -> pl.LazyFrame:
        if failing in given["players"].lazy().collect()["club"]:
            raise ValueError(failing)
        return player_rankings(**given)

    monkeypatch.setattr("transforms.season.STEPS", steps_with("rankings.player_rankings", ranked))


def build_failing(paths: Paths, monkeypatch: pytest.MonkeyPatch, memory: int = BUDGET) -> None:
    """A build in which the rankings of `fir` fail."""
    with monkeypatch.context() as patched:
        fail_at_rankings(patched, "fir")
        build(paths, memory=memory)


@pytest.mark.parametrize(("memory", "everywhere"), [(1, True), pytest.param(10**9, False, marks=pytest.mark.nightly)])
def test_who_is_newly_hidden_is_so_although_the_club_fails(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch, memory: int, *, everywhere: bool
) -> None:
    make(paths.landing, ash=True, fir=True)
    if not everywhere:
        make_club(paths.landing, "ash")
    first_builds.build(memory=memory)
    assert both_named(paths) == [True, True]

    make(paths.landing, 9, fir=False)
    pages = len(list((paths.reports / "fir").rglob("*")))
    build_failing(paths, monkeypatch, memory=memory)
    assert len(codes(paths)) == 1
    assert both_named(paths) == [not everywhere, False]
    assert len(list((paths.reports / "fir").rglob("*"))) == pages

    build(paths, memory=memory)
    assert both_named(paths) == [not everywhere, False]
    make(paths.landing, fir=True)
    build(paths, memory=memory)
    assert both_named(paths) == [True, True]


def test_a_club_that_fails_the_first_time_hides_its_people_elsewhere(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(paths.landing, ash=True)
    first_builds.build()
    make(paths.landing, fir=False)
    build_failing(paths, monkeypatch)
    assert not named(paths, "ash")
    shutil.rmtree(paths.landing / "fir")
    build(paths)
    assert named(paths, "ash")


def test_who_asked_while_the_club_failed_is_shown_again_when_the_files_are_as_before(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(paths.landing, ash=True, fir=True)
    first_builds.build()
    left = paths.landing / "fir" / "evenings" / "leaves.csv"
    left.write_text("player_id,federation_id,public\n1,900001,false\n", encoding="utf-8")
    build_failing(paths, monkeypatch)
    assert both_named(paths) == [False, False]
    left.unlink()
    build(paths)
    assert both_named(paths) == [True, True]


def test_pages_that_may_name_who_is_hidden_are_told(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(paths.landing, ash=True, fir=True)
    first_builds.build()
    make(paths.landing, fir=False)
    fail(monkeypatch, "fir")
    for _ in range(2):
        build(paths)
        assert both_named(paths) == [False, True]
        assert codes(paths) == ["club.failed", "club.may_name"]
    build_failing(paths, monkeypatch)
    assert codes(paths) == ["club.failed", "club.may_name"]
    monkeypatch.undo()
    build_failing(paths, monkeypatch)
    assert codes(paths) == ["club.failed"]
    assert both_named(paths) == [False, False]
    build(paths)
    assert codes(paths) == []


def test_who_goes_by_another_id_is_hidden_although_the_club_fails(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(paths.landing, fir=True)
    first_builds.build()
    assert named(paths, "fir")
    folder = paths.landing / "fir" / "evenings"
    (folder / "people.csv").write_text("alias,player_id\n1,77\n", encoding="utf-8")
    (folder / "leaves.csv").write_text("player_id,public\n77,false\n", encoding="utf-8")
    for _ in range(2):
        build_failing(paths, monkeypatch)
        assert codes(paths) == ["club.failed"]
        assert not named(paths, "fir")
    build(paths)
    assert not named(paths, "fir")


def test_a_name_that_was_mended_stays_hidden_in_what_a_club_that_fails_keeps(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(paths.landing, fir=True)
    first_builds.build()
    make(paths.landing, fir=False)
    players = paths.landing / "fir" / "evenings" / "players.csv"
    players.write_text(players.read_text(encoding="utf-8").replace(NAME, "Ada Alders"), encoding="utf-8")
    (players.parent / "leaves.csv").write_text('player_id,public\n"2,false\n', encoding="utf-8")
    build_failing(paths, monkeypatch)
    assert not named(paths, "fir")
    assert set(codes(paths)) == {"club.failed", "tables.perhaps_not_hidden"}


@pytest.mark.parametrize("gone", [True, False])
def test_pages_of_others_that_cannot_be_drawn_stop_nobody(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch, *, gone: bool
) -> None:
    make(paths.landing, ash=True, fir=gone is False)
    first_builds.build()
    if gone:
        shutil.rmtree(paths.landing / "fir")
    else:
        make(paths.landing, fir=False)
    with monkeypatch.context() as patched:
        fail(patched, "ash")
        build(paths)
    assert (paths.reports / "fir").exists() is not gone
    assert named(paths, "ash") is not gone
    assert codes(paths, "ash") == (["club.failed"] if gone else ["club.failed", "club.may_name"])
    build(paths)
    assert codes(paths) == []
    assert named(paths, "ash") is gone


def test_who_asked_in_a_file_that_cannot_be_read_any_more_stays_hidden(paths: Paths, first_builds: FirstBuilds) -> None:
    make(paths.landing, ash=True, fir=False)
    first_builds.build()
    players = paths.landing / "fir" / "evenings" / "players.csv"
    players.write_bytes(b"\0" * 100)
    build(paths)
    assert both_named(paths) == [False, False]


@pytest.mark.parametrize("shut", ["evenings", "lists"])
def test_who_asked_in_a_folder_that_cannot_be_opened_any_more_stays_hidden(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch, shut: str
) -> None:
    make(paths.landing, ash=True, fir=False)
    players = paths.landing / "fir" / "evenings" / "players.csv"
    (players.parent / "lists").mkdir()
    players.rename(players.parent / "lists" / "players.csv")
    first_builds.build()
    assert not named(paths, "ash")
    scandir, of_fir = os.scandir, paths.landing / "fir"

    def guarded(path: Any) -> object:
        if not isinstance(path, int) and Path(path).name == shut and Path(path).is_relative_to(of_fir):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr("pipelines.intake.landing.walking.os.scandir", guarded)
    build(paths)
    assert both_named(paths) == [False, False]


@pytest.mark.nightly
def test_pages_of_a_club_that_cannot_be_read_may_name_people(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(paths.landing, fir=True)
    first_builds.build()
    make(paths.landing, fir=False)

    def read(*_: Any) -> None:
        raise ValueError

    with monkeypatch.context() as patched:
        patched.setattr("pipelines.building.clubs_run.read_landing", read)
        build(paths)
    assert codes(paths) == ["club.failed", "club.may_name"]


def test_a_first_build_draws_each_club_once(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    make(paths.landing, ash=True, elm=True, fir=False)
    drawn: list[str] = []
    draw = drawing.draw_pages

    def noted(tables: Any, clubs: list[str], *others: Any) -> None:
        drawn.extend(clubs)
        draw(tables, clubs, *others)

    monkeypatch.setattr(drawing, "draw_pages", noted)
    build(paths)
    assert sorted(drawn) == ["ash", "elm", "fir"]
    assert not named(paths, "ash")


def test_one_club_alone_shows_somebody_again(paths: Paths, first_builds: FirstBuilds) -> None:
    make(paths.landing, ash=True, fir=False)
    first_builds.build()
    make_club(paths.landing, "ash")
    make(paths.landing, fir=True)
    build(paths)
    assert both_named(paths) == [True, True]


def test_what_is_told_of_a_club_of_another_group_that_cannot_be_drawn_names_nobody_hidden(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GROUP_BYTES, "1")
    make(paths.landing, ash=True, fir=True)
    build(paths)
    make(paths.landing, ash=False)
    fail(monkeypatch, "fir", f"{NAME} does not fit")
    run = GroupRun(paths, "a run")
    try:
        assert run.start_group("group-001", lambda _: None, full=False, publishes=False)
        assert list(run.clubs.clubs) == ["ash"]
        run.clubs.run(run.build.draw)
        run.build.hold()
        run.build.keep(run.clubs)
        run.build.make_federation()
        told = findings_in_words(run)
    finally:
        run.close()
    assert {*told["club"]} == {"fir"}
    assert not any(NAME in message for message in told["message"])
