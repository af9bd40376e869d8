"""Players of a pair who took turns over the rounds of a session: from files to result list, points and partnerships."""

import polars as pl
import pytest
from club_folders import tables_of
from factories import Tables

from pipelines.building.solving.store import solved_tables
from pipelines.settings.scoring import profile_table
from transforms.season import season_tables

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


def season(pair_1: str, kind: str = "pairs") -> Tables:
    """A session of four pairs; the players of pair 1 are written as `a:1+2 b i:3`, or `i:3:a` if i replaced a."""
    parts = ([*one.split(":"), "", ""][:3] for one in pair_1.split())
    rows = "".join(f"s, A, 1, {name}, {of}, {replaced}\n" for name, of, replaced in parts)
    files = {
        "sessions.csv": f"session_id, date, kind, event\ns, 2025-10-01, {kind}, Cup\n",
        "entries.csv": "session_id, line, entrant, player_id, rounds, substitutes_for\n" + rows + OTHERS,
        "results.csv": RESULTS,
    }
    raw = tables_of(files)
    return raw | season_tables({**raw, "solved": solved_tables(None, ()), "profiles": profile_table()}, WANTED)


def asked(tables: Tables) -> list[str]:
    return tables["raw.findings"].filter(pl.col("code") == "entries.not_two")["message"].to_list()


def test_one_result_which_everybody_of_the_pair_earns() -> None:
    replaced, plain = season("a:1+2 b i:3"), season("a b")
    assert asked(replaced) == []
    assert replaced["scored.session_results"].equals(plain["scored.session_results"])
    points = {
        tables: dict(made["rankings.ranking_points"].select("player_id", "points").rows())
        for tables, made in (("replaced", replaced), ("plain", plain))
    }
    assert points["replaced"] == points["plain"] | {"i": points["plain"]["a"]}


@pytest.mark.parametrize(
    ("players", "pair"),
    [
        ("a:1+2 b i:3", "a + b"),
        ("a:1 b i:2+3", "b + i"),
        ("a:1+2 b:1 c2:2+3 i:3", "a + c2"),
        ("a:1 b i:2 j:3", None),
    ],
)
def test_the_pair_is_the_two_who_played_most_rounds(players: str, pair: str | None) -> None:
    made = season(players)
    expected = [pair] if pair else []
    of_pair_1 = pl.col("partnership_id").is_in(["c + d", "e + f", "g + h"]).not_()
    for table in ("rankings.partnerships", "championships.pair_sessions"):
        assert made[table].filter(of_pair_1)["partnership_id"].unique().to_list() == expected, table
    assert len(made["rankings.next_lines"]) == 3 + len(expected)
    named = {*made["movements.season_scores"]["entrant"]} & {*made["scored.event_results"]["entrant"]}
    assert len(named) == 4
    assert pair is None or pair in named


def test_who_met_whom_counts_the_rounds_that_both_played() -> None:
    made = season("a:1+2 b i:3")
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


@pytest.mark.parametrize(
    ("players", "rounds"), [("a:1+2 b i:2+3", "2"), ("a:1 b i:2", "3"), ("a:1+2 b", "3"), ("a:1 b:2+3 i:2+3", "1")]
)
def test_rounds_without_two_players_are_asked_about(players: str, rounds: str) -> None:
    (message,) = asked(season(players))
    assert f"do not have two of them: {rounds}:" in message


def test_three_players_without_rounds_are_asked_about_as_before() -> None:
    (message,) = asked(season("a b i"))
    assert "should have two players, but has 3" in message


@pytest.mark.parametrize(
    ("players", "entrant", "words"),
    [
        ("a:1 b:1 i:2+3:a j:2+3:b", "a + b", ""),
        ("a:1 b i:2+3:a", "a + b", ""),
        ("a:1 b:1 i:2+3 j:2+3", "i + j", "is that of i & j"),
        ("a:1+2 b:1+2 i:3 j:3", "a + b", "is that of a & b"),
        ("a:1 b i:2 j:3", "a + b + i + j", "belongs to no pair"),
    ],
)
def test_a_pair_that_was_replaced_as_a_whole_keeps_its_result_in_an_event(
    players: str, entrant: str, words: str
) -> None:
    made = season(players)
    assert entrant in made["scored.event_results"]["entrant"].to_list()
    messages = asked(made)
    assert len(messages) == bool(words)
    assert all(words in message for message in messages)
