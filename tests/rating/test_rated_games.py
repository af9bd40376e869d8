"""Games that cannot be rated are told, and the rest is rated."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import frame
from rating.federations import games, given, seasons

from pipelines.rating_systems import rating_table
from transforms.elo import elo
from transforms.intake.findings import Checked, sorted_findings
from transforms.intake.rated_games import checked_games
from transforms.tables import Findings, Games, Players, RatingSeasons

SOUND = {
    "game_id": "1",
    "date": dt.date(1996, 9, 1),
    "player_id": "ann",
    "opponent_id": "bob",
    "points": 1.5,
    "opponent_points": 0.5,
}


def checked(*played: dict[str, Any], of: pl.DataFrame | None = None) -> Checked:
    players = frame(Players, {"player_id": "ann"}, {"player_id": "bob"})
    all_games = frame(Games, *({**SOUND, **game} for game in played))
    periods = seasons(count=2) if of is None else of
    return checked_games(all_games.lazy(), players.lazy(), given(cor=(1500, 126)).lazy(), periods.lazy())


def told(found: Checked) -> list[tuple[str, str, int]]:
    findings = Findings.validate(sorted_findings(found.findings).collect())
    return findings.select("field", "value", "line_no").rows()


def test_sound_games_stay_and_nothing_is_told() -> None:
    found = checked(
        SOUND,
        {"game_id": "2", "date": dt.date(1996, 7, 1)},
        {"game_id": "3", "date": dt.date(1998, 6, 30)},
        {"game_id": "4", "opponent_id": "cor"},
    )
    assert sorted(Games.validate(found.rows.collect())["game_id"]) == ["1", "2", "3", "4"]
    assert told(found) == []


@pytest.mark.parametrize(
    ("wrong", "field", "value"),
    [
        ({"opponent_id": "ann"}, "opponent_id", "ann"),
        ({"player_id": "dirk"}, "player_id", "dirk"),
        ({"opponent_id": "dirk"}, "opponent_id", "dirk"),
        ({"points": 2.0}, "points", "2.0 and 0.5"),
        ({"points": 3.0, "opponent_points": -1.0}, "points", "3.0 and -1.0"),
        ({"points": 1.234, "opponent_points": 0.766}, "points", "1.234 and 0.766"),
        ({"game_id": "1"}, "game_id", "1"),
        ({"date": dt.date(1996, 6, 30)}, "date", "1996-06-30"),
        ({"date": dt.date(1998, 7, 1)}, "date", "1998-07-01"),
    ],
)
def test_what_cannot_be_rated_is_told_and_the_rest_stays(wrong: dict[str, Any], field: str, value: str) -> None:
    found = checked(SOUND, {"game_id": "2", **wrong})
    assert found.rows.collect()["game_id"].to_list() == ["1"]
    assert told(found) == [(field, value, 2)]


def test_a_day_between_two_seasons_is_in_neither() -> None:
    apart = pl.concat([seasons(), seasons(count=2)[1:].with_columns(start=dt.date(1997, 9, 1))])
    found = checked(
        {"date": dt.date(1997, 8, 31)}, {"game_id": "2", "date": dt.date(1997, 9, 1)}, of=RatingSeasons.cast(apart)
    )
    assert found.rows.collect()["game_id"].to_list() == ["2"]
    assert told(found) == [("date", "1997-08-31", 1)]


def test_elo_leaves_out_games_of_no_season_and_of_nobody() -> None:
    sound = games([("ann", "bob", 2)])
    players = frame(Players, {"player_id": "ann"}, {"player_id": "bob"})
    ratings = given(ann=(1500, 126), bob=(1500, 126))
    outside = frame(
        Games,
        {**SOUND, "game_id": "a", "date": dt.date(1995, 1, 1)},
        {**SOUND, "game_id": "b", "date": dt.date(1999, 1, 1)},
        {**SOUND, "game_id": "c", "opponent_id": "dirk"},
        {**SOUND, "game_id": "d", "club": "elsewhere"},
    )
    of_sound, of_all = (
        elo(played, ratings, players, seasons(), rating_table()).collect()
        for played in (sound, pl.concat([outside, sound]))
    )
    assert of_all.equals(of_sound)
