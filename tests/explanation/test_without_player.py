"""Evenings of a pair or trio that others played: its championship counts them, and who was absent is told so."""

import datetime as dt
from dataclasses import replace
from typing import Any

import polars as pl
import pytest
from explanation.seasons_built import built
from factories import Tables, competitions, frame

from pipelines.cli.explain.explain import print_explanation
from transforms.explanation import Explanation, Explanations
from transforms.tables.schemas import WAREHOUSE, Entries, Partnerships, Players, Results, Sessions

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
    raw: dict[str, Any] = {name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items()}
    raw["competitions"] = competitions()
    raw["players"] = frame(Players, *({"player_id": key, "name": name} for key, name in NAMES.items()))
    raw["sessions"] = frame(
        Sessions, *({"session_id": number, "date": dt.date(2025, 9, 2 + int(number))} for number in EVENINGS)
    )
    raw["entries"] = frame(
        Entries,
        *(
            {
                "session_id": number,
                "entrant": entrant,
                "player_id": player,
                "substitutes_for": "b" if player == "k" and number == "2" else None,
            }
            for number, pairs in EVENINGS.items()
            for entrant, players in pairs.items()
            for player in players
        ),
    )
    raw["partnerships"] = frame(
        Partnerships,
        *(
            {"partnership_id": partnership, "player_id": player}
            for partnership, members in {"p": "ab", "t": "xyz", "o": "fg"}.items()
            for player in members
        ),
    )
    lines = (("1", "2", 420), ("3", "1", 100), ("2", "3", -50))
    raw["results"] = frame(
        Results,
        *(
            {"session_id": number, "board": board, "ns": ns, "ew": ew, "score": score + board * 10 * int(number)}
            for number in EVENINGS
            for board in (1, 2)
            for ns, ew, score in lines
        ),
    )
    return built(raw)


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


def test_an_evening_with_somebody_else_says_that_it_does_not_count_for_the_trio(
    tables: Tables, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    print_explanation(asked(tables, "z"))
    season = capsys.readouterr().out.partition("Sessions of the season")[2].splitlines()
    with_knut, without = (" ".join(line.split()) for line in season if line.startswith(" 2025-09-05"))
    assert with_knut.endswith(" ranking, individual")
    assert without.endswith(" pairs: Xenia & Yves played")


@pytest.mark.parametrize("player", ["a", "x", "f", "g"])
def test_who_was_always_there_is_told_of_no_other_evening(tables: Tables, player: str) -> None:
    assert asked(tables, player).without_player == ()


def test_it_is_printed_among_the_sessions_of_the_season(
    tables: Tables, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    burak = asked(tables, "b")
    print_explanation(burak)
    season = capsys.readouterr().out.partition("Sessions of the season")[2].splitlines()
    printed = [" ".join(line.split()) for line in season if line.startswith(" 2025-09-0")]
    points = f"{burak.without_player[0].points:.2f}".rstrip("0").rstrip(".")
    assert printed[2] == f"2025-09-04 2 A 1 {points} pairs: Knut stood in"
    assert printed[3].startswith("2025-09-03 1 A 1")
    assert printed[3].endswith(" ranking, individual, pairs")


def test_a_name_that_is_the_id_stands_once(tables: Tables, capsys: pytest.CaptureFixture[str]) -> None:
    burak = asked(tables, "b")
    for name, player_id, printed in (("Burak", "b", "Burak (b)"), ("Burak", "Burak", "Burak")):
        print_explanation(replace(burak, name=name, player_id=player_id))
        assert capsys.readouterr().out.splitlines()[0].strip() == printed
