"""A federation without a table of players: whoever has a game is a player."""

import datetime as dt
from typing import Any

import pytest
from factories import competitions, frame
from intake.evenings import read
from ratings.federations import seasons

from pipelines.settings.ratings import rating_table
from transforms.intake import assemble
from transforms.ratings import elo
from transforms.tables import Files, Games, Players, Ratings

GAME = {"date": dt.date(1996, 9, 1), "opponent_id": "bob", "points": 2.0, "opponent_points": 0.0, "file_id": "games"}
GAMES = [{**GAME, "game_id": "1", "player_id": "ann"}, {**GAME, "game_id": "2", "player_id": "cor"}]
LIST = [{"list_date": dt.date(1996, 6, 30), "player_id": "bob", "rating": 1500.0, "games": 126}]


def assembled(files: dict[str, str] | None = None, **given: list[dict[str, Any]]) -> tuple[dict[str, Any], list[Any]]:
    """The tables of a landing folder, and code and value of each finding; `files`: file -> format."""
    raw = read(games=GAMES, ratings=LIST, **given)
    raw["files"] = frame(Files, *({"file_id": name, "format": of} for name, of in (files or {}).items()))
    tables, findings = assemble(raw, competitions(), seasons())
    return tables, findings.select("code", "value").rows()


def test_newcomers_are_rated_where_there_is_no_table_of_players() -> None:
    tables, findings = assembled()
    assert findings == []
    assert tables["players"]["player_id"].to_list() == ["ann", "bob", "cor"]
    games, ratings, players = (
        table.cast(tables[name]) for name, table in (("games", Games), ("ratings", Ratings), ("players", Players))
    )
    made = elo(games, ratings, players, seasons(), rating_table()).collect()
    assert made.select("player_id", "rating").rows() == [("ann", 2236), ("bob", 1500), ("cor", 2236)]


def test_a_table_of_players_says_who_is_a_player() -> None:
    tables, findings = assembled(players=[{"player_id": "ann", "file_id": "players"}])
    assert tables["games"]["game_id"].to_list() == ["1"]
    assert findings == [("games.unknown_player", "cor")]


@pytest.mark.parametrize(
    ("file_format", "left_out"),
    [("pgn", []), ("csv", [("games.unknown_player", "ann"), ("games.unknown_player", "cor")])],
)
def test_the_players_of_a_file_of_games_are_no_table_of_players(
    file_format: str, left_out: list[tuple[str, str]]
) -> None:
    """Dee is a name in a PGN file, or in a table."""
    tables, findings = assembled({"dee": file_format}, players=[{"player_id": "dee", "file_id": "dee"}])
    assert findings == left_out
    assert tables["games"].height == 2 - len(left_out)
