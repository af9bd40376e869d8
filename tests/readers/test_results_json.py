"""The JSON of results: docs/results.md, docs/results.schema.json."""

import json
from pathlib import Path
from typing import Any

import polars as pl
from each import cases
from result_files import Read, rows

from pipelines.intake.readers.reading import required
from pipelines.intake.readers.results_json import ABOUT, FORMAT, LISTS, OF_SESSION, VERSION
from transforms.tables.schemas import LANDING

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "results.schema.json"
TYPES = {"String": "string", "Date": "string", "Float64": "number", "Boolean": "boolean"}

SESSION: dict[str, Any] = {
    "session_id": "first",
    "date": "2026-03-03",
    "kind": "pairs",
    "players": [{"player_id": "1001", "name": "Ellis Thornby"}],
    "entries": [{"line": "A", "entrant": "1", "player_id": "1001"}],
    "results": [
        {"line": "A", "board": 1, "ns": "1", "ew": "2", "contract": "4S", "declarer": "N", "tricks": 10, "score": 420,
         "ns_points": 1.5, "ew_points": 0.5},
        {"line": "A", "board": 1, "ns": "3", "ew": "4", "ruling": "a60_40"},
    ],
    "standings": [{"line": "A", "entrant": "1", "points": 1.5, "score": 75, "rank": 1}],
}  # fmt: skip


def document(*sessions: Any, **others: Any) -> str:
    return json.dumps({"format": FORMAT, "version": VERSION, "sessions": list(sessions), **others})


def test_a_document_of_another_program_is_read(read: Read) -> None:
    found = read(document(SESSION))
    assert found.format == "json"
    assert found.findings.is_empty()
    assert rows(found, "sessions", "session_id", "date", "kind", "winners")[0][0] == "first"
    results = found.tables["results"]
    assert results.select("board", "ns", "score", "ruling").rows() == [(1, "1", 420, None), (1, "3", None, "a60_40")]
    assert results["official_ns_points"].to_list() == [1.5, None]
    assert results["official_centred"].to_list() == [False, None]
    assert rows(found, "official_results", "entrant", "score", "rank") == [("1", 75.0, 1)]
    assert found.tables["entries"]["player_id"].to_list() == found.tables["players"]["player_id"].to_list() == ["1001"]


def test_sessions_without_ids_are_named_after_the_file(read: Read) -> None:
    nameless = {key: value for key, value in SESSION.items() if key != "session_id"}
    one, two = read(document(nameless), "evening.json"), read(document(nameless, nameless), "evening.json")
    assert one.tables["sessions"]["session_id"].to_list() == ["evening"]
    assert two.tables["sessions"]["session_id"].to_list() == ["evening-1", "evening-2"]
    assert two.tables["results"]["session_id"].to_list() == ["evening-1"] * 2 + ["evening-2"] * 2
    assert two.tables["results"]["line_no"].to_list() == [1, 2, 3, 4]
    assert two.tables["players"].height == 1


@cases(
    (document(SESSION)[:-40], "json.not_sound", 1),
    (f'{{"format": "{FORMAT}", "sessions": {"[" * 200_000}', "json.not_sound", None),
    (document(), "json.left_out", None),
    (document(3, SESSION), "json.left_out", None),
    (document({**SESSION, "results": "none"}), "json.left_out", None),
    (document({**SESSION, "results": [5, *SESSION["results"]]}), "json.left_out", None),
    (document({**SESSION, "entries": [{"line": "A", "entrant": "1"}]}), "cells.missing", 1),
    (document({**SESSION, "results": [{"line": "A", "board": {"no": 1}}]}), "cells.left_out", 1),
)
def test_what_cannot_be_read_is_said(read: Read, text: str, code: str, line_no: int | None) -> None:
    expected = read(text).findings.filter(severity="error").select("code", "line_no").rows()
    assert (code, line_no) in expected


def test_unknown_keys_and_versions_are_reported_and_every_row_is_in_a_table_or_in_a_finding(read: Read) -> None:
    row = SESSION["results"][0]
    found = read(document({**SESSION, "weather": "rain", "results": [{**row, "vul": "NS"}]}, version=2))
    assert found.tables["results"].height == 1
    assert rows(found, "findings", "code", "field") == [("json.left_out", key) for key in ("version", "weather", "vul")]
    found = read(document({**SESSION, "results": [{**row, "board": board} for board in (1, 0, "x", None, 5)]}))
    expected = found.findings.filter(pl.col("field") == "board")["line_no"].to_list()
    assert sorted([*found.tables["results"]["line_no"], *expected]) == [1, 2, 3, 4, 5]


def test_the_schema_has_every_key_as_the_tables_have_its_column() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    session = schema["properties"]["sessions"]["items"]["properties"]
    assert schema["properties"]["format"]["const"] == FORMAT
    assert schema["properties"]["version"]["const"] == VERSION
    assert list(session) == [*ABOUT, *OF_SESSION, *LISTS]
    assert_like_columns({key: session[key] for key in OF_SESSION}, "sessions", {key: key for key in OF_SESSION})
    for key, of in LISTS.items():
        items = session[key]["items"]
        assert_like_columns(items["properties"], of.table, of.columns)
        assert items["required"] == [each for each, column in of.columns.items() if column in required(of.table)]


def assert_like_columns(properties: dict[str, Any], table: str, columns: dict[str, str]) -> None:
    assert list(properties) == list(columns)
    for key, name in columns.items():
        column = LANDING[table].columns()[name]
        kind = TYPES.get(str(column.dtype), "integer")
        assert properties[key]["type"] == ([kind, "null"] if column.nullable else kind), key
        assert properties[key]["description"], key
        for limit, word in (("min", "minimum"), ("max", "maximum"), ("regex", "pattern")):
            if kind != "string" or word == "pattern":
                assert properties[key].get(word) == getattr(column, limit, None), key
