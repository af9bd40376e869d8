"""Evenings of a pair or trio that others played: its championship counts them, and who was absent is told so."""

import datetime as dt
from itertools import product

import polars as pl
import pytest
from explanation.conftest import built
from factories import Tables, competitions, frame

from transforms.explanation import Explanation, Explanations
from transforms.tables.schemas import Entries, Partnerships, Players, Results, Sessions

NAMES = {"a": "Aiko", "b": "Burak", "k": "Knut", "x": "Xenia", "y": "Yves", "z": "Zoe", "f": "Finn", "g": "Gus"}
EVENINGS = {
    "1": {"1": "ab", "2": "xy", "3": "fg"},
    "2": {"1": "ak", "2": "xz", "3": "fg"},
    "3": {"1": "ab", "2": "xy", "3": "kz"},
    "4": {"1": "ab", "2": "xy", "3": "fg", "4": "kz"},
}


@pytest.fixture(scope="module")
def tables() -> Tables:
    """The second evening Knut comes for Burak; of the trio Zoe is absent first, then Yves; then she plays with Knut.

    Last, these two are among the entries and have no board.
    """
    days = ({"session_id": number, "date": dt.date(2025, 9, 2 + int(number))} for number in EVENINGS)
    seats = [(number, *pair) for number, pairs in EVENINGS.items() for pair in pairs.items()]
    entries = (
        {"session_id": number, "entrant": entrant, "player_id": player}
        | {"substitutes_for": "b" if player == "k" and number == "2" else None}
        for number, entrant, players in seats
        for player in players
    )
    members = {"p": "ab", "t": "xyz", "o": "fg"}
    partners = ({"partnership_id": name, "player_id": player} for name in members for player in members[name])
    results = (
        {"session_id": number, "board": board, "ns": ns, "ew": ew, "score": score + board * 10 * int(number)}
        for number, board in product(EVENINGS, (1, 2))
        for ns, ew, score in (("1", "2", 420), ("3", "1", 100), ("2", "3", -50))
    )
    return built(
        {
            "competitions": competitions(),
            "players": frame(Players, *({"player_id": key, "name": name} for key, name in NAMES.items())),
            "sessions": frame(Sessions, *days),
            "entries": frame(Entries, *entries),
            "partnerships": frame(Partnerships, *partners),
            "results": frame(Results, *results),
        }
    )


def asked(tables: Tables, player: str) -> Explanation:
    found = Explanations(tables, player).of("club", "evening", "2025-26", player)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("player", "session", "entrant", "played", "stood_in"),
    [
        ("b", "2", "1", ("Knut",), True),
        ("y", "2", "2", ("Xenia", "Zoe"), False),
        ("z", "1", "2", ("Xenia", "Yves"), False),
        ("z", "3", "2", ("Xenia", "Yves"), False),
        ("z", "4", "2", ("Xenia", "Yves"), False),
    ],
)
def test_every_evening_of_the_championship_is_among_those_told(
    tables: Tables, player: str, session: str, entrant: str, played: tuple[str, ...], *, stood_in: bool
) -> None:
    (row,) = (row for row in asked(tables, player).without_player if row.session_id == session)
    assert (row.session_id, row.entrant, row.played, row.stood_in) == (session, entrant, played, stood_in)
    of_pair = tables["championships.pair_sessions"].filter(session_id=session)
    partnership = tables["rankings.partnerships"].filter(player_id=player)["partnership_id"].item()
    counted = of_pair.filter(pl.col("partnership_id") == partnership)
    assert counted.select("points", "counts").row(0) == (row.points, row.counts)


@pytest.mark.parametrize("player", NAMES)
def test_every_term_of_a_championship_of_pairs_stands_in_a_row(tables: Tables, player: str) -> None:
    explanation = asked(tables, player)
    of_player = tables["rankings.partnerships"].filter(player_id=player).select("partnership_id")
    terms = tables["championships.pair_sessions"].join(of_player, on="partnership_id").filter("counts")["points"]
    rows = [session.points.value or 0.0 for session in explanation.sessions if session.counts_for_pairs]
    rows += [row.points for row in explanation.without_player if row.counts]
    assert sorted(rows) == pytest.approx(sorted(terms.to_list()))


@pytest.mark.parametrize("player", ["a", "x", "f", "g"])
def test_who_was_always_there_is_told_of_no_other_evening(tables: Tables, player: str) -> None:
    assert asked(tables, player).without_player == ()
