"""USEBIO: everything in the file is in a table or named in a finding, however strange the file is."""

import json
import re
import sys
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import polars as pl
import pytest
from examples import by_night
from hypothesis import example, given, settings
from hypothesis import strategies as st
from readers.test_usebio import PAIRS, PLAYED, board, event, match, pair, team, teams
from result_files import Read, needs_real_data, real_files

from pipelines.intake.readers import Reading, read_file, usebio
from pipelines.intake.readers.reading import reading as typed

LINE = board(1, ("1", "2", PLAYED))
READER = str(Path(usebio.__file__).parent)


def session(body: str) -> str:
    return f"<SESSION>{body}</SESSION>\n"


# --- how boards are scored ------------------------------------------------------------------------


def unscored(lines: str) -> str:
    return re.sub(r"<(NS|EW)_MATCH_POINTS>2?0?</(NS|EW)_MATCH_POINTS>", "", lines)


def methods(method: str) -> str:
    return f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>"


@pytest.mark.parametrize(
    ("event_type", "method", "codes"),
    [
        ("HANDICAP", "", ["usebio.scoring", "usebio.left_out"]),
        ("", "", ["usebio.scoring", "usebio.left_out"]),
        ("PAIRS", "AGGREGATE", ["usebio.scoring", "usebio.left_out"]),
    ],
)
def test_a_session_of_which_it_is_not_known_how_it_is_scored_is_left_out(
    read: Read, event_type: str, method: str, codes: list[str]
) -> None:
    reading = read(event(PAIRS + unscored(LINE), event_type, methods(method)))
    assert all(table.is_empty() for table in reading.tables.values())
    assert reading.findings["code"].to_list() == codes
    assert json.loads(reading.findings["arguments"][1]) == {"lines": "1", "matches": "0", "participants": "2"}


@pytest.mark.parametrize(
    ("event_type", "method", "points", "kind", "codes"),
    [
        ("HANDICAP", "MATCH_POINTS", "", "pairs", ["usebio.scoring"]),
        ("HANDICAP", "", "NS_CROSS_IMP_POINTS", "cross_imp", ["usebio.scoring"]),
        ("PAIRS", "AGGREGATE", "NS_BUTLER_POINTS", "butler", ["usebio.scoring"]),
        ("PAIRS", "IMPS", "", "cross_imp", ["usebio.scoring"]),
        ("PAIRS", "IMPS", "NS_BUTLER_IMPS", "butler", []),
        ("PAIRS", "", "NS_CROSS_IMPS", "cross_imp", []),
        ("PAIRS", "", "", "pairs", ["usebio.scoring"]),
        ("PAIRS", "MATCH_POINTS", "", "pairs", []),
    ],
)
def test_what_is_read_with_a_doubt(
    read: Read, *, event_type: str, method: str, points: str, kind: str, codes: list[str]
) -> None:
    line = unscored(LINE)
    if points:
        line = line.replace("</TRAVELLER_LINE>", f"<{points}>1</{points}></TRAVELLER_LINE>")
    reading = read(event(PAIRS + line, event_type, methods(method)))
    assert reading.tables["sessions"]["kind"].to_list() == [kind]
    assert reading.findings.select("severity", "code").rows() == [("warning", code) for code in codes]


# --- what the file says of itself -----------------------------------------------------------------

STATED = "<SECTION_COUNT>2</SECTION_COUNT><PAIRS>35</PAIRS><SESSION_COUNT>1</SESSION_COUNT>"


def test_numbers_that_the_file_gives_of_itself(read: Read) -> None:
    stated = read(event(PAIRS + LINE, head=STATED)).tables["stated"]
    assert stated.select("what", "value").rows() == [("sections", 2), ("entrants", 35)]


def test_numbers_of_an_event_with_several_sessions_are_of_no_session(read: Read) -> None:
    assert read(event(PAIRS + session(LINE) + session(LINE), head=STATED)).tables["stated"].is_empty()


def test_fewer_boards_than_the_file_says_are_told(read: Read) -> None:
    head = "<BOARDS_PLAYED>{}</BOARDS_PLAYED>"
    assert read(event(PAIRS + LINE, head=head.format(1))).findings.is_empty()
    reading = read(event(PAIRS + LINE, head=head.format(24)))
    assert reading.findings.select("severity", "code").rows() == [("warning", "usebio.doubtful")]


@needs_real_data
@pytest.mark.parametrize("path", real_files("usebio/*.xml"), ids=lambda path: path.stem)
def test_what_real_files_say_of_themselves_is_true(path: Any) -> None:
    tables = read_file(path, path.name).tables
    there = {"sections": tables["results"]["line"].n_unique(), "entrants": tables["official_results"].height}
    stated = dict(tables["stated"].select("what", "value").rows())
    assert stated == {what: there[what] for what in stated}
    assert "sections" in stated


# --- who plays where ------------------------------------------------------------------------------


def test_participants_of_an_event_belong_to_the_sessions_in_which_they_play(read: Read) -> None:
    people = "".join(pair(number, f"P {number}") for number in "12345")
    both = session(LINE) + session(board(1, ("3", "2", PLAYED)))
    reading = read(event(f"<PARTICIPANTS>{people}</PARTICIPANTS>{both}"))
    assert reading.tables["official_results"].select("session_id", "entrant").rows() == [
        *(("evening-1", "1"), ("evening-1", "2"), ("evening-2", "2"), ("evening-2", "3"))
    ]
    assert reading.findings.select("code", "value").rows() == [("usebio.left_out", "4")]
    assert json.loads(reading.findings["arguments"].item())["participants"] == "2"


def test_a_pair_of_the_only_section_that_did_not_play_stays(read: Read) -> None:
    people = "".join(pair(number, f"P {number}") for number in "123")
    reading = read(event(f"<PARTICIPANTS>{people}</PARTICIPANTS>{LINE}"))
    assert reading.tables["official_results"]["entrant"].to_list() == ["1", "2", "3"]
    assert reading.findings.is_empty()


def test_an_event_in_an_event_is_an_event_of_its_own(read: Read) -> None:
    inner = event(PAIRS + LINE).partition(">\n<USEBIO")[2].partition(">")[2].replace("</USEBIO>", "")
    reading = read(event(PAIRS + LINE + inner))
    assert reading.tables["sessions"]["session_id"].to_list() == ["evening-1", "evening-2"]
    assert reading.tables["results"].height == 2
    assert reading.findings.is_empty()


def test_names_with_a_namespace(read: Read) -> None:
    reading = read(event(PAIRS + LINE).replace("<USEBIO", '<USEBIO xmlns="http://www.usebio.org"'))
    assert reading.tables["results"].height == 1
    assert reading.findings.is_empty()


# --- rows in, rows out ----------------------------------------------------------------------------

ROWS = {"TRAVELLER_LINE": "results", "MATCH": "matches", "PAIR": "official_results", "PLAYER": "entries"}
"""Element -> the table in which each is a row; a match is two."""
NAMED = {"TRAVELLER_LINE": "lines", "MATCH": "matches", "PAIR": "participants"}


def counted(content: bytes, tag: str) -> int:
    return len(re.findall(rf"<{tag}[\s/>]".encode(), content))


def named(findings: pl.DataFrame, tag: str) -> int:
    """How many of these the findings name as left out."""
    rows = 0
    for code, field, arguments in findings.select("code", "field", "arguments").rows():
        numbers = json.loads(arguments or "{}")
        is_outside = code == "usebio.left_out" and numbers["variant"] == tag.lower()
        if is_outside or code == f"usebio.{tag.lower()}_lost":
            rows += int(numbers["rows"])
        elif code in ("usebio.left_out", "usebio.left_out", "usebio.left_out"):
            rows += int(numbers.get(NAMED.get(tag, ""), 0))
        elif code in ("cells.missing", "cells.left_out") and field in ("board", "entrant", "player", "ruling"):
            rows += (tag, field) in (("TRAVELLER_LINE", "board"), ("PAIR", "entrant"), ("PLAYER", "player"))
    return rows


PARTS = st.sampled_from(
    [
        LINE,
        board(2, ("1", "2", PLAYED), ("3", "4", PLAYED)),
        board(3, ("9", "9", "")),
        "<BOARD>" + LINE.partition("</BOARD_NUMBER>")[2],
        f"<PARTICIPANTS>{pair('1')}{pair('2')}</PARTICIPANTS>",
        f"<PARTICIPANTS>{pair('7')}</PARTICIPANTS>",
        pair("8"),
        "<TRAVELLER_LINE></TRAVELLER_LINE>",
        match(LINE),
        match(name="a", number=""),
        "<!-- nothing -->",
    ]
)
BODIES = st.lists(PARTS, max_size=4).map("".join)
SECTIONED = st.lists(BODIES, max_size=3).map(
    lambda bodies: "".join(f'<SECTION SECTION_ID="s{place}">{body}</SECTION>' for place, body in enumerate(bodies))
)
SESSIONS = st.lists(st.one_of(BODIES, SECTIONED, st.tuples(BODIES, SECTIONED).map("".join)).map(session), max_size=3)
EVENTS = st.tuples(
    st.sampled_from(["PAIRS", "TEAMS", "HANDICAP", "BUTLER_PAIRS"]),
    st.tuples(BODIES, SESSIONS.map("".join)).map("".join),
)


def everything_is_accounted_for(content: bytes) -> None:
    reading = typed("usebio", usebio.read(content, "evening"), "file")
    for tag in ("TRAVELLER_LINE", "MATCH", "PAIR"):
        rows = reading.tables[ROWS[tag]].height / (2 if tag == "MATCH" else 1)
        told = named(reading.findings, tag)
        # One pair of an event may play in several sessions, so there may be more rows than pairs.
        assert rows + told == counted(content, tag) or (tag == "PAIR" and rows + told > counted(content, tag)), (
            tag,
            rows,
            reading.findings.select("code", "field", "arguments").rows(),
        )


TWICE = f"<PARTICIPANTS>{pair('1')}{pair('2')}</PARTICIPANTS>"


@settings(max_examples=by_night(150), deadline=None)
@given(EVENTS)
@example(("HANDICAP", session(TWICE + f'<SECTION SECTION_ID="s0">{TWICE}</SECTION>')))
def test_rows_in_the_file_are_rows_in_tables_or_named(drawn: tuple[str, str]) -> None:
    everything_is_accounted_for(event(drawn[1], drawn[0], head="").encode())


@needs_real_data
@pytest.mark.parametrize(
    "name", ["mp-pairs", "multi-section", "compscore-mp_pairs_howell", "compscore-butler_mitchell"]
)
def test_rows_of_real_files_cut_anywhere_are_accounted_for(name: str) -> None:
    [path] = real_files(f"usebio/{name}.xml")
    whole = path.read_bytes()
    for share in (0.3, 0.6, 0.95, 1):
        everything_is_accounted_for(whole[: int(share * len(whole))])


# --- strange files --------------------------------------------------------------------------------

EMPTY_PAIRS = "<PARTICIPANTS>" + "<PAIR/>" * 3500 + "</PARTICIPANTS>"
NINES = "9" * 5000
STRANGE: dict[str, tuple[str, list[str], int]] = {
    "3,500 empty pairs and sessions": (
        event(EMPTY_PAIRS + "<SESSION/>" * 3500),
        ["usebio.left_out", "usebio.left_out", "usebio.no_result_lines"],
        0,
    ),
    "a place of 5,000 nines": (
        event(f"<PARTICIPANTS>{pair('1', place=NINES)}{pair('2')}</PARTICIPANTS>{LINE}"),
        ["usebio.taken_as_empty"],
        1,
    ),
    "a place of 400 nines": (
        event(f"<PARTICIPANTS>{pair('1', place=NINES[:400])}{pair('2')}</PARTICIPANTS>{LINE}"),
        ["cells.taken_as_empty"],
        1,
    ),
    "a lone surrogate": (event(PAIRS.replace("Ann", "A&#xD800;") + LINE), ["decoding.letters"], 1),
    "a reference of 5,000 digits": (event(PAIRS.replace("Ann", f"&#{NINES};") + LINE), ["decoding.letters"], 1),
    "20,000 deep": (
        event("<A>" * 20_000 + "</A>" * 20_000 + PAIRS + LINE),
        [
            *("xml.not_sound", "usebio.left_out", "usebio.left_out", "usebio.left_out"),
            *("usebio.left_out", "usebio.no_result_lines"),
        ],
        0,
    ),
    "IMPs of 5,000 nines": (
        teams(match(f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><IMPS>{NINES}</IMPS></BOARD>"), "VPS"),
        ["usebio.taken_as_empty", "usebio.doubtful"],
        1,
    ),
    "an attribute of 5 MB": (
        teams(match(), "VPS").replace('TEAM_ID="1"', f'TEAM_ID="{"x" * 5_000_000}"'),
        ["usebio.taken_as_empty", "usebio.doubtful", *["cells.missing"] * 3],
        1,
    ),
    "no session": (event(""), ["usebio.left_out", "usebio.no_result_lines"], 0),
    "no event": (
        f"<USEBIO>{PAIRS}{LINE}</USEBIO>",
        ["usebio.left_out", "usebio.left_out", "usebio.left_out"],
        0,
    ),
    "the year 0": (event(PAIRS + LINE).replace("02/01/2025", "01/01/0000"), ["sessions.date"], 1),
    "the year 12345": (event(PAIRS + LINE).replace("02/01/2025", "01/01/12345"), ["sessions.date"], 1),
    "27 sections": (
        event(session(PAIRS + "".join(f'<SECTION SECTION_ID="s{n}">{LINE}</SECTION>' for n in range(27)))),
        ["usebio.left_out"],
        1,
    ),
}


@pytest.mark.parametrize(("content", "codes", "sessions"), STRANGE.values(), ids=STRANGE)
def test_a_strange_file_gets_findings(read: Read, content: str, codes: list[str], sessions: int) -> None:
    reading: Reading = read(content)
    assert sorted(reading.findings["code"]) == sorted(codes)
    assert reading.tables["sessions"].height == sessions
    assert all(table.rows() is not None for table in reading.tables.values())
    assert reading.findings["value"].str.len_chars().max() in (None, *range(501))


def test_many_matches_are_read_in_proportion_to_their_number() -> None:
    people = "".join(team(str(number), name=f"Team {number}") for number in range(20))

    def matches(number: int) -> bytes:
        body = "".join(match(name=f"Team {number % 20}", number="") for number in range(number))
        return event(f"<SESSION><PARTICIPANTS>{people}</PARTICIPANTS>{body}</SESSION>", "TEAMS").encode()

    assert _steps(matches(600)) < 3.1 * _steps(matches(200))


@pytest.mark.long
def test_many_lines_of_a_board_and_many_sessions_are_read_in_proportion() -> None:
    def lines(number: int) -> bytes:
        return event(PAIRS + board(1, *[("1", "2", PLAYED)] * number)).encode()

    def sessions(number: int) -> bytes:
        return event(PAIRS + session(LINE) * number).encode()

    for content in (lines, sessions):
        assert _steps(content(600)) < 3.1 * _steps(content(200))


def _steps(content: bytes) -> int:
    """How many lines of the reader's own are done, the same on a busy machine; what one line does is not seen."""
    steps = 0

    def step(frame: FrameType, event: str, _of: object) -> Any:
        nonlocal steps
        if not frame.f_code.co_filename.startswith(READER):
            return None
        steps += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        usebio.read(content, "evening")
    finally:
        sys.settrace(before)
    return steps


# --- names that are not known, and cells that stand twice -------------------------------------------


TWO_LINES = board(1, ("1", "2", PLAYED), ("2", "1", PLAYED))


@pytest.mark.parametrize("written", ["TRAVELER_LINE", "traveller_line", "TravellerLine", "RESULT_OF_TABLE"])
def test_result_lines_under_another_name_are_told(read: Read, written: str) -> None:
    before, line, after = TWO_LINES.rpartition("<TRAVELLER_LINE>")
    spoilt = before + (line + after).replace("TRAVELLER_LINE", written)
    reading = read(event(PAIRS + spoilt))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"]) == ("usebio.left_out", "error")
    assert (finding["field"], finding["value"]) == ("TRAVELLER_LINE", written)
    assert "how many: 1" in finding["message"]
    assert reading.tables["results"].height == 1


@pytest.mark.parametrize("written", ["RESULT", "ROW", "TravelerLine"])
def test_results_under_another_name_with_other_names_in_them_are_told(read: Read, written: str) -> None:
    """15 of 16 results counted without a word."""
    other = f"<{written}><NS>2</NS><EW>1</EW><SCORE>110</SCORE></{written}>"
    reading = read(event(PAIRS + LINE.replace("</BOARD>", f"{other}</BOARD>")))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"]) == ("usebio.left_out", "error")
    assert (finding["field"], finding["value"]) == ("TRAVELLER_LINE", written)
    assert reading.tables["results"].height == 1


@pytest.mark.parametrize("written", ["RESULT", "ROW"])
def test_a_score_within_a_result_line_or_outside_boards_is_no_other_result(read: Read, written: str) -> None:
    other = f"<{written}><SCORE>110</SCORE></{written}>"
    assert read(event(PAIRS + LINE.replace("</TRAVELLER_LINE>", f"{other}</TRAVELLER_LINE>"))).findings.is_empty()
    assert read(event(PAIRS + other + LINE)).findings.is_empty()


@pytest.mark.parametrize("written", ["SECTIONS", "SESSIONS", "EVENTS", "MATCHS", "CLUB_NUMBER", "PARTICIPANT"])
def test_a_number_under_a_name_like_that_of_rows_is_silent(read: Read, written: str) -> None:
    """`SECTIONS` with their number in it was an error, though nothing in it is read."""
    count = f"<{written}>2</{written}>"
    assert read(event(PAIRS + LINE, head=count)).findings.is_empty()
    assert read(event(PAIRS + LINE.replace("</BOARD>", f"{count}</BOARD>"))).findings.is_empty()


@pytest.mark.parametrize("written", ["PLACED", "TOTAL_SCORE2", "CLUB_NUMBER", "PERCENTAGE_2"])
def test_what_others_say_of_a_pair_in_names_like_those_that_are_read_is_silent(read: Read, written: str) -> None:
    plain = re.sub("<(PLACE|PERCENTAGE)>[0-9.]+</(PLACE|PERCENTAGE)>", "", PAIRS)
    more = plain.replace("</PAIR>", f"<{written}>2</{written}></PAIR>")
    assert read(event(more + LINE)).findings.is_empty()
    more = plain.replace("</PLAYER>", f"<{written}>2</{written}></PLAYER>")
    assert read(event(more + LINE)).findings.is_empty()


@pytest.mark.parametrize("written", ["SCOR", "Score", "score"])
def test_a_misspelt_cell_of_a_line_is_told_with_the_one_that_was_meant(read: Read, written: str) -> None:
    lines = re.sub(r"<(/?)SCORE>", rf"<\1{written}>", TWO_LINES)
    reading = read(event(PAIRS + lines))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["field"], finding["value"]) == ("usebio.left_out", "SCORE", written)
    assert reading.tables["results"].height == 2


@pytest.mark.parametrize("written", ["SCORER", "LEAD", "NS_SCORE", "PAIR_IMPS", "REMARK", "PLAYED", "CONTACT"])
def test_elements_that_others_write_and_nothing_is_read_from_are_silent(read: Read, written: str) -> None:
    lines = TWO_LINES.replace("</TRAVELLER_LINE>", f"<{written}>x</{written}></TRAVELLER_LINE>")
    assert read(event(PAIRS + lines)).findings.is_empty()


@pytest.mark.parametrize("name", ["PAI{}R", "SCOR", "TRAVELER_LINE"])
def test_very_many_unknown_names_cost_no_long_time(read: Read, name: str) -> None:
    names = (name.format(place) for place in range(50_000))
    many = "".join(f"<{each}>x</{each}>" for each in names)
    began = process_time()
    reading = read(event(PAIRS + LINE.replace("<SCORE>550</SCORE>", many)))
    assert process_time() - began < 60
    assert reading.findings.height <= 51
    assert reading.tables["results"].height == 1


def test_two_scores_in_a_line_are_told_and_the_line_is_left_out(read: Read) -> None:
    lines = TWO_LINES.replace("<SCORE>550</SCORE>", "<SCORE>550</SCORE><SCORE>-100</SCORE>", 1)
    reading = read(event(PAIRS + lines))
    [finding] = reading.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["line_no"]) == ("usebio.left_out", "error", 9)
    assert finding["value"] == "SCORE 550 / -100"
    assert reading.tables["results"]["ns"].to_list() == ["2"]


def test_one_score_written_twice_is_one(read: Read) -> None:
    reading = read(event(PAIRS + LINE.replace("<SCORE>550</SCORE>", "<SCORE>550</SCORE><SCORE>550</SCORE>")))
    assert reading.findings.is_empty()
    assert reading.tables["results"]["score"].to_list() == [550]
