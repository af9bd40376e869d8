"""Whoever has a game is a player, in a table of players or not; a warning names who is not."""

import datetime as dt
from typing import Any

import pytest
from factories import competitions, frame
from intake.evenings import read
from ratings.federations import seasons

from pipelines.settings.ratings import rating_table
from transforms.checks import assemble
from transforms.ratings import elo
from transforms.tables.schemas import Files, Games, Players, Ratings

GAME = {"date": dt.date(1996, 9, 1), "opponent_id": "bob", "points": 2.0, "opponent_points": 0.0, "file_id": "games"}
GAMES = [{**GAME, "game_id": "1", "player_id": "ann"}, {**GAME, "game_id": "2", "player_id": "cor"}]
LIST = [{"list_date": dt.date(1996, 6, 30), "player_id": "bob", "rating": 1500.0, "games": 126}]


def assembled(files: dict[str, str] | None = None, **given: list[dict[str, Any]]) -> tuple[dict[str, Any], list[Any]]:
    raw = read(games=GAMES, ratings=LIST, **given)
    raw["files"] = frame(Files, *({"file_id": name, "format": of} for name, of in (files or {}).items()))
    tables, findings = assemble(raw, competitions(), seasons())
    return tables, findings.select("severity", "code", "value").rows()


def rated(tables: dict[str, Any]) -> list[Any]:
    games, ratings, players = (
        table.cast(tables[name]) for name, table in (("games", Games), ("ratings", Ratings), ("players", Players))
    )
    made = elo(games, ratings, players, seasons(), rating_table()).collect()
    return made.select("player_id", "rating").rows()


ALL_RATED = [("ann", 2236), ("bob", 1500), ("cor", 2236)]


def test_newcomers_are_rated_where_there_is_no_table_of_players() -> None:
    tables, findings = assembled()
    assert findings == []
    assert tables["players"]["player_id"].to_list() == ["ann", "bob", "cor"]
    assert rated(tables) == ALL_RATED


def test_a_table_with_the_juniors_alone_leaves_nobody_out() -> None:
    """Bob is in the list of ratings, so he is known; Cor may be a slip of the pen, and is told."""
    tables, findings = assembled(players=[{"player_id": "ann", "birth_year": 1984, "file_id": "players"}])
    assert rated(tables) == ALL_RATED
    assert findings == [("warning", "games.doubtful", "cor")]
    assert tables["players"].select("player_id", "birth_year").rows() == [("ann", 1984), ("bob", None), ("cor", None)]


@pytest.mark.parametrize(("file_format", "told"), [("pgn", []), ("csv", ["ann", "cor"])])
def test_the_players_of_a_file_of_games_are_no_table_of_players(file_format: str, told: list[str]) -> None:
    """Dee is a name in a PGN file, or in a table."""
    tables, findings = assembled({"dee": file_format}, players=[{"player_id": "dee", "file_id": "dee"}])
    assert findings == [("warning", "games.doubtful", player) for player in told]
    assert tables["games"].height == 2
