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
from pipelines.assets.metadata import findings_in_words
from pipelines.building import drawing
from pipelines.building.groups import BUDGET
from pipelines.cli.build import build
from pipelines.machine.environment import GROUP_BYTES
from pipelines.machine.paths import Paths, desk_of
from pipelines.warehouse import Warehouse
from transforms.rankings.rankings import player_rankings

pytestmark = pytest.mark.long

NAME = "Ada Alder"


class Clubs:
    """Clubs at a place where nothing is yet."""

    def __init__(self, paths: Paths, first_builds: FirstBuilds, patch: pytest.MonkeyPatch) -> None:
        self.paths, self.first_builds, self.patch = paths, first_builds, patch

    def make(self, tricks: int = 10, /, **is_public: bool) -> None:
        """Clubs by name, each with whether its first player, who is the same person everywhere, may be named."""
        for club, public in is_public.items():
            make_club(self.paths.landing, club, tricks=tricks)
            players = self.players(club)
            lines = players.read_text(encoding="utf-8").splitlines()[1:]
            person = [900_000 + int(line.split(",")[0]) for line in lines]
            rows = "".join(f"{line},{person[n]},{n > 0 or public}\n" for n, line in enumerate(lines))
            players.write_text(f"player_id,name,federation_id,public\n{rows}", encoding="utf-8")

    def players(self, club: str) -> Path:
        return self.paths.landing / club / "evenings" / "players.csv"

    def first(self, **is_public: bool) -> None:
        self.make(**is_public)
        self.first_builds.build()

    def build(self, **options: Any) -> None:
        build(self.paths, **options)

    def build_failing(self, memory: int = BUDGET) -> None:
        """A build in which the rankings of `fir` fail."""

        def ranked(**given: Any) -> pl.LazyFrame:
            if "fir" in given["players"].lazy().collect()["club"]:
                raise ValueError("fir")
            return player_rankings(**given)

        with self.patch.context() as patched:
            patched.setattr("transforms.season.STEPS", steps_with("rankings.player_rankings", ranked))
            self.build(memory=memory)

    def build_undrawn(self, failing: str) -> None:
        """A build in which the pages of this club fail."""
        with self.patch.context() as patched:
            fail(patched, failing)
            self.build()

    def named(self, club: str) -> bool:
        return any(NAME in page.read_text(encoding="utf-8") for page in (self.paths.reports / club).rglob("*.html"))

    def both_named(self) -> list[bool]:
        return [self.named(club) for club in ("ash", "fir")]

    def codes(self, club: str = "fir") -> list[str]:
        """Those of the findings of the only club that failed."""
        with Warehouse(self.paths.warehouse, read_only=True) as warehouse:
            findings = warehouse.read("operations.findings")
        assert set(findings["club"]) <= {club}
        return findings["code"].to_list()


@pytest.fixture
def clubs(paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch) -> Clubs:
    return Clubs(paths, first_builds, monkeypatch)


def fail(monkeypatch: pytest.MonkeyPatch, failing: str, why: str = "broken") -> None:
    draw = drawing.draw_pages

    def drawn(tables: Any, clubs: list[str], *others: Any, **more: Any) -> None:
        if failing in clubs:
            raise ValueError(why)
        draw(tables, clubs, *others, **more)

    monkeypatch.setattr(drawing, "draw_pages", drawn)


def test_a_club_that_fails_cannot_show_somebody_again(clubs: Clubs) -> None:
    clubs.first(ash=True, fir=False)
    assert clubs.both_named() == [False, False]

    clubs.make(fir=True)
    clubs.make(9, ash=True)
    clubs.build_undrawn("fir")
    assert clubs.both_named() == [False, False]

    clubs.build()
    assert clubs.both_named() == [True, True]


@pytest.mark.nightly
def test_the_desk_of_a_club_lists_who_is_hidden_there_for_another(clubs: Clubs) -> None:
    def lists(club: str) -> bool:
        return "People not named" in (desk_of(clubs.paths.reports) / club / "index.html").read_text(encoding="utf-8")

    clubs.first(ash=True, fir=True)
    assert not lists("ash")
    clubs.make(fir=False)
    clubs.build()
    assert not clubs.named("ash")
    assert lists("ash")
    shutil.rmtree(clubs.paths.landing / "fir")
    clubs.build()
    assert clubs.named("ash")
    assert not lists("ash")


@pytest.mark.nightly
@pytest.mark.parametrize(("memory", "everywhere"), [(1, True), pytest.param(10**9, False, marks=pytest.mark.nightly)])
def test_who_is_newly_hidden_is_so_although_the_club_fails(clubs: Clubs, memory: int, *, everywhere: bool) -> None:
    clubs.make(ash=True, fir=True)
    if not everywhere:
        make_club(clubs.paths.landing, "ash")
    clubs.first_builds.build(memory=memory)
    assert clubs.both_named() == [True, True]

    clubs.make(9, fir=False)
    pages = len(list((clubs.paths.reports / "fir").rglob("*")))
    clubs.build_failing(memory=memory)
    assert len(clubs.codes()) == 1
    assert clubs.both_named() == [not everywhere, False]
    assert len(list((clubs.paths.reports / "fir").rglob("*"))) == pages

    clubs.build(memory=memory)
    assert clubs.both_named() == [not everywhere, False]
    clubs.make(fir=True)
    clubs.build(memory=memory)
    assert clubs.both_named() == [True, True]


@pytest.mark.nightly
def test_a_club_that_fails_the_first_time_hides_its_people_elsewhere(clubs: Clubs) -> None:
    clubs.first(ash=True)
    clubs.make(fir=False)
    clubs.build_failing()
    assert not clubs.named("ash")
    shutil.rmtree(clubs.paths.landing / "fir")
    clubs.build()
    assert clubs.named("ash")


@pytest.mark.nightly
def test_who_asked_while_the_club_failed_is_shown_again_when_the_files_are_as_before(clubs: Clubs) -> None:
    clubs.first(ash=True, fir=True)
    left = clubs.paths.landing / "fir" / "evenings" / "leaves.csv"
    left.write_text("player_id,federation_id,public\n1,900001,false\n", encoding="utf-8")
    clubs.build_failing()
    assert clubs.both_named() == [False, False]
    left.unlink()
    clubs.build()
    assert clubs.both_named() == [True, True]


@pytest.mark.nightly
def test_pages_that_may_name_who_is_hidden_are_reported(clubs: Clubs) -> None:
    clubs.first(ash=True, fir=True)
    clubs.make(fir=False)
    fail(clubs.patch, "fir")
    for _ in range(2):
        clubs.build()
        assert clubs.both_named() == [False, True]
        assert clubs.codes() == ["club.failed", "club.may_name"]
    clubs.build_failing()
    assert clubs.codes() == ["club.failed", "club.may_name"]
    clubs.patch.undo()
    clubs.build_failing()
    assert clubs.codes() == ["club.failed"]
    assert clubs.both_named() == [False, False]
    clubs.build()
    assert clubs.codes() == []


@pytest.mark.nightly
def test_who_goes_by_another_id_is_hidden_although_the_club_fails(clubs: Clubs) -> None:
    clubs.first(fir=True)
    assert clubs.named("fir")
    folder = clubs.paths.landing / "fir" / "evenings"
    (folder / "people.csv").write_text("alias,player_id\n1,77\n", encoding="utf-8")
    (folder / "leaves.csv").write_text("player_id,public\n77,false\n", encoding="utf-8")
    for _ in range(2):
        clubs.build_failing()
        assert clubs.codes() == ["club.failed"]
        assert not clubs.named("fir")
    clubs.build()
    assert not clubs.named("fir")


@pytest.mark.nightly
def test_a_name_that_was_corrected_stays_hidden_in_what_a_club_that_fails_keeps(clubs: Clubs) -> None:
    clubs.first(fir=True)
    clubs.make(fir=False)
    players = clubs.players("fir")
    players.write_text(players.read_text(encoding="utf-8").replace(NAME, "Ada Alders"), encoding="utf-8")
    (players.parent / "leaves.csv").write_text('player_id,public\n"2,false\n', encoding="utf-8")
    clubs.build_failing()
    assert not clubs.named("fir")
    assert set(clubs.codes()) == {"club.failed", "hidden.rows"}


@pytest.mark.parametrize("gone", [True, pytest.param(False, marks=pytest.mark.nightly)])
@pytest.mark.nightly
def test_pages_of_others_that_cannot_be_drawn_stop_nobody(clubs: Clubs, *, gone: bool) -> None:
    clubs.first(ash=True, fir=gone is False)
    if gone:
        shutil.rmtree(clubs.paths.landing / "fir")
    else:
        clubs.make(fir=False)
    clubs.build_undrawn("ash")
    assert (clubs.paths.reports / "fir").exists() is not gone
    assert clubs.named("ash") is not gone
    assert clubs.codes("ash") == (["club.failed"] if gone else ["club.failed", "club.may_name"])
    clubs.build()
    assert clubs.codes() == []
    assert clubs.named("ash") is gone


def test_who_asked_in_a_file_that_cannot_be_read_any_more_stays_hidden(clubs: Clubs) -> None:
    clubs.first(ash=True, fir=False)
    players = clubs.players("fir")
    players.write_bytes(b"\0" * 100)
    clubs.build()
    assert clubs.both_named() == [False, False]


@pytest.mark.nightly
@pytest.mark.parametrize("shut", ["evenings", "lists"])
def test_who_asked_in_a_folder_that_cannot_be_opened_any_more_stays_hidden(clubs: Clubs, shut: str) -> None:
    clubs.make(ash=True, fir=False)
    players = clubs.players("fir")
    (players.parent / "lists").mkdir()
    players.rename(players.parent / "lists" / "players.csv")
    clubs.first_builds.build()
    assert not clubs.named("ash")
    scandir, of_fir = os.scandir, clubs.paths.landing / "fir"

    def guarded(path: Any) -> object:
        if not isinstance(path, int) and Path(path).name == shut and Path(path).is_relative_to(of_fir):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    clubs.patch.setattr("pipelines.intake.landing.walking.os.scandir", guarded)
    clubs.build()
    assert clubs.both_named() == [False, False]


@pytest.mark.nightly
def test_pages_of_a_club_that_cannot_be_read_may_name_people(clubs: Clubs) -> None:
    clubs.first(fir=True)
    clubs.make(fir=False)

    def read(*_: Any) -> None:
        raise ValueError

    with clubs.patch.context() as patched:
        patched.setattr("pipelines.building.clubs_run.read_landing", read)
        clubs.build()
    assert clubs.codes() == ["club.failed", "club.may_name"]


@pytest.mark.nightly
def test_a_first_build_draws_each_club_once(clubs: Clubs) -> None:
    clubs.make(ash=True, elm=True, fir=False)
    drawn: list[str] = []
    draw = drawing.draw_pages

    def noted(tables: Any, clubs: list[str], *others: Any, **more: Any) -> None:
        drawn.extend(clubs)
        draw(tables, clubs, *others, **more)

    clubs.patch.setattr(drawing, "draw_pages", noted)
    clubs.build()
    assert sorted(drawn) == ["ash", "elm", "fir"]
    assert not clubs.named("ash")


def test_one_club_alone_shows_somebody_again(clubs: Clubs) -> None:
    clubs.first(ash=True, fir=False)
    make_club(clubs.paths.landing, "ash")
    clubs.make(fir=True)
    clubs.build()
    assert clubs.both_named() == [True, True]


@pytest.mark.nightly
def test_what_is_said_of_a_club_of_another_group_that_cannot_be_drawn_names_nobody_hidden(clubs: Clubs) -> None:
    clubs.patch.setenv(GROUP_BYTES, "1")
    clubs.make(ash=True, fir=True)
    clubs.build()
    clubs.make(ash=False)
    fail(clubs.patch, "fir", f"{NAME} does not fit")
    run = GroupRun(clubs.paths, "a run")
    try:
        assert run.start_groups(["ash"], lambda _: None)
        assert [list(clubs.clubs) for clubs in run.kept()] == [["ash"]]
        run.build.make_federation()
        said = findings_in_words(run)
    finally:
        run.close()
    assert {*said["club"]} == {"fir"}
    assert not any(NAME in message for message in said["message"])
