"""PBN as Ruter and Magic Contest write it."""

import datetime as dt
import re
from pathlib import Path

import polars as pl
import pytest
from club_folders import tables_of
from each import cases, items
from result_files import Read, codes, needs_real_data, real_files, real_reading, rows

from pipelines.intake.readers import Reading
from transforms.bridge.contracts import contract_score

HEADER = r"""% PBN 2.0
% <META  name=ContestDate                content="2015-06-17">
[Event "Sommarbridge"]
[Date "2015.06.17"]
[Board "1"]
[Scoring "MatchPoints;MP1"]
[Competition "Pairs"]
[EventDate "2015.06.10"]
[TotalScoreTable "Rank\2R;PairId\2R;TotalScoreMP\3R;TotalPercentage\5R;Names\45L;MemberID1\7R;MemberID2\7R"]
1 5 26 65.48 "Åse Lid - Bo Strand" "17" "18"
2 1 22 63.10 "Kari Moe - Ola By" "19" "-"
"""
SCORES = (
    r'[ScoreTable "Table\1R;Round\1R;PairId_NS\2R;PairId_EW\2R;Contract\3L;Declarer\1R;Result\2R'
    r';Score_NS\5R;Score_EW\6R;MP_NS\2R;MP_EW\2R;Percentage_NS\3R;Percentage_EW\3R"]'
    "\n"
)


_NOT_HERE = ("session_id", "file_id", "line", "subfield", "official_datum", "lead", "auction", "play")


def test_a_session_with_its_pairs_and_result_list(read: Read) -> None:
    reading = read(HEADER + SCORES + '1 2  5  1 3NX N 10 "650"      -  2 -2 100   0\n', "2015/june 17.pbn")
    assert reading.format == "pbn"
    assert reading.findings.is_empty()
    assert reading.tables["sessions"].drop(
        "together", "team_scoring", "event", "carry", "datum_drop", "simultaneous"
    ).rows() == [("2015/june 17", dt.date(2015, 6, 17), "pairs", "Sommarbridge", 1, "2015/june 17.pbn", 4)]
    assert rows(reading, "entries", "line", "entrant", "player_id") == [
        *(("A", "5", "17"), ("A", "5", "18"), ("A", "1", "19"), ("A", "1", "Ola By"))
    ]
    assert rows(reading, "players", "player_id", "name") == [
        *(("17", "Åse Lid"), ("18", "Bo Strand"), ("19", "Kari Moe"), ("Ola By", "Ola By"))
    ]
    assert rows(reading, "official_results", "entrant", "points", "score", "rank", "line_no") == [
        ("5", 26.0, 65.48, 1, 10),
        ("1", 22.0, 63.10, 2, 11),
    ]
    assert reading.tables["results"].drop(*_NOT_HERE).rows() == [
        (2, "1", 1, "5", "1", "3NX", "N", 10, 650, None, 2.0, -2.0, True, 13)
    ]


@cases(
    ('4S  N 10 "420"      -  1 -1  75  25', 420, None),
    ('4S  E 10     -  "420" -1  1  25  75', -420, None),
    ('Pass - -  "0"      -  1 -1  75  25', 0, None),
    ('-   -  -  "A="   "A="  0  0  50  50', None, "average"),
    ('-   -  -  "A+"   "A-"  1 -1  60  40', None, "a+_-"),
    ('-   -  -  "A="   "A+"  0  1  50  60', None, "a50_+"),
    ('-   -  -  "+0"   "A+" -3  2  20  65', None, "a20_+"),
    ('-   -  -  "+0"   "+0"  2 -2  75  25', None, "a75_25"),
    ('6DX N  9      - "800>a"  1  1  60  60', -800, "a60_60"),
    ("-   -  -      -      -  -  -   -   -", None, "not_played"),
)
def test_scores_and_the_words_in_their_place(read: Read, cells: str, score: int | None, ruling: str | None) -> None:
    reading = read(f"{HEADER}{SCORES}1 1  5  1 {cells}\n")
    assert reading.findings.is_empty()
    assert rows(reading, "results", "score", "ruling") == [(score, ruling)]


@cases(
    (SCORES + '1 1  5  - - - - "Bye" "Bye" 0.3 - 54 -\n', ("ns", "ew", "score", "ruling"), ("5", None, None, None)),
    ('[ScoreTable "Score_NS;PairId_EW;Score_EW;PairId_NS"]\n50 1 - 5\n', ("ns", "ew", "score"), ("5", "1", 50)),
    # points counted from zero, and centred ones
    *(
        (f'{SCORES}1 1  5  1 4S N 10 "420" - {points} 75 25\n', ("official_centred",), (centred,))
        for points, centred in (("3.5 -3.5", True), ("9.5 2.5", False), ("- -", None))
    ),
)
def test_a_line_by_its_columns(read: Read, table: str, columns: tuple[str, ...], expected: tuple[object, ...]) -> None:
    assert rows(read(HEADER + table), "results", *columns) == [expected]


AWARD = '1 1  5  1 -    -  - "Pen"  "Pen"  {} {}   -   -\n1 1 5 1 1N N 7 "90" - 1 -1 75 25\n'
GIVEN = ("line", "entrant", "amount", "unit", "reason")


def with_penalty(*amounts: str) -> str:
    header = HEADER.replace(r"MemberID1\7R", r"ScorePenalty\3R;MemberID1\7R")
    return header.replace('Strand" ', f'Strand" {amounts[0]} ').replace('Ola By" ', f'Ola By" {amounts[1]} ')


@cases(
    (("4.0", "-"), ("4.0", "0.0"), [-4.0, None], [("A", "5", 4.0, "points", "director")], []),
    (("-2.5", "0.0"), ("-2.5", "0.0"), [2.5, 0.0], [("A", "5", -2.5, "points", "director")], []),
    (
        *(None, ("3.0", "-3.0"), [None, None]),
        *([("A", "5", 3.0, "points", "director"), ("A", "1", -3.0, "points", "director")], []),
    ),
    (None, ("-", "-"), [None, None], [], [(13, "warning", "Pen")]),
)
def test_points_of_the_director_are_an_adjustment_and_no_result_line(
    read: Read,
    *,
    listed: tuple[str, str] | None,
    on_row: tuple[str, str],
    penalties: list[float | None],
    given: list[tuple[object, ...]],
    problems: list[tuple[object, ...]],
) -> None:
    """Without a sum in the result list the rows themselves count."""
    reading = read((with_penalty(*listed) if listed else HEADER) + SCORES + AWARD.format(*on_row))
    assert rows(reading, "findings", "line_no", "severity", "field") == problems
    assert reading.tables["results"].height == 1
    assert reading.tables["official_results"]["penalty"].to_list() == penalties
    assert ([] if not given else rows(reading, "adjustments", *GIVEN)) == given
    assert reading.tables["adjustments"].height == len(given)


def test_a_missing_column_costs_its_own_board_only(read: Read) -> None:
    second = '\n[Board "2"]\n' + SCORES.replace("PairId_EW", "Pair_EW") + '1 1 5 1 4S N 10 "420" - 1 -1 75 25\n'
    reading = read(HEADER + SCORES + '1 1 5 1 4S N 10 "420" - 1 -1 75 25\n' + second)
    assert rows(reading, "results", "board") == [(1,)]
    [finding] = reading.findings.rows(named=True)
    assert (finding["line_no"], finding["severity"], finding["field"]) == (16, "error", "PairId_EW")
    assert "board 2" in finding["value"]


def test_an_odd_line_or_date_is_reported_and_the_rest_is_read(read: Read) -> None:
    odd = '1 1 5 1 4S N 10 "420" -\n1 1 1 5 4Z N 10 "420" - 1 -1 75 25\n1 1 5 1 4S N ten "xyz" - 1 -1 75 25\n'
    reading = read(HEADER + SCORES + odd)
    assert rows(reading, "results", "contract", "tricks", "score") == [(None, 10, 420), ("4S", None, None)]
    assert rows(reading, "findings", "line_no", "field", "value") == [
        *((13, "ScoreTable", '1 1 5 1 4S N 10 "420" -'), (14, "contract", "4Z"), (15, "tricks", "ten")),
        (15, "score", "xyz"),
    ]
    wrong = re.sub(r'\[(Event)?Date ".*"\]\n|% <META.*\n', "", HEADER) + '[Date "2015.02.30"]\n'
    reading = read(wrong + SCORES + '1 1 5 1 4S N 10 "420" - 1 -1 75 25\n')
    assert reading.tables["sessions"]["date"].to_list() == [None]
    assert rows(reading, "findings", "field", "value") == [("date", "2015.02.30")]


@cases(
    ('[Event "?"]\n[Board "1"]\n[Deal "N:A.. K.. Q.. J.."]\n', []),
    ('% PBN 2.1\n[Event "Club evening"]\n', [("error", "pbn.no_results")]),
    (
        '[Board "1"]\n[Deal "N:A.. K.. Q.. J.."]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n',
        [("error", "pbn.no_results")],
    ),
)
def test_a_file_without_results_is_reported(read: Read, content: str, problems: list[tuple[object, ...]]) -> None:
    reading = read(content)
    assert (reading.format, reading.tables["sessions"].height) == ("pbn", 0)
    assert rows(reading, "findings", "severity", "code") == problems


@pytest.fixture(scope="module")
def real() -> dict[Path, Reading]:
    return {path: real_reading(path) for path in real_files("pbn/*/*.pbn")}


@needs_real_data
@pytest.mark.parametrize(("folder", "sessions"), [("spiren", 86), ("bridgekam", 4)])
def test_every_result_line_of_the_real_files_is_read(real: dict[Path, Reading], folder: str, sessions: int) -> None:
    files = [path for path in real if path.parent.name == folder]
    readings = [real[path] for path in files]
    assert len(files) == sessions
    assert [reading.format for reading in readings] == ["pbn"] * sessions
    assert [reading.tables["sessions"].height for reading in readings] == [1] * sessions
    dates = pl.concat(reading.tables["sessions"] for reading in readings)
    assert dates["date"].cast(pl.String).to_list() == [path.stem for path in files]

    assert [reading.tables["results"].height for reading in readings] == [_score_lines(path) for path in files]
    findings = pl.concat(reading.findings for reading in readings)
    # Four times one stand-in's name, without a number, sits down twice: at two pairs, or as both of one.
    codes = ["players.nameless"] * 4
    assert findings["code"].to_list() == {"spiren": codes, "bridgekam": []}[folder]


@needs_real_data
def test_what_the_real_files_state_of_themselves_is_true_of_their_rows(real: dict[Path, Reading]) -> None:
    assert len(real) == 90
    for path, reading in real.items():
        results = reading.tables["results"]
        assert dict(reading.tables["stated"].select("what", "value").rows()) == {
            "entrants": pl.concat([results["ns"], results["ew"]]).drop_nulls().n_unique(),
            "rounds": results["round"].n_unique(),
            "tables": results["table"].n_unique(),
            "boards": results["board"].n_unique(),
            "results": results.height,
        }, path


@needs_real_data
def test_nobody_in_the_real_files_is_a_number_lent_for_the_evening(real: dict[Path, Reading]) -> None:
    entries = pl.concat(reading.tables["entries"] for reading in real.values())
    players = pl.concat(reading.tables["players"] for reading in real.values())
    assert entries.height == 2_436 - 8  # those whose one name sits down twice
    assert not entries["player_id"].str.starts_with("+").any()
    named = players.group_by("player_id").agg(pl.col("name").unique())
    shared = named.filter(pl.col("name").list.len() > 1)["player_id"].sort().to_list()
    # Each of these numbers is on the lists of two evenings under two names: the club's own mistakes.
    assert shared == ["100080", "100111", "100120"]


@needs_real_data
def test_the_points_of_a_pair_add_up_to_its_official_total(real: dict[Path, Reading]) -> None:
    results = pl.concat(reading.tables["results"] for reading in real.values())
    official = pl.concat(reading.tables["official_results"] for reading in real.values())
    sides = pl.concat(
        results.select("session_id", entrant=side, points=f"official_{side}_points") for side in ("ns", "ew")
    ).drop_nulls()
    added = sides.group_by("session_id", "entrant").agg(pl.col("points").sum().alias("added"), lines=pl.len())
    compared = official.join(added, on=["session_id", "entrant"], how="left").with_columns(
        off=(pl.col("points") - pl.col("added") + pl.col("penalty").fill_null(0)).abs()
    )
    assert compared["added"].null_count() == 0
    rounding = 0.05 * compared["lines"] + 0.5
    assert (compared["off"] <= rounding).all()


@needs_real_data
def test_contracts_give_the_scores_of_the_real_files(real: dict[Path, Reading]) -> None:
    results = pl.concat(reading.tables["results"] for reading in real.values())
    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    played = results.filter(pl.col("contract").is_not_null()).with_columns(from_contract=score)
    assert played.height == 13_543
    assert played.filter(pl.col("from_contract").ne_missing(pl.col("score"))).is_empty()


def _score_lines(path: Path) -> int:
    """Result lines counted by hand: those under a ScoreTable, without points given by the director."""
    text = path.read_text(encoding="latin-1")
    tables = re.findall(r'\[ScoreTable "[^\]]*\]\n((?:[^\[%\n][^\n]*\n)+)', text)
    return sum(table.count("\n") - table.count('"Pen"') // 2 for table in tables)


def of_event(number: str, column: str, count: str = "2") -> str:
    """A session of an event of several: the number and the first column of percentages as Ruter writes them."""
    said = f'% <META name=CRSession content="{number}">\n% <META name=CRSessionCount content="{count}">\n'
    listed = HEADER.replace("% <META", f"{said}% <META", 1).replace("TotalPercentage", f"{column};TotalPercentage")
    listed = listed.replace(" 65.48 ", " 70.00 65.48 ").replace(" 63.10 ", " 60.00 63.10 ")
    return listed + SCORES + '1 2  5  1 3NX N 10 "650"      -  2 -2 100   0\n'


OF_ALL: list[tuple[object, ...]] = [("5", 26.0, 65.48, 1), ("1", 22.0, 63.10, 2)]


@cases(
    (("1", "SessionPercentage"), OF_ALL, ["pbn.session_of_event"]),
    (("2", "SessionPercentage"), [("5", None, 70.0, None), ("1", None, 60.0, None)], ["pbn.session_of_event"]),
    (("2", "Club"), [("5", None, None, None), ("1", None, None, None)], ["pbn.session_of_event"]),
    (("1", "Club", "1"), OF_ALL, []),
)
def test_a_list_that_adds_up_sessions_is_not_that_of_one(
    read: Read, given: tuple[str, ...], official: list[tuple[object, ...]], said: list[str]
) -> None:
    reading = read(of_event(*given), "cup 2.pbn")
    assert rows(reading, "official_results", "entrant", "points", "score", "rank") == official
    assert reading.findings["code"].to_list() == said
    assert all(
        'event = "Sommarbridge" and the name of the session, here session = "cup 2"' in one
        for one in reading.findings["message"]
    )


_SEVERAL = '% <META name=CRSession content="2">\n'
_OF_SESSION = "Rank;PairId;TotalPercentage;SessionPercentage;NrBoards;Names"


def test_a_result_list_alone_is_read_as_totals(read: Read) -> None:
    """Without a number of boards for each pair it is that of the boards in the file."""
    rows_of_list = '1 1 56.25 24 "Ann A - Bob B"\n2 2 43.75 20 "Cy C - Di D"\n'
    head = '% PBN 2.1\n[Date "2025.09.02"]\n[Board "1"]\n[Scoring "MatchPoints"]\n'
    table = f'[TotalScoreTable "Rank;PairId;TotalPercentage;NrBoards;Names"]\n{rows_of_list}'
    found = read(head + table)
    columns = ("line", "entrant", "boards", "percentage", "rank")
    assert rows(found, "totals", *columns) == [("A", "1", 24, 56.25, 1), ("A", "2", 20, 43.75, 2)]
    assert codes(found) == ["pbn.no_results/with_list"]
    assert found.findings["severity"].to_list() == ["warning"]
    assert found.tables["entries"].height == 4
    assert rows(found, "sessions", "date", "kind") == [(dt.date(2025, 9, 2), "pairs")]
    assert found.tables["official_results"].is_empty()
    without = head + '[TotalScoreTable "Rank;PairId;TotalScoreIMP;Names"]\n1 1 12 "A - B"\n2 2 -12 "C - D"\n'
    in_imps = read(without.replace("MatchPoints", "IMP;Butler"))
    assert rows(in_imps, "totals", "entrant", "boards", "imps") == [("1", 1, 12), ("2", 1, -12)]
    assert in_imps.tables["sessions"]["kind"].to_list() == ["butler"]


def test_two_winners_of_a_result_list_alone_are_ranked_apart(read: Read) -> None:
    table = '[TotalScoreTable "Rank;PairId;Direction;TotalPercentage;NrBoards;Names"]\n'
    lines = '1 1 "N-S" 60 24 "A - B"\n2 2 "N-S" 40 24 "C - D"\n1 1 "E-W" 55 24 "E - F"\n2 2 "E-W" 45 24 "G - H"\n'
    found = read(f'% PBN 2.1\n[Board "1"]\n{table}{lines}')
    assert found.tables["sessions"]["winners"].to_list() == [2]
    assert found.tables["totals"]["entrant"].to_list() == ["1NS", "2NS", "1EW", "2EW"]
    assert set(found.tables["entries"]["direction"]) == {"NS", "EW"}


@items(
    (_SEVERAL, "Rank;PairId;TotalPercentage;NrBoards;Names", "1 1 56.25 24 A"),
    ("", _OF_SESSION, "1 1 56.25 60 24 A"),
    ids=["the second session", "a column of the session"],
)
def test_a_result_list_of_several_sessions_alone_is_left_out(read: Read, remark: str, columns: str, row: str) -> None:
    found = read(f'% PBN 2.1\n{remark}[Board "1"]\n[TotalScoreTable "{columns}"]\n{row}\n')
    assert codes(found) == ["pbn.no_results/cumulative"]
    assert found.tables["totals"].is_empty()
    assert found.tables["sessions"].is_empty()


INDIVIDUAL = r"""% PBN 2.0
[Event "Enkeltmenn"]
[Date "2026.05.05"]
[Board "1"]
[Scoring "MatchPoints;MP1"]
[Competition "Individuals"]
[TotalScoreTable "Rank\2R;PlayerId\2R;TotalScoreMP\5R;TotalPercentage\5R;Name\20L;NrBoards\2R;MemberID\7R"]
1 1 1.0 100.00 "Åse Lid" 1 "17"
1 2 1.0 100.00 "Bo Strand" 1 "18"
1 7 1.0 100.00 "Ola Dahl og Per Moe" 1 "-"
1 8 1.0 100.00 "Gro Vik" 1 "24"
5 3 -1.0 0.00 "Kari Moe" 1 "19"
5 4 -1.0 0.00 "Ola By" 1 "20"
5 5 -1.0 0.00 "Eva Li" 1 "21"
5 6 -1.0 0.00 "Finn Ek" 1 "22"
[ScoreTable "Table;Round;PlayerId_North\2R;PlayerId_South\2R;PlayerId_East\2R;PlayerId_West\2R;Contract\4L;Declarer;
Result;Lead;Score_NS;Score_EW;MP_North;MP_South;MP_East;MP_West;Percentage_North\3R;Percentage_East\3R"]
1 1 1 2 3 4 4S N 10 HA "420" - 1.0 1.0 -1.0 -1.0 100 0
2 1 5 6 7 8 4S N 9 HA - "50" -1.0 -1.0 1.0 1.0 0 100
"""
TEAMS = r"""% PBN 2.0
[Event "Seriespill"]
[Date "2026.05.06"]
[Board "1"]
[Scoring "IMP;VP"]
[Competition "Teams"]
[TotalScoreTable "Rank\2R;TeamId\2R;TeamName\20L;TotalScoreVP\5R;Roster\60L"]
1 2 "Nord" 27.50 "Ann Li - Bo Ek - Cy Moe - Di By"
2 1 "Sør" 21.00 "Ed Lie - Flo Dal - Gus Vik"
3 3 "Vest" 11.50 "Hal Bø - Ida Ås"
[ScoreTable "Round\1R;TeamId_Home\2R;TeamId_Away\2R;VP_Home\5R;VP_Away\5R"]
1 1 2 8.00 12.00
2 3 2 4.50 15.50
3 1 3 13.00 7.00
"""


def test_an_individual_has_four_players_a_line(read: Read) -> None:
    reading = read(INDIVIDUAL)
    assert reading.findings.is_empty()
    assert rows(reading, "sessions", "kind", "winners") == [("pairs", 1)]
    assert rows(reading, "results", "ns", "ew", "score", "official_ns_points", "official_ew_points") == [
        *(("1+2", "3+4", 420, 1.0, -1.0), ("5+6", "7+8", -50, -1.0, 1.0))
    ]
    assert rows(reading, "official_results", "entrant", "score", "rank")[::4] == [("1", 100.0, 1), ("3", 0.0, 5)]
    # A single player's name is one name, whatever it has in it.
    assert rows(reading, "entries", "entrant", "player_id")[2:4] == [("7", "Ola Dahl og Per Moe"), ("8", "24")]
    tables = tables_of({"enkeltmenn.pbn": INDIVIDUAL}, wanted=("scored.session_results", "scored.official_differences"))
    assert tables["scored.official_differences"].is_empty()
    ranked = tables["scored.session_results"].select("entrant", "score", "rank").sort("entrant").rows()
    assert ranked[0::4] == [("1", 100.0, 1), ("5", 0.0, 5)]


def test_pairs_with_the_numbers_of_their_players_stay_pairs(read: Read) -> None:
    header = (
        '[ScoreTable "PairId_NS;PairId_EW;PlayerId_North;PlayerId_South;PlayerId_East;PlayerId_West;MP_NS;MP_North"]'
    )
    header = header.replace("MP_NS;", "Score_NS;MP_NS;")
    reading = read(HEADER + header + "\n5 1 17 18 19 20 420 2 9\n")
    assert rows(reading, "results", "ns", "ew", "score", "official_ns_points") == [("5", "1", 420, 2.0)]


def test_teams_without_boards_have_their_matches(read: Read) -> None:
    reading = read(TEAMS)
    assert reading.findings.is_empty()
    assert rows(reading, "sessions", "kind", "team_scoring") == [("teams", None)]
    assert rows(reading, "matches", "round", "team", "opponent", "vp")[2:4] == [(2, "3", "2", 4.5), (2, "2", "3", 15.5)]
    assert rows(reading, "official_results", "entrant", "points", "rank")[0] == ("2", 27.5, 1)
    assert len(reading.tables["entries"]) == 4 + 3 + 2
    list_alone = TEAMS[: TEAMS.index("[ScoreTable")]
    assert codes(read(list_alone)) == ["pbn.no_results/with_list"]
    assert rows(read(list_alone), "totals", "entrant", "vp", "rank")[0] == ("2", 27.5, 1)
    tables = tables_of({"seriespill.pbn": TEAMS}, wanted=("scored.session_results", "scored.official_differences"))
    assert tables["scored.official_differences"].is_empty()
    ranked = tables["scored.session_results"].sort("rank").select("entrant", "points", "rank").rows()
    assert ranked == [("2", 27.5, 1), ("1", 21.0, 2), ("3", 11.5, 3)]
