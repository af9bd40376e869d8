"""Ratings from landing folder to list: what a build makes, what `barometer ratings` prints, and publication."""

import datetime as dt
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest
from commands import barometer
from first_builds import without_pages
from ratings.ladders import FIRST_LIST, GAMES, TODAY, hand_in, hand_in_teams
from runs import run_of_all
from typer.testing import Result

from pipelines.building.changes import plan_of
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
EVERYBODY = ("ladder", "--list", "alphabetical")


@pytest.fixture(autouse=True, scope="module")
def _clock_without_pages() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched, without_pages():
        set_clock(patched, TODAY)
        yield


def set_clock(patched: pytest.MonkeyPatch, today: dt.date) -> None:
    patched.setattr("pipelines.machine.clock.today", lambda: today)


@pytest.fixture(scope="module")
def built(_clock_without_pages: None, tmp_path_factory: pytest.TempPathFactory) -> Paths:
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


def asked(paths: Paths, *options: str, command: str = "ratings") -> Result:
    return barometer(command, *options, "--warehouse", paths.warehouse, columns=120)


def printed(paths: Paths, *options: str) -> pl.DataFrame:
    done = asked(paths, *options, "--format", "csv")
    assert done.exit_code == 0, done.stderr
    return pl.read_csv(io.StringIO(done.stdout), infer_schema_length=None)


def test_explain_shows_where_a_rating_comes_from(built: Paths) -> None:
    """Worked by hand: Ann lost the one game of the second season to Cas, and was 1507 before."""
    ann = ("Ann", "--competition", "ladder")
    (message,) = json.loads(asked(built, *ann, "--format", "json", command="explain").stdout)
    rating = message["rating"]
    assert [rating[name] for name in ("rating_before", "rating", "games", "points")] == [1507, 1495, 1, 0]
    (game,) = rating["of_games"]
    assert [game[name] for name in ("opponent", "points", "opponent_rating")] == ["Cas Cox", 0, 1449]
    assert "2002-09-01" in (built.landing / game["file"]).read_text().splitlines()[game["line_no"] - 1]
    shown = " ".join(asked(built, *ann, command="explain").stdout.split())
    for words in (
        "Rating on the list of 2003-06-30: 1495",
        "1507 + 10 × (0 − 1.16) = 1495.4, rounded to 1495",
        "10 × (0 − 1.16) = −11.6; 0 points in 1 game, where the ratings expected 1.16",
        "Change −12: the new rating is rounded to a whole number",
        f"Read from {game['file']}",
        "2002-09-01 Cas Cox 1449",
    ):
        assert words in shown
    assert ", rounded to 1507" in asked(built, *ann, "--season", "2001-02", command="explain").stdout


def test_a_build_makes_the_lists_whose_day_is_over(built: Paths) -> None:
    """Worked by hand.

    Ann scores 2 where 1.28 was likely, at the K of the turbo, 10; Bob 1 of 1.58 at 10; Cas 1 of 1.14 at 5; Dee, who is
    new, drew with 1500; Eef and Flo met nobody else. Of teams, 100 points apart, 64 % is likely: team 1 scores 3 in two
    games where 2.56 was, at a K of 5, then none of 1.28 at one of 10, as a team that loses its only game.
    """
    made, teams = tables(built), tables(built, "teams")["ratings.elo"].sort("list_date", "player_id")
    first = made["ratings.elo"].filter(season="2001-02").sort("player_id")
    assert first["player_id"].to_list() == list("123456")
    assert first["rating"].to_list() == [1507, 1394, 1449, 1500, None, None]
    assert set(made["ratings.elo"]["list_date"]) == {FIRST, SECOND}
    assert made["ratings.published"].is_empty()
    assert made["ratings.corrections"].is_empty()
    assert teams.select("player_id", "points", "norm", "k", "rating").rows() == [
        ("team-1", 3.0, 2.56, 5.0, 1502),
        ("team-2", 1.0, 1.44, 5.0, 1398),
        ("team-1", 0.0, 1.28, 10.0, 1489),
        ("team-2", 2.0, 0.72, 10.0, 1411),
    ]


def test_a_list_that_is_due_is_not_taken_for_an_empty_one(built: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    with Warehouse(built.warehouse, read_only=True) as warehouse:
        folders = competition_folders(built.landing)
        for today, is_empty in ((TODAY, True), (dt.date(2004, 6, 30), True), (dt.date(2004, 7, 1), False)):
            set_clock(monkeypatch, today)
            assert plan_of(built, warehouse, folders).is_empty == is_empty
    due = "the list of 2004-06-30 has become due since the last build; run barometer build"
    last = asked(built, *EVERYBODY)
    assert "alphabetical list, 2003-06-30" in last.stdout
    assert due in last.stderr
    for options in (("--on", "2004-06-30"), ("--on", "2004-06-30", "--publish")):
        refused = asked(built, "ladder", *options)
        assert (refused.exit_code, due in refused.stderr) == (2, True)


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
    assert recorded["rating"].to_list() == [1507, 1394, 1449, 1500]
    assert recorded["games_total"].to_list() == [132, 132, 131, 1]
    now = dict(after["ratings.elo"].filter(season="2001-02").select("player_id", "rating").iter_rows())
    assert now["1"] != 1507
    changed = after["ratings.corrections"].filter(list_date=FIRST)
    expected = [(who, was, now[who]) for who, was in (("1", 1507), ("3", 1449)) if now[who] != was]
    assert changed.select("player_id", "published", "recomputed").rows() == expected
    handed_in = after["ratings.published"].filter(list_date=SECOND)
    assert handed_in.select("player_id", "rating", "published_at").rows() == [("1", 1495, None), ("2", 1380, None)]
    assert after["ratings.games"].height == before["ratings.games"].height + 2
    assert all(rows.equals(teams[name]) for name, rows in tables(paths, "teams").items())

    message = asked(paths, "ladder").stderr
    assert f"would now be different, from season 2001-02 on: Ann Ames on 2002-06-30: 1507, now {now['1']}" in message
    assert "Dee Dol on 2003-06-30: none, now 1640" in message
    again = asked(paths, "ladder", "--on", "2002-06-30", "--publish").stderr
    assert f"it replaces an earlier publication of this list, in which {len(expected)} ratings differed" in again
    assert tables(paths)["ratings.corrections"].filter(list_date=FIRST).is_empty()


def test_the_yearly_run_publishes_the_last_list_that_is_not_published(paths: Paths) -> None:
    definitions = build_defs(paths)
    assert run_of_all(paths, definitions.resolve_schedule_def("yearly_ratings").job_name).success
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        published, made = warehouse.read("ratings.published"), warehouse.read("ratings.elo")
    columns = ["competition", "list_date", "player_id", "rating"]
    last = made.filter(pl.col("rating").is_not_null(), list_date=SECOND)
    assert published.select(columns).equals(last.select(columns))
    assert set(published["competition"]) == {"ladder", "strict", "teams"}
    assert published["published_at"].null_count() == 0


def test_what_a_reader_of_a_list_must_know_is_reported(paths: Paths) -> None:
    said = asked(paths, "ladder").stderr
    assert "nobody is on this list of 2003-06-30: it requires 25 games in all, and 6 in this season" in said
    assert "To see everybody with a rating (4), add --list alphabetical" in said.splitlines()[0]
    assert "nobody is on" not in asked(paths, *EVERYBODY).stderr
    assert "past the player's real strength" not in said
    strict = asked(paths, "strict").stderr
    assert "go past the player's real strength: Ann Ames (K 10, games 1); Bob Bos" in strict
    advice = "give a rating of one player of each group in a table ratings, and build again"
    assert f"nor anyone connected through other games has one: Eef Erp; Flo Fry; {advice}" in strict
    before = pl.when(pl.col("list_date") == SECOND, competition="strict", list="ranking").then(pl.lit(FIRST))
    with Warehouse(paths.warehouse) as warehouse:
        lists = warehouse.read("ratings.lists").with_columns(list_date=before.otherwise("list_date"))
        warehouse.write("ratings.lists", lists)
    assert "to see the last list with players, add --on 2002-06-30" in asked(paths, "strict").stderr


def test_the_list_of_a_day_is_the_last_one_or_that_of_the_games_so_far_and_says_so(built: Paths) -> None:
    rows = printed(built, *EVERYBODY)
    last = {"Ann Ames": 1495, "Bob Bos": 1387, "Cas Cox": 1461, "Dee Dol": 1640}
    assert (by_name(rows), set(rows["interim"])) == (last, {False})
    assert by_name(printed(built, *EVERYBODY, "--on", "2002-06-30"))["Ann Ames"] == 1507
    assert printed(built, "teams", "--list", "alphabetical")["name"].to_list() == ["Team 1", "Team 2"]
    assert asked(built, "ladder").stdout.startswith("Harbour, Ladder: ranking list, 2003-06-30 (kndb)\n")

    rows = printed(built, *EVERYBODY, "--on", "2001-10-01")
    assert by_name(rows) == {"Ann Ames": 1507, "Bob Bos": 1393, "Cas Cox": 1450}
    assert set(rows.select("interim", "list_date").rows()) == {(True, "2001-10-01")}
    running = (*EVERYBODY, "--on", "2003-10-01")
    title = "Harbour, Ladder: interim alphabetical list, 2003-10-01 (kndb), season 2003-04 so far; not published"
    assert asked(built, *running).stdout.splitlines()[0] == title
    now = by_name(printed(built, *running))
    assert {name for name in now if now[name] != last[name]} == {"Ann Ames", "Bob Bos"}
    assert json.loads(asked(built, "ladder", "--on", "2003-09-30", "--format", "json").stdout) == []


def by_name(rows: pl.DataFrame) -> dict[str, int]:
    return dict(rows.select("name", "rating").iter_rows())


ASKED_WRONGLY = {
    "ladders": "ladders: nothing has this name (the nearest: ladder). Choose one of these: harbour/ladder",
    "": "several competitions have ratings: harbour/ladder, harbour/strict, harbour/teams; name one of them",
    "tea": "tea: this competition has no ratings; add games",
    "ladder --on 2001-06-30": "ratings are known from 2001-07-01 to 2003-10-01; name a day in this period",
    "ladder --on 2003-10-02": "ratings are known from 2001-07-01 to 2003-10-01; name a day in this period",
    "ladder --on 2002-07-01 --publish": "there is no list of 2002-07-01; name the day of a list: 2002-06-30, 2003-06",
}


def test_what_is_asked_wrongly_is_said_in_one_line(built: Paths, refused: Callable[..., str]) -> None:
    for words, message in ASKED_WRONGLY.items():
        assert message in refused("ratings", *words.split(), "--warehouse", built.warehouse)
    assert tables(built)["ratings.published"].is_empty()


def test_a_list_without_any_rating_is_not_published(tmp_path: Path, refused: Callable[..., str]) -> None:
    hand_in(tmp_path / "landing", games=GAMES)
    paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "reports")
    build(paths)
    message = refused("ratings", "ladder", "--on", "2002-06-30", "--publish", "--warehouse", paths.warehouse)
    assert "give ratings to start from in a table ratings, and build again" in message
    assert tables(paths)["ratings.published"].is_empty()
