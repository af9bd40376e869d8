"""USEBIO, in the dialects of the programs that write it: everything is in a table or named in a finding."""

import datetime as dt
import json
import re
from pathlib import Path

import polars as pl
import pytest
from each import cases, items
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import Read, codes, needs_real_data, real_files, real_reading, rows

from pipelines.intake.readers import Reading, usebio
from pipelines.intake.readers.reading import reading as typed
from transforms.bridge.contracts import contract_score


def event(body: str, event_type: str = "PAIRS", head: str = "<WINNER_TYPE>1</WINNER_TYPE>") -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">\n'
        f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{event_type}">\n'
        f"<EVENT_DESCRIPTION>Thursday</EVENT_DESCRIPTION><DATE>02/01/2025</DATE>{head}\n"
        f"{body}\n</EVENT></USEBIO>\n"
    )


def pair(number: str, *names: str, direction: str = "", place: str = "1") -> str:
    players = "".join(
        f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME><NATIONAL_ID_NUMBER>{name[-1]}</NATIONAL_ID_NUMBER></PLAYER>"
        for name in names
    )
    return (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION><PERCENTAGE>55.50</PERCENTAGE>"
        f"<PLACE>{place}</PLACE>{players}</PAIR>\n"
    )


def board(number: int, *lines: tuple[str, str, str]) -> str:
    rows = "\n".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>{rest}"
        "<NS_MATCH_POINTS>2</NS_MATCH_POINTS><EW_MATCH_POINTS>0</EW_MATCH_POINTS></TRAVELLER_LINE>"
        for ns, ew, rest in lines
    )
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>\n{rows}\n</BOARD>\n"


PLAYED = "<CONTRACT>3NTx</CONTRACT><PLAYED_BY>S</PLAYED_BY><TRICKS>9</TRICKS><SCORE>550</SCORE>"
PAIRS = f"<PARTICIPANTS>{pair('1', 'Ann 1', 'Bob 2')}{pair('2', 'Cy 3', 'Di 4')}</PARTICIPANTS>\n"


LINE = board(1, ("1", "2", PLAYED))


def session(body: str) -> str:
    return f"<SESSION>{body}</SESSION>\n"


def team(number: str, *names: str, name: str = "") -> str:
    pairs = "".join(pair(f"{number}-{seat}", player) for seat, player in enumerate(names))
    return f'<TEAM TEAM_ID="{number}" TEAM_NAME="{name}"><TOTAL_SCORE>35</TOTAL_SCORE>{pairs}<PLACE>2=</PLACE></TEAM>'


TEAMS = f"<PARTICIPANTS>{team('1', 'Ann 1', 'Bob 2', name='Hearts')}{team('2', 'Cy 3', 'Di 4')}</PARTICIPANTS>"


def match(*boards: str, scores: tuple[str, str] = ("13", "7"), number: str = "3", name: str = "The Ones") -> str:
    round_number = f"<ROUND_NUMBER>{number}</ROUND_NUMBER>" if number else ""
    return (
        f"<MATCH>{round_number}<TEAM>{name}</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
        f"<TEAM_SCORE>{scores[0]}</TEAM_SCORE><OPPOSING_TEAM_SCORE>{scores[1]}</OPPOSING_TEAM_SCORE>"
        f"{''.join(boards)}</MATCH>"
    )


def match_board(number: int, points: str) -> str:
    """A board between team 1 and team 2, with what it brought; the lines have cross-IMPs of their own."""
    cross_imps = "<NS_CROSS_IMP_POINTS>-1.57</NS_CROSS_IMP_POINTS><EW_CROSS_IMP_POINTS>1.57</EW_CROSS_IMP_POINTS>"
    lines = (
        f"<TRAVELLER_LINE><DIRECTION>{direction}</DIRECTION><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>{PLAYED}{cross_imps}</TRAVELLER_LINE>\n"
        for direction, ns, ew in (("NS", "1-0", "2-1"), ("EW", "2-0", "1-1"))
    )
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{points}\n{''.join(lines)}</BOARD>"


def teams(body: str, method: str, board_method: str = "IMPS") -> str:
    head = f"<BOARD_SCORING_METHOD>{board_method}</BOARD_SCORING_METHOD><MATCH_SCORING_METHOD>{method}"
    return event(f"<SESSION>{TEAMS}{body}</SESSION>", "TEAMS", f"{head}</MATCH_SCORING_METHOD>")


def single(number: str) -> str:
    return (
        f"<PLAYER><PLAYER_NUMBER>{number}</PLAYER_NUMBER><PLAYER_NAME>P {number}</PLAYER_NAME>"
        f"<PERCENTAGE>5{number}.5</PERCENTAGE><PLACE>{number}</PLACE></PLAYER>\n"
    )


def seats(*numbers: str) -> str:
    pairs = zip("NSEW", numbers, strict=True)
    return "".join(f"<{seat}_PLAYER_NUMBER>{number}</{seat}_PLAYER_NUMBER>" for seat, number in pairs)


def test_a_session_of_pairs(read: Read) -> None:
    reading = read(event(PAIRS + board(7, ("1", "2", PLAYED))), "jan/thursday.xml")
    assert reading.format == "usebio"
    assert reading.findings.is_empty()
    assert rows(reading, "sessions", "session_id", "date", "kind", "together", "title", "winners") == [
        ("jan/thursday", dt.date(2025, 1, 2), "pairs", None, "Thursday", 1)
    ]
    assert rows(reading, "entries", "line", "entrant", "player_id", "direction") == [
        *(("A", "1", "1", None), ("A", "1", "2", None), ("A", "2", "3", None), ("A", "2", "4", None))
    ]
    assert rows(reading, "official_results", "entrant", "score", "rank")[0] == ("1", 55.5, 1)
    not_here = ("session_id", "file_id", "round", "table", "subfield", "official_datum", "lead", "auction", "play")
    assert reading.tables["results"].drop(not_here).rows() == [
        ("A", 7, "1", "2", "3NX", "S", 9, 550, None, 2.0, 0.0, False, 9)
    ]


@cases(
    *(("A5050", None, "average"), ("A6040", None, "a60_40"), ("A60", None, "a60_40"), ("A60/30", None, "a60_30")),
    *(("AVE", None, "average"), ("AVE+/AVE-", None, "a+_-"), ("A=A+", None, "a50_+"), ("NP", None, "not_played")),
    *(("PASS", 0, None), ("w30:420/70:-50", None, "w30:420/70:-50"), ("FLOOD", None, None)),
)
def test_words_in_the_place_of_the_score(read: Read, word: str, score: int | None, ruling: str | None) -> None:
    """A line with an unknown one is left out."""
    reading = read(event(PAIRS + board(1, ("1", "2", f"<SCORE>{word}</SCORE>"), ("2", "1", PLAYED))))
    is_known = word != "FLOOD"
    assert rows(reading, "findings", "line_no", "field", "value") == [(9, "ruling", "FLOOD")][is_known:]
    assert rows(reading, "results", "score", "ruling") == [*[(score, ruling)] * is_known, (550, None)]


@cases(
    ("MP_PAIRS", "", "", "pairs", []),
    ("PAIRS", "MATCH_POINTS", "", "pairs", []),
    ("BUTLER_PAIRS", "", "", "butler", []),
    ("PAIRS", "CROSS_IMPS", "", "cross_imp", []),
    ("CROSS_IMP", "", "", "cross_imp", []),
    ("PAIRS", "IMPS", "NS_BUTLER_IMPS", "butler", []),
    ("PAIRS", "", "NS_CROSS_IMPS", "cross_imp", []),
    ("SWISS_TEAMS", "IMPS", "", "teams", []),
    ("HANDICAP", "MATCH_POINTS", "", "pairs", ["event_type_as_scored"]),
    ("HANDICAP", "", "NS_CROSS_IMP_POINTS", "cross_imp", ["event_type_as_scored"]),
    ("PAIRS", "AGGREGATE", "NS_BUTLER_POINTS", "butler", ["method_as_lines"]),
    ("PAIRS", "ASCHERMAN_MATCH_POINTS", "", "pairs", ["method_of_matchpoints"]),
    ("PAIRS", "IMPS", "", "cross_imp", ["which_imps"]),
    ("PAIRS", "", "", "pairs", ["no_method"]),
    ("HANDICAP", "", "", None, ["event_type"]),
    ("", "", "", None, ["event_type"]),
    ("PAIRS", "AGGREGATE", "", None, ["method"]),
)
def test_how_a_session_is_scored(
    read: Read, *, event_type: str, method: str, points: str, kind: str | None, doubts: list[str]
) -> None:
    line = re.sub(r"<(NS|EW)_MATCH_POINTS>2?0?</(NS|EW)_MATCH_POINTS>", "", LINE)
    if points:
        line = line.replace("</TRAVELLER_LINE>", f"<{points}>1</{points}></TRAVELLER_LINE>")
    reading = read(event(PAIRS + line, event_type, f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>"))
    assert reading.tables["sessions"]["kind"].to_list() == ([kind] if kind else [])
    left_out = 0 if kind else 3
    expected = [*["usebio.left_out/elements"] * left_out, *(f"usebio.scoring/{doubt}" for doubt in doubts)]
    assert codes(reading) == expected
    assert set(reading.findings["severity"]) <= {"warning" if kind else "error"}


def with_directions(winners: str, pairs: list[tuple[str, str]], lines: list[tuple[str, str]]) -> str:
    people = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>"
        f"<PLAYER><PLAYER_NAME>Player {place}</PLAYER_NAME></PLAYER></PAIR>\n"
        for place, (number, direction) in enumerate(pairs)
    )
    played = board(1, *((ns, ew, PLAYED) for ns, ew in lines))
    return event(f"<PARTICIPANTS>{people}</PARTICIPANTS>{played}", head=f"<WINNER_TYPE>{winners}</WINNER_TYPE>")


ALIKE = [("1", "1"), ("2", "2")]
NS_EW = [("1NS", "1EW"), ("2NS", "2EW")]


@cases(
    ("2", [("1", "NS"), ("1", "E/W")], [("1", "1")], 2, [("1NS", "1EW")]),
    ("", [("1", "NS"), ("12", "EW")], [("1", "12")], 2, [("1", "12")]),
    ("1", [("1", "NS"), ("2", "N/S"), ("1", "EW"), ("2", "EW")], ALIKE, 2, NS_EW),
    ("1", [("1NS", ""), ("2NS", ""), ("1EW", ""), ("2EW", "")], ALIKE, 2, NS_EW),
    ("1", [("1", "NS"), ("2", "NS"), ("3", "EW"), ("4", "EW")], [("1", "3"), ("2", "4")], 1, None),
    ("1", [("1", "NS"), ("2", "EW"), ("3", "NS"), ("4", "EW")], [("1", "2"), ("4", "3")], 1, None),
    ("1", [("1", "NS"), ("2", "NS"), ("1", "EW"), ("2", "")], ALIKE, 1, None),
    ("1", [("1NS", ""), ("2NS", ""), ("1EW", ""), ("2EW", "")], [("1NS", "2EW"), ("2NS", "1EW")], 1, None),
)
def test_one_winner_or_two(
    read: Read,
    *,
    stated: str,
    pairs: list[tuple[str, str]],
    lines: list[tuple[str, str]],
    winners: int,
    seats: list[tuple[str, str]] | None,
) -> None:
    """Directions weigh more than one winner where each number stands twice."""
    reading = read(with_directions(stated, pairs, lines))
    assert rows(reading, "sessions", "winners") == [(winners,)]
    assert rows(reading, "results", "ns", "ew") == (seats or lines)
    expected = reading.findings.filter(code="usebio.scoring").select("severity", "line_no", "value").rows()
    assert expected == ([("warning", 4, "1")] if (stated, winners) == ("1", 2) else [])


def test_numbers_that_the_file_gives_of_itself_are_of_its_one_session(read: Read) -> None:
    head = "<SECTION_COUNT>2</SECTION_COUNT><PAIRS>35</PAIRS><SESSION_COUNT>1</SESSION_COUNT>"
    stated = [("sections", 2), ("entrants", 35)]
    assert rows(read(event(PAIRS + LINE, head=head)), "stated", "what", "value") == stated
    assert rows(read(event(PAIRS + session(LINE) + session(LINE), head=head)), "stated", "what", "value") == []
    for boards, expected in ((1, 0), (24, 1)):
        played = read(event(PAIRS + LINE, head=f"<BOARDS_PLAYED>{boards}</BOARDS_PLAYED>"))
        assert codes(played) == ["usebio.doubtful/boards"] * expected


@cases(
    (("B", "A"), ("1", "2", "3", "4"), ("B", "A"), "B+A"),
    (("B", "A"), ("1", "2", "1", "2"), ("B", "A"), None),
    (("Red", "Blue"), ("4", "2", "3", "1"), ("A", "B"), "A+B"),
)
def test_sections_are_lines(
    read: Read, names: tuple[str, ...], places: tuple[str, ...], lines: tuple[str, ...], together: str | None
) -> None:
    def section(name: str, first: str, second: str) -> str:
        pairs = pair("1", f"Ann {name}1", place=first) + pair("2", f"Bob {name}2", place=second)
        return f'<SECTION SECTION_ID="{name}"><PARTICIPANTS>{pairs}</PARTICIPANTS>{LINE}</SECTION>'

    reading = read(event(session(section(names[0], *places[:2]) + section(names[1], *places[2:]))))
    assert reading.tables["results"]["line"].to_list() == list(lines)
    assert rows(reading, "sessions", "together") == [(together,)]


INNER = event(PAIRS + LINE).partition(">\n<USEBIO")[2].partition(">")[2].replace("</USEBIO>", "")


@pytest.mark.parametrize("more", [INNER, "".join(session(LINE) for _ in range(2))])
def test_several_sessions_or_events_in_a_file_are_numbered(read: Read, more: str) -> None:
    reading = read(event(PAIRS + (LINE if more == INNER else "") + more), "congress.xml")
    for table in ("sessions", "results"):
        assert rows(reading, table, "session_id") == [("congress-1",), ("congress-2",)]
    assert reading.tables["entries"]["session_id"].value_counts()["count"].to_list() == [4, 4]
    assert reading.findings.is_empty()


def people(numbers: str) -> str:
    return f"<PARTICIPANTS>{''.join(pair(number, f'P {number}') for number in numbers)}</PARTICIPANTS>"


def test_participants_of_an_event_belong_to_the_sessions_in_which_they_play(read: Read) -> None:
    both = session(LINE) + session(board(1, ("3", "2", PLAYED)))
    reading = read(event(people("12345") + both))
    assert rows(reading, "official_results", "session_id", "entrant") == [
        *(("evening-1", "1"), ("evening-1", "2"), ("evening-2", "2"), ("evening-2", "3"))
    ]
    assert rows(reading, "findings", "code", "field") == [("usebio.left_out", "PAIR"), ("usebio.left_out", "PLAYER")]
    assert json.loads(reading.findings["arguments"][0])["rows"] == "2"
    only_one = read(event(people("123") + LINE))
    assert rows(only_one, "official_results", "entrant") == [("1",), ("2",), ("3",)]
    assert only_one.findings.is_empty()


@pytest.mark.parametrize(("form", "names"), [("PAIRS", ["Al Ek", "Bo By"]), ("TEAMS", ["Al Ek en Bo By"])])
def test_a_pair_of_one_player_is_split_in_a_session_of_pairs_alone(read: Read, form: str, names: list[str]) -> None:
    both = re.sub("<NATIONAL_ID_NUMBER>.</NATIONAL_ID_NUMBER>", "", pair("1", "Al Ek en Bo By"))
    reading = read(event(f"<PARTICIPANTS>{both}{pair('2', 'Cy 3')}</PARTICIPANTS>{LINE}", form))
    assert reading.tables["players"]["name"].to_list() == [*names, "Cy 3"]


def test_an_individual(read: Read) -> None:
    pairs = "<NS_PAIR_NUMBER>7</NS_PAIR_NUMBER><EW_PAIR_NUMBER>8</EW_PAIR_NUMBER>"
    lines = (seats("1", "3", "2", "4"), pairs + seats("1", "3", "2", "4"), *(seats(x, "0", "2", "4") for x in "10"))
    played = "".join(
        f"<TRAVELLER_LINE>{line}{PLAYED}<NS_MATCH_POINTS>2</NS_MATCH_POINTS></TRAVELLER_LINE>\n" for line in lines
    )
    boards = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>\n{played}</BOARD>"
    reading = read(event(f"<PARTICIPANTS>{''.join(map(single, '1234'))}</PARTICIPANTS>{boards}", "INDIVIDUAL"))
    assert reading.findings.is_empty()
    assert rows(reading, "sessions", "kind") == [("pairs",)]
    assert rows(reading, "results", "ns", "ew") == [("1+3", "2+4"), ("1+3", "2+4"), ("1", "2+4"), (None, "2+4")]
    assert rows(reading, "entries", "entrant", "player_id") == [(n, f"P {n}") for n in "1234"]
    assert rows(reading, "official_results", "entrant", "score", "rank")[3] == ("4", 54.5, 4)


IMPS = match_board(1, "<IMPS>-5</IMPS>")
POINTS = match_board(1, "<TEAM_POINTS>2</TEAM_POINTS><OPPOSING_TEAM_POINTS>0</OPPOSING_TEAM_POINTS>")


@cases(
    (match(IMPS), "VPS", 1, -5.0, "vp", (13.0, 7.0), [(-5.0, 5.0), (5.0, -5.0)]),
    (match(POINTS, scores=("2", "0")), "PAB", 1, None, "points", (2.0, 0.0), [(2.0, 0.0), (0.0, 2.0)]),
    (match(match_board(1, ""), scores=("12", "-12")), "IMPS", 1, 12.0, "vp", (None, None), [(None, None)] * 2),
    (match(name="Hearts") + match_board(1, ""), "VPS", None, None, "vp", (13.0, 7.0), None),
    (match(IMPS), "HYBRID", 1, -5.0, "vp", (None, None), [(-5.0, 5.0), (5.0, -5.0)]),
)
def test_a_match_of_teams_is_a_row_for_each(
    read: Read,
    *,
    body: str,
    method: str,
    boards: int | None,
    imps: float | None,
    column: str,
    scores: tuple[float | None, float | None],
    of_board: list[tuple[float | None, float | None]] | None,
) -> None:
    reading = read(teams(body, method, "PAB" if method == "PAB" else "IMPS"))
    assert codes(reading) == (["usebio.scoring/matches"] if method == "HYBRID" else [])
    assert rows(reading, "sessions", "kind", "team_scoring") == [
        ("teams", "point_a_board" if method == "PAB" else None)
    ]
    assert rows(reading, "matches", "round", "team", "opponent", "boards", "imps", column) == [
        (3, "1", "2", boards, imps, scores[0]),
        (3, "2", "1", boards, imps and -imps, scores[1]),
    ]
    assert rows(reading, "official_results", "points", "rank") == [(35.0, 2), (35.0, 2)]
    if of_board is not None:
        columns = ("round", "ns", "ew", "official_ns_points", "official_ew_points")
        assert rows(reading, "results", *columns) == [(3, "1", "2", *of_board[0]), (3, "2", "1", *of_board[1])]


DATUM = LINE.replace("</BOARD_NUMBER>", "</BOARD_NUMBER><BOARD_AVERAGE>-50</BOARD_AVERAGE>")


@cases(
    (teams(match(number="") + match(number=""), "VPS"), "matches", "round", [1, 1, 2, 2]),
    (event(PAIRS + DATUM, "BUTLER_PAIRS"), "results", "official_datum", [-50.0]),
    # a file on one line
    (event(PAIRS + LINE + board(2, ("1", "2", PLAYED))).replace("\n", " "), "results", "line_no", [1, 2]),
)
def test_round_datum_and_line(read: Read, content: str, table: str, column: str, values: list[float]) -> None:
    assert read(content).tables[table][column].to_list() == values


@items(
    (event(PAIRS + LINE).replace(' encoding="UTF-8"', "").encode("latin-1"), []),
    (event(PAIRS + LINE).replace("<USEBIO", '<USEBIO xmlns="http://www.usebio.org"').encode(), []),
    (b"\0\0\0\0" + event(PAIRS + LINE).encode(), ["decoding.letters/zeros"]),
    ids=["undeclared letters", "a namespace", "damage at the beginning"],
)
def test_a_file_in_another_form_is_read(read: Read, content: bytes, expected: list[str]) -> None:
    reading = read(content.replace(b"Ann 1", b"\xc5se 1") if b"encoding" not in content else content)
    assert codes(reading) == expected
    assert reading.tables["players"]["name"][0] in ("Åse 1", "Ann 1")
    assert reading.tables["results"].height == 1


BOMB = '<!ENTITY a0 "laughs">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))


@cases((BOMB, "&a11;"), ('<!ENTITY secret SYSTEM "file:///etc/hostname">', "&secret;"))
def test_a_file_with_entities_is_refused(read: Read, entities: str, text: str) -> None:
    reading = read(f"<!DOCTYPE USEBIO [{entities}]>\n<USEBIO><EVENT><DATE>{text}</DATE></EVENT></USEBIO>")
    assert all(table.is_empty() for table in reading.tables.values())
    assert (codes(reading), reading.findings["severity"].to_list()) == (["xml.left_out"], ["error"])


def test_a_file_that_breaks_off_is_read_up_to_there(read: Read) -> None:
    whole = event(PAIRS + board(1, ("1", "2", PLAYED), ("2", "1", PLAYED.replace("550", "-1400"))))
    reading = read(whole[: whole.index("-1400") + 3])
    assert rows(reading, "results", "score") == [(550,)]
    assert rows(reading, "findings", "line_no", "code") == [(10, "xml.not_sound"), (None, "usebio.left_out")]
    assert "1 of 2 elements" in reading.findings["message"][1]


ROWS = {"TRAVELLER_LINE": "results", "MATCH": "matches", "PAIR": "official_results"}
"""Element -> the table in which each is a row; a match is two."""
WITHOUT = {("TRAVELLER_LINE", "board"), ("PAIR", "entrant")}
"""Element and the column without which its row is left out."""


def counted(content: bytes, tag: str) -> int:
    return len(re.findall(rf"<{tag}[\s/>]".encode(), content))


def named(findings: pl.DataFrame, tag: str) -> int:
    expected = 0
    for code, field, arguments in findings.select("code", "field", "arguments").rows():
        if code == "usebio.left_out" and field == tag:
            expected += int(json.loads(arguments)["rows"])
        elif code in ("cells.missing", "cells.left_out"):
            expected += (tag, field) in WITHOUT
    return expected


def everything_is_accounted_for(content: bytes) -> None:
    reading = typed("usebio", usebio.read(content, "evening"), "file")
    for tag in ("TRAVELLER_LINE", "MATCH", "PAIR"):
        rows = reading.tables[ROWS[tag]].height / (2 if tag == "MATCH" else 1)
        expected = named(reading.findings, tag)
        # One pair of an event may play in several sessions, so there may be more rows than pairs.
        assert rows + expected == counted(content, tag) or (
            tag == "PAIR" and rows + expected > counted(content, tag)
        ), (tag, rows, reading.findings.select("code", "field", "arguments").rows())


@needs_real_data
@cases("mp-pairs", "multi-section", "compscore-mp_pairs_howell", "compscore-butler_mitchell")
def test_rows_of_real_files_cut_anywhere_are_accounted_for(name: str) -> None:
    [path] = real_files(f"usebio/{name}.xml")
    whole = path.read_bytes()
    for share in (0.3, 0.6, 0.95, 1):
        everything_is_accounted_for(whole[: int(share * len(whole))])


EMPTY_PAIRS = "<PARTICIPANTS>" + "<PAIR/>" * 3500 + "</PARTICIPANTS>"
NINES = "9" * 5000


def of_place(place: str) -> str:
    return f"<PARTICIPANTS>{pair('1', place=place)}{pair('2')}</PARTICIPANTS>"


STRANGE: dict[str, tuple[str, list[str], int]] = {
    "3,500 empty pairs and sessions": (
        event(EMPTY_PAIRS + "<SESSION/>" * 3500),
        ["usebio.left_out/elements", "usebio.left_out/empty_session", "usebio.no_result_lines"],
        0,
    ),
    "an auction with the play": (
        event(PAIRS + board(1, ("1", "2", f"{PLAYED}<LIN_DATA>{'pc|S2|' * 100}</LIN_DATA>"))),
        [],
        1,
    ),
    "a place of 5,000 nines": (event(of_place(NINES) + LINE), ["usebio.taken_as_empty/long"], 1),
    "a place of 400 nines": (event(of_place(NINES[:400]) + LINE), ["cells.taken_as_empty"], 1),
    "a lone surrogate": (event(PAIRS.replace("Ann", "A&#xD800;") + LINE), ["decoding.letters/references"], 1),
    "5,000 digits": (event(PAIRS.replace("Ann", f"&#{NINES};") + LINE), ["decoding.letters/references"], 1),
    "20,000 deep": (
        event("<A>" * 20_000 + "</A>" * 20_000 + PAIRS + LINE),
        ["usebio.left_out/empty_session", *["usebio.left_out/lost"] * 3, "usebio.no_result_lines", "xml.not_sound"],
        0,
    ),
    "IMPs of 5,000 nines": (
        teams(match(f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><IMPS>{NINES}</IMPS></BOARD>"), "VPS"),
        ["usebio.doubtful/only_matches", "usebio.taken_as_empty/long"],
        1,
    ),
    "an attribute of 5 MB": (
        teams(match(), "VPS").replace('TEAM_ID="1"', f'TEAM_ID="{"x" * 5_000_000}"'),
        [*["cells.missing"] * 3, "usebio.doubtful/only_matches", "usebio.taken_as_empty/long"],
        1,
    ),
    "no session": (event(""), ["usebio.left_out/empty_session", "usebio.no_result_lines"], 0),
    "no event": (f"<USEBIO>{PAIRS}{LINE}</USEBIO>", ["usebio.left_out/elements"] * 3, 0),
    "the year 0": (event(PAIRS + LINE).replace("02/01/2025", "01/01/0000"), ["cells.taken_as_empty/date"], 1),
    "a board next to sections": (
        event(session(f'<SECTION SECTION_ID="A">{PAIRS}{LINE}</SECTION>' + board(2, ("1", "2", PLAYED)))),
        ["usebio.left_out/elements"],
        1,
    ),
    "an individual of pairs": (event(PAIRS + LINE, "INDIVIDUAL"), ["usebio.scoring/individual"], 1),
    "27 sections": (
        event(session(PAIRS + "".join(f'<SECTION SECTION_ID="s{n}">{LINE}</SECTION>' for n in range(27)))),
        ["cells.missing"] * 7,
        1,
    ),
}


@pytest.mark.parametrize(("content", "expected", "sessions"), STRANGE.values(), ids=STRANGE)
def test_a_strange_file_gets_findings(read: Read, content: str, expected: list[str], sessions: int) -> None:
    reading: Reading = read(content)
    assert codes(reading) == expected
    assert reading.tables["sessions"].height == sessions
    assert reading.findings["value"].str.len_chars().max() in (None, *range(501))


TWO_LINES = board(1, ("1", "2", PLAYED), ("2", "1", PLAYED))


def put(before: str, element: str, text: str = LINE) -> str:
    """The text with an element before the first end of this name."""
    return text.replace(f"</{before}>", f"{element}</{before}>", 1)


@cases(
    *(
        (TWO_LINES.replace("TRAVELLER_LINE", name), "left_out/element", "TRAVELLER_LINE", name)
        for name in ("TRAVELER_LINE", "traveller_line", "TravellerLine", "RESULT_OF_TABLE")
    ),
    *(
        (put("BOARD", f"<{name}><NS>2</NS><EW>1</EW><SCORE>110</SCORE></{name}>"), code, "TRAVELLER_LINE", name)
        for name, code in (("RESULT", "left_out/result"), ("ROW", "left_out/result"))
    ),
    *(
        (re.sub(r"<(/?)SCORE>", rf"<\1{name}>", TWO_LINES), "taken_as_empty/cell", "SCORE", name)
        for name in ("SCOR", "Score", "score")
    ),
    (
        TWO_LINES.replace("<SCORE>550</SCORE>", "<SCORE>550</SCORE><SCORE>-100</SCORE>", 1),
        *("left_out/twice", "TRAVELLER_LINE", "SCORE 550 / -100"),
    ),
)
def test_elements_misnamed_or_twice_are_reported(read: Read, body: str, code: str, field: str, value: str) -> None:
    reading = read(event(PAIRS + body))
    assert [each for each in codes(reading) if each != "usebio.no_result_lines"] == [f"usebio.{code}"]
    assert (field, value) in rows(reading, "findings", "field", "value")
    assert reading.tables["results"].height == body.count("<TRAVELLER_LINE>") - ("twice" in code)


PLAIN = re.sub("<(PLACE|PERCENTAGE)>[0-9.]+</(PLACE|PERCENTAGE)>", "", PAIRS)
OF_ROWS = ("SECTIONS", "SESSIONS", "EVENTS", "MATCHS", "CLUB_NUMBER", "PARTICIPANT")
OF_LINES = ("SCORER", "LEAD", "NS_SCORE", "PAIR_IMPS", "REMARK", "PLAYED", "CONTACT")


@cases(
    *(event(PAIRS + LINE, head=f"<{name}>2</{name}>") for name in OF_ROWS),
    *(event(PAIRS + put("BOARD", f"<{name}>2</{name}>")) for name in OF_ROWS),
    *(event(PAIRS + put("TRAVELLER_LINE", f"<{name}>x</{name}>")) for name in OF_LINES),
    *(event(put("PAIR", f"<{name}>2</{name}>", PLAIN) + LINE) for name in ("PLACED", "TOTAL_SCORE2")),
    *(event(put("PLAYER", f"<{name}>2</{name}>", PLAIN) + LINE) for name in ("CLUB_NUMBER", "PERCENTAGE_2")),
    event(PAIRS + put("TRAVELLER_LINE", "<ROW><SCORE>110</SCORE></ROW>")),
    event(PAIRS + "<RESULT><SCORE>110</SCORE></RESULT>" + LINE),
    event(PAIRS + put("TRAVELLER_LINE", "<SCORE>550</SCORE>")),
)
def test_what_others_write_and_nothing_is_read_from_is_silent(read: Read, content: str) -> None:
    reading = read(content)
    assert reading.findings.is_empty()
    assert rows(reading, "results", "score") == [(550,)]


@pytest.mark.parametrize("name", ["PENALTY", "Penalties", "ADJUSTMENT", "WEIGHTED_SCORE"])
def test_what_may_be_of_the_director_is_reported_and_nothing_is_guessed(read: Read, name: str) -> None:
    expected = f"<{name}>-10</{name}><PENALTY>0.0</PENALTY>"
    reading = read(event(PAIRS + board(1, ("1", "2", PLAYED), ("2", "1", PLAYED + expected))))
    assert reading.tables["results"].height == 2
    assert codes(reading) == ["usebio.left_out/director"]
    assert rows(reading, "findings", "severity", "field", "value") == [("error", name, "-10")]


@needs_real_data
def test_a_match_that_breaks_off_has_no_result() -> None:
    [path] = real_files("usebio/multiple-teams.xml")
    content = path.read_bytes()
    matches = usebio.read(content, "session").sheets["matches"]
    second_score = content.index(b"<IMPS>", content.index(b"<BOARD>", content.index(b"<ROUND_NUMBER>2"))) + 8
    assert usebio.read(content[:second_score], "session").sheets["matches"].equals(matches.head(2))


def _result_lines(content: bytes) -> list[tuple[object, ...]]:
    return usebio.read(content, "session").sheets.get("results", pl.DataFrame()).rows()


@needs_real_data
@given(data=st.data())
@settings(max_examples=by_night(25))
def test_no_cut_makes_a_line_that_was_not_there(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from([path.read_bytes() for path in real_files("usebio/*p*.xml")]))
    cut = data.draw(st.integers(100, len(whole) - 1))
    lines = _result_lines(whole)
    assert lines[: len(_result_lines(whole[:cut]))] == _result_lines(whole[:cut])


@needs_real_data
@pytest.mark.parametrize("path", real_files("usebio/*.xml"), ids=lambda path: path.stem)
def test_every_result_line_of_the_real_files_is_read(path: Path) -> None:
    reading = real_reading(path)
    assert reading.format == "usebio"
    assert reading.findings.is_empty()
    results = reading.tables["results"]
    content = path.read_bytes()
    assert results.height == content.count(b"<TRAVELLER_LINE>")
    assert results["line_no"].to_list() == [
        number for number, line in enumerate(content.splitlines(), start=1) if b"<TRAVELLER_LINE>" in line
    ]
    assert reading.tables["entries"].height == content.count(b"<PLAYER_NAME>")
    seated = {*results["ns"], *results["ew"]}
    assert seated == set(reading.tables["entries"]["entrant"]) == set(reading.tables["official_results"]["entrant"])

    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    played = results.filter(pl.col("ruling").is_null()).with_columns(from_contract=score)
    assert played.filter(pl.col("from_contract").ne_missing(pl.col("score"))).is_empty()


@needs_real_data
@cases(
    ("compscore-butler_mitchell", "butler", 2, None),
    ("compscore-cross_imp_howell", "cross_imp", 1, None),
    ("compscore-mp_pairs_howell", "pairs", 1, None),
    ("compscore-mp_pairs_mitchell_adjusted_02", "pairs", 2, None),
    ("mp-pairs", "pairs", 2, None),
    ("multi-section", "pairs", 1, "A+B"),
    ("multiple-teams", "teams", 1, None),
    ("point-a-board", "teams", 1, None),
)
def test_what_the_real_files_are(name: str, kind: str, winners: int, together: str | None) -> None:
    [path] = real_files(f"usebio/{name}.xml")
    columns = ("session_id", "kind", "winners", "together")
    assert real_reading(path).tables["sessions"].select(columns).rows() == [(name, kind, winners, together)]


@needs_real_data
def test_matches_of_real_teams_add_up_to_their_boards_and_totals() -> None:
    for name, column in (("multiple-teams", "vp"), ("point-a-board", "points")):
        [path] = real_files(f"usebio/{name}.xml")
        tables = real_reading(path).tables
        matches = tables["matches"]
        totals = matches.group_by("team").agg(pl.col(column).sum().alias("sum"), pl.col("imps").sum())
        official = tables["official_results"].join(totals, left_on="entrant", right_on="team", how="left")
        assert official["points"].to_list() == official["sum"].to_list()
        assert official["imps"].sum() == 0
    assert tables["sessions"]["team_scoring"].to_list() == ["point_a_board"]
    sides = tables["results"].group_by("round", team="ns", opponent="ew")
    compared = matches.join(sides.agg(sum=pl.col("official_ns_points").sum()), on=["round", "team", "opponent"])
    assert compared.height == matches.height == 56
    assert compared["points"].to_list() == compared["sum"].to_list()


def test_participants_without_travellers_are_read_as_totals(read: Read) -> None:
    found = read(event(PAIRS, head="<WINNER_TYPE>1</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>"))
    columns = ("line", "entrant", "boards", "percentage", "rank")
    assert rows(found, "totals", *columns) == [("A", "1", 24, 55.5, 1), ("A", "2", 24, 55.5, 1)]
    assert codes(found) == ["usebio.no_result_lines/with_list"]
    assert found.tables["official_results"].is_empty()
    assert found.tables["entries"].height == 4
    assert read(event(PAIRS + LINE)).tables["totals"].is_empty()
