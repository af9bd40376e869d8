"""Results over the games of PGN files: chess, and whatever holds for draughts as well."""

import json
from typing import Any

import pytest
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from readers.test_recognise import is_whole
from result_files import Read

from pipelines.intake.readers import Reading

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


NO_RESULTS = ("0-0", "1-0 ff", "+--", "3-1", "1/2", "won", "1-0-0", "11/2-1", "١-٠", "٠.٥-٠.٥", "１-０")
NO_DAYS = ("2015.??.??", "????.??.??", "?", "", "2015.02.30", "summer")
KINDS = ("50,W,8,8,A0,0", "0", "blitz")


@pytest.mark.parametrize(
    ("text", "stay", "left_out"),
    [
        *((game() + game(Result=no), [1], [(11, "error", "Result", no)]) for no in NO_RESULTS),
        *((game() + game(Date=no), [1], [(8, "error", "Date", no)]) for no in NO_DAYS),
        *(
            (game(White=no) + game(Black=no) + game(), [3], [(2, "error", "White", no), (10, "error", "Black", no)])
            for no in ("", "?", "-")
        ),
        (
            game() + game(Result="*") + game(Result="*") + GAME.replace('[Result "1-0"]\n', ""),
            [1],
            [(11, "warning", "Result", "*"), (22, "warning", "Result", None)],
        ),
        (
            game() + "".join(game(GameType=kind) for kind in KINDS),
            [1, 3, 4],
            [(12, "error", "GameType", "50,W,8,8,A0,0")],
        ),
        (
            "".join(game(Termination=how) for how in ("unplayed", "Normal", "time forfeit", "Unplayed")),
            [2, 3],
            [(5, "warning", "Termination", "unplayed"), (29, "warning", "Termination", "Unplayed")],
        ),
    ],
)
def test_games_that_are_left_out_are_told(
    read: Read, text: str, stay: list[int], left_out: list[tuple[Any, ...]]
) -> None:
    """Those with the same value in a tag once."""
    reading = read(text)
    assert games(reading, "game_id") == [(f"evening.txt#{number}",) for number in stay]
    assert told(reading) == left_out
    assert set(reading.findings["code"]) == {"games.left_out"}


@pytest.mark.parametrize(
    "tags", [{"Date": "2015-06-27"}, {"Date": "27.06.2015"}, {"Date": "?", "UTCDate": "2015.06.27"}]
)
def test_a_day_as_programs_write_it(read: Read, tags: dict[str, str]) -> None:
    reading = read(game(**tags))
    assert [str(date) for (date,) in games(reading, "date")] == ["2015-06-27"]


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


def test_two_spellings_with_one_number_are_one_player_and_told(read: Read) -> None:
    spellings = ("Visser, Jan", "Visser, J.", "J. Visser")
    reading = read("".join(game(White=name, WhiteFideId="7") for name in spellings) + game(White="J. Visser"))
    assert games(reading, "player_id") == [("7",)] * 4
    assert reading.tables["players"].select("player_id", "name").rows() == [
        ("7", "Visser, Jan"),
        ("Mulder, Ann", "Mulder, Ann"),
    ]
    assert told(reading) == [(10, "warning", "White, Black", "Visser, J.; J. Visser")]
    [message] = reading.findings["message"]
    assert message.startswith("number 7 is that of Visser, Jan (line 2) too; they are read as one player")
    assert message.endswith("(2 such rows; the next: 18)")


def test_one_number_for_two_who_play_each_other_is_nobodys(read: Read) -> None:
    reading = read(game(WhiteFideId="7", BlackFideId="7") + game(Black="Smit", WhiteFideId="7"))
    assert games(reading) == [("Visser, Jan", "Mulder, Ann", 2, 0), ("Visser, Jan", "Smit", 2, 0)]
    assert told(reading) == [(3, "warning", "White, Black", "Mulder, Ann")]
    assert "go by their names" in reading.findings["message"].item()


def test_a_name_that_is_the_number_of_another_is_told(read: Read) -> None:
    reading = read(game(White="1") + game(White="Smit", WhiteFideId="1"))
    assert games(reading) == [("1", "Mulder, Ann", 2, 0)] * 2
    assert told(reading) == [(9, "warning", "White, Black", "Smit")]
    apart = read(game(White="1", Black="Smit", BlackFideId="1"))
    assert games(apart) == [("1", "Smit", 2, 0)]
    assert told(apart) == [(3, "warning", "White, Black", "Smit")]


def test_no_number_does_not_hide_one(read: Read) -> None:
    reading = read(game(WhiteFideId="0") + game(WhiteFideId="0", WhiteKNDBId="10234"))
    assert games(reading, "player_id") == [("10234",), ("10234",)]
    assert reading.findings.is_empty()


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


def test_a_game_without_moves_may_lack_the_tag_of_the_one_before(read: Read) -> None:
    first = '[Event "Cup"]\n[White "A"]\n[Black "B"]\n[Date "2015.06.27"]\n[Result "1-0"]\n'
    other = first.split("\n", 1)[1]
    reading = read(f"{first}\n{other}\n{other}\n{first}")
    assert games(reading, "game_id", "line_no", "event") == [
        ("evening.txt#1", 1, "Cup"),
        ("evening.txt#2", 7, None),
        ("evening.txt#3", 12, None),
        ("evening.txt#4", 17, "Cup"),
    ]
    assert reading.findings.is_empty()


@pytest.mark.parametrize("games_in_file", [1, 3])
def test_tags_of_a_game_may_stand_apart(read: Read, games_in_file: int) -> None:
    text = '[Event "Cup"]\n[Date "2015.06.27"]\n\n[White "A"]\n[Black "B"]\n\n[Result "1-0"]\n\n'
    reading = read(text * games_in_file)
    assert games(reading, "player_id", "event") == [("A", "Cup")] * games_in_file
    assert reading.findings.is_empty()


def test_bare_quotes_beside_other_tags(read: Read) -> None:
    line = '[Event "E"] [Date "2015.06.27"] [White "Jan "P" X"] [Black "C:\\"] [Result "1-0"]'
    reading = read(f"{line}\n1. e4 1-0\n" + line.replace('"P" X', 'X "P"') + " 1. d4 {[x]} 1-0\n")
    assert games(reading, "player_id", "opponent_id", "event") == [
        ('Jan "P" X', "C:\\", "E"),
        ('Jan X "P"', "C:\\", "E"),
    ]
    assert reading.findings.is_empty()


def test_a_brace_in_a_broken_tag_begins_no_comment(read: Read) -> None:
    reading = read('[Event "{\n' + game() + "{later}\n" + game(White="Smit"))
    assert games(reading, "player_id") == [("Visser, Jan",), ("Smit",)]
    assert told(reading) == [(1, "error", "Event", '[Event "{')]


def test_what_is_wrong_with_many_lines_is_told_once(read: Read) -> None:
    broken = "".join(f'[White "{number}\n[black {number}]\n' for number in range(100))
    twice = "".join(f'[White "{number}"]\n' for number in range(100))
    reading = read(game() + broken + "1. e4\n" + game().replace("[Result", f"{twice}[Result"))
    assert len(games(reading)) == 2
    assert told(reading) == [
        (8, "error", "White", '[White "0'),
        (9, "error", "black", "[black 0]"),
        (212, "warning", "White", "0"),
    ]
    assert reading.findings["message"][0].endswith(
        f"(100 such rows; the next: {', '.join(map(str, range(10, 50, 2)))})"
    )


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

NAME = st.text(st.characters(exclude_characters="\r\n", exclude_categories=("Z", "C")), min_size=1)


@given(st.lists(st.tuples(NAME, NAME, st.sampled_from([0, 1, 2]), st.booleans()), min_size=1, max_size=8))
@settings(max_examples=by_night(30))
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
@settings(max_examples=by_night(100))
def test_no_content_makes_the_reader_fail(read: Read, pieces: list[str]) -> None:
    assert is_whole(read('[White "A"]\n' + "".join(pieces)))


@pytest.mark.parametrize(
    "hostile", ["{" * 200_000, '[White "' * 50_000, "\n" * 300_000, "[" * 200_000, "{\n[A" * 50_000]
)
def test_hostile_content_takes_no_longer_than_its_length(read: Read, hostile: str) -> None:
    assert games(read(GAME + hostile))[0] == ("Visser, Jan", "Mulder, Åse", 2, 0)


TAGS = st.sampled_from(
    [
        *('[White "a"]', '[White "b"]', '[White "?"]', '[Black "b"]', '[Black ""]', '[Date "2020.01.02"]'),
        *('[Date "????"]', '[Result "1-0"]', '[Result "*"]', '[Result "3-0"]', "{a comment}"),
        '[Termination "unplayed"]',
    ]
)


@given(tags=st.lists(st.lists(TAGS, min_size=1, max_size=6), min_size=1, max_size=8))
@settings(max_examples=by_night(80), deadline=None)
def test_every_game_is_in_the_table_or_in_a_finding(read: Read, tags: list[list[str]]) -> None:
    text = "".join('[Event "x"]\n' + "\n".join(game) + "\n\n1. e4 1-0\n\n" for game in tags)
    reading = read(text, "x.pgn")
    if reading.format != "pgn":
        return
    starts = [number for number, line in enumerate(text.split("\n"), start=1) if line.startswith("[Event ")]
    seen = [*reading.tables["games"]["line_no"], *reading.findings["line_no"].drop_nulls()]
    for arguments in reading.findings["arguments"].drop_nulls():
        seen += [int(line) for line in json.loads(arguments).get("others", "").split(", ") if line]
    ends = [*starts[1:], 10**6]
    assert all(any(start <= line < end for line in seen) for start, end in zip(starts, ends, strict=True))
