"""A number of a pair with its direction, `3EW`, is `3OW` wherever somebody reads it in Dutch."""

import datetime as dt
import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.audit import at_a_glance
from pipelines.cli.explain.explain import print_explanation
from pipelines.cli.history.history import COLUMNS, History
from pipelines.machine.environment import LANGUAGE
from pipelines.words.finding_texts import said
from pipelines.words.languages import speaking
from transforms.explanation import Board, Explanation, Session, Source, Step, WithoutPlayer

NOTHING = Step("a number", None, None, None)
FROM = Source("club/tuesday/results.csv", 2)
DAY = dt.date(2025, 9, 10)


def test_who_explains_a_ranking_reads_the_numbers_of_the_pages(capsys: pytest.CaptureFixture[str]) -> None:
    board = Board("1", "A EW", 4, 1, "EW", "2NS", (), None, 420, 0.0, 4.0, "", None, FROM)
    session = Session(
        *("1", DAY, None, "matchpoints", "A", "A EW", "3EW", (), (), None, True, False, False),
        *(NOTHING, None, NOTHING, None, None, 3, (), (), (board,), FROM),
    )
    absent = WithoutPlayer("2", DAY, "A", "1EW", ("Ann",), stood_in=False, points=7.0, counts=False)
    names = ("club", "tuesday", "2025-26", "Club", "Tuesday", "7", "Toos")
    explanation = Explanation(*names, DAY, NOTHING, NOTHING, NOTHING, 6, NOTHING, (), (session,), (absent,))
    with speaking("nl"):
        print_explanation(explanation)
    printed = capsys.readouterr().out
    assert all(number in printed for number in ("A 3OW", "A 1OW", "paar 3OW", "2NZ"))
    assert not any(number in printed for number in ("3EW", "1EW", "2NS"))


def test_who_asks_what_was_published_reads_the_numbers_of_the_pages() -> None:
    types = {name: pl.Datetime("us", "UTC") if name.endswith("at") else pl.String() for name in COLUMNS}
    types |= {"build": pl.Int64(), "until_build": pl.Int64(), "list_date": pl.Date()}
    row = {"at": dt.datetime(2025, 9, 10, tzinfo=dt.UTC), "build": 1, "event": "published", "kind": "results"}
    rows = pl.DataFrame([row | {"line": "A", "entrant": "3EW", "players": "1 + 2"}], schema=types)
    with speaking("nl"):
        assert History("", rows, [], {"1": "Ann", "2": "Bob"}).at_a_glance()["who"].item() == "A 3OW Ann & Bob"


@pytest.mark.parametrize(
    ("of", "what"), [({"board": 4, "ns": "2NS", "ew": "3EW"}, "spel 4, 2NZ - 3OW"), ({"entrant": "3EW"}, "A 3OW")]
)
def test_who_compares_with_the_files_reads_the_numbers_of_the_pages(of: dict[str, object], what: str) -> None:
    row = {"file_id": "a.pbn", "line_no": 7, "board": None, "ns": None, "ew": None, "line": "A", "entrant": None} | of
    values = {"value": "score", "official": 50.0, "computed": 49.0, "reason": "unexplained"}
    texts = dict.fromkeys(("ns", "ew", "entrant"), pl.String)
    with speaking("nl"):
        assert at_a_glance(pl.DataFrame([row | values], schema_overrides=texts))["what"].item() == what


def test_who_scores_a_file_reads_the_numbers_of_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANGUAGE, "nl")
    (tmp_path / "sessions.csv").write_text("session_id,date,winners\n1,2025-09-10,2\n", encoding="utf-8")
    (tmp_path / "results.csv").write_text(
        "session_id,line,round,board,ns,ew,score\n1,A,1,1,1NS,1EW,420\n1,A,1,1,2NS,2EW,450\n", encoding="utf-8"
    )
    printed = CliRunner().invoke(app, ["score", str(tmp_path)]).stdout
    assert "2OW" in printed
    assert not any(number in printed for number in ("1NS", "2NS", "1EW", "2EW"))


@pytest.mark.parametrize(
    ("code", "gap", "there", "in_dutch"),
    [
        ("results.out_of_place/two_tables", "entrant", "3EW", "paar 3OW van lijn A"),
        ("results.out_of_place/two_tables", "entrant", "3EW (Ann, Bob)", "paar 3OW (Ann, Bob) van lijn A"),
        ("results.out_of_place/one_table", "pairs", "1EW, 2NS, 3EW", "paren 1OW, 2NZ, 3OW van lijn A"),
        ("players.in_two_places", "places", "A 3EW, B 2NS", "(paren A 3OW, B 2NZ)"),
        ("landing.same_file", "first", "week 3EW", "van week 3EW,"),
    ],
)
def test_who_reads_a_finding_reads_the_numbers_of_the_pages(code: str, gap: str, there: str, in_dutch: str) -> None:
    gaps = {"line": "A", "tables": "1, 2", "table": "1", "round": "2", "times": "1", gap: there}
    code, _, variant = code.partition("/")
    arguments = json.dumps(gaps | {"variant": variant})
    row = {"code": code, "message": "in English", "arguments": arguments, "field": None, "value": None}
    with speaking("nl"):
        assert in_dutch in said(row)
