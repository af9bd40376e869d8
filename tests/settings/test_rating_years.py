"""Which rating seasons a competition has, what is reported of games outside them, and when a list is due."""

import datetime as dt
from pathlib import Path

import polars as pl
import pytest
from each import items
from factories import NOTHING_KEPT, Tables
from hypothesis import given
from hypothesis import strategies as st
from ratings.ladders import FIRST_LIST, GAMES, TODAY, hand_in

from pipelines.intake.landing.raw_tables import read_landing
from pipelines.settings.ratings import Rating
from transforms.ratings.seasons import Played, Rated, list_is_due, rating_years
from transforms.ratings.yearly import with_list
from transforms.tables.schemas import RatingSeasons

DATES = st.dates(dt.date(1995, 1, 1), dt.date(2010, 12, 31))


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.machine.clock.today", lambda: TODAY)


def read(landing: Path) -> Tables:
    return read_landing(landing, NOTHING_KEPT)


def names(seasons: pl.DataFrame) -> list[str]:
    return seasons.sort("list_date")["season"].to_list()


def errors(raw: Tables) -> list[tuple[str, str]]:
    return raw["findings"].filter(severity="error").select("field", "value").rows()


def test_from_the_first_game_to_the_season_that_runs(tmp_path: Path) -> None:
    hand_in(tmp_path, games=GAMES, ratings=FIRST_LIST)
    hand_in(tmp_path, "without", ratings=FIRST_LIST)
    raw = read(tmp_path)
    seasons = RatingSeasons.validate(raw["rating_seasons"])
    assert set(seasons["competition"]) == {"ladder"}
    assert names(seasons) == ["2001-02", "2002-03", "2003-04"]
    assert raw["games"].height == len(GAMES)
    assert raw["findings"].is_empty()
    assert names(with_list(seasons, TODAY)) == ["2001-02", "2002-03"]


@pytest.mark.parametrize(("today", "lists"), [(dt.date(2003, 6, 30), 1), (dt.date(2003, 7, 1), 2)])
def test_a_list_waits_for_its_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, today: dt.date, lists: int) -> None:
    monkeypatch.setattr("pipelines.machine.clock.today", lambda: today)
    hand_in(tmp_path, games=GAMES[:4], ratings=FIRST_LIST)
    seasons = read(tmp_path)["rating_seasons"]
    assert with_list(seasons, today).height == lists
    assert seasons.height == lists + 1
    assert list_is_due(seasons, today).is_empty()
    assert list_is_due(seasons, today + dt.timedelta(days=366)).rows() == [("harbour", "ladder")]


@items(
    ("2003-09-30", []),
    ("2004-06-30", []),
    *((day, [("date", day)]) for day in ("2004-07-01", "2001-06-30", "1001-09-30")),
)
def test_a_game_outside_all_seasons_is_reported(tmp_path: Path, day: str, faults: list[tuple[str, str]]) -> None:
    hand_in(tmp_path, games=[*GAMES, ("x", day, "1", "2", 2, 0)], ratings=FIRST_LIST)
    raw = read(tmp_path)
    assert errors(raw) == faults
    assert raw["games"].height == len(GAMES) + (not faults)
    assert names(raw["rating_seasons"]) == ["2001-02", "2002-03", "2003-04"]


def test_without_a_first_list_a_slip_of_centuries_makes_no_seasons(tmp_path: Path) -> None:
    hand_in(tmp_path, games=[*GAMES, ("x", "0201-09-30", "1", "2", 2, 0)])
    raw = read(tmp_path)
    assert names(raw["rating_seasons"])[0] == "2001-02"
    assert errors(raw) == [("date", "0201-09-30")]


def test_a_list_of_no_list_day_is_reported_once_a_file(tmp_path: Path) -> None:
    odd = [("2002-03-31", "1", 1510, 140), ("2002-03-31", "2", 1390, 140)]
    hand_in(tmp_path, games=GAMES, ratings=[*FIRST_LIST, ("2002-06-30", "1", 1510, 140), *odd])
    findings = read(tmp_path)["findings"].select("severity", "file_id", "line_no", "field", "value")
    assert findings.rows() == [("warning", "ratings.csv", 6, "list_date", "2002-03-31")]


def test_teams_are_rated_by_their_matches_from_the_first_that_was_in_a_season(tmp_path: Path) -> None:
    folder = hand_in(tmp_path, games=GAMES, settings='[rating]\ngames = "matches"\n')
    sessions = "session_id,date,kind\n1,2002-03-05,teams\n2,1999-03-05,teams\n3,2001-03-05,pairs\n"
    (folder / "sessions.csv").write_text(sessions, encoding="utf-8")
    raw = read(tmp_path)
    assert names(raw["rating_seasons"]) == ["2001-02", "2002-03", "2003-04"]
    warnings = raw["findings"].filter(severity="warning")
    assert warnings.select("file_id", "line_no", "field", "value").rows() == [("games.csv", 2, "game_id", "a")]


def test_a_competition_is_read_again_after_a_list_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_in(tmp_path, games=GAMES, ratings=FIRST_LIST)
    hand_in(tmp_path, "without", ratings=FIRST_LIST)
    before = read(tmp_path)
    assert read_landing(tmp_path, before)["files"].equals(before["files"])
    monkeypatch.setattr("pipelines.machine.clock.today", lambda: dt.date(2005, 1, 1))
    after = read_landing(tmp_path, before)
    assert names(after["rating_seasons"])[-1] == "2004-05"
    unrated = pl.col("competition") == "without"
    assert after["files"].filter(unrated).equals(before["files"].filter(unrated))
    assert not after["files"].equals(before["files"])


@given(
    games=st.lists(DATES, max_size=6),
    lists=st.lists(DATES, max_size=3),
    today=DATES,
    list_day=st.sampled_from(["06-30", "12-31", "01-01", "02-28"]),
)
def test_seasons_follow_one_another_and_hold_all_that_was_played_since_the_first_list(
    games: list[dt.date], lists: list[dt.date], today: dt.date, list_day: str
) -> None:
    ids = {"club": "c", "competition": "l"}
    types = dict.fromkeys(ids, pl.String)
    of_games, of_lists = (
        pl.DataFrame([{**ids, name: day} for day in days], schema={**types, name: pl.Date})
        for name, days in (("date", games), ("list_date", lists))
    )
    played = Played(of_games, of_lists, NOTHING_KEPT["sessions"], NOTHING_KEPT["competitions"])
    rating = Rating.model_validate({"list_day": list_day})
    seasons = RatingSeasons.validate(rating_years([Rated("c", "l", rating.model_dump())], played, today)).sort(
        "list_date"
    )
    in_time = [day for day in games if day <= today]
    if seasons.is_empty():
        assert all(_plain_start(day, list_day) < min(lists, default=dt.date.min) for day in in_time)
        return
    starts, ends = seasons["start"].to_list(), seasons["list_date"].to_list()
    assert [end + dt.timedelta(days=1) for end in ends[:-1]] == starts[1:]
    assert starts[-1] <= today <= ends[-1]
    assert not lists or min(lists) <= starts[0]
    counted = [day for day in in_time if _plain_start(day, list_day) >= min(lists, default=dt.date.min)]
    assert not counted or starts[0] == _plain_start(min(counted), list_day)


def _plain_start(day: dt.date, list_day: str) -> dt.date:
    before = day - dt.timedelta(days=1)
    while before.isoformat()[5:] != list_day:
        before -= dt.timedelta(days=1)
    return before + dt.timedelta(days=1)
