"""The landing tables, as CSV and as workbooks."""

import datetime as dt

import polars as pl
import pytest
from each import cases
from result_files import Read, rows
from workbooks import workbook

from transforms.tables.schemas import COMPETITION, LANDING
from transforms.tables.shared import usual_value

SESSIONS = "session_id,date,kind,together,title\n"
RESULTS = "session_id,line,round,table,board,ns,ew,contract,declarer,tricks,score,ruling\n"


@cases(
    (SESSIONS, "1,2025-09-02,teams,A+C,Opening night", "sessions"),
    ("session_id,line,entrant,player_id,substitutes_for\n", "1,A,4,p7,p9", "entries"),
    (RESULTS, "1,A,2,3,14,4,5,4H,N,10,420,", "results"),
    ("session_id,line,round,team,opponent,boards,imps,vp\n", "1,A,1,3,4,24,-7,8.42", "matches"),
    ("session_id,line,entrant,boards,percentage,rank\n", "1,A,4,24,56.25,2", "totals"),
    ("session_id,line,entrant,boards,imps\n", "1,A,4,24,-7", "totals"),
    ("session_id,line,entrant,boards,vp,points,maximum\n", "1,A,4,24,31.5,31.5,40", "totals"),
    ("session_id,player_id,points\n", "1,p7,72.5", "ranking_points"),
    ("session_id,line,entrant,amount,unit,reason\n", "1,A,4,-10,percent_of_top,late", "adjustments"),
    ("session_id,date,kind,team_scoring,event,carry\n", "1,2025-09-02,teams,imps,cup,0.5", "sessions"),
    ("partnership_id,player_id\n", "ann & bob,p7", "partnerships"),
    ("player_id,name,member,nationality,substitute_ranking\n", "p7,Ann,true,NL,68.5", "players"),
    ("game_id,date,event,player_id,opponent_id,points,opponent_points\n", "1,2026-01-03,cup,a,b,1.5,0.5", "games"),
    ("list_date,player_id,rating,games\n", "2025-01-01,a,1480.5,12", "ratings"),
)
def test_each_table_is_known_by_its_columns(read: Read, header: str, row: str, table: str) -> None:
    reading = read(f"{header}{row}\n")
    assert reading.format == "csv"
    assert reading.findings.is_empty()
    assert {name: rows.height for name, rows in reading.tables.items() if rows.height} == {table: 1}
    [values] = reading.tables[table].select(header.strip().split(",")).rows()
    assert len([value for value in values if value is not None]) == len([cell for cell in row.split(",") if cell])


def test_what_a_row_of_a_session_leaves_open(read: Read) -> None:
    row = read("session_id,date\n1,2025-09-02\n").tables["sessions"].row(0, named=True)
    given = {"session_id": "1", "date": dt.date(2025, 9, 2)}
    empty = dict.fromkeys(("kind", "winners", "together", "title", "team_scoring", "event", "carry", "datum_drop"))
    assert row == {"simultaneous": None, **given, **empty, "file_id": "evening.txt", "line_no": 2}


USABLE = {
    **{"session_id": "1", "date": "2025-09-02", "kind": "pairs", "winners": "1", "line": "A", "entrant": "4"},
    **{"player_id": "p7", "name": "Ann", "board": "14", "ns": "4", "ew": "5", "score": "420", "round": "2"},
    **{"team": "3", "opponent": "5", "amount": "-10", "unit": "points", "partnership_id": "ann & bob"},
    **{"game_id": "g1", "boards": "24", "scheme": "tbf", "opponent_id": "p9", "points": "1", "opponent_points": "0"},
    **{"list_date": "2025-01-01", "alias": "p8", "rating": "1480"},
    "deal": "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632",
}
"""What to write in the columns that a row may need."""
ID = pl.lit("0" * 26)
OF_PROGRAMS = ("official_results", "stated", "schedule")
TYPED_BY_HAND = [(name, schema) for name, schema in LANDING.items() if name not in OF_PROGRAMS]
CELLS = [
    (name, column)
    for name, schema in TYPED_BY_HAND
    for column in schema.column_names()
    if column not in {*COMPETITION, "file_id", "line_no"} and not column.startswith("official_")
]

ODD = ("", " ", "?", "paris", "0", "-1", "1e3", "99999999999", "NaN", "inf", "2025-13-01")


@pytest.mark.parametrize(("name", "column"), CELLS)
def test_no_cell_makes_a_table_that_its_schema_refuses(read: Read, name: str, column: str) -> None:
    """A row that needs the cell is left out, and reported; any other stays without it."""
    schema = LANDING[name]
    header = [known for known in schema.column_names() if known in USABLE or known == column]
    lines = [[written if known == column else USABLE.get(known, "") for known in header] for written in ODD]
    reading = read(
        "\n".join(",".join(cells) for cells in (header, *lines, [USABLE.get(known, "") for known in header]))
    )
    rows = reading.tables[name]
    assert rows["line_no"].max() == len(ODD) + 2
    problems = reading.findings.filter(severity="error", field=column)["line_no"]
    assert set(range(2, len(ODD) + 3)) - set(rows["line_no"]) <= set(problems)
    if name == "sessions":  # competition.toml or another file may give a date, the kind and the number of winners
        usual = (pl.col(column).fill_null(usual_value(schema, column)) for column in ("kind", "winners"))
        rows = rows.filter(pl.col("date").is_not_null()).with_columns(usual)
    if name == "deals":  # what is not given follows from the number of the board, and the id from the cards
        rows = rows.with_columns(pl.col("dealer").fill_null("N"), pl.col("vulnerable").fill_null("none"), deal_id=ID)
    in_season = (pl.lit(name).alias(name) for name in COMPETITION if name in schema.column_names())
    for row in rows.with_columns(in_season).select(schema.column_names()).iter_slices(1):
        schema.validate(row)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_separators_encodings_and_line_ends(read: Read, separator: str, encoding: str, newline: str) -> None:
    text = newline.join(("player_id,name", "007,Ren\xe9", "", "8,Bo", "")).replace(",", separator)
    reading = read(text.encode(encoding))
    assert reading.findings.is_empty()
    assert rows(reading, "players", "player_id", "name", "line_no") == [("007", "René", 2), ("8", "Bo", 4)]


OF_ENTRIES, OF_SCORES = "session_id,line,entrant,player_id", "session_id,line,board,ns,ew,score"
UNITS = (
    *(("points", "points"), ("Percent", "percent"), ("percent of top", "percent_of_top")),
    ("% of top", "percent_of_top"),
)


@cases(
    *(
        (
            f"session_id;line;entrant;amount;unit\n1;A;4;-10,5;{written}",
            *("adjustments", "entrant,amount,unit,reason", ("4", -10.5, unit, None)),
        )
        for written, unit in UNITS
    ),
    (f"{OF_SCORES}\n1,A,1,3+7,12 + 4,420", "results", "ns,ew", ("3+7", "12+4")),
    # a direction as pages abroad have it
    (f"{OF_ENTRIES}\n1,A,3OW,7", "entries", "entrant", ("3EW",)),
    (f"{OF_ENTRIES},direction\n1,A,3OW,7,ow", "entries", "direction", ("EW",)),
    ("session_id,line,entrant,amount,unit\n1,A,3ØV,-10,percent", "adjustments", "entrant", ("3EW",)),
    (f"{OF_SCORES}\n1,A,1,3NZ,4OW,420", "results", "ns", ("3NS",)),
    (f"{OF_SCORES}\n1,A,1,3NS,4EO,420", "results", "ew", ("4EW",)),
    # a formula is text
    ("player_id,name\n=1+1,=HYPERLINK(1)", "players", "player_id,name", ("=1+1", "=HYPERLINK(1)")),
    (" Player ID ;Session-id;ENTRANT;line\np7;1;4;a", "entries", OF_ENTRIES, ("1", "A", "4", "p7")),
    # the columns of the pairs must be there, but may be empty
    (f"{RESULTS}1,A,1,1,1,,4,,,,,", "results", "ns,ew", (None, "4")),
)
def test_a_cell_as_intended(read: Read, text: str, table: str, columns: str, expected: tuple[object, ...]) -> None:
    reading = read(f"{text}\n")
    assert reading.findings.is_empty()
    assert reading.tables[table].select(columns.split(",")).rows() == [expected]


@cases(
    ("session_id,line,entrant", "entries", "player_id"),
    ("session_id,line,pair,player_id,substitutes_for", "entries", "entrant"),
    ("session_id,line,round,table,board,ew,contract,declarer,tricks,score,ruling", "results", "ns"),
    ("session_id,line,board,north_south,east_west,scor", "results", "ns, ew, score"),
    ("a,b,list_date,c,rating,d,e,f", "ratings", "player_id"),
)
def test_a_table_without_a_column_is_one_error(read: Read, header: str, table: str, missing: str) -> None:
    reading = read(f"{header}\n{'1,' * header.count(',')}1\n")
    assert all(rows.is_empty() for rows in reading.tables.values())
    assert reading.findings.select("line_no", "severity", "field").rows() == [(1, "error", missing)]
    assert f"looks like the table {table}, but lacks {missing}," in reading.findings["message"].item()


@cases(
    *("player_id,partner_id", "player_id,partner_id,pair", "player,partner,partnership_id"),
    *("player_id,partner_id,name", "player_id,partner,notes", "player_id,partner_id,third_id"),
)
def test_a_list_of_who_is_present_is_no_table_of_players(read: Read, columns: str) -> None:
    """A hidden player stays hidden next to a partner."""
    reading = read(f"{columns}\n1027,Lotte Akkerman,2\nAnn Ames,1028,3\n")
    assert reading.tables["players"].is_empty()
    assert rows(reading, "findings", "code", "severity") == [("tables.present", "warning")]
    hides = read("player_id,partner_id,public\n1027,1028,false\n").tables["players"]
    assert hides.select("player_id", "public").rows() == [("1027", False)]


def test_an_unknown_column_is_reported_and_passed_over(read: Read) -> None:
    reading = read("player_id,name,shoe size,name,membr\np7,Ann,38,Bo,true\n")
    assert rows(reading, "players", "name", "member") == [("Ann", None)]
    assert rows(reading, "findings", "line_no", "severity", "field") == [
        (1, "warning", "shoe_size"),
        (1, "error", "name"),
        (1, "error", "membr"),
    ]
    unknown, twice, misspelt = reading.findings["message"]
    allowed = "Allowed columns: player_id, name, member, nationality, substitute_ranking"
    assert allowed in unknown
    assert "did you mean" not in unknown
    assert "twice" in twice
    assert f"did you mean member? {allowed}" in misspelt


@pytest.mark.parametrize("date", ["9/10/2025", " 09-10-2025"])
def test_a_date_that_may_be_month_first_is_reported_once(read: Read, date: str) -> None:
    reading = read(f"{SESSIONS}1,2025-10-08,,,\n2,{date},,,\n3,10/11/2025,,,\n")
    assert reading.tables["sessions"]["date"].to_list()[1:] == [dt.date(2025, 10, 9), dt.date(2025, 11, 10)]
    [finding] = reading.findings.rows(named=True)
    assert (finding["line_no"], finding["severity"], finding["value"]) == (3, "warning", date.strip())
    assert finding["message"] == (
        "this date is read as 9 October 2025 (2 such dates in all): to make it clear, write 2025-10-09"
    )


def test_a_workbook_holds_a_table_a_sheet(read: Read) -> None:
    content = workbook(
        {
            "Evenings": [["session_id", "date", "kind"], [], [7, dt.date(2025, 9, 2), "pairs"], ["007", "2025-09-09"]],
            "who": [["session_id", "line", "entrant", "player_id"], [7, "A", 4, 1234567]],
            "notes": [["call Ann about the coffee"]],
            "empty": [],
        }
    )
    reading = read(content)
    assert reading.format == "xlsx"
    assert rows(reading, "sessions", "session_id", "date", "kind", "line_no") == [
        ("7", dt.date(2025, 9, 2), "pairs", 3),
        ("007", dt.date(2025, 9, 9), None, 4),
    ]
    assert rows(reading, "entries", "session_id", "entrant", "player_id") == [("7", "4", "1234567")]
    assert rows(reading, "findings", "severity", "value") == [("warning", "call Ann about the coffee")]


def test_who_is_vulnerable_stays_in_a_table_of_deals(read: Read) -> None:
    """Results lose the column, since it only makes scores there."""
    deal = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
    rows = "".join(f"1,{board},{word},{deal}\n" for board, word in enumerate(("both", "All", "N-S", "", "purple"), 1))
    reading = read(f"session_id,board,vulnerable,deal\n{rows}")
    assert reading.tables["deals"]["vulnerable"].to_list() == ["both", "both", "ns", None, None]
    [problems] = reading.findings.rows(named=True)
    assert (problems["line_no"], problems["field"], problems["value"]) == (6, "vulnerable", "purple")
    assert "result" not in problems["message"]
    assert "score" not in problems["message"]
