"""Result lines next to their deals: tricks, par, what was missed, what players made of it, what a director reads."""

import statistics
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from each import cases
from examples import by_night
from factories import close_to, frame
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.cli.simulate import STORE
from transforms.bridge.tricks_as_digits import can_be_right, tricks_in
from transforms.checks.deals import deal_findings
from transforms.deals.lines import deal_lines
from transforms.deals.par import double_dummy, par
from transforms.deals.players import deal_players
from transforms.tables.deals import TABLE
from transforms.tables.schemas import (
    Auctions,
    BoardScores,
    DealLines,
    Deals,
    Entries,
    Par,
    Play,
    Results,
    Sessions,
    SessionSettings,
)

DEAL = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
TRICKS = "86997574467699757446"
"""By endplay: North 8 in no trump, 6 in spades, 9 in hearts and diamonds, 7 in clubs; East 5, 7, 4, 4, 6."""
ID = "c" * 26

Row = dict[str, Any]


def line(contract: str = "3H", declarer: str | None = "S", tricks: int | None = 9, **given: Any) -> Row:
    return {
        "board": 1, "ns": "1", "ew": "2", "contract": contract, "declarer": declarer, "tricks": tricks, "score": 140,
        **given,
    }  # fmt: skip


def deal(**given: Any) -> Row:
    on_board = {"board": 1, "dealer": "N", "vulnerable": "none"}
    return {**on_board, "deal": DEAL, "deal_id": ID, "double_dummy": TRICKS, **given}


def solved(*tables: tuple[str, str]) -> pl.DataFrame:
    rows = pl.DataFrame(list(tables), schema={"deal_id": pl.String, "digits": pl.String}, orient="row")
    return rows.select("deal_id", *tricks_in("digits"))


def compared(
    *rows: Row, deals: tuple[Row, ...] = (deal(),), known: pl.DataFrame | None = None
) -> dy.DataFrame[DealLines]:
    played = [{name: value for name, value in row.items() if name != "lead"} for row in rows]
    dealt = frame(Deals, *deals)
    tables = double_dummy(dealt, solved() if known is None else known).collect()
    return deal_lines(
        frame(BoardScores, *played), frame(Results, *rows), dealt, tables, par(dealt, tables).collect()
    ).collect()


_UNKNOWN = {"auctions": frame(Auctions), "play": frame(Play)}


def of_sessions(*settled: str) -> dy.DataFrame[SessionSettings]:
    of: Row = {"place": 1, "session_id": "1", "files": [], "supersedes": [], "keep_both": False, "settled": [*settled]}
    return frame(SessionSettings, *([of] if settled else []))


def findings(
    *rows: Row, table: str | None = TRICKS, settled: tuple[str, ...] = (), **given: Any
) -> list[tuple[str, str, int | None]]:
    dealt = frame(Deals, deal(double_dummy=table))
    lines = compared(*rows, deals=(deal(double_dummy=table),), **given)
    tables = double_dummy(dealt, given.get("known", solved())).collect()
    found = deal_findings(lines, tables, dealt, frame(Results, *rows), of_sessions(*settled), **_UNKNOWN).collect()
    assert set(found["severity"]) <= {"warning"}
    return found.select("code", "value", "line_no").rows()


def test_tricks_and_score_are_compared_with_double_dummy_and_par() -> None:
    (row,) = compared(line("2H", tricks=10, score=170)).to_dicts()
    assert (row["double_dummy_tricks"], row["gained"], row["double_dummy_score"]) == (9, 1, 140)
    assert (row["par_score"], row["par_difference"], row["missed"]) == (140, 30, None)


@cases(
    (line("4H", tricks=9, score=-50), 9, -50, "NS 1H+2"),
    (line("1S", "W", 8, score=-110), 7, -80, None),
    (line("3NX", "W", 4, score=900), 5, 800, "EW 1S="),
    (line("PASS", None, None, score=0), None, 0, "NS 1H+2"),
    (line("1N", "N", 8, score=120), 8, 120, "NS 1H+2"),
)
def test_what_a_contract_brings_and_what_was_missed(given: Row, possible: int, score: int, missed: str | None) -> None:
    (row,) = compared(given).to_dicts()
    assert (row["double_dummy_tricks"], row["double_dummy_score"], row["missed"]) == (possible, score, missed)


@cases({"ruling": "reversed"}, {"ruling": "a60_40"}, {"subfield": "B"}, {"contract": None}, {"declarer": None},
     {"board": 2},
)  # fmt: skip
def test_only_boards_simply_played_of_a_known_deal_have_a_row(given: Row) -> None:
    assert compared(line(**given) if "contract" not in given else line() | given).is_empty()


def test_a_line_has_the_deal_that_it_played() -> None:
    other = "d" * 26
    deals = (deal(lines="A"), deal(lines="B", deal_id=other))
    rows = compared(line(), line(line="B"), line(line="C"), deals=deals)
    assert rows.select("line", "deal_id").rows() == [("A", ID), ("B", other)]


def test_the_lead_is_that_of_the_result() -> None:
    assert compared(line(lead="SQ"))["lead"].to_list() == ["SQ"]


def test_vulnerability_is_that_of_the_deal() -> None:
    (row,) = compared(line("4H", tricks=9, score=-50), deals=(deal(vulnerable="both"),)).to_dicts()
    assert row["double_dummy_score"] == -100


def test_a_solved_table_goes_before_that_of_a_file() -> None:
    known = solved((ID, TRICKS.replace("9", "8")))
    (row,) = compared(line(), known=known).to_dicts()
    assert row["double_dummy_tricks"] == 8


@cases((TRICKS, True), ("1" * 20, False), (TRICKS.translate(str.maketrans("23456", "11111")), False), ("0" * 20, False),
     ("d" * 20, False), ("2" * 20, False), ("dddd6dddd60000600006", False),
)  # fmt: skip
def test_tables_that_count_something_else_are_not_believed(digits: str, *, is_likely: bool) -> None:
    assert pl.DataFrame({"t": [digits]}).select(can_be_right(pl.col("t"))).item() == is_likely
    tables = double_dummy(frame(Deals, deal(double_dummy=digits)), solved()).collect()
    assert tables.height == is_likely


@cases(
    (line(tricks=9), []),
    (line(tricks=4, score=-250), []),
    (line(tricks=3, score=-300), [("deals.unlikely", "3", 1)]),
    (line("3D", "E", 10, score=-130), [("deals.unlikely", "10", 1)]),
    (line("1S", "W", 13, score=-230), [("deals.unlikely", "13", 1)]),
)
def test_a_result_six_tricks_from_possible_is_reported(given: Row, expected: list[Any]) -> None:
    assert findings(given) == expected


def test_a_result_that_is_settled_is_reported_no_more() -> None:
    unlikely = line("1S", "W", 13, score=-230)
    assert [code for code, *_ in findings(unlikely)] == ["deals.unlikely"]
    assert findings(unlikely, settled=("A 1 2",)) == []
    assert findings(unlikely, settled=("A 1 3",)) == findings(unlikely)


def test_a_table_that_is_not_that_of_the_solved_deal_is_reported_once_a_file() -> None:
    found = findings(line(), known=solved((ID, "8" + TRICKS[1:].replace("9", "8"))))
    assert found == [("deals.doubted", "board 1", 1)]
    assert findings(line(), known=solved((ID, TRICKS))) == []


def in_order(seats: str, strains: int = 1) -> str:
    return "".join(TRICKS[5 * at : 5 * at + 5][::strains] for at in map("NESW".index, seats))


@pytest.mark.parametrize("table", [in_order("ESWN"), in_order("SENW"), in_order("NESW", -1)])
def test_a_table_in_another_order_is_reported_once_the_deal_is_solved(table: str) -> None:
    assert findings(line("PASS", None, None, score=0), table=table) == []
    assert findings(line(), table=table, known=solved((ID, TRICKS))) == [("deals.doubted", "board 1", 1)]


@pytest.mark.parametrize("seats", ["NSEW", "NWES", "SEWN"])
def test_a_table_whose_order_mixes_the_sides_cannot_be_right(seats: str) -> None:
    table = in_order(seats)
    assert findings(line(), table=table) == [("deals.doubted", f"board 1: {table}", 1)]


def test_a_table_that_cannot_be_right_is_reported_until_it_is_solved() -> None:
    levels = TRICKS.translate(str.maketrans("23456789", "11111123"))
    assert findings(line(), table=levels) == [("deals.doubted", f"board 1: {levels}", 1)]
    assert findings(line(), table=levels, known=solved((ID, TRICKS))) == []
    freak = "0a00b11bb10a00b11bb1"
    assert findings(line("2S", tricks=10), table=freak) == [("deals.doubted", f"board 1: {freak}", 1)]
    assert findings(line("2S", tricks=10), table=freak, known=solved((ID, freak))) == []


def test_a_table_by_which_many_results_are_unlikely_is_doubted_itself() -> None:
    """South has 2 tricks in hearts there, and won 9 as everybody did."""
    wrong = f"{TRICKS[:12]}2{TRICKS[13:]}"
    rows = [line(tricks=9), line(tricks=9, ns="3", ew="4"), line("3D", "N", 9, ns="5", ew="6")]
    assert findings(*rows, table=wrong) == [("deals.doubted", "board 1", 1)]
    assert [code for code, *_ in findings(rows[0], rows[2], table=wrong)] == ["deals.unlikely"]
    assert findings(*rows, table=wrong, known=solved((ID, TRICKS))) == [("deals.doubted", "board 1", 1)]


def test_hands_with_which_many_results_are_unlikely_are_doubted_themselves() -> None:
    """The table was solved, so it is right: the hands may be those of another board."""
    of_other_hands = f"{TRICKS[:12]}2{TRICKS[13:]}"
    known = solved((ID, of_other_hands))
    rows = [line(tricks=9), line(tricks=9, ns="3", ew="4"), line("3D", "N", 9, ns="5", ew="6")]
    lone = line(tricks=9, session_id="2")
    dealt = frame(Deals, deal(double_dummy=None), deal(double_dummy=None, session_id="2", line_no=7))
    lines = compared(*rows, lone, deals=(deal(double_dummy=None), deal(double_dummy=None, session_id="2")), known=known)
    tables = double_dummy(dealt, known).collect()
    found = deal_findings(lines, tables, dealt, frame(Results, *rows, lone), of_sessions(), **_UNKNOWN).collect()
    assert found.select("code", "value", "line_no").rows() == [
        ("deals.doubted", "board 1", 1),
        ("deals.unlikely", "9", 4),
    ]
    assert found["message"][0].startswith(
        "these hands make 2 of 3 results very unlikely: check that they belong to this board"
    )
    assert "(3H by S on board 1, 1 - 2; tricks won: 9, with perfect play by all four: 2" in found["message"][1]


LINES = st.lists(
    st.builds(
        line,
        st.sampled_from(["1N", "3H", "4SX", "6D", "PASS"]),
        st.sampled_from("NESW"),
        st.integers(0, 13),
        line=st.sampled_from("AB"),
        ns=st.sampled_from("135"),
        ew=st.sampled_from("246"),
        club=st.sampled_from(["one", "other"]),
    ),
    unique_by=lambda row: (row["club"], row["line"], row["ns"], row["ew"]),
    min_size=1,
    max_size=8,
)


@settings(max_examples=by_night(25))
@given(LINES)
def test_clubs_together_are_as_each_apart_in_any_order(rows: list[Row]) -> None:
    deals = (deal(club="one"), deal(club="other", vulnerable="both"))
    rows = [{**row, "line_no": number} for number, row in enumerate(rows)]
    together = compared(*rows[::-1], deals=deals)
    apart = [
        compared(*of_club, deals=deals)
        for club in ("one", "other")
        if (of_club := [r for r in rows if r["club"] == club])
    ]
    assert together.equals(pl.concat(apart))
    assert together.filter(pl.col("gained") != pl.col("tricks") - pl.col("double_dummy_tricks")).is_empty()


def test_every_column_of_a_table_is_a_digit() -> None:
    row = double_dummy(frame(Deals, deal()), solved()).collect().row(0, named=True)
    assert "".join(f"{row[name]:x}" for name in TABLE) == TRICKS
    assert row["source"] == "file"


def test_tables_of_the_store() -> None:
    """But for a freak, in which one side makes ten tricks and the other none."""
    refused = pl.read_parquet(STORE).filter(~can_be_right(pl.col("double_dummy")))
    assert refused["double_dummy"].to_list() == ["0a00b11bb10a00b11bb1"]


PLAYERS = (("1", "ann", "N"), ("1", "bob", "S"), ("2", "cy", "E"), ("2", "di", "W"))


def made(
    *rows: Row, seats: bool = True, kind: str = "pairs", more: tuple[Row, ...] = (), deals: tuple[Row, ...] = (deal(),)
) -> tuple[dict[str, dict[str, Any]], dict[tuple[str, str], dict[str, Any]]]:
    lines = compared(*rows, deals=deals)
    dealt = frame(Deals, *deals)
    pars = par(dealt, double_dummy(dealt, solved()).collect()).collect()
    entries = [
        {"entrant": entrant, "player_id": player, "seat": seat if seats else None} for entrant, player, seat in PLAYERS
    ]
    players, pairs = deal_players(lines, pars, dealt, frame(Entries, *entries, *more), frame(Sessions, {"kind": kind}))
    of_players = {row["player_id"]: row for row in players.collect().to_dicts()}
    of_pairs = {(row["player_id"], row["partner_id"]): row for row in pairs.collect().to_dicts()}
    return of_players, of_pairs


def test_declarer_and_defenders_gain_what_the_other_side_loses() -> None:
    rows = [line(tricks=11, score=200), line(tricks=8, score=-50, ns="1", line="B")]
    players, pairs = made(*rows, more=())
    assert (players["bob"]["declared"], players["bob"]["declarer_gained"]) == (1, 2.0)
    assert players["bob"]["declarer_sd"] is None
    assert (players["ann"]["declared"], players["ann"]["declarer_gained"]) == (0, None)
    assert [players[name]["defence_gained"] for name in ("cy", "di")] == [-2.0, -2.0]
    assert (pairs["ann", "bob"]["declared"], pairs["cy", "di"]["defended"]) == (1, 1)
    assert set(pairs) == {("ann", "bob"), ("cy", "di")}


def test_mean_and_spread_are_those_of_statistics() -> None:
    gained = [2, -1, 0, 1]
    rows = [line(tricks=9 + more, ew=str(place)) for place, more in enumerate(gained, start=2)]
    _, pairs = made(*rows)
    assert pairs["ann", "bob"]["declarer_gained"] == close_to(statistics.mean(gained))
    assert pairs["ann", "bob"]["declarer_sd"] == close_to(statistics.stdev(gained))


def test_without_seats_the_pair_is_known_and_the_declarer_is_not() -> None:
    players, pairs = made(line(tricks=11), seats=False)
    assert pairs["ann", "bob"]["declared"] == 1
    assert {player: row["declared"] for player, row in players.items()} == dict.fromkeys(("ann", "bob", "cy", "di"), 0)
    assert players["cy"]["defended"] == 1


def test_three_at_a_table_are_nobody() -> None:
    players, pairs = made(line(tricks=11), more=({"entrant": "1", "player_id": "eve"},))
    assert set(players) == {"cy", "di"}
    assert set(pairs) == {("cy", "di")}


def test_two_of_an_individual_are_together_while_they_sit_together() -> None:
    """Who of the two declared is not known, whatever seats stand next to their numbers; who defended is."""
    people = ({"entrant": "3", "player_id": "eve", "seat": "N"}, {"entrant": "4", "player_id": "fay", "seat": "S"})
    others = ({"entrant": "5", "player_id": "gus"}, {"entrant": "6", "player_id": "hal"})
    rows = [line(tricks=11, ns="3+4", ew="5+6"), line("4S", "E", 9, score=50, ns="5+3", ew="4+6", line="B")]
    players, pairs = made(*rows, more=tuple({**one, "line": both} for one in (*people, *others) for both in "AB"))
    assert {player: row["declared"] for player, row in players.items()} == dict.fromkeys(
        ("eve", "fay", "gus", "hal"), 0
    )
    assert [players[name]["defended"] for name in ("eve", "fay", "gus", "hal")] == [1, 0, 2, 1]
    assert players["hal"]["defence_gained"] == -2.0
    assert {both: (row["declared"], row["defended"]) for both, row in pairs.items()} == {
        ("eve", "fay"): (1, 0),
        ("gus", "hal"): (0, 1),
        ("eve", "gus"): (0, 1),
        ("fay", "hal"): (1, 0),
    }
    assert pairs["eve", "fay"]["declarer_gained"] == 2.0


def test_a_number_of_an_individual_that_two_players_share_is_nobodys() -> None:
    people = ({"entrant": "3", "player_id": name} for name in ("eve", "fay"))
    alone = ({"entrant": number, "player_id": f"p{number}"} for number in "456")
    players, pairs = made(line(tricks=11, ns="3+4", ew="5+6"), more=(*people, *alone))
    assert set(players) == {"p4", "p5", "p6"}
    assert set(pairs) == {("p5", "p6")}


def test_of_a_team_only_those_count_who_sat_there() -> None:
    more = ({"entrant": "1", "player_id": "eve", "seat": "E"}, {"entrant": "1", "player_id": "fay", "seat": "W"})
    players, pairs = made(line(tricks=11), kind="teams", more=more)
    assert set(players) == {"ann", "bob", "cy", "di"}
    assert players["bob"]["declared"] == 1
    assert set(pairs) == {("ann", "bob"), ("cy", "di")}


@cases((line("2H", tricks=9), "reached"), (line("4H", tricks=9, score=-50), "over"),
     (line("PASS", None, None, score=0), "under"), (line("2S", "E", 7, score=50), "under"),
     (line("3SX", "E", 7, score=300), "reached"),
)  # fmt: skip
def test_the_level_of_par_is_reached_or_not(given: Row, bid: str) -> None:
    """Par is a part score of North-South, 140; who lets the others play for less stayed under, who is paid did not."""
    players, _ = made(given)
    assert {word: players["ann"][word] for word in ("reached", "over", "under")} == {
        word: int(word == bid) for word in ("reached", "over", "under")
    }
    assert "cy" not in players or players["cy"]["bid"] == 0


def test_of_a_deal_with_two_vulnerabilities_each_board_has_its_own_par() -> None:
    deals = (deal(), deal(board=2, vulnerable="both"))
    rows = [line("2H", tricks=9, board=board) for board in (1, 2)]
    dealt = frame(Deals, *deals)
    is_both = pl.col("vulnerable") == "both"
    pars = par(dealt, double_dummy(dealt, solved()).collect()).collect()
    apart = Par.cast(pars.with_columns(ns_best=pl.when(is_both).then(pl.lit("S 4H=")).otherwise("ns_best")))
    entries = frame(Entries, *({"entrant": entrant, "player_id": player} for entrant, player, _ in PLAYERS))
    for reported in (apart, Par.cast(apart.reverse())):
        of_pairs = deal_players(
            compared(*rows, deals=deals), reported, dealt, entries, frame(Sessions, {"kind": "pairs"})
        )
        ours = of_pairs.partnerships.collect().filter(player_id="ann").row(0, named=True)
        assert {word: ours[word] for word in ("bid", "reached", "under")} == {"bid": 2, "reached": 1, "under": 1}


def test_small_numbers_say_so() -> None:
    few, _ = made(line())
    many, _ = made(*(line(ew=str(place)) for place in range(2, 102)))
    assert few["ann"]["few"]
    assert not many["bob"]["few"]
