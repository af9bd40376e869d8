"""Club results of the ACBL, as a member saves them: the page or its JSON."""

import json
from typing import Any

import pytest
from each import cases
from readers.acbl_games import NAMES, game, page, page_that_was_shown, result, side_by_side
from result_files import Read, rows

from pipelines.intake.readers import Reading, read_bytes


def read_game(read: Read, **others: Any) -> Reading:
    return read(json.dumps(game(**others)), "evening.json")


def test_a_game_is_read_whole(read: Read) -> None:
    found = read_game(read)
    assert found.format == "acbl"
    assert found.findings.is_empty()
    session = found.tables["sessions"].row(0, named=True)
    assert (session["session_id"], str(session["date"]), session["kind"], session["winners"]) == (
        *("evening", "2026-03-03", "pairs"),
        2,
    )
    results = found.tables["results"]
    assert results.select("line", "round", "table", "board", "ns", "ew", "score").rows() == [
        ("A", 1, "1", 1, "1NS", "1EW", 420),
        ("A", 1, "2", 1, "2NS", "2EW", -50),
        ("A", 1, "1", 2, "1NS", "2EW", 0),
        ("A", 1, "2", 2, "2NS", "1EW", 0),
    ]
    assert results.select("contract", "declarer", "tricks", "lead").rows()[:3] == [
        ("4S", "N", 10, "HQ"),
        ("4S", "N", 9, "HQ"),
        ("PASS", None, None, None),
    ]
    points = results.select("official_ns_points", "official_ew_points", "official_centred").rows()
    assert points == [(2.0, 0.0, False), (0.0, 2.0, False), (1.0, 1.0, False), (1.0, 1.0, False)], (
        "2 for each pair beaten, as everywhere here"
    )
    assert found.tables["players"]["name"].to_list() == list(NAMES)
    assert rows(found, "entries", "entrant", "direction", "player_id")[0] == ("1NS", "NS", "R100")


def test_page_json_and_parts_side_by_side_are_the_same(read: Read) -> None:
    nested = read_game(read)
    others = (page(game()), json.dumps(side_by_side(game())), page(side_by_side(game())), page_that_was_shown(game()))
    for text in others:
        again = read(text, "evening.json")
        assert again.findings.is_empty()
        assert all(again.tables[name].equals(rows) for name, rows in nested.tables.items())


def with_results(*rows: dict[str, Any]) -> dict[str, Any]:
    document = game()
    document["sessions"][0]["sections"][0]["boards"] = [{"id": 1, "board_number": 1, "board_results": list(rows)}]
    return document


@cases(
    *(("AVE", "AVE", None, "average"), ("AVE+", "AVE-", None, "a+_-"), ("A-", "A+", None, "a-_+")),
    *(("NP", "NP", None, "not_played"), ("", "-620", 620, None), ("-100", "", -100, None)),
)
def test_words_in_place_of_scores(read: Read, ns: str, ew: str, score: int | None, ruling: str | None) -> None:
    row = result(1, 1, 1, 0, (1, 0), ns_score=ns, ew_score=ew, contract="", declarer="", tricks_taken=None, result="")
    found = read(json.dumps(with_results(row)))
    assert rows(found, "results", "score", "ruling") == [(score, ruling)]
    assert found.findings.is_empty()


def test_sections_become_lines_and_numbers_once_are_no_two_winners(read: Read) -> None:
    document = game()
    first = document["sessions"][0]["sections"][0]
    for place, pair in enumerate(first["pair_summaries"], 1):
        pair["pair_number"] = place
    document["sessions"][0]["sections"].append({**first, "id": 6, "name": "BB"})
    found = read(json.dumps(document))
    assert found.tables["sessions"]["winners"].to_list() == [1]
    assert found.tables["results"]["line"].to_list() == ["A"] * 4 + ["B"] * 4
    assert found.tables["results"]["ns"].to_list()[:2] == ["1", "2"]
    assert found.tables["entries"]["direction"].null_count() == found.tables["entries"].height


def test_several_sessions_are_numbered_and_a_date_that_may_be_another_is_left_out(read: Read) -> None:
    session = game()["sessions"][0]
    found = read_game(read, sessions=[session, {**session, "id": 8, "game_date": "03/04/2026"}])
    assert found.tables["sessions"]["session_id"].to_list() == ["evening-1", "evening-2"]
    assert found.tables["sessions"]["date"].null_count() == 1
    assert rows(found, "findings", "code", "value") == [("acbl.date", "03/04/2026")]
    assert found.tables["results"]["session_id"].n_unique() == 2
    assert found.tables["results"]["line_no"].to_list() == list(range(1, 9))


@cases(
    (page(game())[:300], "acbl.left_out", 4),
    (page_that_was_shown(game())[:-600], "json.not_sound", 5),
    (json.dumps(game())[:-9], "json.not_sound", 1),
    (json.dumps(game(type="TEAMS")), "acbl.left_out", None),
    (json.dumps(game(board_scoring_method="HCP")), "acbl.left_out", None),
    (json.dumps({**game(sessions=[]), "board_results": [], "pair_summaries": []}), "acbl.left_out", None),
    (json.dumps(with_results(result(1, 1, 1, 420, (1, 0), ew_score="50"))), "acbl.left_out", 1),
    (
        json.dumps(with_results(result(1, 1, 1, 420, (1, 0), ns_score="many", ew_score="few"))),
        "cells.taken_as_empty",
        1,
    ),
    (json.dumps({**side_by_side(game()), "boards": []}), "acbl.left_out", None),
)
def test_what_cannot_be_read_is_said(read: Read, text: str, code: str, line_no: int | None) -> None:
    expected = read(text).findings.filter(severity="error").select("code", "line_no").rows()
    assert (code, line_no) in expected


def test_of_several_scripts_the_one_with_the_game_counts(read: Read) -> None:
    shown = page_that_was_shown(game())
    other = '<script>var data = {"a": 1};</script>'
    broken = "<result-details v-bind:data='{\"a\": '></result-details>"
    for before in (other, broken, other + broken):
        found = read(shown.replace("<table>", f"{before}<table>"), "evening.json")
        assert found.findings.is_empty()
        assert found.tables["results"].height == 4


def hand_record(board: int, **others: Any) -> dict[str, Any]:
    hands = {"north": "A K Q", "east": "J 10 9", "south": "8 7 6", "west": "5 4 3 2"}
    suits = {f"{seat}_spades": cards for seat, cards in hands.items()}
    suits |= {"north_hearts": "-----", "east_hearts": "A K Q J 10 9 8 7 6 5 4 3 2"}
    return {"board": board, "dealer": "N", "vulnerability": "N-S", "hand_record_set_id": 11, **suits, **others}


OF_SET: dict[str, Any] = {**game()["sessions"][0], "hand_record_id": "11", "hand_records": []}
WITHOUT_SET = game()["sessions"][0]


@cases(
    ({"sessions": [{**OF_SET, "hand_records": [hand_record(2)]}]}, 1, []),
    ({"sessions": [OF_SET], "hand_records": [hand_record(2)]}, 1, []),
    ({"hand_records": [hand_record(2)]}, 1, []),
    ({"sessions": [WITHOUT_SET, {**WITHOUT_SET, "id": 8}], "hand_records": [hand_record(2)]}, 0, ["acbl.left_out"]),
    ({"sessions": [{**OF_SET, "hand_records": [{"board": 1}, hand_record(2)]}]}, 1, ["acbl.left_out"]),
)
def test_hand_records_are_deals(read: Read, others: dict[str, Any], deals: int, expected: list[str]) -> None:
    found = read_game(read, **others)
    deal = (2, "N:AKQ... JT9.AKQJT98765432.. 876... 5432...", "ns")
    assert rows(found, "deals", "board", "deal", "vulnerable") == [deal] * deals
    assert found.findings["code"].to_list() == expected
    assert deals == 0 or "error" not in found.findings["severity"]


def test_names_and_numbers_as_the_page_writes_them(read: Read) -> None:
    document = game()
    players = document["sessions"][0]["sections"][0]["pair_summaries"][0]["players"]
    players[0] |= {"name": "Akkerman, Lotte (swap names)", "id_number": "#123456"}
    players[1] |= {"name": "Guidotti,", "id_number": "tmp:b1f0254e-346a-4120-9530-665ef48705dd"}
    found = read(json.dumps(document).replace("Grzegorz", "Vera \\ud800"))
    expected = rows(found, "players", "player_id", "name")
    assert expected[:2] == [("Lotte Akkerman", "Lotte Akkerman"), ("Guidotti", "Guidotti")]
    assert expected[2][1] == "Vera \N{REPLACEMENT CHARACTER} Jaworek"


@pytest.mark.parametrize("expected", ["NS", None])
def test_a_direction_behind_the_number(read: Read, expected: str | None) -> None:
    document = game()
    section = document["sessions"][0]["sections"][0]
    for pair in section["pair_summaries"]:
        direction = pair["direction"].replace("-", "")
        pair |= {"pair_number": f"{pair['pair_number']}-{direction}", "direction": expected and direction}
    for row in (row for board in section["boards"] for row in board["board_results"]):
        row |= {"ns_pair": f"{row['ns_pair']}-NS", "ew_pair": f"{row['ew_pair']}-EW"}
    found = read(json.dumps(document), "evening.json")
    usual = read_game(read)
    assert all(found.tables[name].equals(rows) for name, rows in usual.tables.items())
    section["boards"][0]["board_results"][0] |= {"ns_pair": "2-EW", "ew_pair": "1-NS"}
    assert read(json.dumps(document)).tables["results"].select("ns", "ew").row(0) == ("2EW", "1NS")


def test_totals_of_the_page_are_official(read: Read) -> None:
    document = game(winner_type=2, name="Event Name", club_session="Tuesday Evening")
    first = document["sessions"][0]["sections"][0]["pair_summaries"][0]
    places = [
        {"strat_number": 2, "rank": "1", "type": "Section"},
        {"strat_number": 1, "rank": "1/2", "type": "Section"},
    ]
    first |= {"score": "1.50", "percentage": "75.00", "strat_place": places}
    found = read(json.dumps(document))
    official = rows(found, "official_results", "line", "entrant", "points", "score", "rank")
    assert official == [("A", "1NS", 1.5, 75.0, 1)]
    assert rows(found, "sessions", "title", "winners") == [("Tuesday Evening", 2)]


def test_results_under_a_name_that_is_not_known_are_reported() -> None:
    text = json.dumps(game()).replace('"board_results"', '"board_resultz"', 1)
    reading = read_bytes(text.encode(), "game.json")
    assert reading.tables["results"].height == 2
    (expected,) = reading.findings.filter(code="acbl.left_out").to_dicts()
    assert (expected["severity"], expected["field"], json.loads(expected["arguments"])["rows"]) == (
        "error",
        "board_results",
        "2",
    )
