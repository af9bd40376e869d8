"""`questions.declarers`: who declared follows from the seats of players, where these tell it."""

import duckdb
import pytest
from factories import frame
from intake.evenings import Row

from pipelines.warehouse.questions import QUESTIONS
from pipelines.warehouse.statements import Stream
from transforms.tables.schemas import BoardScores, Entries, Players, Sessions

BOARD: Row = {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "tricks": 9, "scoring": "matchpoints"}


def declarers(
    seats: str, *boards: Row, kind: str = "pairs", besides: tuple[Row, ...] = ()
) -> list[tuple[str, str, str]]:
    """(declarer, player, defenders) of each board; of the players of pairs 1 and 2 these are the seats, - for none.

    `besides` are more entries.
    """
    players = ("1", "ann"), ("1", "bob"), ("2", "cy"), ("2", "di")
    entries = [
        {"entrant": entrant, "player_id": player, "seat": None if seat == "-" else seat}
        for (entrant, player), seat in zip(players, seats, strict=True)
    ]
    tables = {
        "raw.sessions": frame(Sessions, {"kind": kind}),
        "raw.entries": frame(Entries, *entries, *besides),
        "raw.players": Players.create_empty(),
        "scored.board_scores": frame(BoardScores, *boards),
    }
    with duckdb.connect() as connection:
        connection.execute("create schema raw; create schema scored; create schema questions")
        for name, rows in tables.items():
            connection.register("rows", Stream(rows))
            connection.execute(f"create table {name} as from rows")
        for name in ("who_sat_where", "declarers"):
            connection.execute(f"create view questions.{name} as {QUESTIONS[name].sql}")
        answer = connection.sql("select declarer, player_id, defenders from questions.declarers").fetchall()
    return [(declarer, player, defenders) for declarer, player, defenders in answer]


def board(declarer: str | None, number: int = 1, **given: object) -> Row:
    return {**BOARD, "board": number, "declarer": declarer, **given}


def test_a_pair_that_changes_direction_changes_between_north_and_east() -> None:
    boards = [board("S"), board("E", 2), board("W", 3, ns="2", ew="1"), board("N", 4, ns="2", ew="1")]
    assert declarers("NSEW", *boards) == [
        ("S", "bob", "2"),
        ("E", "cy", "1"),
        ("W", "bob", "2"),
        ("N", "cy", "1"),
    ]


def test_a_board_in_the_wrong_direction_was_declared_by_the_other_pair() -> None:
    assert declarers("NSEW", board("S", ruling="reversed")) == [("S", "di", "1")]


@pytest.mark.parametrize(
    ("seats", "told"), [("NNEW", [("E", "cy", "1")]), ("--EW", [("E", "cy", "1")]), ("NS-W", [("N", "ann", "2")])]
)
def test_who_cannot_be_told_has_no_row(seats: str, told: list[tuple[str, str, str]]) -> None:
    assert declarers(seats, board("N"), board("E", 2)) == told


def test_players_of_a_team_have_one_seat() -> None:
    assert declarers("NEEN", board("N"), board("E", 2), board("S", 3), kind="teams") == [
        ("N", "ann", "2"),
        ("E", "cy", "1"),
    ]


@pytest.mark.parametrize("kind", ["pairs", "teams"])
def test_where_more_sat_than_there_are_seats_nobody_is_named(kind: str) -> None:
    for_ann: Row = {"entrant": "1", "player_id": "eve", "substitutes_for": "ann"}
    others: list[Row] = [{"entrant": "1", "player_id": player} for player in ("fay", "guy")]
    besides = (for_ann, *(others if kind == "teams" else []))
    assert declarers("NSEW", board("N"), board("E", 2), kind=kind, besides=besides) == [("E", "cy", "1")]


def test_where_a_member_played_some_rounds_nobody_of_the_team_is_named() -> None:
    later: Row = {"entrant": "1", "player_id": "eve", "rounds": "2"}
    boards = board("N"), board("E", 2)
    assert declarers("NSEW", *boards, kind="teams", besides=(later,)) == [("E", "cy", "1")]
