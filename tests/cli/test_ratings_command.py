"""Ratings from landing folder to list: what a build makes, what `barometer ratings` prints, and publication."""

import datetime as dt
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from ratings.ladders import FIRST_LIST, GAMES, TODAY, hand_in, hand_in_teams
from typer.testing import CliRunner, Result

from pipelines.building.changes import plan_of
from pipelines.cli.app import app
from pipelines.cli.build import build
from pipelines.definitions import build_defs
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import IN_RATING_SEASONS

pytestmark = pytest.mark.long

LATE = ("late", "2001-12-01", "3", "1", 2, 0)
"""A result of the first season that came in after its list."""
FIRST, SECOND = dt.date(2002, 6, 30), dt.date(2003, 6, 30)


@pytest.fixture(autouse=True, scope="module")
def _clock() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        set_clock(patched, TODAY)
        yield


@pytest.fixture(autouse=True, scope="module")
def _no_pages() -> Iterator[None]:
    """Nothing of clubs is drawn: tests here look at tables and at what is printed."""

    def nothing(*_: object) -> None: ...

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipelines.building.drawing.draw_pages", nothing)
        yield


def set_clock(patched: pytest.MonkeyPatch, today: dt.date) -> None:
    patched.setattr("pipelines.machine.clock.today", lambda: today)


@pytest.fixture(scope="module")
def built(_clock: None, _no_pages: None, tmp_path_factory: pytest.TempPathFactory) -> Paths:
    """A ladder of two seasons and a little more; one with other rules; teams; and a competition that is not rated."""
    folder = tmp_path_factory.mktemp("rated")
    hand_in(folder / "landing", games=GAMES, ratings=FIRST_LIST)
    rules = "[rating]\nlist_games = 132\nlist_recent_games = 3\novershoot_beyond = 5\n"
    hand_in(folder / "landing", "strict", games=GAMES, ratings=FIRST_LIST, settings=rules)
    hand_in(folder / "landing", "tea", ratings=FIRST_LIST)
    hand_in_teams(folder / "landing")
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    build(paths)
    return paths


@pytest.fixture
def paths(built: Paths, tmp_path: Path) -> Paths:
    """A copy of it, to change."""
    shutil.copytree(built.landing.parent, tmp_path, dirs_exist_ok=True)
    return Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "reports")


def tables(paths: Paths, competition: str = "ladder") -> dict[str, pl.DataFrame]:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return {name: warehouse.read_of(name, competition=competition) for name in IN_RATING_SEASONS}


def asked(paths: Paths, *options: str) -> Result:
    return CliRunner().invoke(app, ["ratings", *options, "--warehouse", str(paths.warehouse)], env={"COLUMNS": "120"})


def printed(paths: Paths, *options: str) -> pl.DataFrame:
    done = asked(paths, *options, "--format", "csv")
    assert done.exit_code == 0, done.stderr
    return pl.read_csv(io.StringIO(done.stdout), infer_schema_length=None)


def ratings_by_name(rows: pl.DataFrame) -> list[tuple[str, int]]:
    return rows.select("name", "rating").rows()


# --- what a build makes -------------------------------------------------------------------------


def test_explain_tells_where_a_rating_comes_from(built: Paths) -> None:
    """Worked by hand: Ann lost the one game of the second season to Cas, and was 1507 before."""

    def explained(*options: str) -> str:
        words = ["explain", "Ann", "--competition", "ladder", *options, "--warehouse", str(built.warehouse)]
        done = CliRunner().invoke(app, words, env={"COLUMNS": "100"})
        assert done.exit_code == 0, done.output
        return done.stdout

    elo = tables(built)["ratings.elo"].filter(player_id="1", list_date=SECOND).row(0, named=True)
    (told,) = json.loads(explained("--format", "json"))
    rating = told["rating"]
    assert [rating[name] for name in ("rating_before", "rating", "games", "points")] == [1507, elo["rating"], 1, 0]
    assert rating["formula"] == "1507 + 10 × (0 − 1.16) = 1495.4, rounded 1495"
    assert [(game["opponent"], game["points"], game["opponent_rating"]) for game in rating["of_games"]] == [
        ("Cas Cox", 0, 1449)
    ]
    shown = " ".join(explained().split())
    assert f"Rating on the list of 2003-06-30: {elo['rating']}" in shown
    assert rating["formula"] in shown
    assert "10 × (0 − 1.16) = −11.6; 0 points of 1 game, of which 1.16 were expected by the ratings" in shown
    assert "Change −12: the new rating is rounded to a whole number" in shown
    assert "The games of this list, the latest first" in shown
    assert "2002-09-01 Cas Cox 1449" in shown
    file, line = (rating["of_games"][0][name] for name in ("file", "line_no"))
    assert "2002-09-01" in (built.landing / file).read_text().splitlines()[line - 1]
    assert f"Read in {file}" in shown
    assert shown.endswith(f" {line}")
    assert ", rounded 1507" in explained("--season", "2001-02")


def test_a_build_makes_the_lists_whose_day_is_over(built: Paths) -> None:
    """Worked by hand.

    Ann scores 2 where 1.28 was likely, at the K of the turbo, 10; Bob 1 of 1.58 at 10; Cas 1 of 1.14 at 5; Dee, who is
    new, drew with 1500; Eef and Flo met nobody else.
    """
    made = tables(built)
    first = made["ratings.elo"].filter(season="2001-02")
    assert dict(first.select("player_id", "rating").iter_rows()) == {
        "1": 1507, "2": 1394, "3": 1449, "4": 1500, "5": None, "6": None,
    }  # fmt: skip
    assert set(made["ratings.elo"]["list_date"]) == {FIRST, SECOND}
    assert made["raw.rating_seasons"]["season"].to_list() == ["2001-02", "2002-03", "2003-04"]
    assert made["ratings.games"].height == 2 * 6
    assert made["ratings.foretelling"]["season"].to_list() == ["2001-02", "2002-03"]
    assert made["ratings.published"].is_empty()
    assert made["ratings.corrections"].is_empty()


def test_a_match_between_teams_is_a_game(built: Paths) -> None:
    """Worked by hand: 100 points apart, 64 % is likely. Team 1 scores 3 in two games where 2.56 was, then none of 1.28.

    K is 5, then 10: a team that loses its only game is far from its rating.
    """
    made = tables(built, "teams")["ratings.elo"].sort("list_date", "player_id")
    columns = ("season", "player_id", "points", "norm", "k", "rating")
    assert made.select(columns).rows() == [
        ("2001-02", "team-1", 3.0, 2.56, 5.0, 1502),
        ("2001-02", "team-2", 1.0, 1.44, 5.0, 1398),
        ("2002-03", "team-1", 0.0, 1.28, 10.0, 1489),
        ("2002-03", "team-2", 2.0, 0.72, 10.0, 1411),
    ]
    names = printed(built, "teams", "--list", "alphabetical")["name"].to_list()
    assert names == ["Team 1", "Team 2"]


def test_a_build_is_no_longer_up_to_date_when_the_day_of_a_list_has_passed(
    built: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Warehouse(built.warehouse, read_only=True) as warehouse:
        folders = competition_folders(built.landing)
        assert plan_of(built, warehouse, folders).is_empty
        set_clock(monkeypatch, dt.date(2004, 6, 30))
        assert plan_of(built, warehouse, folders).is_empty
        set_clock(monkeypatch, dt.date(2004, 7, 1))
        assert not plan_of(built, warehouse, folders).is_empty
    assert "the list of 2004-06-30 is due since the last build" in asked(built, "ladder").stderr


def test_what_was_published_stays_and_late_results_show_what_would_change(paths: Paths) -> None:
    before, teams = tables(paths), tables(paths, "teams")
    assert asked(paths, "ladder", "--on", "2002-06-30", "--publish").exit_code == 0
    published = tables(paths)["ratings.published"]
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        assert not plan_of(paths, warehouse, competition_folders(paths.landing)).is_empty

    late = [*FIRST_LIST, ("2003-06-30", "1", 1495, 133), ("2003-06-30", "2", 1380, 133)]
    hand_in(paths.landing, games=[*GAMES, LATE], ratings=late)
    build(paths, "2002")
    after = tables(paths)

    recorded = after["ratings.published"].filter(list_date=FIRST)
    assert recorded.equals(published)
    assert recorded.select("player_id", "rating", "games_total").rows() == [
        ("1", 1507, 132), ("2", 1394, 132), ("3", 1449, 131), ("4", 1500, 1),
    ]  # fmt: skip
    now = dict(after["ratings.elo"].filter(season="2001-02").select("player_id", "rating").iter_rows())
    assert now["1"] != 1507
    changed = after["ratings.corrections"].filter(list_date=FIRST)
    expected = [(who, was, now[who]) for who, was in (("1", 1507), ("3", 1449)) if now[who] != was]
    assert changed.select("player_id", "published", "recomputed").rows() == expected
    handed_in = after["ratings.published"].filter(list_date=SECOND)
    assert handed_in.select("player_id", "rating", "published_at").rows() == [("1", 1495, None), ("2", 1380, None)]

    assert set(after["raw.rating_seasons"]["season"]) == set(before["raw.rating_seasons"]["season"])
    assert after["ratings.games"].height == before["ratings.games"].height + 2
    for name, rows in tables(paths, "teams").items():
        assert rows.equals(teams[name]), name

    told = asked(paths, "ladder").stderr
    assert f"would now be others, from season 2001-02 on: Ann Ames on 2002-06-30: 1507, now {now['1']}" in told
    assert "Dee Dol on 2003-06-30: none, now 1640" in told
    again = asked(paths, "ladder", "--on", "2002-06-30", "--publish").stderr
    assert f"it was published before, and {len(expected)} ratings were others" in again
    assert tables(paths)["ratings.corrections"].filter(list_date=FIRST).is_empty()


def test_the_yearly_run_publishes_the_last_list_that_is_not_published(paths: Paths) -> None:
    definitions = build_defs(paths)
    job = definitions.resolve_job_def(definitions.resolve_schedule_def("yearly_ratings").job_name)
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions("groups", ["group-001"])
        assert job.execute_in_process(partition_key="group-001", instance=instance).success
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        published = warehouse.read("ratings.published")
        made = warehouse.read("ratings.elo")
    last = made.filter(pl.col("rating").is_not_null(), list_date=SECOND)
    assert published.select("competition", "player_id", "rating").equals(
        last.select("competition", "player_id", "rating")
    )
    assert set(published["competition"]) == {"ladder", "strict", "teams"}
    assert set(published["list_date"]) == {SECOND}
    assert published["published_at"].null_count() == 0


# --- what is printed ----------------------------------------------------------------------------


def test_the_last_list_unless_a_day_is_named(built: Paths) -> None:
    everybody = ("ladder", "--list", "alphabetical")
    rows = printed(built, *everybody)
    assert ratings_by_name(rows) == [("Ann Ames", 1495), ("Bob Bos", 1387), ("Cas Cox", 1461), ("Dee Dol", 1640)]
    assert set(rows["interim"]) == {False}
    assert ratings_by_name(printed(built, *everybody, "--on", "2002-06-30"))[0] == ("Ann Ames", 1507)
    assert asked(built, "ladder").stdout.startswith("Harbour, Ladder: ranking list, 2003-06-30 (kndb)\n")


def test_on_another_day_the_list_is_that_of_the_games_so_far_and_says_so(built: Paths) -> None:
    rows = printed(built, "ladder", "--on", "2001-10-01", "--list", "alphabetical")
    assert ratings_by_name(rows) == [("Ann Ames", 1507), ("Bob Bos", 1393), ("Cas Cox", 1450)]
    assert set(rows["interim"]) == {True}
    assert set(rows["list_date"]) == {"2001-10-01"}
    running = asked(built, "ladder", "--on", "2003-10-01", "--list", "alphabetical")
    title = "Harbour, Ladder: interim alphabetical list, 2003-10-01 (kndb), season 2003-04 so far; not published"
    assert running.stdout.splitlines()[0] == title
    now = dict(ratings_by_name(printed(built, "ladder", "--on", "2003-10-01", "--list", "alphabetical")))
    last = dict(ratings_by_name(printed(built, "ladder", "--list", "alphabetical")))
    assert {name for name in now if now[name] != last[name]} == {"Ann Ames", "Bob Bos"}
    assert json.loads(asked(built, "ladder", "--on", "2003-09-30", "--format", "json").stdout) == []


def test_why_nobody_is_on_a_list_is_told(paths: Paths) -> None:
    told = asked(paths, "ladder").stderr
    assert "nobody is on this list of 2003-06-30: of the 4 who have a rating none has 25 games in all and 6 in" in told
    assert "; --list alphabetical has them" in told.splitlines()[0]
    assert "nobody is on" not in asked(paths, "ladder", "--list", "alphabetical").stderr
    before = pl.when(pl.col("list_date") == SECOND, competition="strict", list="ranking").then(pl.lit(FIRST))
    with Warehouse(paths.warehouse) as warehouse:
        lists = warehouse.read("ratings.lists").with_columns(list_date=before.otherwise("list_date"))
        warehouse.write("ratings.lists", lists)
    assert "; the last one with players is --on 2002-06-30" in asked(paths, "strict").stderr


def test_whose_rating_may_swing_too_far_and_who_has_none_is_told(built: Paths) -> None:
    told = asked(built, "strict").stderr
    assert "may swing a rating past the strength it should find: Ann Ames (K 10, games 1); Bob Bos" in told
    mend = "hand in a rating of one of each group, in table ratings, and build again"
    assert f"met nobody with a link to one: Eef Erp; Flo Fry; {mend}" in told
    assert "swing" not in asked(built, "ladder").stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ("ladders",),
            "ladders: there is no such competition (the nearest: ladder); there are harbour/ladder, harbour/strict, ",
        ),
        ((), "more than one competition is rated: harbour/ladder, harbour/strict, harbour/teams; name one of these"),
        (("tea",), "tea: nothing is rated there; give it games"),
        (("ladder", "--on", "2001-06-30"), "ratings start on 2001-07-01 here"),
        (("ladder", "--on", "2003-10-02"), "and are known to 2003-10-01; name a day between"),
        (("ladder", "--on", "tomorrow"), "--on: tomorrow: write dates as 2025-12-31"),
        (("ladder", "--list", "rank"), "--list: there is no rank; write one of ranking, alphabetical"),
        (
            ("ladder", "--on", "2002-07-01", "--publish"),
            "--publish: no list is made on 2002-07-01; name a list day: 2002-06-30, 2003-06-30",
        ),
    ],
)
def test_what_is_asked_wrongly_is_told_in_one_line(
    built: Paths, options: tuple[str, ...], told: str, refused: Callable[..., str]
) -> None:
    assert told in refused("ratings", *options, "--warehouse", built.warehouse)
    assert tables(built)["ratings.published"].is_empty()


def test_a_list_that_is_due_is_not_taken_for_an_empty_one(built: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, dt.date(2004, 7, 1))
    last = asked(built, "ladder", "--list", "alphabetical")
    assert last.exit_code == 0
    assert "alphabetical list, 2003-06-30" in last.stdout
    for options in (("--on", "2004-06-30"), ("--on", "2004-06-30", "--publish")):
        due = asked(built, "ladder", *options)
        assert due.exit_code == 2
        assert "the list of 2004-06-30 is due since the last build: run barometer build" in due.stderr


def test_a_list_without_any_rating_is_not_published(tmp_path: Path) -> None:
    hand_in(tmp_path / "landing", games=GAMES)
    paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "reports")
    build(paths)
    for options in ((), ("--on", "2002-06-30")):
        done = asked(paths, "ladder", *options, "--publish")
        assert done.exit_code == 2
        assert "so the list is empty: hand in ratings to start from, in table ratings" in done.stderr
    assert tables(paths)["ratings.published"].is_empty()
