"""Results over the games of PGN files: chess, and whatever holds for draughts as well."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readers.test_recognise import is_whole
from result_files import Read

from pipelines.readers import Reading

GAME = """[Event "Hoofdklasse"]
[Site "?"]
[Date "2015.06.27"]
[Round "1"]
[White "Visser, Jan"]
[Black "Mulder, Åse"]
[Result "1-0"]

1. e4 e5 2. Nf3 {a main line} Nc6 (2... d6 3. d4) 3. Bb5 $1 a6 1-0
"""
COLUMNS = ("player_id", "opponent_id", "points", "opponent_points")


def game(**tags: str) -> str:
    """The usual tags with some of them changed, and a move."""
    usual = {"Date": "2015.06.27", "White": "Visser, Jan", "Black": "Mulder, Ann", "Result": "1-0"}
    return "".join(f'[{name} "{value}"]\n' for name, value in {**usual, **tags}.items()) + "\n1. e4 e5 *\n\n"


def games(reading: Reading, *columns: str) -> list[tuple[Any, ...]]:
    return reading.tables["games"].select(columns or COLUMNS).rows()


def told(reading: Reading) -> list[tuple[Any, ...]]:
    return reading.findings.select("line_no", "severity", "field", "value").rows()


def test_a_game_with_its_players(read: Read) -> None:
    reading = read(GAME, "2015/june.pgn")
    assert reading.format == "pgn"
    assert reading.findings.is_empty()
    assert reading.given == {"games", "players"}
    [row] = reading.tables["games"].rows(named=True)
    assert (row["game_id"], str(row["date"]), row["event"]) == ("2015/june.pgn#1", "2015-06-27", "Hoofdklasse")
    assert (row["file_id"], row["line_no"]) == ("2015/june.pgn", 1)
    assert games(reading) == [("Visser, Jan", "Mulder, Åse", 2, 0)]
    assert reading.tables["players"].select("player_id", "name", "line_no").rows() == [
        ("Visser, Jan", "Visser, Jan", 5),
        ("Mulder, Åse", "Mulder, Åse", 6),
    ]


@pytest.mark.parametrize(
    ("result", "points"),
    [
        *(("1-0", 2), ("0-1", 0), ("1/2-1/2", 1), ("½-½", 1), ("0.5-0.5", 1), ("0,5-0,5", 1), (" 1 - 0 ", 2)),
        *(("1–0", 2), ("2-0", 2), ("1-1", 1), ("0-2", 0)),
    ],
)
def test_results_on_either_scale(read: Read, result: str, points: float) -> None:
    reading = read(game(Result=result))
    assert games(reading, "points", "opponent_points") == [(points, 2 - points)]
    assert reading.findings.is_empty()


@pytest.mark.parametrize("result", ["0-0", "1-0 ff", "+--", "3-1", "1/2", "won", "1-0-0", "11/2-1"])
def test_what_is_no_result_is_told(read: Read, result: str) -> None:
    reading = read(game() + game(Result=result))
    assert games(reading, "game_id") == [("evening.txt#1",)]
    assert told(reading) == [(11, "error", "Result", result)]
    assert "write 1-0" in reading.findings["message"].item()


def test_games_without_a_result_are_told_once(read: Read) -> None:
    reading = read(game() + game(Result="*") + game(Result="*") + GAME.replace('[Result "1-0"]\n', ""))
    assert games(reading, "game_id") == [("evening.txt#1",)]
    assert told(reading) == [(11, "warning", "Result", "*"), (22, "warning", "Result", None)]
    assert "2 such games; the next: 18" in reading.findings["message"][0]


@pytest.mark.parametrize("date", ["2015.??.??", "????.??.??", "?", "", "2015.02.30", "summer"])
def test_a_day_that_is_not_known_is_told(read: Read, date: str) -> None:
    reading = read(game() + game(Date=date))
    assert games(reading, "game_id") == [("evening.txt#1",)]
    assert told(reading) == [(8, "error", "Date", date)]


@pytest.mark.parametrize(
    "tags", [{"Date": "2015-06-27"}, {"Date": "27.06.2015"}, {"Date": "?", "UTCDate": "2015.06.27"}]
)
def test_a_day_as_programs_write_it(read: Read, tags: dict[str, str]) -> None:
    reading = read(game(**tags))
    assert [str(date) for (date,) in games(reading, "date")] == ["2015-06-27"]


@pytest.mark.parametrize("nobody", ["", "?", "-"])
def test_a_game_needs_two_players(read: Read, nobody: str) -> None:
    reading = read(game(White=nobody) + game(Black=nobody) + game())
    assert games(reading, "game_id") == [("evening.txt#3",)]
    assert told(reading) == [(2, "error", "White", nobody), (10, "error", "Black", nobody)]


def test_both_sides_the_same_are_left_to_whoever_checks_the_games(read: Read) -> None:
    assert games(read(game(Black="Visser, Jan"))) == [("Visser, Jan", "Visser, Jan", 2, 0)]


# --- who is who ---------------------------------------------------------------------------------


def test_a_number_is_the_id_of_everybody_with_the_name(read: Read) -> None:
    reading = read(game(WhiteFideId="1000012", BlackFideId="0") + game(White="Mulder, Ann", Black="Visser, Jan"))
    assert games(reading) == [("1000012", "Mulder, Ann", 2, 0), ("Mulder, Ann", "1000012", 2, 0)]
    assert reading.tables["players"].select("player_id", "name").rows() == [
        ("1000012", "Visser, Jan"),
        ("Mulder, Ann", "Mulder, Ann"),
    ]


def test_one_number_for_two_names_is_nobodys(read: Read) -> None:
    reading = read(game(WhiteFideId="7", BlackFideId="7"))
    assert games(reading) == [("Visser, Jan", "Mulder, Ann", 2, 0)]


# --- from text to tags --------------------------------------------------------------------------


def test_escapes_and_bare_quotes_in_names(read: Read) -> None:
    text = game(White=r"Jan \"Piet\" de \\Vries\\", Black='Ann "An" Mulder')
    reading = read(text + game(White=r"Jan \"Piet\" de \\Vries\\", Black="C:\\"))
    assert games(reading) == [
        ('Jan "Piet" de \\Vries\\', 'Ann "An" Mulder', 2, 0),
        ('Jan "Piet" de \\Vries\\', "C:\\", 2, 0),
    ]
    assert reading.findings.is_empty()


def test_tags_on_one_line_and_games_on_the_next(read: Read) -> None:
    line = '[White "A"] [Black "B"] [Result "1-0"][Date "2015.06.27"]'
    reading = read(f"{line} 1. e4 1-0\n  {line}\n1. d4 1-0\n{line}\n{line}\n")
    assert games(reading, "game_id", "player_id", "line_no") == [
        (f"evening.txt#{number}", "A", line_no) for number, line_no in enumerate((1, 2, 4, 5), start=1)
    ]


@pytest.mark.parametrize("between", ["", "\n", "; a remark {\n", '% [White "no"]\n', "{of this event}\n"])
def test_games_without_moves(read: Read, between: str) -> None:
    tags = GAME.split("\n\n")[0] + "\n"
    reading = read(tags + between + tags.replace('"1-0"', '"0-1"') + between + tags.replace('Round "1"', 'Round "2"'))
    assert games(reading, "points") == [(2,), (0,), (2,)]


@pytest.mark.parametrize(
    "aside",
    [
        '{ lost: \n[White "hidden"]\n[Black "hidden"]\n }',
        '; { [White "hidden"]',
        '(1. d4 {\n} [White "hidden"])',
        '%[White "hidden"] {',
    ],
    ids=["comment over lines", "rest of the line", "variation", "escaped line"],
)
def test_nothing_beside_the_moves_is_a_tag(read: Read, aside: str) -> None:
    reading = read(GAME.replace(" {a main line} ", f"\n{aside}\n") + game())
    assert games(reading, "player_id", "line_no")[0] == ("Visser, Jan", 1)
    assert games(reading, "player_id")[1:] == [("Visser, Jan",)]
    assert reading.tables["players"].height == 3


def test_tags_in_a_comment_are_told_and_so_is_one_without_end(read: Read) -> None:
    hidden = GAME + "\n{ analysis of\n" + game(White="hidden").replace("{", "") + "}\n" + game()
    reading = read(hidden)
    assert games(reading, "player_id") == [("Visser, Jan",), ("Visser, Jan",)]
    assert told(reading) == [(11, "warning", "comment", "{ analysis of")]
    endless = read(GAME + "\n{ analysis of\n" + game(White="shown") + game())
    assert games(endless, "player_id") == [("Visser, Jan",), ("shown",), ("Visser, Jan",)]
    assert told(endless) == [(11, "warning", "comment", "{ analysis of")]


def test_a_tag_that_is_none_and_one_given_twice_are_told(read: Read) -> None:
    reading = read(GAME.replace('[White "Visser, Jan"]', "[White Visser, Jan]") + game(White="A", white="B"))
    assert games(reading, "player_id") == [("A",)]
    assert told(reading) == [
        (5, "error", "White", "[White Visser, Jan]"),
        (14, "warning", "white", "B"),
        (1, "error", "White", None),
    ]


def test_the_same_two_in_the_same_round_are_told_and_stay(read: Read) -> None:
    reading = read(GAME + GAME + game() + game())
    assert len(games(reading)) == 4
    assert told(reading) == [(10, "warning", "White, Black", "Visser, Jan, Mulder, Åse")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_letters_and_ends_of_lines(read: Read, encoding: str, end: str) -> None:
    reading = read(GAME.replace("\n", end).encode(encoding))
    assert games(reading) == [("Visser, Jan", "Mulder, Åse", 2, 0)]
    assert reading.findings.is_empty()


# --- any file -----------------------------------------------------------------------------------

NAME = st.text(st.characters(codec="utf-8", exclude_characters="\r\n", exclude_categories=("Z", "C")), min_size=1)


@given(st.lists(st.tuples(NAME, NAME, st.sampled_from([0, 1, 2]), st.booleans()), min_size=1, max_size=8))
@settings(max_examples=30)
def test_what_is_written_is_read(read: Read, played: list[tuple[str, str, int, bool]]) -> None:
    results = {False: ("0-1", "1/2-1/2", "1-0"), True: ("0-2", "1-1", "2-0")}

    def escaped(name: str) -> str:
        return name.replace("\\", "\\\\").replace('"', '\\"')

    text = "".join(
        game(White=escaped(white), Black=escaped(black), Result=results[of_two][points], Round=str(number))
        for number, (white, black, points, of_two) in enumerate(played)
    )
    reading = read(text)
    unknown = {"?", "-", "*"}
    assert games(reading) == [
        (white, black, points, 2 - points) for white, black, points, _ in played if not {white, black} & unknown
    ]


PIECES = st.sampled_from(
    [
        *('[White "A"]', '[Black "B"]', '[Result "1-0"]', '[Date "2015.06.27"]', '[Event "E"]', "[White", '"]', "\\"),
        *("{", "}", ";", "%", "(", ")", "\n", "\n\n", " ", '"', "1. e4 ", "*", "1-0", '[Result "*"]', "\x00", "é"),
    ]
)


@given(st.lists(PIECES, max_size=40))
@settings(max_examples=100)
def test_no_content_makes_the_reader_fail(read: Read, pieces: list[str]) -> None:
    assert is_whole(read('[White "A"]\n' + "".join(pieces)))


@pytest.mark.parametrize(
    "hostile", ["{" * 200_000, '[White "' * 50_000, "\n" * 300_000, "[" * 200_000, "{\n[A" * 50_000]
)
def test_hostile_content_takes_no_longer_than_its_length(read: Read, hostile: str) -> None:
    assert games(read(GAME + hostile))[0] == ("Visser, Jan", "Mulder, Åse", 2, 0)
