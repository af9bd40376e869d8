"""Entries: who sits down twice, pairs that are not two or not there, and who came for whom."""

import json
from typing import Any

import polars as pl
from checks.alone import Row, found, said, season, together
from each import cases, items

from transforms.intake.check import judged
from transforms.intake.entrants import of_no_entrant, places_of_players
from transforms.tables.schemas import LINE, SEATED, SESSION

MADE = {"board": 1, "ns": "1", "ew": "2", "score": 400}


def pairs(*seats: str, **given: Any) -> list[Row]:
    """`1 ann bob` are two players of pair 1."""
    words = (seat.split() for seat in seats)
    return [{"entrant": entrant, "player_id": player, **given} for entrant, *two in words for player in two]


FOUR = pairs("1 ann bob", "2 cy di")
OTHERS = pairs(*(f"{pair} {pair}a {pair}b" for pair in "34567"))


def checked(entries: list[Row], results: list[Row] | None = None, **tables: list[Row]) -> pl.DataFrame:
    sessions = tables.pop("sessions", [{}])
    given = season(entries=entries, results=[MADE] if results is None else results, sessions=sessions, **tables)
    merged = given["entries"].select(SEATED).clear().collect()
    places = places_of_players(given["entries"], merged)
    lines = given["results"].select(*LINE, "round", "ns", "ew").unique()
    nameless = given["results"].select(SESSION).unique().join(given["entries"], on=SESSION, how="anti")
    odd = of_no_entrant(given["entries"], given["results"], given["sessions"])
    of_entries = {
        **{"entries": places.entries, "given": given["entries"], "again": places.again, "nameless": nameless},
        **{"odd": odd, "lines": lines, "sessions": given["sessions"], "players": given["players"]},
        "in_tables": given["players"],
    }
    return together(judged(stage, of_entries)[1] for stage in ("places", "entries"))


def of_entrants(entries: list[Row], *results: Row) -> list[tuple[str, Any]]:
    kinds = said(checked(entries, [*results] or None))
    return sorted(one for one in kinds if one[0].startswith(("entries.not_two", "entries.no_such_pair")))


B = [{**row, "line": "B"} for row in FOUR]
SLIP = pairs("1 ann bob", "2 cy", "12 di")
STAND_IN = {"entrant": "1", "player_id": "cyd", "substitutes_for": "ann"}


@cases(
        ([*FOUR, *OTHERS], [MADE], []),
        ([*pairs("1 ann bob cy", "2 di"), *OTHERS], [MADE], [("entries.not_two", "1"), ("entries.not_two", "2")]),
        ([*SLIP, *OTHERS], [MADE], [("entries.not_two", "12"), ("entries.not_two", "2")]),
        ([*pairs("1 ann bob", "2 cy di"), STAND_IN, *OTHERS], [MADE], []),
        (pairs(*(f"{n} p{n}" for n in range(1, 9))), [MADE], []),
        (B, [MADE], [("entries.no_such_pair/line", "B")]),
        ([*FOUR, {**FOUR[0], "player_id": "zo", "entrant": "3"}, {**B[0], "player_id": "zoe", "entrant": "3"}],
         [MADE, {**MADE, "board": 2, "ew": "3"}],
         [("entries.no_such_pair/line", "B"), ("entries.not_two", "3")]),
        ([*FOUR, *pairs("A3 eva fay")], [MADE], [("entries.no_such_pair", "A3")]),
        ([*FOUR, *pairs("A3 eva fay")], [MADE, {**MADE, "ns": "3"}], [("entries.no_such_pair/intended", "A3")]),
)  # fmt: skip
def test_odd_pairs_are_reported(entries: list[Row], results: list[Row], reported: list[tuple[str, Any]]) -> None:
    assert of_entrants(entries, *results) == reported


def odd(*entrants: str, played: tuple[tuple[str, str], ...]) -> list[tuple[str, Any]]:
    results = [{**MADE, "board": board, "ns": ns, "ew": ew} for board, (ns, ew) in enumerate(played, 1)]
    return of_entrants([{"entrant": one, "player_id": f"p{n}"} for n, one in enumerate(entrants)], *results)


@cases(
    (("1", "2", "3", "3NS"), ("12", "31"), [("", "3NS")]),
    (("1", "2", "3", "Zoe Zand"), ("12", "31"), [("", "Zoe Zand")]),
    (("1NS", "1EW", "2NS", "2EW", "3EW", "3N"), (("1NS", "2EW"),), [("", "3N")]),  # 3EW stayed away
    (("1NS", "1EW", "2NS", "3NS", "33EW"), (("1NS", "1EW"), ("3NS", "3EW")), [("", "33EW")]),  # 3EW has results
    (("1", "2", "3NS", "3EW"), ("12", "31"), [("", "3EW"), ("", "3NS")]),  # not both are 3
    (("1", "2", "3NS"), ("12", "31"), [("/intended", "3NS")]),
)
def test_a_pair_without_results_is_reported_unless_it_may_have_stayed_away(
    entrants: tuple[str, ...], played: tuple[Any, ...], reported: list[tuple[str, Any]]
) -> None:
    assert odd(*entrants, played=played) == [(f"entries.no_such_pair{variant}", value) for variant, value in reported]


def test_a_line_without_results_is_reported_with_those_there_are() -> None:
    (message,) = checked(B)["message"]
    assert message == (
        "nobody has a result on line B of session 1, which has only line A (entries concerned: 4): correct the line "
        "or, if the file of the results is incomplete, hand in the whole file"
    )


def test_who_sits_alone_is_reported_by_name() -> None:
    named = [{"player_id": "12", "name": "Ann Ames"}, {"player_id": "cy", "name": "cy"}]
    reported = checked([*pairs("2 12", "1 cy"), *OTHERS], players=named).filter(code="entries.not_two").sort("value")
    assert "should have two players, but has 1: cy; each" in reported["message"][0]
    assert "should have two players, but has 1: Ann Ames (12); each" in reported["message"][1]


def test_who_sits_down_twice_is_reported_with_both_places_and_who_sits_there() -> None:
    twice = [{"entrant": "3", "player_id": who, "line": "B"} for who in ("ann", "zoe", "zoe")]
    reported = checked([*FOUR, *twice])
    (found,) = (row for row in reported.rows(named=True) if "variant" not in row["arguments"] and row["value"] == "ann")
    assert "in entrant 1 (ann & bob) of line A, which counts, and in 3 (ann & zoe) of line B, where" in found["message"]
    assert json.loads(found["arguments"])["numbers"] == "ann, bob, ann, zoe"


def test_a_session_in_two_files_is_reported_once() -> None:
    reported = checked([{**entry, "file_id": file} for file in ("a.csv", "b.csv") for entry in FOUR])
    assert said(reported) == [("entries.seated_twice/in_two_files", "1")]
    assert "is the file that counts, so the rows here are left out (4 in all)" in reported["message"].item()


def of(day: str, rows: list[Row] = FOUR) -> list[Row]:
    return [{**row, "session_id": day} for row in rows]


@items(
    ([*of("2"), *of("2")], ["write 3 in them"], 0),
    ([*of("2"), *of("2"), *of("2", pairs("3 ann"))], ["write 3 in them"], 0),
    ([*of("2"), *of("2")[:3]], [], 3),
    ([*of("2"), *of("2"), *of("3")], [], 4),
    ids=["copied", "with a slip", "few rows", "every week has names"],
)
def test_players_of_last_week_are_reported(entries: list[Row], copied: list[str], again: int) -> None:
    played = [{**MADE, "session_id": day} for day in "123"]
    reported = checked([*of("1"), *entries], played, sessions=[{"session_id": day} for day in "123"])
    kinds = [kind for kind, _ in said(reported)]
    messages = [message for kind, message in zip(kinds, reported["message"], strict=True) if kind.endswith("copied")]
    assert len(messages) == len(copied)
    assert all(one in message for one, message in zip(copied, messages, strict=True))
    assert kinds.count("entries.seated_twice/in_pair_twice") == again
    assert kinds.count("entries.seated_twice") == (len(entries) == 9)


@cases(
    ("nobody", [("entries.replaced", "nobody")]),
    ("vera guidotti", [("entries.replaced/name", "vera guidotti")]),
    ("Vera?", [("entries.replaced/near", "Vera?")]),
    ("bob", []),
)
def test_standing_in_for_someone_unknown_is_reported(absent: str, reported: list[tuple[str, Any]]) -> None:
    players = [{"player_id": "bob"}, {"player_id": "32", "name": "Vera Guidotti"}]
    rows = [*pairs("1 ann bo", "3 32"), {"entrant": "2", "player_id": "di", "substitutes_for": absent}]
    given = season(entries=[*rows, {"entrant": "2", "player_id": "cy", "substitutes_for": "ann"}], players=players)
    assert said(found("entries.replaced", given=given["entries"], players=given["players"])) == reported


USUAL = pairs("1 ann bob", "2 cy di")


@items(
    ([*pairs("1 ann gus", "2 cy di"), {"entrant": "1", "player_id": "bob", "substitutes_for": "gus"}], True),
    ([*pairs("1 ann gus", "2 cy di"), {"entrant": "1", "player_id": "gus", "substitutes_for": "bob"}], False),
    ([*USUAL, {"entrant": "1", "player_id": "gus", "substitutes_for": "bob"}], False),
    (pairs("1 ann gus", "2 cy di"), False),
    ids=["exchanged", "the file names the guest", "it still names the regular player", "no stand-in"],
)
def test_who_came_and_who_was_replaced_exchanged_is_reported(last: list[Row], reported: bool) -> None:
    entries = [*of("1", USUAL), *of("2", USUAL), *of("3", last)]
    given = season(entries=entries, sessions=[{"session_id": day} for day in "123"])
    for rows in (given["entries"], given["entries"].reverse()):
        messages = found("entries.replaced/exchanged", entries=rows, sessions=given["sessions"])["message"].to_list()
        assert [
            "gus sits for this pair, but in other sessions bob sits with ann" in message for message in messages
        ] == [True] * reported


def test_two_single_players_are_not_one_entrant() -> None:
    rows = season(entries=[*pairs("1 ann", "6+7 eva")])["entries"]
    tables, findings = judged("entries given", {"entries": rows})
    assert said(findings.collect()) == [("entries.no_such_pair/two_entrants", "6+7")]
    assert tables["entries"]["entrant"].to_list() == ["1"]
