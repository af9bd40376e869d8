"""Why a build has something to do although no file changed: the reason that holds, and no other."""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from first_builds import without_pages

from pipelines.building.changes import plan_of
from pipelines.building.season_end import end_seasons
from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine import clock
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse, as_it_is

pytestmark = pytest.mark.long


def why(paths: Paths) -> str | None:
    """What a build would say now; None: nothing to do."""
    with as_it_is(paths.warehouse) as warehouse:
        plan = plan_of(paths, warehouse, competition_folders(paths.landing))
        return None if plan.is_empty else str(plan.why).partition(": ")[2]


@dataclass
class Day:
    """The day that it is."""

    now: dt.datetime = dt.datetime(2026, 9, 1, 9, tzinfo=dt.UTC)


@pytest.fixture(scope="module")
def day() -> Iterator[Day]:
    day = Day()
    with pytest.MonkeyPatch.context() as patched, without_pages():
        patched.setattr(clock, "now", lambda: day.now)
        yield day


@pytest.fixture(scope="module")
def paths(day: Day, tmp_path_factory: pytest.TempPathFactory) -> Paths:
    folder = tmp_path_factory.mktemp(f"{day.now:%Y-%m-%d}")
    simulate_landing(folder / "landing", clubs=1, sessions=1, pairs=14, boards=8)
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    build(paths)
    return paths


def test_publishing_a_list_draws_the_pages_that_offer_it_and_makes_no_table(paths: Paths) -> None:
    assert why(paths) is None
    ended = end_seasons(paths)
    assert (ended.done.lists.height, ended.done.seasons.height) == (1, 0), "the season ends at noon"
    assert why(paths) == "a rating list was published"
    build(paths)
    assert why(paths) is None
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        steps = warehouse.read_of("operations.steps", club=next(paths.landing.iterdir()).name)
        assert steps.filter(build=2)["table_name"].to_list() == ["reports.site"]
        tables = {name: warehouse.read(name) for name in ("ratings.elo", "ratings.corrections", "ratings.published")}
    build(paths, full=True)
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert all(warehouse.read(name).equals(rows) for name, rows in tables.items())


def test_a_published_season_leaves_nothing_to_do(paths: Paths, day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    build(paths)
    monkeypatch.setattr(day, "now", day.now + dt.timedelta(hours=6))
    assert end_seasons(paths).done.seasons.height == 1
    assert why(paths) is None
    assert not end_seasons(paths).done.clubs


OTHERS: dict[str, Callable[[pytest.MonkeyPatch, Paths], Paths]] = {
    "the language of Barometer changed, or a library that draws": lambda patched, paths: (
        patched.setenv(LANGUAGE, "nl") or paths
    ),
    "the limits for reading files changed, or a library that computes": lambda patched, paths: (
        patched.setenv("BAROMETER_READ_SECONDS", "61") or paths
    ),
    "a rating list is due": lambda patched, paths: (
        patched.setattr(clock, "now", lambda: dt.datetime(2027, 9, 1, 9, tzinfo=dt.UTC)) or paths
    ),
    "Barometer changed": lambda patched, paths: (
        patched.setattr("pipelines.building.changes.code_sha256", lambda: "other")
        or patched.setattr("pipelines.building.changes.code_of", Mock(return_value="other"))
        or paths
    ),
}


@pytest.mark.parametrize("reason", OTHERS)
def test_the_reason_is_the_one_that_holds(reason: str, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    build(paths)
    changed = OTHERS[reason](monkeypatch, paths)
    with monkeypatch.context() as patched:
        patched.setattr("transforms.tables.messages.spoken", _english)
        assert why(changed) == reason


def _english() -> object:
    from gettext import NullTranslations

    return NullTranslations()


def test_pages_in_another_folder_are_named(paths: Paths, tmp_path: Path) -> None:
    build(paths)
    assert why(replace(paths, reports=tmp_path)) == f"the last build wrote its pages to another folder: {paths.reports}"
    (paths.reports / "index.html").rename(tmp_path / "index.html")
    assert why(paths) == "pages are missing"
    (tmp_path / "index.html").rename(paths.reports / "index.html")
