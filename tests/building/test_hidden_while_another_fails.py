"""Who asked in one club not to be shown is not shown in others, also where that club cannot be built."""

import os
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import pytest
from first_builds import FirstBuilds
from steps import steps_with

from bench.tiny_clubs import make_club
from pipelines.assets.group_run import GroupRun
from pipelines.assets.told import findings_in_words
from pipelines.building import drawing
from pipelines.cli.build import build
from pipelines.machine.environment import GROUP_BYTES
from pipelines.machine.paths import Paths, desk_of
from pipelines.warehouse import Warehouse
from transforms.rankings.rankings import player_rankings

pytestmark = pytest.mark.long

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


def findings_of(paths: Paths) -> list[dict[str, Any]]:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return warehouse.read("operations.findings").to_dicts()


def fail_at_drawing(monkeypatch: pytest.MonkeyPatch, failing: str, why: str = "broken") -> None:
    draw = drawing.draw_pages

    def drawn(tables: Any, clubs: list[str], *others: Any) -> None:
        if failing in clubs:
            raise ValueError(why)
        draw(tables, clubs, *others)

    monkeypatch.setattr(drawing, "draw_pages", drawn)


def fail_at_rankings(monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def ranked(**given: Any) -> pl.LazyFrame:
        if failing in given["players"].lazy().collect()["club"]:
            raise ValueError(failing)
        return player_rankings(**given)

    monkeypatch.setattr("transforms.season.STEPS", steps_with("rankings.player_rankings", ranked))


def fail_at_reading(monkeypatch: pytest.MonkeyPatch, _: str) -> None:
    def read(*_: Any) -> None:
        raise ValueError

    monkeypatch.setattr("pipelines.building.clubs_run.read_landing", read)


FAILING = {"drawing": fail_at_drawing, "rankings": fail_at_rankings, "reading": fail_at_reading}
PLAYERS = "fir/evenings/players.csv"
GONE = "gone"


class Round(NamedTuple):
    """What is in the landing folder before a build, what fails in it, and what is there after it."""

    files: dict[str, Any]
    """Club -> whether Ada is public there, None: without numbers of the federation; or file -> its content."""
    names: str
    """The clubs whose pages name her."""
    fails: str = ""
    """Stages, and the club: `drawing rankings fir`."""
    codes: tuple[str, ...] | None = None
    """What is found about clubs."""


FAILED, MAY_NAME = "club.failed", "club.may_name"
BOTH, HERE_ONLY = {"ash": True, "fir": True}, {"ash": True, "fir": False}
HIDDEN_AND_FAILS = [
    Round({"fir": (False, 9)}, "", "rankings fir", (FAILED,)),
    Round({}, ""),
    Round({"fir": True}, "ash fir"),
]
BY_ANOTHER_ID = {
    "fir/evenings/people.csv": "alias,player_id\n1,77\n",
    "fir/evenings/leaves.csv": "player_id,public\n77,false\n",
}
SCENARIOS = {
    "a club that fails cannot show somebody again": [
        Round(HERE_ONLY, ""),
        Round({"fir": True, "ash": (True, 9)}, "", "drawing fir"),
        Round({}, "ash fir"),
    ],
    "one club alone shows somebody again": [Round(HERE_ONLY, ""), Round({"ash": None, "fir": True}, "ash fir")],
    "who is newly hidden is so although the club fails": [Round(BOTH, "ash fir"), *HIDDEN_AND_FAILS],
    "a club that fails the first time hides its people elsewhere": [
        Round({"ash": True}, "ash"),
        Round({"fir": False}, "", "rankings fir"),
        Round({"fir": GONE}, "ash"),
    ],
    "who asked while the club failed is shown again when the files are as before": [
        Round(BOTH, "ash fir"),
        Round({"fir/evenings/leaves.csv": "player_id,federation_id,public\n1,900001,false\n"}, "", "rankings fir"),
        Round({"fir/evenings/leaves.csv": GONE}, "ash fir"),
    ],
    "pages that may name who is hidden are told": [
        Round(BOTH, "ash fir"),
        Round({"fir": False}, "fir", "drawing fir", (FAILED, MAY_NAME)),
        Round({}, "fir", "drawing fir", (FAILED, MAY_NAME)),
        Round({}, "fir", "drawing rankings fir", (FAILED, MAY_NAME)),
        Round({}, "", "rankings fir", (FAILED,)),
        Round({}, "", codes=()),
    ],
    "who goes by another id is hidden although the club fails": [
        Round({"fir": True}, "fir"),
        Round(BY_ANOTHER_ID, "", "rankings fir", (FAILED,)),
        Round({}, "", "rankings fir", (FAILED,)),
        Round({}, ""),
    ],
    "a name that was mended stays hidden in what a club that fails keeps": [
        Round({"fir": True}, "fir"),
        Round(
            {"fir": False, "mended": True, "fir/evenings/leaves.csv": 'player_id,public\n"2,false\n'},
            "", "rankings fir", ("tables.perhaps_not_hidden", FAILED),
        ),
    ],
    "pages of others that cannot be drawn stop nobody where the club is gone": [
        Round(HERE_ONLY, ""),
        Round({"fir": GONE}, "", "drawing ash", (FAILED,)),
        Round({}, "ash", codes=()),
    ],
    "pages of others that cannot be drawn stop nobody": [
        Round(BOTH, "ash fir"),
        Round({"fir": False}, "ash", "drawing ash", (FAILED, MAY_NAME)),
        Round({}, "", codes=()),
    ],
    "who asked in a file that cannot be read any more stays hidden": [
        Round(HERE_ONLY, ""),
        Round({PLAYERS: b"\0" * 100}, ""),
    ],
    "pages of a club that cannot be read may name people": [
        Round({"fir": True}, "fir"),
        Round({"fir": False}, "fir", "reading fir", (FAILED, MAY_NAME)),
    ],
}  # fmt: skip


def put(landing: Path, what: str, content: Any) -> None:
    if content == GONE:
        shutil.rmtree(landing / what) if (landing / what).is_dir() else (landing / what).unlink()
    elif what == "mended":
        players = landing / PLAYERS
        players.write_text(players.read_text(encoding="utf-8").replace(NAME, "Ada Alders"), encoding="utf-8")
    elif "/" in what:
        (landing / what).write_bytes(content.encode() if isinstance(content, str) else content)
    elif content is None:
        make_club(landing, what)
    else:
        public, tricks = content if isinstance(content, tuple) else (content, 10)
        make(landing, what, public=public, tricks=tricks)


def play(paths: Paths, first_builds: FirstBuilds, rounds: list[Round], **options: Any) -> None:
    for number, one in enumerate(rounds):
        for what, content in one.files.items():
            put(paths.landing, what, content)
        with pytest.MonkeyPatch.context() as patched:
            *stages, failing = one.fails.split() or [""]
            for stage in stages:
                FAILING[stage](patched, failing)
            build(paths, **options) if number else first_builds.build(**options)
        assert " ".join(club for club in ("ash", "fir") if named(paths, club)) == one.names, number
        if one.codes is not None:
            assert tuple(row["code"] for row in findings_of(paths)) == one.codes, number


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_asked_not_to_be_shown_is_not(paths: Paths, first_builds: FirstBuilds, scenario: str) -> None:
    play(paths, first_builds, SCENARIOS[scenario])


@pytest.mark.parametrize(("memory", "elsewhere"), [(1, True), pytest.param(10**9, None, marks=pytest.mark.nightly)])
def test_so_it_is_however_many_clubs_are_computed_together_and_who_has_no_number_is_somebody_else(
    paths: Paths, first_builds: FirstBuilds, memory: int, elsewhere: bool | None
) -> None:
    rounds = [Round({"ash": elsewhere, "fir": True}, "ash fir"), *HIDDEN_AND_FAILS]
    if elsewhere is None:
        rounds = [one._replace(names=one.names or "ash") for one in rounds]
    play(paths, first_builds, rounds, memory=memory)


def test_the_desk_of_a_club_tells_who_is_not_named_there_by_what_another_says(
    paths: Paths, first_builds: FirstBuilds
) -> None:
    def told(club: str) -> bool:
        return "Who is not named" in (desk_of(paths.reports) / club / "index.html").read_text(encoding="utf-8")

    make(paths.landing, "ash", public=True)
    make(paths.landing, "fir", public=True)
    first_builds.build()
    assert not told("ash")
    make(paths.landing, "fir", public=False)
    build(paths)
    assert not named(paths, "ash")
    assert told("ash")
    shutil.rmtree(paths.landing / "fir")
    build(paths)
    assert named(paths, "ash")
    assert not told("ash")


@pytest.mark.nightly
def test_how_many_are_not_named_is_said(paths: Paths) -> None:
    make(paths.landing, "ash", public=True)
    said: list[str] = []
    build(paths, say=said.append)
    assert not any("a member" in line for line in said)
    make(paths.landing, "ash", public=False)
    build(paths, say=said.append)
    assert '1 person is "a member" on the pages, as a table players says (public).' in said


@pytest.mark.parametrize("shut", ["evenings", "lists"])
def test_who_asked_in_a_folder_that_cannot_be_opened_any_more_stays_hidden(
    paths: Paths, first_builds: FirstBuilds, monkeypatch: pytest.MonkeyPatch, shut: str
) -> None:
    make(paths.landing, "ash", public=True)
    make(paths.landing, "fir", public=False)
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
    assert [named(paths, club) for club in ("ash", "fir")] == [False, False]


def test_a_first_build_draws_each_club_once(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    for club in ("ash", "elm", "fir"):
        make(paths.landing, club, public=club != "fir")
    drawn: list[str] = []
    draw = drawing.draw_pages

    def noted(tables: Any, clubs: list[str], *others: Any) -> None:
        drawn.extend(clubs)
        draw(tables, clubs, *others)

    monkeypatch.setattr(drawing, "draw_pages", noted)
    build(paths)
    assert sorted(drawn) == ["ash", "elm", "fir"]
    assert not named(paths, "ash")


def test_what_is_told_of_a_club_of_another_group_that_cannot_be_drawn_names_nobody_hidden(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GROUP_BYTES, "1")
    make(paths.landing, "ash", public=True)
    make(paths.landing, "fir", public=True)
    build(paths)
    make(paths.landing, "ash", public=False)
    fail_at_drawing(monkeypatch, "fir", f"{NAME} does not fit")
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
