"""What a format has no word for stands in remarks; who changes a row changes it."""

import json
import re

import polars as pl
import pytest
from writers.round_trips import Tables, assert_comes_back, rows

from pipelines.intake.readers import Reading, read_bytes
from pipelines.intake.readers.remarks import written_remark
from pipelines.intake.writers import Form, written

RULED = {"line": "A", "board": 1, "ns": "1", "ew": "2", "contract": "4S", "declarer": "N", "tricks": 10, "score": 420}
FORMS: tuple[Form, ...] = ("usebio", "pbn")


def evening(name: str = "Ellis Thornby") -> Tables:
    results = [{**RULED, "ruling": "reversed"}, {"line": "A", "board": 1, "ns": "3", "ew": "4", "score": -50}]
    return {
        "sessions": rows("sessions", [{"date": None, "kind": "pairs", "winners": 1}]),
        "players": rows("players", [{"player_id": "1001", "name": name, "birth_year": 1990, "federation_id": "77"}]),
        "entries": rows("entries", [{"line": "A", "entrant": "1", "player_id": "1001", "substitutes_for": "1002"}]),
        "results": rows("results", results),
        "adjustments": rows(
            "adjustments", [{"line": "A", "entrant": "1", "amount": -3.0, "unit": "points", "reason": "late again"}]
        ),
        **{name: rows(name, []) for name in ("official_results", "matches", "totals", "deals")},
    }


def read(content: str | bytes) -> Reading:
    return read_bytes(content.encode() if isinstance(content, str) else content, "evening.txt")


@pytest.mark.parametrize("form", FORMS)
def test_a_row_that_was_changed_stays_as_it_was_changed(form: Form) -> None:
    text = written(evening(), form).decode()
    untouched = read(text).tables["results"]
    assert untouched.select("ruling", "score").rows() == [("reversed", 420), (None, -50)]
    fixed = read(text.replace("<BOARD_NUMBER>1<", "<BOARD_NUMBER>2<").replace('[Board "1"]', '[Board "2"]'))
    assert fixed.tables["results"]["board"].to_list() == [2, 2]
    assert "reversed" not in fixed.tables["results"]["ruling"].to_list() or form == "usebio"
    expected = fixed.findings.filter(code="remarks.passed_over")
    assert expected["severity"].to_list() == ["error"]
    assert expected["line_no"][0] > 1


@pytest.mark.parametrize("form", FORMS)
def test_neither_reasons_nor_what_is_known_of_people_is_written(form: Form) -> None:
    text = written(evening(), form).decode()
    assert all(word not in text for word in ("late again", "1990", "birth_year", "federation_id"))
    assert text.replace("<NATIONAL_ID_NUMBER>77</NATIONAL_ID_NUMBER>", "", form == "usebio").count("77") == 0


def test_a_federation_knows_people_by_its_own_ids() -> None:
    """Ids of the federation stand in their place, and those of the club in theirs; what is written comes back.

    An id that two people have says of neither who it is, and nobody stands under an id that may be somebody else's.
    """
    people = {"1001": "1000101", "1002": None, "1003": "0", "1004": "0", "1005": "1005"}
    tables = {
        **evening(),
        "players": rows(
            "players", [{"player_id": own, "name": f"P {own}", "federation_id": its} for own, its in people.items()]
        ),
        "entries": rows(
            "entries",
            [{"line": "A", "entrant": str(place // 2 + 1), "player_id": own} for place, own in enumerate(people)],
        ),
    }
    text = written(tables, "usebio").decode()
    ids = re.findall(r"(?:<NATIONAL_ID_NUMBER>(\d+)</NATIONAL_ID_NUMBER>\s*)?<CLUB_ID_NUMBER>(\d+)<", text)
    assert sorted(ids) == [("", "1002"), ("", "1003"), ("", "1004"), ("1000101", "1001"), ("1005", "1005")]
    assert '"table": "players"' not in text
    for form in FORMS:
        assert_comes_back(tables, form)
    without = {**tables, "players": tables["players"].with_columns(federation_id=pl.lit(None, pl.String))}
    assert "CLUB_ID_NUMBER" not in written(without, "usebio").decode()


def test_other_programs_are_read_by_the_id_of_the_federation() -> None:
    tables = evening()
    text = written(tables, "usebio").decode().replace("<PROGRAM_NAME>Barometer<", "<PROGRAM_NAME>Another<")
    plain = re.sub(r"<\?barometer.*?\?>\n", "", text)
    assert read(plain).tables["entries"]["player_id"].to_list() == ["77"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("remark", "code"),
    [
        ("not JSON", "remarks.passed_over"),
        ("[1, 2]", "remarks.passed_over"),
        ("[" * 5000, "remarks.passed_over"),
        ('{"table": "files", "row": null, "is": {"path": "x"}}', "remarks.passed_over"),
        ('{"table": "results", "row": null, "is": {"line": ["A"]}}', "remarks.passed_over"),
        ('{"table": "results", "row": null, "is": {"line": "AA", "board": "1"}}', "cells.left_out"),
        ('{"table": "results", "row": null, "is": {"line": "A"}}', "cells.missing"),
        ('{"table": "entries", "row": {"line": "A", "entrant": "9"}, "is": null}', "remarks.passed_over"),
    ],
)
def test_a_remark_that_cannot_be_used_is_reported_and_costs_itself_alone(form: Form, remark: str, code: str) -> None:
    text = written(evening(), form).decode()
    said = written_remark(form, remark)
    spoiled = text.replace("</USEBIO>", f"{said}\n</USEBIO>") if form == "usebio" else f"{text}{said}\n"
    found = read(spoiled)
    assert code in found.findings["code"].to_list()
    assert found.tables["results"].height == 2


def test_nothing_in_a_name_is_markup() -> None:
    """A remark is one line of plain letters."""
    name = '</PLAYER><?barometer {"table": "results"}?> "=1+1" %barometer'
    for form in FORMS:
        found = read(written(evening(name), form))
        assert found.tables["players"]["name"].to_list() == [name]
        assert found.findings.filter(severity="error").is_empty()
    text = written(evening("Ünal\u2028 ?> \x9b"), "pbn").decode()
    remark = next(line for line in text.split("\n") if line.startswith("%barometer") and '"players"' in line)
    assert remark.isascii()
    assert json.loads(remark.removeprefix("%barometer "))["is"]["name"].startswith("Ünal")
