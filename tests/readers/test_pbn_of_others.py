"""PBN as programs other than Ruter write it: sections, two winners, names in columns, a game a result."""

import polars as pl
import pytest
from each import cases
from result_files import Read, rows

TOP = '% PBN 2.1\n[Event "Monday Pairs"]\n[Date "2026.03.09"]\n'
SIDES = ("line", "board", "ns", "ew")


def board(number: int, header: str, *rows: str) -> str:
    lines = "".join(f"{row}\n" for row in rows)
    return f'[Board "{number}"]\n[ScoreTable "{header}"]\n{lines}\n'


IN_SECTIONS = "Section;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;Names_NS\\13;Names_EW"


def test_sections_are_lines_and_numbers_of_both_directions_are_pairs_of_their_own(read: Read) -> None:
    reading = read(
        TOP
        + '[Scoring "MP"]\n'
        + board(
            1,
            IN_SECTIONS,
            "A 1 1 4S N 10 420 - Alfa-Bravo   Charlie-Delta",
            "A 2 2 3NT E 8 50 - Echo-Foxtrot  Golf-Hotel",
            "B 1 1 4S N 9 - 50 India-Juliet   Kilo-Lima",
        )
        + board(
            2,
            IN_SECTIONS,
            "A 1 2 PASS - - PASS - Alfa-Bravo   Golf-Hotel",
            "B 1 1 2H S 8 110 - India-Juliet   Kilo-Lima",
        )
    )
    assert reading.findings.is_empty()
    assert reading.tables["sessions"]["winners"].to_list() == [2]
    assert rows(reading, "results", *SIDES, "score") == [
        *(("A", 1, "1NS", "1EW", 420), ("A", 1, "2NS", "2EW", 50), ("B", 1, "1NS", "1EW", -50)),
        *(("A", 2, "1NS", "2EW", 0), ("B", 2, "1NS", "1EW", 110)),
    ]
    assert rows(reading, "entries", "line", "entrant", "direction", "player_id")[:4] == [
        *(("A", "1NS", "NS", "Alfa"), ("A", "1NS", "NS", "Bravo"), ("A", "1EW", "EW", "Charlie")),
        ("A", "1EW", "EW", "Delta"),
    ]
    assert reading.tables["entries"].height == 12


def test_a_list_of_two_winners_names_the_direction(read: Read) -> None:
    ranked = (
        '[TotalScoreTable "Rank;PairId;Direction;TotalPercentage;Names"]\n'
        '1 1 "N-S" 60.0 "A - B"\n2 2 "N-S" 40.0 "C - D"\n1 2 "E-W" 55.0 "E - F"\n2 1 "E-W" 45.0 "G - H"\n'
    )
    scores = board(1, "PairId_NS;PairId_EW;Score_NS;Score_EW", "1 1 420 -", "2 2 - 50")
    reading = read(TOP + ranked + scores)
    assert reading.findings.is_empty()
    assert rows(reading, "official_results", "entrant", "score", "rank") == [
        *(("1NS", 60.0, 1), ("2NS", 40.0, 2), ("2EW", 55.0, 1), ("1EW", 45.0, 2))
    ]
    without = read(TOP + ranked.replace('"N-S" ', "").replace('"E-W" ', "").replace("Direction;", "") + scores)
    assert without.findings["code"].to_list() == ["pbn.left_out"] * 4
    assert rows(without, "results", "ns", "ew") == [("1NS", "1EW"), ("2NS", "2EW")]


OF_SCORES = "PairId_NS;PairId_EW;Score_NS"
TWICE = board(1, OF_SCORES, "1 2 420", "3 1 50") + board(2, OF_SCORES, "1 2 50", "3 4 50")
APART = board(1, OF_SCORES, "1 3 420", "2 4 50") + board(2, OF_SCORES, "1 4 50", "2 3 90")
RANKED = '[TotalScoreTable "Rank;PairId;Names"]\n1 1 "A - B"\n2 3 "C - D"\n3 2 "E - F"\n4 4 "G - H"\n'


@cases(
    (TWICE + board(3, OF_SCORES, "4 1 50"), 1, {"1", "3", "4"}), (APART, 2, {"1", "2"}), (RANKED + APART, 1, {"1", "2"})
)
def test_two_fixed_directions_are_two_winners(read: Read, text: str, winners: int, sides: set[str]) -> None:
    reading = read(TOP + text)
    assert reading.tables["sessions"]["winners"].to_list() == [winners]
    assert set(reading.tables["results"]["ns"]) == sides


def test_pairs_may_be_known_by_their_names_only(read: Read) -> None:
    header = "PairNS;PairEW;Score"
    reading = read(
        TOP
        + board(1, header, '"Ann Lid - Bo By" "Cy Moe - Di Ek" "NS 420"')
        + board(2, header, '"Cy Moe - Di Ek" "Bo By - Ann Lid" "EW 50"')
    )
    assert reading.findings.is_empty()
    assert rows(reading, "results", "ns", "ew", "score") == [
        ("Ann Lid - Bo By", "Cy Moe - Di Ek", 420),
        ("Cy Moe - Di Ek", "Ann Lid - Bo By", -50),
    ]
    assert reading.tables["entries"].height == 4


@cases(
    *(("PASS - - 0 -", 0, None), ("Pass - - - -", 0, None), ("PO - - - 0", 0, None), ("A A A - -", 0, None)),
    *(('"A A A" - - - -', 0, None), ("- - PASS - -", 0, None), ("- - - PASS -", 0, None)),
    *(("- - - AVE AVE+", None, "a50_+"), ("- - - 60% 40%", None, "a60_40"), ("- - - NP NP", None, "not_played")),
    *(("4S N 10 +420 -", 420, None), ("4S N +1 450 -", 450, None), ("4S N = -420 -", -420, None)),
)
def test_passes_and_words_in_every_spelling(read: Read, cells: str, score: int | None, ruling: str | None) -> None:
    reading = read(TOP + board(1, "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW", f"1 2 {cells}"))
    assert reading.findings["code"].to_list() == ["pbn.no_names"]
    assert rows(reading, "results", "score", "ruling") == [(score, ruling)]
    assert score != 0 or reading.tables["results"]["contract"].to_list() == ["PASS"]


def test_points_without_a_result_are_reported_and_a_score_with_one_seat_empty_is_kept(read: Read) -> None:
    header = "PairId_NS;PairId_EW;Contract;Score_NS;Score_EW;Percentage_NS;Percentage_EW"
    reading = read(TOP + board(1, header, "1 2 - - - 70 30", "3 4 - - - - -", "5 - - 420 - - -", "- 6 - - 50 - -"))
    assert rows(reading, "results", "ns", "ew", "score", "ruling") == [
        *(("1", "2", None, "not_played"), ("3", "4", None, "not_played")),
        *(("5", None, 420, None), (None, "6", -50, None)),
    ]
    problems = reading.findings.filter(code="pbn.doubtful")
    assert problems.select("severity", "line_no", "value").rows() == [("warning", 6, "board 1")]


def game(number: int, names: str, **tags: str) -> str:
    seats = dict(zip(("North", "East", "South", "West"), names, strict=False))
    lines = [f'[{tag} "{value}"]' for tag, value in {"Board": str(number), **seats, **tags}.items()]
    return "\n".join(lines) + "\n\n"


def test_a_game_a_table_is_a_session_of_pairs(read: Read) -> None:
    reading = read(
        TOP
        + game(1, "ABCD", Table="1", Round="1", Scoring="MP", Contract="4S", Declarer="N", Result="10", Score="NS 420")
        + game(1, "EFGH", Table="2", Round="1", Contract="3NT", Declarer="E", Result="8", Score="-50")
        + game(2, "ADCB", Table="1", Round="2", Contract="Pass", Score="0")
        + game(2, "GFEH", Table="2", Round="2", Contract="2H", Declarer="W", Result="EW 8", Score="EW 110")
    )
    assert reading.findings.is_empty()
    assert rows(reading, "sessions", "kind", "title") == [("pairs", "Monday Pairs")]
    lines = rows(reading, "results", "round", "table", "board", "ns", "ew", "contract", "tricks", "score")
    assert lines == [
        *((1, "1", 1, "A - C", "B - D", "4S", 10, 420), (1, "2", 1, "E - G", "F - H", "3N", 8, 50)),
        *((2, "1", 2, "A - C", "B - D", "PASS", None, 0), (2, "2", 2, "E - G", "F - H", "2H", 8, -110)),
    ]
    assert reading.tables["entries"].height == 8


AGREEING = (
    *("NS 110 EW -110", "EW -110 NS +110", "ns 110  ew -110", "NS 110"),
    *("NS 110, EW -110", "NS 110;EW -110", "NS 110/EW -110", "NS 110(EW -110)", "NS 110.0"),
)
LEFT_OUT = (("NS 120 EW -90", "120 -90"), ("NS 110 EW 110", "110 110"), ("EW 90 NS 120", "120 90"))
NOT_UNDERSTOOD = ("NS 50%", "NS 3 IMP", "NS 120 NS 120", "EW 12x", "NS 1.5")


@cases(
    *((score, [110], []) for score in AGREEING),
    *((score, [], [("pbn.left_out", "error", value)]) for score, value in LEFT_OUT),
    *((score, [None], [("cells.taken_as_empty", "error", score.upper())]) for score in NOT_UNDERSTOOD),
)
def test_a_score_of_both_sides_that_is_not_understood_as_a_whole_is_reported(
    read: Read, written: str, scores: list[int | None], problems: list[tuple[object, ...]]
) -> None:
    reading = read(TOP + game(1, "ABCD", Table="1", Score=written))
    assert reading.tables["results"]["score"].to_list() == scores
    assert rows(reading, "findings", "code", "severity", "value") == problems


@cases(("NS 9 EW 4", 9), ("EW 4 NS 9", 9), ("EW 4", 9), ("NS 9 EW 9", None), ("NS 9!", None))
def test_the_tricks_of_both_sides_are_13(read: Read, written: str, tricks: int | None) -> None:
    reading = read(TOP + game(1, "ABCD", Table="1", Contract="2S", Declarer="N", Result=written, Score="NS 140"))
    assert reading.tables["results"]["tricks"].to_list() == [tricks]
    assert reading.findings.height == (tricks is None)


TEAMS = {"HomeTeam": "Red", "VisitTeam": "Blue"}


@pytest.mark.parametrize(("tags", "home", "visit"), [({}, "1", "2"), (TEAMS, "Red", "Blue")])
def test_two_rooms_are_a_match_of_two_teams(read: Read, tags: dict[str, str], home: str, visit: str) -> None:
    reading = read(
        TOP
        + game(1, "ABCD", Room="Open", Contract="4S", Declarer="N", Result="10", Score="NS 420", **tags)
        + game(1, "EFGH", Room="Closed", Contract="3S", Declarer="N", Result="9", Score="NS 140", **tags)
    )
    assert reading.findings.is_empty()
    assert reading.tables["sessions"]["kind"].to_list() == ["teams"]
    assert rows(reading, "results", "table", "ns", "ew", "score") == [
        *(("Open", home, visit, 420), ("Closed", visit, home, 140))
    ]
    seated = reading.tables["entries"].group_by("entrant").agg(pl.col("player_id").sort())
    assert dict(seated.rows()) == {home: ["A", "C", "F", "H"], visit: ["B", "D", "E", "G"]}

    played = {**TEAMS, "Contract": "1NT", "Declarer": "S", "Result": "7"}
    without_rooms = read(TOP + game(1, "ABCD", **played) + game(2, "BCDA", **played))
    assert rows(without_rooms, "results", "ns", "ew") == [("Red", "Blue"), ("Blue", "Red")]


PLAYED = {"Contract": "4S", "Declarer": "N", "Result": "10", "Score": "NS 420"}
LACKING: tuple[dict[str, str], ...] = (
    *({"Declarer": word, "Contract": word, "Result": word} for word in ("-", "?", "")),
    *({"Declarer": "N"}, {"Declarer": "N", "Contract": "?"}, {}, {"Result": "9"}),
)


@cases(
    (game(2, "", **PLAYED), [("pbn.left_out", "error", 14, "")]),
    (game(2, "ABCD", Contract="4S"), [("pbn.doubtful", "warning", 14, "")]),
    # a table without contract and score was left out without a word
    *(
        (game(1, "EFGH", **tags) + game(2, "ABCD", **tags), [("pbn.doubtful", "warning", 14, "(2 in all)")])
        for tags in LACKING
    ),
    # deals without names, and a game that stands twice
    *((others, []) for others in (game(2, ""), game(2, "----"), game(1, "ABCD", Auction="N"))),
)
def test_games_without_a_result_are_reported_once(read: Read, others: str, problems: list[tuple[object, ...]]) -> None:
    reading = read(TOP + game(1, "ABCD", **PLAYED) + others)
    assert rows(reading, "findings", "code", "severity", "line_no") == [each[:3] for each in problems]
    assert all(str(each[3]) in reading.findings["message"][0] for each in problems)
    assert reading.tables["results"].height == 1


def test_games_next_to_a_table_of_results_are_reported(read: Read) -> None:
    reading = read(TOP + game(1, "ABCD", **PLAYED) + board(2, OF_SCORES, "1 2 420"))
    assert ("pbn.left_out", 4) in rows(reading, "findings", "code", "line_no")


def test_a_value_given_for_all_games_and_one_repeated(read: Read) -> None:
    first = game(1, "ABCD", Table="##5", Contract="4S", Declarer="N", Result="10", Score="NS 420")
    second = game(2, "####", Contract="1S", Declarer="S", Result="7", Score="NS 80")
    reading = read(TOP + first + second)
    assert rows(reading, "results", "board", "table", "ns") == [(1, "5", "A - C"), (2, "5", "A - C")]


def in_section(letter: str, number: int, row: str) -> str:
    return board(number, OF_SCORES, row).replace("[ScoreTable", f'[Section "{letter}"]\n[ScoreTable')


IN_ONE_LIST = '[Section "A"]\n[TotalScoreTable "Rank;PairId;Names"]\n1 1 "A - B"\n2 2 "C - D"\n'


@cases(("", "A", "B", "ABA"), ("", "Red", "Blue", "ABA"), (IN_ONE_LIST, "A", "B", "AAA"))
def test_sections_in_tags_are_lines(read: Read, above: str, one: str, other: str, lines: str) -> None:
    evening = in_section(one, 1, "1 2 420") + in_section(other, 1, "1 2 -50") + in_section(one, 2, "2 1 90")
    reading = read(TOP + above + evening)
    expected = [*zip(lines, (1, 1, 2), (420, -50, 90), strict=True)]
    assert rows(reading, "results", "line", "board", "score") == expected


def test_a_pair_of_guests_without_a_list_is_listed_without_a_value(read: Read) -> None:
    columns = "PairId_NS;PairId_EW;Names_NS;Names_EW;Contract;Declarer;Result"
    reading = read(TOP + board(1, columns, '1 2 "Ann Ames & Bob Burr" "Gast & guest" 4S N 10'))
    assert reading.tables["entries"]["entrant"].to_list() == ["1", "1"]
    assert rows(reading, "official_results", "entrant", "score", "rank") == [("2", None, None)]
