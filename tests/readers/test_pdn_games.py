"""Results over the games of PDN files (draughts), and what tells such files from bridge and chess."""

import pytest
from readers.test_pgn_games import GAME, game, games
from result_files import Read

DRAUGHTS = """[GameType "20"]
[Event "Nationale competitie"]
[Date "2015.06.27"]
[Round "3.2"]
[White "Visser, Jan"]
[Black "Mulder, Ann"]
[WhiteKNDBId "10234"]
[Result "1-1"]

1. 32-28 19-23 2. 28x19 14x23 1-1
"""
SCORED = r'[ScoreTable "PairId_NS;PairId_EW;Score_NS"]' + "\n1 2 50\n"


def test_a_game_of_draughts(read: Read) -> None:
    reading = read(DRAUGHTS, "round 3.pdn")
    assert reading.format == "pdn"
    assert reading.findings.is_empty()
    assert games(reading) == [("10234", "Mulder, Ann", 1, 1)]
    assert games(reading, "game_id", "event") == [("round 3.pdn#1", "Nationale competitie")]


@pytest.mark.parametrize(
    ("result", "points"),
    [
        *(("2-0", 2), ("1-1", 1), ("0-2", 0), ("1-0", 2), ("0-1", 0), ("1/2-1/2", 1)),
        *(("1 1/2-1/2", 1.5), ("1/2-1 1/2", 0.5), ("1½-½", 1.5), ("1.02-0.98", 1.02), ("0.99-1.01", 0.99)),
    ],
)
def test_results_of_draughts(read: Read, result: str, points: float) -> None:
    reading = read(DRAUGHTS.replace("1-1", result, 1))
    assert games(reading, "points", "opponent_points") == [(points, pytest.approx(2 - points, abs=1e-12))]
    assert reading.findings.is_empty()


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        (DRAUGHTS, "pdn"),
        (DRAUGHTS.replace('"20"', '"25,W,8,8,A0,0"'), "pdn"),
        (DRAUGHTS.replace('[GameType "20"]\n', ""), "pdn"),
        (game().replace("e4 e5", "11-15 23-19"), "pdn"),
        (GAME, "pgn"),
        ('[GameType "0"]\n' + GAME, "pgn"),
        (game(Board="3"), "pgn"),
        ('[Event "x"]\n[Board "1"]\n' + SCORED, "pbn"),
        ('[Event "x"]\n[Board "1"]\n[Deal "N:A.. K.. Q.. J.."]\n[White "x"]\n[Result "9"]\n' + SCORED, "pbn"),
        ('[Event "x"]\n[North "a"]\n[Result "9"]\n', "pbn"),
        ('player_id,name\n1,"[White ""x""]"\n', "csv"),
    ],
    ids=[
        *("draughts", "Russian draughts", "by its result", "by its squares"),
        *("chess", "GameType chess", "chess in teams", "bridge", "bridge with a deal", "bridge with names", "a table"),
    ],
)
def test_files_are_known_by_their_tags(read: Read, text: str, format_: str) -> None:
    assert read(text).format == format_


def test_the_same_game_in_two_files_has_two_ids(read: Read) -> None:
    ids = [games(read(DRAUGHTS, name), "game_id") for name in ("a.pdn", "a.pgn", "b/a.pdn")]
    assert ids == [[("a.pdn#1",)], [("a.pgn#1",)], [("b/a.pdn#1",)]]
