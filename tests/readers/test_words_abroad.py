"""Columns, contracts and dates in other words and spellings: the finding names those that count."""

import polars as pl
import pytest
from each import cases
from factories import competitions
from result_files import Read

from pipelines.intake.readers.cells import last_of_month
from pipelines.intake.readers.landing_tables import _TABLES, _columns, read_csv
from pipelines.intake.readers.reading import reading
from pipelines.intake.readers.words_abroad import _COLUMNS, column_abroad, columns_abroad, table_named
from pipelines.intake.readers.words_abroad import _TABLES as NAMED
from transforms.checks import assemble
from transforms.intake.findings import causes_first

PENALTIES = (
    "Possible columns: session_id, line, entrant, amount, unit, reason. Needed: session_id, line, entrant, amount, unit"
)


@pytest.mark.parametrize("name", ["penalties.csv", "penalties.csv.txt", "2025/Penalties.csv", "straffen.csv", "x.csv"])
def test_columns_in_dutch_are_reported_with_those_that_they_are(read: Read, name: str) -> None:
    found = read("Zitting;Lijn;Paar;Hoeveel;Eenheid;Reden\n2025-09-09;A;2;-10;percent_of_top;laat\n", name)
    [expected] = found.findings.rows(named=True)
    assert (expected["code"], expected["severity"], expected["line_no"]) == ("unread.words_abroad", "error", 1)
    assert expected["message"].startswith("this looks like the table adjustments (penalties), ")
    renames = "rename them (zitting → session_id, lijn → line, paar → entrant, hoeveel → amount, eenheid → unit,"
    assert renames in expected["message"]
    assert PENALTIES in expected["message"]


@cases(
    *(
        ("wanneer;wie;wat\n2025-09-09;2;-10\n", name, "unread.words_of_table")
        for name in ("penalties.csv", "penalties.csv.txt", "adjustments.csv")
    ),
    ("wanneer;wie;wat\n2025-09-09;2;-10\n", "something.csv", "unread.unknown"),
    ("Rank;Pair;Score\n1;2;60\n", "results.csv", "unread.unknown"),
    ("Dear all, the results are in.\n", "letter.txt", "unread.unknown"),
    ("Naam\nAnn\n", "x.csv", "unread.unknown"),
)
def test_unknown_words_are_reported_by_the_file_name(read: Read, text: str, name: str, code: str) -> None:
    [expected] = read(text, name).findings.rows(named=True)
    assert expected["code"] == code
    assert (f"name them there. {PENALTIES}" in expected["message"]) == (code == "unread.words_of_table")


@cases(
    ("Zitting;Lijn;Ronde;Tafel;Spel;Paar NZ;Paar OW;Contract;Leider;Slagen", "N O Z W"),
    ("Séance;Ligne;Tour;Table;Donne;Nord-Sud;Est-Ouest;Contrat;Déclarant;Levées", "N E S O"),
    ("Sitzung;Linie;Runde;Tisch;Board;Paar NS;Paar OW;Kontrakt;Alleinspieler;Stiche", "N E S W"),
    ("Økt;Linje;Runde;table;Spill;Nord-Sør;Øst-Vest;Kontrakt;Spillefører;Stikk", "N Ø S V"),
    ("Sesja;Linia;Runda;Stół;Rozdanie;Para NS;Para EW;Kontrakt;Rozgrywający;Lewy", "N E S W"),
    ("session_id;line;round;table;spel;ns;ow;contract;declarer;tricks", "N E S W"),
)
def test_headings_in_other_languages_are_read(read: Read, heading: str, seats: str) -> None:
    rows = "".join(f"1;A;1;2;{board};3;4;3S;{seat};9\n" for board, seat in enumerate(seats.split(), start=1))
    found = read(f"{heading}\n{rows}")
    assert found.findings.is_empty()
    columns = ["session_id", "line", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks"]
    assert found.tables["results"].select(columns).rows() == [
        ("1", "A", 1, "2", board, "3", "4", "3S", seat, 9) for board, seat in enumerate("NESW", start=1)
    ]


@cases(
    ("session_id,board,deal,spel", "spel"),  # Both columns are there already.
    ("session_id,lijn,line,entrant,player_id", "lijn"),
    ("session_id,line,entrant,speler,lidnummer", "player_id"),
    ("session_id,date,soort", "soort"),
    ("session_id,line,entrant,player_id,id", "id"),
)
def test_headings_that_may_mean_something_else_are_reported(read: Read, heading: str, field: str) -> None:
    cells = ",".join("1" for _ in heading.split(","))
    assert field in read(f"{heading}\n{cells}\n").findings["field"].to_list()


def test_columns_with_other_words_next_to_ours_are_to_be_renamed(read: Read) -> None:
    text = "session_id,section,pair,amount,unit,reden\n2025-09-09,A,2,-10,percent_of_top,laat\n"
    [expected] = read(text).findings.rows(named=True)
    assert expected["code"] == "tables.lacks"
    assert expected["message"].endswith("so it is left out (rows: 1): rename section → line, pair → entrant")
    text = "session_id,line,entrant,amount,unit,waarom\n2025-09-09,A,2,-10,percent_of_top,laat\n"
    [expected] = read(text).findings.rows(named=True)
    assert (expected["code"], expected["field"]) == ("tables.column", "waarom")
    assert "did you mean reason?" in expected["message"]


@cases(
    ("speler;invaller\n1;2\n", "partnerships.csv", "partnerships"),
    ("paar,player\n1,1001\n", "x.csv", "partnerships"),
    ("avond,lijn,paar,speler\n1,A,1,1001\n", "x.csv", "entries"),
    ("numéro,nom,membre\n1,Ann,oui\n", "leden.csv", "players"),
    ("soirée,date,genre\n1,2025-09-02,pairs\n", "x.csv", "sessions"),
    ("kveld,linje,par,spiller\n1,A,1,1001\n", "x.csv", "entries"),
)
def test_the_table_that_is_intended_is_named(read: Read, text: str, name: str, table: str) -> None:
    [expected] = read(text, name).findings.rows(named=True)
    assert f"the table {table}" in expected["message"] or f"like the table {table}" in expected["message"]


def test_a_word_means_one_column_of_a_table_and_is_no_column_of_ours() -> None:
    of_two: set[tuple[str, str]] = set()
    for table in _TABLES:
        columns = _columns(table)
        for column in columns:
            for word in sorted(_COLUMNS.get(column, ())):
                assert word == word.lower()
                assert word not in columns
                others = [name for name in columns if name != column and word in _COLUMNS.get(name, ())]
                of_two |= {(table, word) for _ in others}
                assert column_abroad(word, columns) == (None if others else column)
    assert of_two == {("deals", "spel"), ("players", "bondsnummer"), ("players", "licence")}
    assert set(_COLUMNS) <= {column for table in _TABLES for column in _columns(table)}
    assert set(NAMED) <= set(_TABLES)
    assert column_abroad("paar", _columns("entries")) == "entrant"
    assert column_abroad("paar", _columns("partnerships")) == "partnership_id"
    assert column_abroad("naam", _columns("entries")) is None
    assert table_named("2025-09-02/Stand-ins.csv", _TABLES) == "entries"
    of_players = _columns("players")
    assert columns_abroad(["spelernummer", "lidnummer", "naam"], of_players) == ["player_id", "lidnummer", "name"]
    assert columns_abroad(["player_id", "lidnummer"], of_players) == ["player_id", "lidnummer"], "not a second time"
    assert table_named("2025-09-02.pbn", _TABLES) is None


@cases(
    ("4S+1 3NT= 4H-2 PASS", "4S 3N 4H PASS", [11, 9, 8, None]),
    ("3SA+1 4P* −2 4C=", "3N 4SX 4H", [10, 8, 10]),
    ("4♠+1 1NTXX=", "4S 1NXX", [11, 7]),
)
def test_contracts_with_results_are_split(read: Read, written: str, contracts: str, tricks: list[int | None]) -> None:
    cells = written.replace(" −", "−").split()
    rows = "".join(f"1,A,{board},1,2,N,{cell}\n" for board, cell in enumerate(cells, 1))
    for more in ("", "tricks,"):
        text = rows.replace(",N,", ",N,,") if more else rows
        found = read(f"session_id,line,board,ns,ew,declarer,{more}contract\n{text}")
        assert found.findings.is_empty()
        assert found.tables["results"]["contract"].to_list() == contracts.split()
        assert found.tables["results"]["tricks"].to_list() == tricks


@pytest.mark.parametrize("cells", ["4S+1,9\n2,A,1,1,2,3N,9", "4S+1,\n2,A,1,1,2,3N,"])
def test_a_single_contract_with_its_result_is_reported(read: Read, cells: str) -> None:
    found = read(f"session_id,line,board,ns,ew,contract,tricks\n1,A,1,1,2,{cells}\n").findings
    assert "write contract 4S, tricks +1 if you mean that" in found.filter(field="contract")["message"][0]


@cases(
    *(("4S+1", "contract 4S, tricks +1"), ("3NTX-2", "contract 3NTX, tricks -2")),
    *(("2H =", "contract 2H, tricks ="), ("4♠+1", "contract 4S, tricks +1"), ("4♠️ + 1", "contract 4S, tricks +1")),
    ("3SA+1", "contract 3NT, tricks +1"),
    ("4S*-1", "contract 4SX, tricks -1"),
)
def test_a_contract_with_its_result_is_reported_with_both_columns(read: Read, written: str, right: str) -> None:
    text = f"session_id,line,round,board,ns,ew,contract,declarer,tricks\n1,A,1,1,4,1,{written},N,9\n"
    [expected] = [one for one in read(text).findings.rows(named=True) if one["field"] == "contract"]
    assert f"write {right} if you mean that" in expected["message"]


HEADER = "session_id,line,board,ns,ew,contract,declarer,tricks,score,ruling\n"


CONTRACTS = (
    ("3SA 3sa!! 1ZT** pas", "3N 3NXX 1NXX PASS"),
    ("4S! 3R 3K 2H", "4SX 3D 3C 2H"),
    ("4C 4P 3T 3K 3SA Passe", "4H 4S 3C 3D 3N PASS"),
    ("4C 3SA", "4H 3N"),
    ("3H 4P 2K", "3H 4S 2D"),
    ("4Sch 2kløver 3Ru 4Herz 4Pik", "4S 2C 3D 4H 4S"),
    ("4C 3D 3SA pas", "4C 3D 3N PASS"),
    ("4C 3NT 2N P", "4C 3N 2N PASS"),
    ("3K 3SA", "K: C or D"),
    ("2K 3H SA", "K: C or D"),
    ("4C pas", "C: C or H"),
    ("4C 4P 2S", "C: C or H"),
)
SEATS = (
    *(("N O Z W", "N E S W"), ("N E S O", "N E S W"), ("N Ø S V", "N E S W"), ("Noord oost Süd W", "N E S W")),
    *(("N O S W", "N E S W"), ("N O S", "O: E or W")),
)


@cases(*(("contract", *one) for one in CONTRACTS), *(("declarer", *one) for one in SEATS))
def test_a_column_decides_as_a_whole_in_which_language_it_is(read: Read, column: str, written: str, right: str) -> None:
    rows = "".join(f"1,A,{board},1,2,420,{cell}\n" for board, cell in enumerate(written.split(), 1))
    found = read(f"session_id,line,board,ns,ew,score,{column}\n{rows}")
    if ":" not in right:
        assert (found.findings.height, found.tables["results"][column].to_list()) == (0, right.split())
        return
    [finding] = found.findings.rows(named=True)
    assert (finding["code"], finding["severity"], finding["field"]) == ("tables.notation", "error", column)
    letter, meanings = right.split(": ")
    assert f"{letter} may mean {meanings} in this column" in finding["message"]
    assert found.tables["results"][column].null_count() == len(written.split())


@cases(
    # what is not understood is not guessed
    ("3N,Noor,9,400,", "declarer", "cells.taken_as_empty", ""),
    ("8SA,N,9,400,", "contract", "cells.taken_as_empty", ""),
    (",,,,60%-40%", "ruling", "cells.left_out", ""),
    ("3N,N,x,400,", "tricks", "cells.taken_as_empty", ""),
    ("4S,N,9,A60/40,", "score", "cells.taken_as_empty", ""),
)
def test_the_spelling_that_counts_is_named(read: Read, cells: str, field: str, code: str, said: str) -> None:
    [finding] = read(f"{HEADER}1,A,1,1,2,{cells}\n").findings.rows(named=True)
    assert (finding["field"], finding["code"]) == (field, code)
    assert said in finding["message"]


@cases(
    *(("31-9-2025", "2025-09-30"), ("2025-02-29", "2025-02-28"), ("2024.02.30", "2024-02-29")),
    *(("31/11/2025", "2025-11-30"), ("30-02-2025", "2025-02-28")),
    *(("2025-13-01", None), ("32-1-2025", None), ("31-9", None), ("soon", None), ("30-9-2025", None)),
)
def test_the_last_day_of_the_month_that_was_intended(written: str, last: str | None) -> None:
    assert pl.DataFrame({"text": [written]}).select(last_of_month(pl.col("text"))).item() == last


def test_a_session_on_no_day_says_so_and_that_it_is_left_out() -> None:
    text = "session_id,date,kind\n1,31-9-2025,pairs\n2,soon,pairs\n3,2025-09-30,pairs\n"
    read = reading("csv", read_csv(text), "sessions.csv")
    assert read.findings["message"][0] == (
        "there is no such date, so it counts as empty: write a valid date, such as 2025-09-30"
    )
    of_club = read.findings.with_columns(club=pl.lit("club"), competition=pl.lit("evening"))
    sessions = read.tables["sessions"].with_columns(club=pl.lit("club"), competition=pl.lit("evening"))
    across = assemble({"sessions": sessions}, competitions())[1]
    expected = causes_first(of_club.select(across.columns), across)
    assert expected.select("code", "message").rows() == [
        (
            "cells.left_out",
            ("there is no such date, so the session is left out: write a valid date, such as 2025-09-30"),
        ),
        ("cells.left_out", "this is not understood, so the session is left out: write a date, such as 2026-09-30"),
    ]
