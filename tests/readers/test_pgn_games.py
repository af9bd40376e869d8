"""Results over the games of PGN and PDN files, and what distinguishes such files from bridge."""

from typing import Any

import pytest
from each import cases
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import Read, rows

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
    usual = {"Date": "2015.06.27", "White": "Visser, Jan", "Black": "Mulder, Ann", "Result": "1-0"}
    return "".join(f'[{name} "{value}"]\n' for name, value in {**usual, **tags}.items()) + "\n1. e4 e5 *\n\n"


def games(reading: Reading, *columns: str) -> list[tuple[Any, ...]]:
    return reading.tables["games"].select(columns or COLUMNS).rows()


def problems(reading: Reading) -> list[tuple[Any, ...]]:
    return rows(reading, "findings", "line_no", "severity", "field", "value")


def test_a_game_with_its_players(read: Read) -> None:
    reading = read(GAME, "2015/june.pgn")
    assert reading.format == "pgn"
    assert reading.findings.is_empty()
    assert reading.given == {"games", "players"}
    [row] = reading.tables["games"].rows(named=True)
    assert (row["game_id"], str(row["date"]), row["event"]) == ("2015/june.pgn#1", "2015-06-27", "Hoofdklasse")
    assert (row["file_id"], row["line_no"]) == ("2015/june.pgn", 1)
    assert games(reading) == [("Visser, Jan", "Mulder, Åse", 2, 0)]
    assert rows(reading, "players", "player_id", "name", "line_no") == [
        ("Visser, Jan", "Visser, Jan", 5),
        ("Mulder, Åse", "Mulder, Åse", 6),
    ]


ON_EITHER_SCALE = (
    *(("1-0", 2), ("0-1", 0), ("1/2-1/2", 1), ("½-½", 1), ("0.5-0.5", 1), ("0,5-0,5", 1), (" 1 - 0 ", 2)),
    *(("1–0", 2), ("2-0", 2), ("1-1", 1), ("0-2", 0)),
)
OF_DRAUGHTS = (
    *(("2-0", 2), ("1-1", 1), ("0-2", 0), ("1-0", 2), ("0-1", 0), ("1/2-1/2", 1)),
    *(("1 1/2-1/2", 1.5), ("1/2-1 1/2", 0.5), ("1½-½", 1.5), ("1.02-0.98", 1.02), ("0.99-1.01", 0.99)),
)


@cases(
    *((game(Result=result), points) for result, points in ON_EITHER_SCALE),
    *((game(GameType="20", Result=result), points) for result, points in OF_DRAUGHTS),
)
def test_results_on_either_scale(read: Read, text: str, points: float) -> None:
    reading = read(text)
    assert games(reading, "points", "opponent_points") == [(points, pytest.approx(2 - points, abs=1e-12))]
    assert reading.findings.is_empty()


NO_RESULTS = ("3-1", "1/2", "won", "1-0-0", "11/2-1", "١-٠", "٠.٥-٠.٥", "１-０")
NO_DAYS = ("2015.??.??", "????.??.??", "?", "", "2015.02.30", "summer")
KINDS = ("50,W,8,8,A0,0", "0", "blitz")


@cases(
    *((game() + game(Result=no), [1], [(11, "error", "Result", no or None)]) for no in NO_RESULTS),
    *((game() + game(Date=no), [1], [(8, "error", "Date", no or None)]) for no in NO_DAYS),
    *(
        (game(White=no) + game(Black=no) + game(), [3], [(2, "error", "White", said), (10, "error", "Black", said)])
        for no, said in (("", None), ("?", "?"), ("-", "-"))
    ),
    (
        game() + game(Result="*") + game(Result="*") + GAME.replace('[Result "1-0"]\n', ""),
        [1],
        [(11, "warning", "Result", "*"), (22, "warning", "Result", None)],
    ),
    (game() + "".join(game(GameType=kind) for kind in KINDS), [1, 3, 4], [(12, "error", "GameType", "50,W,8,8,A0,0")]),
    (
        "".join(game(Termination=how) for how in ("unplayed", "Normal", "time forfeit", "Unplayed")),
        [2, 3],
        [(4, "warning", "Result", "1-0")],
    ),
)
def test_left_out_games_are_reported(read: Read, text: str, stay: list[int], left_out: list[tuple[Any, ...]]) -> None:
    """Those with the same value in a tag once."""
    reading = read(text)
    assert games(reading, "game_id") == [(f"evening.txt#{number}",) for number in stay]
    assert problems(reading) == left_out
    assert set(reading.findings["code"]) == {"games.left_out"}


WALK_OVERS = (
    *(
        {"Termination": how}
        for how in ("forfeit", "Won by default", "abandoned", "Visser won by forfeit", "Not played")
    ),
    *({"Result": result} for result in ("0-0", "+/-", "-/+", "+--", "1-0 ff", "- : +")),
)


def test_walk_overs_are_not_rated_and_named_once_a_file(read: Read) -> None:
    """Case 20: also a game without moves among games with moves, but not a loss on time."""
    played = game() + game(White="Smit", Termination="Time forfeit") + game(White="Boer", Termination="Smit resigned")
    text = played + "".join(game(**tags) for tags in WALK_OVERS) + game().replace("1. e4 e5 *", "{nobody came} 1-0")
    reading = read(text)
    assert games(reading, "game_id") == [(f"evening.txt#{number}",) for number in (1, 2, 3)]
    [(line, severity, field, value)] = problems(reading)
    assert (line, severity, field, value) == (27, "warning", "Result", "1-0")
    assert f"({len(WALK_OVERS) + 1} such rows" in reading.findings["message"].item()


ODD_NAME = r"Jan \"Piet\" de \\Vries\\"
ON_ONE_LINE = '[White "A"] [Black "B"] [Result "1-0"][Date "2015.06.27"]'
QUOTED = '[Event "E"] [Date "2015.06.27"] [White "Jan "P" X"] [Black "C:\\"] [Result "1-0"]'
CUP = '[Event "Cup"]\n[White "A"]\n[Black "B"]\n[Date "2015.06.27"]\n[Result "1-0"]\n'
WITHOUT_EVENT = CUP.split("\n", 1)[1]
APART = '[Event "Cup"]\n[Date "2015.06.27"]\n\n[White "A"]\n[Black "B"]\n\n[Result "1-0"]\n\n'
BOTH, ANN = ("White, Black", "Mulder, Ann"), ("Visser, Jan", "Mulder, Ann", 2, 0)
SPELLINGS = "".join(game(White=name, WhiteFideId="7") for name in ("Visser, Jan", "Visser, J.", "J. Visser"))


@cases(
    # a number is the id of everybody with the name, and 0 hides none
    (
        game(WhiteFideId="1000012", BlackFideId="0") + game(White="Mulder, Ann", Black="Visser, Jan"),
        *(COLUMNS, [("1000012", "Mulder, Ann", 2, 0), ("Mulder, Ann", "1000012", 2, 0)], []),
    ),
    (game(WhiteFideId="0") + game(WhiteFideId="0", WhiteKNDBId="10234"), COLUMNS[:1], [("10234",)] * 2, []),
    (
        SPELLINGS + game(White="J. Visser"),
        *(COLUMNS[:1], [("7",)] * 4, [(10, "warning", "White, Black", "Visser, J.; J. Visser")]),
    ),
    # of two who play each other it is nobody's
    (
        game(WhiteFideId="7", BlackFideId="7") + game(Black="Smit", WhiteFideId="7"),
        *(COLUMNS, [ANN, ("Visser, Jan", "Smit", 2, 0)], [(3, "warning", *BOTH)]),
    ),
    (
        game(White="1") + game(White="Smit", WhiteFideId="1"),
        *(COLUMNS, [("1", "Mulder, Ann", 2, 0)] * 2, [(9, "warning", "White, Black", "Smit")]),
    ),
    (game(Black="Visser, Jan"), COLUMNS, [("Visser, Jan", "Visser, Jan", 2, 0)], []),
    # escapes and bare quotes in names
    (
        *(game(White=ODD_NAME, Black='Ann "An" Mulder') + game(White=ODD_NAME, Black="C:\\"), COLUMNS[:2]),
        *([('Jan "Piet" de \\Vries\\', 'Ann "An" Mulder'), ('Jan "Piet" de \\Vries\\', "C:\\")], []),
    ),
    (
        f"{QUOTED}\n1. e4 1-0\n" + QUOTED.replace('"P" X', 'X "P"') + " 1. d4 {[x]} 1-0\n",
        *(("player_id", "opponent_id", "event"), [('Jan "P" X', "C:\\", "E"), ('Jan X "P"', "C:\\", "E")], []),
    ),
    # tags on one line, apart, without moves between games, or fewer than before
    (
        f"{ON_ONE_LINE} 1. e4 1-0\n  {ON_ONE_LINE}\n1. d4 1-0\n{ON_ONE_LINE}\n{ON_ONE_LINE}\n",
        ("game_id", "player_id", "line_no"),
        [(f"evening.txt#{number}", "A", line_no) for number, line_no in enumerate((1, 2), start=1)],
        [(4, "warning", "Result", "1-0")],
    ),
    *((APART * times, ("player_id", "event"), [("A", "Cup")] * times, []) for times in (1, 3)),
    (
        f"{CUP}\n{WITHOUT_EVENT}\n{WITHOUT_EVENT}\n{CUP}",
        ("game_id", "line_no", "event"),
        [
            (f"evening.txt#{n}", line, event)
            for n, line, event in ((1, 1, "Cup"), (2, 7, None), (3, 12, None), (4, 17, "Cup"))
        ],
        [],
    ),
    # comments, broken tags, and what is there twice
    (
        '[Event "{\n' + game() + "{later}\n" + game(White="Smit"),
        *(COLUMNS[:1], [("Visser, Jan",), ("Smit",)], [(1, "error", "Event", '[Event "{')]),
    ),
    (
        GAME + "\n{ analysis of\n" + game(White="hidden").replace("{", "") + "}\n" + game(),
        *(COLUMNS[:1], [("Visser, Jan",)] * 2, [(11, "warning", "comment", "{ analysis of")]),
    ),
    (
        *(GAME + "\n{ analysis of\n" + game(White="shown") + game(), COLUMNS[:1]),
        *([("Visser, Jan",), ("shown",), ("Visser, Jan",)], [(11, "warning", "comment", "{ analysis of")]),
    ),
    (
        GAME.replace('[White "Visser, Jan"]', "[White Visser, Jan]") + game(White="A", white="B"),
        COLUMNS[:1],
        [("A",)],
        [(5, "error", "White", "[White Visser, Jan]"), (14, "warning", "white", "B"), (1, "error", "White", None)],
    ),
    (
        *(GAME + GAME + game() + game(), COLUMNS[2:3], [(2,)] * 4),
        [(10, "warning", "White, Black", "Visser, Jan, Mulder, Åse")],
    ),
    *((game(Date=day), COLUMNS, [ANN], []) for day in ("2015-06-27", "27.06.2015")),
    (game(Date="?", UTCDate="2015.06.27"), COLUMNS, [ANN], []),
)
def test_who_played_and_what_is_reported(
    read: Read, text: str, columns: tuple[str, ...], expected: list[tuple[Any, ...]], findings: list[tuple[Any, ...]]
) -> None:
    reading = read(text)
    assert games(reading, *columns) == expected
    assert problems(reading) == findings
    assert {str(day) for (day,) in games(reading, "date")} == {"2015-06-27"}


@pytest.mark.parametrize("between", ["", "\n", "; a remark {\n", '% [White "no"]\n', "{of this event}\n"])
def test_games_without_moves(read: Read, between: str) -> None:
    tags = GAME.split("\n\n")[0] + "\n"
    reading = read(tags + between + tags.replace('"1-0"', '"0-1"') + between + tags.replace('Round "1"', 'Round "2"'))
    assert games(reading, "points") == [(2,), (0,), (2,)]


def test_what_is_wrong_with_many_lines_is_reported_once(read: Read) -> None:
    broken = "".join(f'[White "{number}\n[black {number}]\n' for number in range(100))
    twice = "".join(f'[White "{number}"]\n' for number in range(100))
    reading = read(game() + broken + "1. e4\n" + game().replace("[Result", f"{twice}[Result"))
    assert len(games(reading)) == 2
    assert problems(reading) == [
        (8, "error", "White", '[White "0'),
        (9, "error", "black", "[black 0]"),
        (212, "warning", "White", "0"),
    ]
    next_ones = ", ".join(map(str, range(10, 50, 2)))
    assert reading.findings["message"][0].endswith(f"(100 such rows; the next: {next_ones})")
    [message] = read(SPELLINGS + game(White="J. Visser")).findings["message"]
    assert message.startswith("number 7 is also given to Visser, Jan (line 2), so both count as one player")
    assert message.endswith("(2 such rows; the next: 18)")


@pytest.mark.parametrize(
    "aside",
    [
        *('{ lost: \n[White "hidden"]\n[Black "hidden"]\n }', '; { [White "hidden"]', '(1. d4 {\n} [White "hidden"])'),
        '%[White "hidden"] {',
    ],
    ids=["comment over lines", "rest of the line", "variation", "escaped line"],
)
def test_nothing_next_to_the_moves_is_a_tag(read: Read, aside: str) -> None:
    reading = read(GAME.replace(" {a main line} ", f"\n{aside}\n") + game())
    assert games(reading, "player_id", "line_no")[0] == ("Visser, Jan", 1)
    assert games(reading, "player_id")[1:] == [("Visser, Jan",)]
    assert reading.tables["players"].height == 3


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


@cases(
    (DRAUGHTS, "pdn"),
    (DRAUGHTS.replace('"20"', '"25,W,8,8,A0,0"'), "pdn"),  # Russian draughts
    (DRAUGHTS.replace('[GameType "20"]\n', ""), "pdn"),  # by its result
    (game().replace("e4 e5", "11-15 23-19"), "pdn"),  # by its squares
    *((GAME, "pgn"), ('[GameType "0"]\n' + GAME, "pgn"), (game(Board="3"), "pgn")),  # the last one in teams
    ('[Event "x"]\n[Board "1"]\n' + SCORED, "pbn"),
    ('[Event "x"]\n[Board "1"]\n[Deal "N:A.. K.. Q.. J.."]\n[White "x"]\n[Result "9"]\n' + SCORED, "pbn"),
    ('[Event "x"]\n[North "a"]\n[Result "9"]\n', "pbn"),
    ('player_id,name\n1,"[White ""x""]"\n', "csv"),
)
def test_files_are_known_by_their_tags(read: Read, text: str, format_: str) -> None:
    assert read(text).format == format_
