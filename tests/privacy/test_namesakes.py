"""An id with the name of somebody who is hidden is hidden too, until a director says that it is somebody else."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest
from checks.alone import found
from factories import competitions, frame
from intake.evenings import Row, pairs, read
from privacy.test_privacy import shown as shown_tables

from pipelines.settings.scoring import profile_table
from transforms.checks import assemble
from transforms.privacy.hidden_people import A_MEMBER, HOLD_IDS, hidden_people, with_public_names
from transforms.privacy.withheld import Withheld
from transforms.season import season_tables
from transforms.tables.schemas import WAREHOUSE, Games, Looks, Partnerships, People, Players
from transforms.tables.shared import types_of

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


def test_a_director_distinguishes_two_of_one_name() -> None:
    himself = {"alias": "Jan Jansen", "player_id": "Jan Jansen", "file_id": "people.csv", "line_no": 2}
    assert "Jan Jansen" in shown(HIDDEN, {"player_id": "Jan Jansen"}, people=(himself,))
    assert "1001" in shown(HIDDEN, {"player_id": "1001", "name": "Jan Jansen", "public": True})


def test_a_comparison_says_a_member_in_every_competition_of_the_club() -> None:
    players = frame(Players, HIDDEN, {**HIDDEN, "public": None, "competition": "another"}, {"player_id": "Jansen, Jan"})
    assert set(with_public_names(players, People.create_empty())["name"]) == {A_MEMBER}


def test_the_warning_of_the_club_names_the_file_and_is_itself_not_shown() -> None:
    players = frame(Players, HIDDEN, {"player_id": "Jan Jansen", "file_id": "b.pbn"})
    rows = hidden_people(players, People.create_empty()).filter(pl.col("hidden").is_not_null())
    warned = found("players.hidden_too", hidden_too=rows)
    assert warned.select("file_id", "severity", "code", "value").rows() == [
        ("b.pbn", "warning", "players.hidden_too", "Jan Jansen")
    ]
    shown = Withheld(players, People.create_empty(), Partnerships.create_empty()).shown("raw.findings", warned)
    assert "Jan" not in str(shown.rows())


def test_every_name_that_a_file_gives_counts_and_every_table_with_ids() -> None:
    tables = read(
        sessions=[{}],
        players=[HIDDEN, {"player_id": "1000", "name": "J. J. Jansen", "file_id": "c.xml"}],
        entries=[*pairs(("1", "1000"), ("1", "bob")), {"entrant": "2", "player_id": "J J Jansen", "file_id": "b.pbn"}],
        ratings=[{"player_id": "Jansen, Jan", "rating": 1000.0}, {"player_id": "Ann", "rating": 1000.0}],
        people=[{"alias": "JJ", "player_id": "1000"}],
        games=[{"game_id": "1", "player_id": "Ann", "opponent_id": "JJ.", "points": 2.0, "opponent_points": 0.0}],
    )
    raw = assemble(tables, competitions())[0]
    assert hidden_of(raw) == {"1000", "J J Jansen", "JJ.", "Jansen, Jan"}
    warned = warnings_of(raw)
    assert ("b.pbn", "J J Jansen") in warned
    assert len(warned) == 3


def hidden_of(raw: Mapping[str, pl.DataFrame]) -> set[str]:
    return set(hidden_people(raw["players"], raw["people"])["player_id"])


def warnings_of(*competitions_read: Mapping[str, pl.DataFrame]) -> list[tuple[str, str]]:
    tables = {name: pl.concat([raw[name] for raw in competitions_read]) for name in competitions_read[0]}
    empty = {name: table.create_empty() for name, table in WAREHOUSE.items() if name.startswith("raw.")}
    raw = {**empty, **{f"raw.{name}": rows for name, rows in tables.items()}}
    found = season_tables({**raw, "profiles": profile_table()}, ["scored.findings"])["scored.findings"].filter(
        code="players.hidden_too"
    )
    return found.select("file_id", "value").rows()


def competition(name: str, club: str = "club", **tables: list[Row]) -> Mapping[str, pl.DataFrame]:
    of = {table: [{"competition": name, "club": club, **row} for row in rows] for table, rows in tables.items()}
    return assemble(read(**of), competitions(club, name))[0]


BOTH: list[Row] = [HIDDEN, {"player_id": "2000", "name": "Jan Jansen", "federation_id": "F2"}]


def test_who_is_hidden_for_the_name_is_so_in_that_club_alone() -> None:
    here = competition("evening", players=BOTH)
    there = competition("evening", "b", players=[{"player_id": "55", "name": "Jan Jansen", "federation_id": "F2"}])
    both = {name: pl.concat([here[name], there[name]]) for name in here}
    assert hidden_of(both) == {"1000", "2000"}
    assert both["players"].filter(player_id="2000")["public"].to_list() == [None]


def test_another_competition_distinguishes_two_of_one_name_and_no_warning_says_otherwise() -> None:
    here = competition("evening", players=BOTH)
    in_players = competition("another", players=[{"player_id": "2000", "public": True}])
    in_people = competition("another", people=[{"alias": "2000", "player_id": "2000"}])
    for there in (in_players, in_people):
        assert hidden_of({name: pl.concat([here[name], there[name]]) for name in here}) == {"1000"}
        assert warnings_of(here, there) == []
    assert warnings_of(here) == [("file", "2000")]


def test_a_name_that_only_one_file_gives_is_hidden_in_every_competition_of_the_club() -> None:
    other_name = {"player_id": "1000", "name": "J. J. Jansen", "file_id": "c.xml"}
    here = competition("evening", players=[HIDDEN, other_name, {"player_id": "J.J. Jansen"}])
    there = competition("another", players=[{"player_id": "J J Jansen"}])
    raw = {name: pl.concat([here[name], there[name]]) for name in here}
    assert hidden_of(raw) == {"1000", "J.J. Jansen", "J J Jansen"}


def test_whom_a_person_may_be_is_not_shown() -> None:
    players = frame(Players, HIDDEN, {"player_id": "Jansen, Jan", "namesake_of": "1000"})
    shown_players = shown_tables(raw_players=players)["raw.players"]
    assert shown_players["namesake_of"].null_count() == 2
    assert set(shown_players["player_id"]) == {"member-1", "member-2"}


ID_COLUMNS = [(name, column) for name, columns in HOLD_IDS.items() for column in columns]


@pytest.mark.parametrize(("name", "column"), ID_COLUMNS)
def test_the_name_of_somebody_hidden_is_no_id_in_any_table_of_another_competition(name: str, column: str) -> None:
    row = filled_row(name, column, "Jansen, Jan")
    for club, expected in (("club", "member-2"), ("b", "Jansen, Jan")):
        rows = row.with_columns(club=pl.lit(club))
        tables = shown_tables(raw_players=frame(Players, HIDDEN), **{name.replace(".", "_", 1): rows})
        assert tables[name][column].to_list() == [expected]


def filled_row(name: str, column: str, value: str) -> pl.DataFrame:
    one = {"club": ["club"], "competition": ["another"], "of": ["session"], "kind": ["ratings"], column: [value]}
    rows = pl.DataFrame(one)
    schema = types_of(WAREHOUSE[name])
    return rows.select(
        pl.col(key).cast(dtype) if key in one else pl.lit(None, dtype).alias(key) for key, dtype in schema.items()
    )


def test_an_id_without_a_row_in_players_is_warned_of_at_its_first_place() -> None:
    raw = {name: table.create_empty() for name, table in WAREHOUSE.items() if name.startswith("raw.")}
    raw["raw.players"] = frame(Players, HIDDEN)
    of_another = {"competition": "another", "file_id": "d.csv", "player_id": "Jan Jansen", "opponent_id": "Ann"}
    raw["raw.games"] = frame(Games, {**of_another, "game_id": "g", "points": 2.0, "opponent_points": 0.0})
    found = season_tables({**raw, "profiles": profile_table()}, ["scored.findings"])["scored.findings"].filter(
        code="players.hidden_too"
    )
    assert found.select("competition", "file_id", "value").rows() == [("another", "d.csv", "Jan Jansen")]


def test_without_anybody_hidden_nothing_is_said() -> None:
    tables = read(sessions=[{}], players=[{**HIDDEN, "public": None}], entries=pairs(("1", "Jan Jansen"), ("1", "b")))
    raw = assemble(tables, competitions())[0]
    assert raw["players"].select("public", "namesake_of").null_count().row(0) == (3, 3)
    assert warnings_of(raw) == []


def test_the_welcome_of_a_club_names_nobody_who_is_hidden_and_its_mark_stays() -> None:
    look = {"welcome": "Ring Jan Jansen.\n\nOr come.", "mark": "JanJansen", "mark_format": "svg", "colour": "#8a1538"}
    tables = frame(Players, HIDDEN), People.create_empty(), Partnerships.create_empty()
    row = Withheld(*tables).shown("raw.looks", frame(Looks, look)).row(0, named=True)
    assert "Jansen" not in row["welcome"]
    assert row["welcome"].endswith(".\n\nOr come.")
    assert [row[name] for name in ("mark", "mark_format", "colour")] == ["JanJansen", "svg", "#8a1538"]
