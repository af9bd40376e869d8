"""Players of a pair who took turns over the rounds of a session: from files to result list, points and partnerships."""

from functools import cache

import polars as pl
from club_folders import tables_of_each
from each import each
from factories import Tables

WANTED = (
    *("scored.session_results", "scored.session_rounds", "rankings.ranking_points", "rankings.partnerships"),
    *("championships.pair_sessions", "rankings.next_lines", "movements.season_scores", "report.opponents"),
    *("report.partners", "scored.event_results"),
)
ROUNDS = (((1, 2), (3, 4)), ((1, 3), (4, 2)), ((1, 4), (2, 3)))
RESULTS = "session_id, line, round, board, ns, ew, score\n" + "".join(
    f"s, A, {number}, {number}, {ns}, {ew}, {100 * number + 10 * table}\n"
    for number, tables in enumerate(ROUNDS, start=1)
    for table, (ns, ew) in enumerate(tables)
)
OTHERS = "".join(f"s, A, {pair}, {name},,\n" for pair, names in ((2, "cd"), (3, "ef"), (4, "gh")) for name in names)


PAIRS = {"a:1+2 b i:3": "a + b", "a:1 b i:2+3": "b + i", "a:1+2 b:1 c2:2+3 i:3": "a + c2", "a:1 b i:2 j:3": None}
"""The players of pair 1, written as `a:1+2 b i:3`, or `i:3:a` if i replaced a; and the pair whose result it is."""
WITHOUT_TWO = {"a:1+2 b i:2+3": "2", "a:1 b i:2": "3", "a:1+2 b": "3", "a:1 b:2+3 i:2+3": "1"}
REPLACED = {
    "a:1 b:1 i:2+3:a j:2+3:b": ("a + b", ""),
    "a:1 b i:2+3:a": ("a + b", ""),
    "a:1 b:1 i:2+3 j:2+3": ("i + j", "counts for i & j"),
    "a:1+2 b:1+2 i:3 j:3": ("a + b", "counts for a & b"),
    "a:1 b i:2 j:3": ("a + b + i + j", "belongs to no pair"),
}


@cache
def seasons() -> dict[str, Tables]:
    """A session of four pairs for all players of pair 1."""
    players = [*{"a b", "a b i", *PAIRS, *WITHOUT_TWO, *REPLACED}]
    return dict(zip(players, tables_of_each([(files(pair), "") for pair in players], WANTED), strict=True))


def files(pair_1: str) -> dict[str, str]:
    parts = ([*one.split(":"), "", ""][:3] for one in pair_1.split())
    rows = "".join(f"s, A, 1, {name}, {of}, {replaced}\n" for name, of, replaced in parts)
    return {
        "sessions.csv": "session_id, date, kind, event\ns, 2025-10-01, pairs, Cup\n",
        "entries.csv": "session_id, line, entrant, player_id, rounds, substitutes_for\n" + rows + OTHERS,
        "results.csv": RESULTS,
    }


def asked(tables: Tables) -> list[str]:
    return tables["raw.findings"].filter(pl.col("code") == "entries.not_two")["message"].to_list()


def test_one_result_which_everybody_of_the_pair_earns() -> None:
    replaced, plain = seasons()["a:1+2 b i:3"], seasons()["a b"]
    assert asked(replaced) == []
    assert replaced["scored.session_results"].equals(plain["scored.session_results"])
    points = {
        tables: dict(made["rankings.ranking_points"].select("player_id", "points").rows())
        for tables, made in (("replaced", replaced), ("plain", plain))
    }
    assert points["replaced"] == points["plain"] | {"i": points["plain"]["a"]}


@each(PAIRS)
def test_the_pair_is_the_two_who_played_most_rounds(players: str) -> None:
    made, pair = seasons()[players], PAIRS[players]
    expected = [pair] if pair else []
    of_pair_1 = pl.col("partnership_id").is_in(["c + d", "e + f", "g + h"]).not_()
    for table in ("rankings.partnerships", "championships.pair_sessions"):
        assert made[table].filter(of_pair_1)["partnership_id"].unique().to_list() == expected, table
    assert len(made["rankings.next_lines"]) == 3 + len(expected)
    named = {*made["movements.season_scores"]["entrant"]} & {*made["scored.event_results"]["entrant"]}
    assert len(named) == 4
    assert pair is None or pair in named


def test_who_met_whom_counts_the_rounds_that_both_played() -> None:
    made = seasons()["a:1+2 b i:3"]
    met = made["report.opponents"].group_by("player_id").agg(pl.col("opponent_id").sort())
    by_player = dict(met.rows())
    assert by_player["a"] == ["c", "d", "e", "f"]
    assert by_player["i"] == ["g", "h"]
    assert by_player["g"] == ["b", "c", "d", "e", "f", "i"]
    partners = made["report.partners"].group_by("player_id").agg(pl.col("partner_id").sort())
    assert dict(partners.rows()) | {"c": 0, "d": 0, "e": 0, "f": 0, "g": 0, "h": 0} == {
        **{"a": ["b"], "b": ["a", "i"], "i": ["b"]},
        **dict.fromkeys("cdefgh", 0),
    }


@each(WITHOUT_TWO)
def test_rounds_without_two_players_are_asked_about(players: str) -> None:
    (message,) = asked(seasons()[players])
    assert f"do not have two of them: {WITHOUT_TWO[players]}:" in message


def test_three_players_without_rounds_are_asked_about_as_before() -> None:
    (message,) = asked(seasons()["a b i"])
    assert "should have two players, but has 3" in message


@each(REPLACED)
def test_a_pair_that_was_replaced_as_a_whole_keeps_its_result_in_an_event(players: str) -> None:
    made, (entrant, words) = seasons()[players], REPLACED[players]
    assert entrant in made["scored.event_results"]["entrant"].to_list()
    messages = asked(made)
    assert len(messages) == bool(words)
    assert all(words in message for message in messages)
