"""Games that cannot be rated are told, and the rest is rated."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import frame
from ratings.federations import given, seasons

from transforms.checks.games import checked_games, checked_lists
from transforms.intake.findings import Checked, sorted_findings
from transforms.tables.schemas import Findings, Games, Players, Ratings, RatingSeasons

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


@pytest.mark.parametrize(
    ("wrong", "field", "value"),
    [
        ({"opponent_id": "ann"}, "opponent_id", "ann"),
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


def messages(found: Checked) -> list[tuple[str, str, int, str]]:
    findings = Findings.validate(sorted_findings(found.findings).collect())
    return findings.select("severity", "field", "line_no", "message").rows()


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (dt.date(1996, 6, 30), "the list of 1996-06-30 that ratings start from has the games up to it in it"),
        (dt.date(1990, 6, 30), "the list of 1996-06-30 that ratings start from has the games up to it in it"),
        (dt.date(1998, 7, 1), "still to come, after the season that runs; the game is left out: mend the date"),
    ],
)
def test_why_a_day_is_in_no_season(day: dt.date, why: str) -> None:
    ((_, _, _, message),) = messages(checked({"date": day}))
    assert message.startswith(why)
    assert "add" not in message


def test_a_day_after_a_list_in_mid_season_but_before_the_first_whole_one() -> None:
    later = seasons(count=2)[1:]
    ((_, _, _, message),) = messages(checked({"date": dt.date(1997, 6, 30)}, of=later))
    assert message.startswith("ratings start with the season that begins on 1997-07-01, the first after the list of")


def test_without_a_list_a_day_centuries_ago_is_a_slip() -> None:
    players = frame(Players, {"player_id": "ann"}, {"player_id": "bob"}).lazy()
    played = frame(Games, {**SOUND, "date": dt.date(1096, 9, 1)}).lazy()
    found = checked_games(played, players, frame(Ratings).lazy(), seasons().lazy())
    ((_, _, _, message),) = messages(found)
    assert message == "longer ago than ratings go back; the game is left out: mend the date"


def test_where_no_season_is_at_all_the_list_is_told_all_the_same() -> None:
    none = seasons().clear()
    found = checked({"date": dt.date(1996, 1, 1)}, {"game_id": "2", "date": dt.date(2050, 1, 1)}, of=none)
    before, after = (message for _, _, _, message in messages(found))
    assert before.startswith("the list of 1996-06-30 that ratings start from")
    assert "none starts between the first list, of 1996-06-30, and this day; the game is left out" in after
    assert "list_day of [rating]" in after


# --- one game, or one player, under two ids -----------------------------------------------------


def test_the_same_game_in_two_files_is_told_once_a_file_and_both_stay() -> None:
    found = checked(
        {"file_id": "a.csv", "event": "Cup"},
        {"file_id": "a.csv", "game_id": "2", "date": dt.date(1996, 9, 2), "event": "Cup"},
        {"file_id": "a.csv", "game_id": "3", "date": dt.date(1996, 9, 3), "event": "Cup"},
        {**turned("b.pgn#1"), "file_id": "b.pgn", "line_no": 1, "event": "Cup"},
        {**turned("b.pgn#2"), "file_id": "b.pgn", "line_no": 8, "date": dt.date(1996, 9, 2)},
        {**turned("b.pgn#3"), "file_id": "b.pgn", "line_no": 15, "date": dt.date(1996, 9, 3), "event": "League"},
    )
    assert found.rows.collect().height == 6
    ((severity, field, line_no, message),) = messages(found)
    assert (severity, field, line_no) == ("warning", "game_id", 1)
    assert message.startswith("in a.csv too under another id (such games: 2)")


@pytest.mark.parametrize(
    "other",
    [
        {"file_id": "a.csv"},
        {"file_id": "b.csv", "points": 0.5, "opponent_points": 1.5},
        {"file_id": "b.csv", "date": dt.date(1996, 9, 2)},
        {"file_id": "b.csv", "opponent_id": "cor"},
        {"file_id": "b.csv", "competition": "morning"},
    ],
)
def test_another_game_and_a_second_one_in_the_same_file_are_not_told(other: dict[str, Any]) -> None:
    mornings = pl.concat([seasons(), seasons().with_columns(competition=pl.lit("morning"))])
    everybody = frame(
        Players,
        *(
            {"player_id": who, "competition": competition}
            for who in ("ann", "bob", "cor")
            for competition in ("evening", "morning")
        ),
    )
    played = frame(Games, {**SOUND, "file_id": "a.csv"}, {**SOUND, "game_id": "2", **other})
    found = checked_games(played.lazy(), everybody.lazy(), frame(Ratings).lazy(), RatingSeasons.cast(mornings).lazy())
    assert messages(found) == []


def turned(game_id: str) -> dict[str, Any]:
    """The same game, seen from the other side."""
    return {
        **SOUND,
        "game_id": game_id,
        "player_id": "bob",
        "opponent_id": "ann",
        "points": 0.5,
        "opponent_points": 1.5,
    }


def test_a_name_that_is_an_id_and_the_name_of_another_id_is_told_once_a_file() -> None:
    players = frame(
        Players,
        {"player_id": "1", "name": "Ann Ames", "file_id": "players.csv"},
        {"player_id": "2", "name": "Bob Bos", "file_id": "players.csv"},
        {"player_id": "3", "name": "Cas Cox", "file_id": "players.csv"},
        {"player_id": "Ames, Ann", "name": "Ames, Ann", "file_id": "b.pgn", "line_no": 1},
        {"player_id": "bob bos", "name": "bob bos", "file_id": "b.pgn", "line_no": 2},
        {"player_id": "Dee Dol", "name": "Dee Dol", "file_id": "b.pgn", "line_no": 3},
        {"player_id": "Cas Cox", "name": "Cas Cox", "file_id": "entries.csv", "line_no": 4},
    )
    played = frame(
        Games,
        *(
            {**SOUND, "game_id": str(number), "player_id": one, "opponent_id": other}
            for number, (one, other) in enumerate([("1", "3"), ("Ames, Ann", "bob bos"), ("bob bos", "Dee Dol")])
        ),
    )
    found = checked_games(played.lazy(), players.lazy(), frame(Ratings).lazy(), seasons().lazy())
    assert found.rows.collect().height == 3
    ((severity, field, line_no, message),) = messages(found)
    assert (severity, field, line_no) == ("warning", "player_id", 1)
    assert "the name of 1 too" in message
    assert message.endswith("(2 such players; the next: bob bos (2))")


# --- lists --------------------------------------------------------------------------------------


def lists(games: list[int | None], **changed: Any) -> list[tuple[str, str, int, str]]:
    rows = ({"list_date": dt.date(1996, 6, 30), "player_id": str(n), "games": g} for n, g in enumerate(games))
    later = {"list_date": dt.date(1997, 6, 30), "player_id": "0", "games": 3}
    ratings = frame(Ratings, *rows, later)
    return messages(checked_lists(ratings.lazy(), seasons(count=2, **changed).lazy()))


def test_ratings_of_few_games_are_told_once_a_list() -> None:
    ((severity, field, line_no, message),) = lists([25, 24, 1, 0, None])
    assert (severity, field, line_no) == ("warning", "games", 2)
    assert message == (
        "given with fewer than 25 games (such ratings: 2): rated by performance over the games known here alone; leave"
        " games empty, or lower established_games of [rating], to rate by norms"
    )
