"""Seasons that are over are published once, whatever happens, and alerts say what is wrong and what is well again."""

import datetime as dt
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
import pytest
from factories import competitions, frame
from first_builds import without_pages
from sinks import Sink, mail_sink

from pipelines.assets.alerts import looked_for
from pipelines.assets.season_end import asked_for
from pipelines.building import drawing
from pipelines.building.season_end import Owed, alike_once, last_day_over, owed, owed_in_words, reasons_once
from pipelines.cli.simulate import simulate_landing
from pipelines.definitions import build_defs
from pipelines.machine import clock
from pipelines.machine.environment import MESSAGE_COMMAND, TIME_ZONE
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.tables.federation import Federation
from transforms.tables.schemas import (
    Elo,
    FederationAwards,
    FederationRatings,
    FederationSeasons,
    PublishedFederationAwards,
    PublishedResults,
    PublishedSeasons,
    SessionResults,
)

LAST_DAY = dt.date(2026, 8, 31)
LATER = dt.date(2026, 9, 8)
KILLED = """
import datetime as dt, os, signal, sys
from pathlib import Path
from pipelines.building import season_end
from pipelines.machine import clock
from pipelines.machine.paths import Paths

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

clock.now = lambda: dt.datetime.fromisoformat(sys.argv[2])
season_end.write_publication = die
folder = Path(sys.argv[1])
season_end.end_seasons(Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports"))
"""


class House:
    """Three clubs, of which the last ends its season later, with a clock that only the test moves."""

    def __init__(self, folder: Path, instance: dg.DagsterInstance, mail: Sink) -> None:
        self.folder, self.instance, self.mail = folder, instance, mail
        self.paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
        self.definitions = build_defs(self.paths)
        self.clubs = sorted(path.name for path in self.paths.landing.iterdir())
        self.now = dt.datetime(2026, 8, 31, 18, tzinfo=dt.UTC)
        self.cursor: str | None = None
        self.keys = set[str]()

    def tick(self) -> dg.ExecuteInProcessResult | None:
        """What the schedule does each hour: a run, unless its key was used."""
        asked = asked_for(self.paths)
        if isinstance(asked, dg.SkipReason) or asked.run_key in self.keys:
            return None
        self.keys.add(str(asked.run_key))
        return self.run("season_end")

    def run(self, job: str, **options: Any) -> dg.ExecuteInProcessResult:
        return self.definitions.resolve_job_def(job).execute_in_process(
            instance=self.instance, raise_on_error=False, **options
        )

    def build(self) -> dg.ExecuteInProcessResult:
        """A run of all clubs, each of which is a partition."""
        first, *_, last = self.clubs
        ends = {"dagster/asset_partition_range_start": first, "dagster/asset_partition_range_end": last}
        return self.run("build_group", tags=ends)

    def look(self) -> list[str]:
        """What the sensor of alerts does each minute: the texts that arrived now."""
        before = len(self.mail.texts)
        self.cursor, _ = looked_for(self.paths, self.instance, self.cursor)
        return self.mail.texts[before:]

    def at(self, day: dt.date, hour: int) -> None:
        """Set the clock, in Amsterdam."""
        self.now = dt.datetime(day.year, day.month, day.day, hour - 2, 15, tzinfo=dt.UTC)

    def published(self) -> dict[str, dt.datetime]:
        """When the season of each club was published."""
        with Warehouse(self.paths.warehouse, read_only=True) as warehouse:
            rows = warehouse.read("published.seasons")
            return dict(rows.select("club", "published_at").iter_rows())


def season(club: str, end: dt.date) -> pl.DataFrame:
    return competitions(club).with_columns(end=pl.lit(end))


def test_a_season_is_owed_from_its_end_until_it_is_published(tmp_path: Path) -> None:
    """Also if its results were published before: by hand after its end is enough."""
    day, later = LAST_DAY, LAST_DAY + dt.timedelta(1)
    ends = {"a": day, "b": later, "c": day, "d": day, "e": day, "f": day}
    played = [{"club": club, "season": "2025-26", "entrant": "1"} for club in ends if club != "c"]
    hours = {"d": dt.datetime(2026, 9, 2, tzinfo=dt.UTC), "e": dt.datetime(2026, 8, 30, tzinfo=dt.UTC)}
    by_hand = [{"club": club, "season": "2025-26", "entrant": "1", "published_at": at} for club, at in hours.items()]
    done = {"club": "f", "season": "2025-26", "end": day, "published_at": hours["d"]}
    list_ = {"club": "a", "season": "2025-26", "player_id": "1", "rating": 1000, "system": "kndb", "games_total": 9}
    list_ |= {"method": None, "played": 9, "recent": 9}
    with Warehouse(tmp_path / "warehouse.duckdb") as warehouse:
        warehouse.write("raw.competitions", pl.concat(season(*one) for one in ends.items()))
        warehouse.write("scored.session_results", frame(SessionResults, *played))
        warehouse.write("published.results", frame(PublishedResults, *by_hand))
        warehouse.write("published.seasons", frame(PublishedSeasons, done))
        unrated = {**list_, "club": "b", "list_date": day, "rating": None}
        lists = [*({**list_, "list_date": one} for one in (day, later)), unrated]
        warehouse.write("ratings.elo", frame(Elo, *lists))
        assert owed(warehouse, day).seasons["club"].to_list() == ["a", "e"]
        assert owed(warehouse, day).lists.is_empty(), "the last list is not over"
        now = owed(warehouse, later)
        assert (now.seasons["club"].to_list(), now.lists["list_date"].to_list()) == (["a", "b", "e"], [later]), (
            "no list without ratings"
        )


def test_points_of_the_federation_are_owed_when_the_last_season_in_it_is_over(tmp_path: Path) -> None:
    later = LAST_DAY + dt.timedelta(1)
    ends = {"a": LAST_DAY, "b": later}
    of_all = {"season": "2025-26", "federation_season": "2025-26", "by": "days", "share": 1.0}
    of_all |= {"start": later - dt.timedelta(365)}
    seasons = [{**of_all, "club": club, "end": end} for club, end in ends.items()]
    award = {
        "scheme": "ffb",
        "season": "2025-26",
        "person": "F1",
        "clubs": 2,
        "events": 2,
        "awarded": 2,
        "points": 3.456,
        "rank": 1,
    }
    rating = {"person": "F1", "rating": 1000, "system": "kndb", "games_total": 9, "method": None, "season": "2025-26"}
    rating |= {"played": 9, "recent": 9, "list_date": LAST_DAY}
    one = {"season": "2025-26", "start": later, "end": later + dt.timedelta(1)}
    given = Federation(seasons=pl.DataFrame([{"place": 1, "name": one["season"]} | one | {"schemes": []}]))
    done = {"season": "2025-26", "scheme": "ffb", "person": "F1", "points": 3.46, "rank": 1}
    done |= {"published_at": dt.datetime(2026, 9, 2, tzinfo=dt.UTC)}
    with Warehouse(tmp_path / "warehouse.duckdb") as warehouse:
        warehouse.write("federation.seasons", frame(FederationSeasons, *seasons))
        warehouse.write("awards.federation", frame(FederationAwards, award))
        warehouse.write("federation.ratings", frame(FederationRatings, rating))
        assert owed(warehouse, LAST_DAY).seasons.is_empty(), "a season in it goes on"
        assert owed(warehouse, LAST_DAY).lists.rows() == [("", "", LAST_DAY)]
        now = owed(warehouse, later)
        assert now.clubs == [""]
        assert now.named()[0] == f"the federation 2025-26, over since {later}"
        assert owed(warehouse, later, given).seasons.is_empty(), "federation.toml gives a later day"
        warehouse.write("published.federation_awards", frame(PublishedFederationAwards, done))
        assert owed(warehouse, later).seasons.is_empty()


@pytest.mark.parametrize(("zone", "over"), [("Europe/Amsterdam", 31), ("Asia/Tokyo", 31), ("America/New_York", 30)])
def test_a_day_is_over_at_noon_of_the_next_one_where_the_federation_is(
    zone: str, over: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: dt.datetime(2026, 9, 1, 10, 15, tzinfo=dt.UTC))
    monkeypatch.setenv(TIME_ZONE, zone)
    paths = Paths(tmp_path, tmp_path / "warehouse.duckdb", tmp_path / "reports")
    assert last_day_over(paths) == dt.date(2026, 8, over)
    (tmp_path / "federation.toml").write_text('time_zone = "Pacific/Honolulu"\n', encoding="utf-8")
    assert last_day_over(paths) == dt.date(2026, 8, 30), "its own settings count first"
    for slip in ('time_zone = "Europe/Brussel"\n', "time_zone = \n", "season_end = 1\ntime_zone = 3\n"):
        (tmp_path / "federation.toml").write_text(slip, encoding="utf-8")
        assert last_day_over(paths) == dt.date(2026, 8, over), "a slip is a finding, and stops nothing"


def test_each_reason_has_a_line_and_one_of_several_sessions_is_said_once() -> None:
    reasons = [f"harbour/tuesday {day}: nobody has said which are right" for day in ("2025-09-16", "2025-09-23")]
    said = alike_once(
        "harbour", [*reasons, "harbour: the club could not be built", "The desk lies in a web root: move it"]
    )
    assert said == [
        f"{reasons[0]} (the same for 1 more: harbour/tuesday 2025-09-23)",
        "harbour: the club could not be built",
        "The desk lies in a web root: move it",
    ]
    over = season("harbour", LAST_DAY).select("club", "competition", "season", "end")
    lists = over.select("club", "competition", list_date="end")
    words = owed_in_words(Owed(over, lists), {"harbour": "\n".join(said)})
    of_season, of_list = words.values()
    assert of_season.splitlines()[1:] == of_list.splitlines()[1:] == [f"  {line}" for line in said]
    once = "\n".join(reasons_once(words.values())).splitlines()
    assert [line.partition(":")[0] for line in once[:2]] == ["Still to be published"] * 2
    assert once[2:] == [f"  {line}" for line in said]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    simulate_landing(tmp_path / "landing", clubs=3, sessions=1, pairs=14, boards=8)
    last = max((tmp_path / "landing").glob("*/*/competition.toml"))
    last.write_text(last.read_text(encoding="utf-8").replace("2026-08-31", str(LATER)), encoding="utf-8")
    (tmp_path / "dagster").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "dagster")) as instance, mail_sink() as mail, without_pages():
        there = House(tmp_path, instance, mail)
        monkeypatch.setattr(clock, "now", lambda: there.now)
        monkeypatch.setenv(TIME_ZONE, "Europe/Amsterdam")
        monkeypatch.setenv(MESSAGE_COMMAND, mail.address)
        yield there


def broken_for(club: str) -> Callable[..., None]:
    draw = drawing.draw_clubs

    def fails(tables: dict[str, pl.DataFrame], clubs: list[str], *others: Any, **options: Any) -> None:
        if club in clubs:
            raise ValueError("a template is broken")
        draw(tables, clubs, *others, **options)

    return fails


@pytest.mark.nightly
def test_each_season_is_published_once_whatever_happens(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = house.clubs
    house.instance.add_dynamic_partitions("groups", house.clubs)
    assert house.build().success
    assert house.look() == []
    nothing_is_over_before_noon_of_the_next_day(house)
    a_run_is_killed_while_the_receiver_of_mail_is_down(house)
    with monkeypatch.context() as broken:
        broken.setattr(drawing, "draw_clubs", broken_for(first))
        a_club_is_broken_that_day_and_tried_again(house)
    when = house.published()[second]
    the_club_is_well_again(house)
    an_error_in_a_file_is_said_once_and_that_it_is_gone(house)

    # The machine is off for ten days, in which the season of the last club ends.
    house.at(LATER + dt.timedelta(10), 9)
    assert house.tick() is not None
    assert {*house.published()} == {first, second, third}
    assert house.published()[second] == when, "once"
    assert house.tick() is None
    assert house.look() == []
    with Warehouse(house.paths.warehouse, read_only=True) as warehouse:
        assert {*warehouse.sql("from questions.past_champions")["club"]} == {first, second, third}
        assert warehouse.read("published.federation_awards").height == warehouse.read("awards.federation").height > 0
        for name in ("results", "rankings", "championships", "awards", "ratings", "rules"):
            assert {*warehouse.read(f"published.{name}")["club"]} == {first, second, third}, name


def nothing_is_over_before_noon_of_the_next_day(house: House) -> None:
    """Results of the last evening may still come; the rating list of June is over."""
    assert house.tick() is not None
    assert house.published() == {}
    with Warehouse(house.paths.warehouse, read_only=True) as warehouse:
        assert {*warehouse.read("published.ratings")["club"]} == {*house.clubs}
    house.at(LAST_DAY + dt.timedelta(1), 11)
    assert house.tick() is None


def a_run_is_killed_while_the_receiver_of_mail_is_down(house: House) -> None:
    house.at(LAST_DAY + dt.timedelta(1), 12)
    arguments = [str(house.folder), house.now.isoformat()]
    killed = subprocess.run([sys.executable, "-c", KILLED, *arguments], cwd=Path.cwd(), check=False)
    assert killed.returncode == -signal.SIGKILL
    assert house.published() == {}
    run = house.instance.create_run_for_job(house.definitions.resolve_job_def("season_end"))
    house.instance.report_run_failed(run, "the process of the run ended unexpectedly")
    house.mail.is_down = True
    assert house.look() == []
    house.mail.is_down = False
    (text,) = house.look()
    assert "season_end failed. the process of the run ended unexpectedly" in text
    assert house.look() == [], "it arrives once"


def a_club_is_broken_that_day_and_tried_again(house: House) -> None:
    """The other one is published."""
    first, second, _ = house.clubs
    results = next((house.paths.landing / first).rglob("results.csv"))
    lines = results.read_text(encoding="utf-8").splitlines()
    results.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    tried = house.tick()
    assert tried is not None
    assert tried.success
    assert {*house.published()} == {second}
    (text,) = house.look()
    assert f"Still to be published: {first}/tuesday-evening 2025-26, over since 2026-08-31." in text
    assert "a template is broken" in text
    assert "season_end is well again" in text
    house.at(LAST_DAY + dt.timedelta(2), 12)
    assert house.tick() is not None
    (text,) = house.look()
    assert "Tries so far: 3. Still to be published" in text


def the_club_is_well_again(house: House) -> None:
    first, second, _ = house.clubs
    house.at(LAST_DAY + dt.timedelta(3), 12)
    assert house.tick() is not None
    assert {*house.published()} == {first, second}
    (text,) = house.look()
    assert f"Published, and well again: {first}/tuesday-evening 2025-26. Tries: 4." in text
    assert "Well again (wrong since" in text
    assert house.look() == []


def an_error_in_a_file_is_said_once_and_that_it_is_gone(house: House) -> None:
    results = next((house.paths.landing / house.clubs[0]).rglob("results.csv"))
    right = results.read_bytes()
    results.write_bytes(right + b"nonsense\n")
    assert house.build().success
    (text,) = house.look()
    assert f"{house.clubs[0]}/tuesday-evening/2025-09-02/results.csv" in text
    assert "Well again" not in text
    assert house.look() == []
    results.write_bytes(right)
    assert house.build().success
    (text,) = house.look()
    assert "Well again (wrong since" in text
    assert "results.csv" in text
