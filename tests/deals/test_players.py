"""What players and partnerships made of their deals."""

import statistics
from typing import Any

import polars as pl
import pytest
from deals.test_lines import Row, beside, deal, line, solved
from factories import close_to, frame

from transforms.deals.par import double_dummy, par
from transforms.deals.players import deal_players
from transforms.tables.schemas import Deals, Entries, Par, Sessions

PLAYERS = (("1", "ann", "N"), ("1", "bob", "S"), ("2", "cy", "E"), ("2", "di", "W"))


def made(
    *rows: Row, seats: bool = True, kind: str = "pairs", more: tuple[Row, ...] = (), deals: tuple[Row, ...] = (deal(),)
) -> tuple[dict[str, dict[str, Any]], dict[tuple[str, str], dict[str, Any]]]:
    lines = beside(*rows, deals=deals)
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
    """Who of the two declared is not known, whatever seats stand beside their numbers; who defended is."""
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


@pytest.mark.parametrize(
    ("given", "bid"),
    [
        (line("2H", tricks=9), "reached"),
        (line("4H", tricks=9, score=-50), "over"),
        (line("PASS", None, None, score=0), "under"),
        (line("2S", "E", 7, score=50), "under"),
        (line("3SX", "E", 7, score=300), "reached"),
    ],
)
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
    for given in (apart, Par.cast(apart.reverse())):
        of_pairs = deal_players(beside(*rows, deals=deals), given, dealt, entries, frame(Sessions, {"kind": "pairs"}))
        ours = of_pairs.partnerships.collect().filter(player_id="ann").row(0, named=True)
        assert {word: ours[word] for word in ("bid", "reached", "under")} == {"bid": 2, "reached": 1, "under": 1}


def test_small_numbers_say_so() -> None:
    few, _ = made(line())
    many, _ = made(*(line(ew=str(place)) for place in range(2, 102)))
    assert few["ann"]["few"]
    assert not many["bob"]["few"]
