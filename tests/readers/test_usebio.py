"""USEBIO, in the dialects of the programs that write it."""

import datetime as dt
from pathlib import Path

import polars as pl
import pytest
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import Read, needs_real_data, real_files

from pipelines.intake.readers import read_file, usebio
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


def test_a_session_of_pairs(read: Read) -> None:
    reading = read(event(PAIRS + board(7, ("1", "2", PLAYED))), "jan/thursday.xml")
    assert reading.format == "usebio"
    assert reading.findings.is_empty()
    [session] = reading.tables["sessions"].rows(named=True)
    assert session["session_id"] == "jan/thursday"
    assert session["date"] == dt.date(2025, 1, 2)
    assert (session["kind"], session["together"], session["title"], session["winners"]) == (
        "pairs",
        None,
        "Thursday",
        1,
    )
    assert reading.tables["entries"].select("line", "entrant", "player_id", "direction").rows() == [
        ("A", "1", "1", None),
        ("A", "1", "2", None),
        ("A", "2", "3", None),
        ("A", "2", "4", None),
    ]
    assert reading.tables["official_results"].select("entrant", "score", "rank").row(0) == ("1", 55.5, 1)
    [line] = (
        reading.tables["results"]
        .drop("session_id", "file_id", "round", "table", "subfield", "official_datum", "lead")
        .rows()
    )
    assert line == ("A", 7, "1", "2", "3NX", "S", 9, 550, None, 2.0, 0.0, False, 9)


@pytest.mark.parametrize(
    ("word", "ruling"),
    [
        ("A5050", "average"),
        ("A6040", "a60_40"),
        ("A60", "a60_40"),
        ("A60/30", "a60_30"),
        ("AVE", "average"),
        ("AVE+/AVE-", "a+_-"),
        ("A=A+", "a50_+"),
        ("NP", "not_played"),
    ],
)
def test_rulings_in_the_place_of_the_score(read: Read, word: str, ruling: str) -> None:
    reading = read(event(PAIRS + board(1, ("1", "2", f"<SCORE>{word}</SCORE>"))))
    assert reading.findings.is_empty()
    assert reading.tables["results"].select("score", "ruling").rows() == [(None, ruling)]


def test_an_unknown_word_for_a_score_is_told_and_the_line_left_out(read: Read) -> None:
    reading = read(event(PAIRS + board(1, ("1", "2", "<SCORE>FLOOD</SCORE>"), ("2", "1", PLAYED))))
    assert reading.tables["results"]["score"].to_list() == [550]
    assert reading.findings.select("line_no", "field", "value").rows() == [(9, "ruling", "FLOOD")]


@pytest.mark.parametrize(
    ("event_type", "scoring", "kind"),
    [
        ("MP_PAIRS", "", "pairs"),
        ("PAIRS", "MATCH_POINTS", "pairs"),
        ("BUTLER_PAIRS", "", "butler"),
        ("PAIRS", "CROSS_IMPS", "cross_imp"),
        ("CROSS_IMP", "", "cross_imp"),
        ("SWISS_TEAMS", "IMPS", "teams"),
    ],
)
def test_kinds_of_sessions(read: Read, event_type: str, scoring: str, kind: str) -> None:
    head = f"<BOARD_SCORING_METHOD>{scoring}</BOARD_SCORING_METHOD>"
    reading = read(event(PAIRS + board(1, ("1", "2", PLAYED)), event_type, head))
    assert reading.tables["sessions"]["kind"].to_list() == [kind]


def test_two_winners_numbered_alike_get_their_direction(read: Read) -> None:
    pairs = pair("1", "Ann 1", direction="NS") + pair("1", "Bob 2", direction="E/W")
    body = f"<PARTICIPANTS>{pairs}</PARTICIPANTS>{board(1, ('1', '1', PLAYED))}"
    reading = read(event(body, head="<WINNER_TYPE>2</WINNER_TYPE>"))
    assert reading.tables["sessions"]["winners"].to_list() == [2]
    assert reading.tables["entries"].select("entrant", "direction").rows() == [("1NS", "NS"), ("1EW", "EW")]
    assert reading.tables["results"].select("ns", "ew").rows() == [("1NS", "1EW")]


def test_two_winners_numbered_apart_keep_their_numbers(read: Read) -> None:
    pairs = pair("1", "Ann 1", direction="NS") + pair("12", "Bob 2", direction="EW")
    reading = read(event(f"<PARTICIPANTS>{pairs}</PARTICIPANTS>{board(1, ('1', '12', PLAYED))}", head=""))
    assert reading.tables["sessions"]["winners"].to_list() == [2]
    assert reading.tables["entries"].select("entrant", "direction").rows() == [("1", "NS"), ("12", "EW")]


@pytest.mark.parametrize(
    ("names", "places", "lines", "together"),
    [
        (("B", "A"), ("1", "2", "3", "4"), ("B", "A"), "B+A"),
        (("B", "A"), ("1", "2", "1", "2"), ("B", "A"), None),
        (("Red", "Blue"), ("4", "2", "3", "1"), ("A", "B"), "A+B"),
    ],
)
def test_sections_are_lines(
    read: Read, names: tuple[str, ...], places: tuple[str, ...], lines: tuple[str, ...], together: str | None
) -> None:
    def section(name: str, first: str, second: str) -> str:
        pairs = pair("1", f"Ann {name}1", place=first) + pair("2", f"Bob {name}2", place=second)
        lines = board(1, ("1", "2", PLAYED))
        return f'<SECTION SECTION_ID="{name}"><PARTICIPANTS>{pairs}</PARTICIPANTS>{lines}</SECTION>'

    sections = section(names[0], *places[:2]) + section(names[1], *places[2:])
    reading = read(event(f"<SESSION>{sections}</SESSION>"))
    assert reading.tables["results"]["line"].to_list() == list(lines)
    assert reading.tables["sessions"]["together"].to_list() == [together]


def test_result_lines_outside_the_sections_are_told(read: Read) -> None:
    section = f'<SECTION SECTION_ID="A">{PAIRS}{board(1, ("1", "2", PLAYED))}</SECTION>'
    reading = read(event(f"<SESSION>{section}{board(2, ('1', '2', PLAYED))}</SESSION>"))
    assert reading.tables["results"]["board"].to_list() == [1]
    assert "results stand outside the sections of their session" in reading.findings["message"].item()


def test_a_result_list_without_result_lines_is_told(read: Read) -> None:
    reading = read(event(PAIRS))
    assert reading.tables["official_results"].height == 2
    assert reading.findings.select("severity", "field").rows() == [("error", "TRAVELLER_LINE")]


def test_several_sessions_in_a_file_are_numbered(read: Read) -> None:
    sessions = "".join(
        f"<SESSION><DATE>0{day}/01/2025</DATE>{board(day, ('1', '2', PLAYED))}</SESSION>" for day in (3, 4)
    )
    reading = read(event(PAIRS + sessions), "congress.xml")
    assert reading.tables["sessions"]["session_id"].to_list() == ["congress-1", "congress-2"]
    assert reading.tables["results"].select("session_id", "board").rows() == [("congress-1", 3), ("congress-2", 4)]
    assert reading.tables["entries"]["session_id"].value_counts()["count"].to_list() == [4, 4]


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


MATCH = ("round", "team", "opponent", "boards", "imps", "vp", "points")
OFFICIAL = ("ns", "ew", "official_ns_points", "official_ew_points")


def test_a_match_of_teams_is_a_row_for_each(read: Read) -> None:
    reading = read(teams(match(match_board(1, "<IMPS>-5</IMPS>")), "VPS"))
    assert reading.findings.is_empty()
    assert reading.tables["sessions"]["team_scoring"].to_list() == [None]
    assert reading.tables["matches"].select(MATCH).rows() == [
        (3, "1", "2", 1, -5.0, 13.0, None),
        (3, "2", "1", 1, 5.0, 7.0, None),
    ]
    assert reading.tables["results"].select("round", "ns", "ew").rows() == [(3, "1", "2"), (3, "2", "1")]
    assert reading.tables["official_results"].select("points", "rank").rows() == [(35.0, 2), (35.0, 2)]


def test_the_points_of_a_board_between_teams_are_those_of_the_match(read: Read) -> None:
    results = read(teams(match(match_board(1, "<IMPS>-5</IMPS>")), "VPS")).tables["results"]
    assert results.select(OFFICIAL).rows() == [("1", "2", -5.0, 5.0), ("2", "1", 5.0, -5.0)]


def test_point_a_board(read: Read) -> None:
    points = "<TEAM_POINTS>2</TEAM_POINTS><OPPOSING_TEAM_POINTS>0</OPPOSING_TEAM_POINTS>"
    reading = read(teams(match(match_board(1, points), scores=("2", "0")), "PAB", "PAB"))
    assert reading.findings.is_empty()
    assert reading.tables["sessions"].select("kind", "team_scoring").rows() == [("teams", "point_a_board")]
    assert reading.tables["matches"].select(MATCH).rows() == [
        (3, "1", "2", 1, None, None, 2.0),
        (3, "2", "1", 1, None, None, 0.0),
    ]
    assert reading.tables["results"].select(OFFICIAL).rows() == [("1", "2", 2.0, 0.0), ("2", "1", 0.0, 2.0)]


def test_a_match_scored_in_imps_has_what_the_file_states(read: Read) -> None:
    reading = read(teams(match(match_board(1, ""), scores=("12", "-12")), "IMPS"))
    assert reading.tables["matches"].select(MATCH).rows() == [
        (3, "1", "2", 1, 12.0, None, None),
        (3, "2", "1", 1, -12.0, None, None),
    ]


def test_a_match_of_which_only_the_score_is_given_is_kept(read: Read) -> None:
    reading = read(teams(match(name="Hearts", number="") + match_board(1, ""), "VPS"))
    assert reading.tables["matches"].select(MATCH).rows() == [
        (1, "1", "2", None, None, 13.0, None),
        (1, "2", "1", None, None, 7.0, None),
    ]


def test_matches_in_unknown_points_are_told(read: Read) -> None:
    reading = read(teams(match(match_board(1, "<IMPS>-5</IMPS>")), "HYBRID"))
    assert reading.findings.select("severity", "field", "value").rows() == [
        ("warning", "MATCH_SCORING_METHOD", "HYBRID")
    ]
    assert reading.tables["matches"].select("imps", "vp", "points").rows() == [(-5.0, None, None), (5.0, None, None)]


def test_the_datum_of_a_board(read: Read) -> None:
    with_datum = board(1, ("1", "2", PLAYED)).replace(
        "</BOARD_NUMBER>", "</BOARD_NUMBER><BOARD_AVERAGE>-50</BOARD_AVERAGE>"
    )
    reading = read(event(PAIRS + with_datum, "BUTLER_PAIRS"))
    assert reading.tables["results"]["official_datum"].to_list() == [-50.0]


def test_a_file_on_one_line_still_tells_its_results_apart(read: Read) -> None:
    flat = event(PAIRS + board(1, ("1", "2", PLAYED)) + board(2, ("1", "2", PLAYED))).replace("\n", " ")
    assert read(flat).tables["results"]["line_no"].to_list() == [1, 2]


def test_latin_1_that_is_not_declared(read: Read) -> None:
    text = event(PAIRS + board(1, ("1", "2", PLAYED))).replace(' encoding="UTF-8"', "").replace("Ann 1", "Åse 1")
    reading = read(text.encode("latin-1"))
    assert reading.findings.is_empty()
    assert reading.tables["players"]["name"].to_list()[0] == "Åse 1"


def test_a_player_without_name_and_number_is_told(read: Read) -> None:
    nameless = "<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER><PLAYER></PLAYER></PAIR></PARTICIPANTS>"
    reading = read(event(nameless + board(1, ("1", "2", PLAYED))))
    assert reading.findings.select("field", "value").rows() == [("player", "pair 1")]


def _with_entities(entities: str, text: str) -> str:
    return f'<!DOCTYPE USEBIO [{entities}]>\n<USEBIO Version="{text}"><EVENT>{text}</EVENT></USEBIO>'


BOMB = '<!ENTITY a0 "laughs">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "content",
    [
        _with_entities(BOMB, "&a11;"),
        _with_entities('<!ENTITY secret SYSTEM "file:///etc/hostname">', "").replace(
            "<EVENT>", "<EVENT><EVENT_DESCRIPTION>&secret;</EVENT_DESCRIPTION>"
        ),
    ],
    ids=["entity bomb", "external entity"],
)
def test_a_file_with_entities_is_refused(read: Read, content: str) -> None:
    reading = read(content)
    assert all(table.is_empty() for table in reading.tables.values())
    [finding] = reading.findings.rows(named=True)
    assert finding["severity"] == "error"
    assert "entities" in finding["message"]


def test_a_file_that_breaks_off_is_read_up_to_there(read: Read) -> None:
    whole = event(PAIRS + board(1, ("1", "2", PLAYED), ("2", "1", PLAYED.replace("550", "-1400"))))
    reading = read(whole[: whole.index("-1400") + 3])
    assert reading.tables["results"]["score"].to_list() == [550]
    assert reading.findings.select("line_no", "code").rows() == [
        (10, "xml.not_sound"),
        (None, "usebio.left_out"),
    ]
    assert reading.findings["message"][1].startswith(
        "elements TRAVELLER_LINE are not read, because the file is not sound (1 of 2)"
    )


def test_a_file_that_begins_with_damage_is_read_and_said(read: Read) -> None:
    reading = read(b"\0\0\0\0" + event(PAIRS + board(1, ("1", "2", PLAYED))).encode())
    assert reading.tables["results"].height == 1
    assert reading.findings["code"].to_list() == ["decoding.letters"]


@needs_real_data
def test_a_match_that_breaks_off_has_no_result() -> None:
    [path] = real_files("usebio/multiple-teams.xml")
    content = path.read_bytes()
    matches = usebio.read(content, "session").sheets["matches"]
    second_score = content.index(b"<IMPS>", content.index(b"<BOARD>", content.index(b"<ROUND_NUMBER>2"))) + 8
    assert usebio.read(content[:second_score], "session").sheets["matches"].equals(matches.head(2))


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
    reading = read_file(path, path.name)
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
@pytest.mark.parametrize(
    ("name", "kind", "winners", "together"),
    [
        ("compscore-butler_mitchell", "butler", 2, None),
        ("compscore-cross_imp_howell", "cross_imp", 1, None),
        ("compscore-mp_pairs_howell", "pairs", 1, None),
        ("compscore-mp_pairs_mitchell_adjusted_02", "pairs", 2, None),
        ("mp-pairs", "pairs", 2, None),
        ("multi-section", "pairs", 1, "A+B"),
        ("multiple-teams", "teams", 1, None),
        ("point-a-board", "teams", 1, None),
    ],
)
def test_what_the_real_files_are(name: str, kind: str, winners: int, together: str | None) -> None:
    [path] = real_files(f"usebio/{name}.xml")
    columns = ("session_id", "kind", "winners", "together")
    assert read_file(path, path.name).tables["sessions"].select(columns).rows() == [(name, kind, winners, together)]


@needs_real_data
def test_matches_of_real_teams_add_up_to_their_totals() -> None:
    [path] = real_files("usebio/multiple-teams.xml")
    tables = read_file(path, path.name).tables
    totals = tables["matches"].group_by("team").agg(pl.col("vp").sum(), pl.col("imps").sum())
    official = tables["official_results"].join(totals, left_on="entrant", right_on="team", how="left")
    assert official["points"].to_list() == official["vp"].to_list()
    assert official["imps"].sum() == 0


@needs_real_data
def test_matches_of_a_real_point_a_board_add_up_to_their_boards_and_totals() -> None:
    [path] = real_files("usebio/point-a-board.xml")
    tables = read_file(path, path.name).tables
    assert tables["sessions"]["team_scoring"].to_list() == ["point_a_board"]
    of_boards = (
        tables["results"]
        .group_by("round", team="ns", opponent="ew")
        .agg(pl.col("official_ns_points").sum().alias("sum"))
    )
    compared = tables["matches"].join(of_boards, on=["round", "team", "opponent"])
    assert compared.height == tables["matches"].height == 56
    assert compared["points"].to_list() == compared["sum"].to_list()
    totals = tables["matches"].group_by("team").agg(pl.col("points").sum().alias("sum"))
    official = tables["official_results"].join(totals, left_on="entrant", right_on="team", how="left")
    assert official["points"].to_list() == official["sum"].to_list()


@needs_real_data
def test_the_datums_of_a_real_butler() -> None:
    [path] = real_files("usebio/compscore-butler_mitchell.xml")
    results = read_file(path, path.name).tables["results"]
    assert results["official_datum"].null_count() == 0
    assert results.select("board", "official_datum").n_unique() == 35


def _result_lines(content: bytes) -> list[tuple[object, ...]]:
    sheet = usebio.read(content, "session").sheets.get("results", pl.DataFrame())
    return sheet.rows()
