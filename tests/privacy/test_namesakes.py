"""An id with the name of somebody who is hidden is hidden too, until a director says that it is somebody else."""

from typing import Any

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import Row, pairs, read

from transforms.intake import assemble
from transforms.intake.hidden_too import hidden_too
from transforms.privacy import A_MEMBER, Withheld, hidden_people, with_public_names
from transforms.tables import Partnerships, People, Players

HIDDEN: Row = {"player_id": "1000", "name": "Jan Jansen", "public": False}
SPELLINGS = [
    *("Jan Jansen", "Jansen, Jan", "JANSEN Jan", "Jan\N{ZERO WIDTH SPACE} Jansen", "Ján Jansen", "jan.jansen"),
    "Jan Jan\N{ZERO WIDTH SPACE}sen",
]


def shown(*players: dict[str, Any], people: tuple[dict[str, Any], ...] = ()) -> list[str]:
    tables = frame(Players, *players), frame(People, *people), Partnerships.create_empty()
    return Withheld(*tables).shown("raw.players", tables[0])["player_id"].to_list()


@pytest.mark.parametrize("other", SPELLINGS)
def test_the_name_of_somebody_hidden_is_no_id_that_is_shown(other: str) -> None:
    assert shown(HIDDEN, {"player_id": other}) == ["member-1", "member-2"]
    assert shown(HIDDEN, {"player_id": "7", "name": other}) == ["member-1", "member-2"]


def test_letters_that_no_form_takes_apart_are_compared_without_strokes() -> None:
    assert shown({**HIDDEN, "name": "Lech Wałęsa"}, {"player_id": "Walesa Lech"}) == ["member-1", "member-2"]
    assert shown({**HIDDEN, "name": "Jürgen Groß"}, {"player_id": "Juergen Gross"}) == ["member-1", "member-2"]


@pytest.mark.parametrize("other", ["Jan Jansens", "Jan", "Piet Jansen", "J. Jansen", "1001"])
def test_who_has_another_name_is_shown(other: str) -> None:
    assert other in shown(HIDDEN, {"player_id": other})


def test_it_holds_in_all_competitions_of_the_club_and_in_no_other_club() -> None:
    other = {"player_id": "Jan Jansen", "competition": "another"}
    assert sorted(shown(HIDDEN, other)) == ["member-1", "member-2"]
    assert "Jan Jansen" in shown(HIDDEN, {"player_id": "Jan Jansen", "club": "b"})


def test_an_alias_that_ended_is_a_name_too() -> None:
    alias = {"alias": "Jan Jansen", "player_id": "1000", "file_id": "people.csv", "line_no": 2}
    assert shown({**HIDDEN, "name": None}, {"player_id": "Jan Jansen"}, people=(alias,)) == ["member-1", "member-2"]


def test_a_director_tells_two_of_one_name_apart() -> None:
    himself = {"alias": "Jan Jansen", "player_id": "Jan Jansen", "file_id": "people.csv", "line_no": 2}
    assert "Jan Jansen" in shown(HIDDEN, {"player_id": "Jan Jansen"}, people=(himself,))
    assert "1001" in shown(HIDDEN, {"player_id": "1001", "name": "Jan Jansen", "public": True})


def test_a_comparison_says_a_member_in_every_competition_of_the_club() -> None:
    players = frame(Players, HIDDEN, {**HIDDEN, "public": None, "competition": "another"}, {"player_id": "Jansen, Jan"})
    assert set(with_public_names(players, People.create_empty())["name"]) == {A_MEMBER}


def test_the_warning_of_the_club_names_the_file_and_is_itself_not_shown() -> None:
    players = frame(Players, HIDDEN, {"player_id": "Jan Jansen", "file_id": "b.pbn"})
    rows = hidden_people(players, People.create_empty()).filter(pl.col("hidden").is_not_null())
    found = hidden_too(rows.lazy()).collect()
    assert found.select("file_id", "severity", "code", "value").rows() == [
        ("b.pbn", "warning", "players.hidden_too", "Jan Jansen")
    ]
    told = Withheld(players, People.create_empty(), Partnerships.create_empty()).shown("raw.findings", found)
    assert "Jan" not in str(told.rows())


def test_every_name_that_a_file_gives_counts_and_every_table_with_ids() -> None:
    tables = read(
        sessions=[{}],
        players=[HIDDEN, {"player_id": "1000", "name": "J. J. Jansen", "file_id": "c.xml"}],
        entries=[*pairs(("1", "1000"), ("1", "bob")), {"entrant": "2", "player_id": "J J Jansen", "file_id": "b.pbn"}],
        ratings=[{"player_id": "Jansen, Jan", "rating": 1000.0}, {"player_id": "Ann", "rating": 1000.0}],
        people=[{"alias": "JJ", "player_id": "1000"}],
        games=[{"game_id": "1", "player_id": "Ann", "opponent_id": "JJ.", "points": 2.0, "opponent_points": 0.0}],
    )
    raw, findings = assemble(tables, competitions())
    assert sorted(raw["players"].filter(~pl.col("public"))["player_id"]) == ["1000", "J J Jansen", "JJ.", "Jansen, Jan"]
    found = findings.filter(code="players.hidden_too").select("file_id", "value").rows()
    assert ("b.pbn", "J J Jansen") in found
    assert len(found) == 3


def test_without_anybody_hidden_nothing_is_said() -> None:
    tables = read(sessions=[{}], players=[{**HIDDEN, "public": None}], entries=pairs(("1", "Jan Jansen"), ("1", "b")))
    raw, findings = assemble(tables, competitions())
    assert raw["players"]["public"].null_count() == 3
    assert "players.hidden_too" not in findings["code"].to_list()
